package io.cloudadapter.server.cloudprovider;

import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.JsonValue;
import io.cloudadapter.server.http.SafeText;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requested address of a load balancer, as the client sends it: the bytes of the address as characters of a text,
 * sixteen of them, in which each byte from 0x80 on has become U+FFFD. An unreadable address counts as absent, with a
 * warning.
 */
final class ExternalIp {
  private static final Logger LOG = LoggerFactory.getLogger(ExternalIp.class);
  private static final String FIELD = "externalIP";
  private static final Pattern LITERAL =
      Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9a-fA-F.]*:[0-9a-fA-F:.]*");

  /** How the sixteen bytes of an IPv4 address begin, the two of 0xff lost. */
  private static final String MAPPED = "\0".repeat(10) + "\ufffd\ufffd";

  private ExternalIp() {}

  /**
   * Reads it.
   *
   * @param strict whether what a person has written, and is no address, is refused
   */
  static Optional<String> of(JsonBody body, CloudproviderFaults faults, boolean strict) {
    String text = given(body);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> address = LITERAL.matcher(text).matches() ? literal(text) : bytes(text);
    if (address.isEmpty() && strict && text.chars().allMatch(ExternalIp::printable)) {
      faults.invalid(FIELD, "must be an IP address, or empty, was " + SafeText.quoted(text));
    } else if (address.isEmpty()) {
      LOG.warn(
          "externalIP {} cannot be read, so the cloud chooses an address", SafeText.quoted(text));
    }
    return address;
  }

  /** What the caller is to be warned of: the cloud has chosen, although an address was given. */
  static Optional<String> warning(JsonBody body, Optional<String> address) {
    return address.isPresent() || given(body).isEmpty()
        ? Optional.empty()
        : Optional.of("299 - \"externalIP could not be read, so the cloud chose an address\"");
  }

  private static String given(JsonBody body) {
    return body.value(FIELD).flatMap(JsonValue::string).orElse("");
  }

  /** As a person writes; the bytes of an address have others among them. */
  private static boolean printable(int c) {
    return c >= ' ' && c < 0x7f;
  }

  private static Optional<String> literal(String text) {
    try {
      // The text is a literal address, so no name server is asked.
      return Optional.of(InetAddress.getByName(text).getHostAddress());
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> bytes(String text) {
    boolean whole = text.length() == 16
        && text.startsWith(MAPPED)
        && text.substring(MAPPED.length()).chars().allMatch(c -> c < 0x80);
    return whole
        ? Optional.of((int) text.charAt(12) + "." + (int) text.charAt(13) + "."
            + (int) text.charAt(14) + "." + (int) text.charAt(15))
        : Optional.empty();
  }
}
