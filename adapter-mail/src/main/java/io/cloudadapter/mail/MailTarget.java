package io.cloudadapter.mail;

import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.spi.config.SpellingSuggestion;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A mail server and the form of its mails, read from the parameters of a target and checked.
 *
 * @param host the server
 * @param port its port
 * @param tls how the connection is encrypted
 * @param from the sender's address
 * @param to the recipients' addresses, 1 or more
 * @param user the user that signs in, if the server asks for one
 * @param ca the file of the authorities that sign the server's certificate; those of the JDK if empty
 */
record MailTarget(
    String host,
    int port,
    Tls tls,
    InternetAddress from,
    List<InternetAddress> to,
    Optional<String> user,
    Optional<Path> ca) {

  /** How a connection to a mail server is encrypted. */
  enum Tls {
    /** It becomes TLS by a command, or is given up. */
    STARTTLS(587),
    /** It is TLS from the beginning. */
    TLS(465),
    /** It is not. */
    OFF(25);

    private final int port;

    Tls(int port) {
      this.port = port;
    }
  }

  private static final Set<String> KNOWN =
      new TreeSet<>(Set.of("host", "port", "tls", "from", "to", "user", "ca"));
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.:\\[\\]-]{1,253}");
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1", "[::1]");

  MailTarget {
    to = List.copyOf(to);
  }

  /** Throws IllegalArgumentException naming the parameter, its value and what is allowed. */
  static MailTarget of(HookTarget target) {
    Map<String, String> given = target.parameters();
    for (String name : given.keySet()) {
      if (!KNOWN.contains(name)) {
        throw new IllegalArgumentException(name + " is unknown; "
            + SpellingSuggestion.to(name, KNOWN)
                .map(near -> "did you mean " + near + "?")
                .orElse("allowed are " + String.join(", ", KNOWN)));
      }
    }
    String host = needed(given, "host", "the name or address of the mail server");
    if (!HOST.matcher(host).matches()) {
      throw new IllegalArgumentException("host must be a name or an address, was " + host);
    }
    Tls tls = tls(given.getOrDefault("tls", "starttls"));
    Optional<String> user = Optional.ofNullable(given.get("user"));
    if (user.isPresent() != target.secret().isPresent()) {
      throw new IllegalArgumentException(
          user.isPresent()
              ? "secret is missing: the password of the user"
              : "user is missing: whose password the secret is");
    }
    if (user.isPresent() && tls == Tls.OFF && !LOOPBACK.contains(host)) {
      throw new IllegalArgumentException(
          "tls must be starttls or tls where a user signs in, was off");
    }
    return new MailTarget(
        host,
        port(given, tls),
        tls,
        one("from", needed(given, "from", "the address of the sender")),
        addresses("to", needed(given, "to", "the addresses of the recipients, with commas")),
        user,
        Optional.ofNullable(given.get("ca")).map(MailTarget::file));
  }

  private static String needed(Map<String, String> given, String name, String what) {
    String value = given.get(name);
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException(name + " is missing: " + what);
    }
    return value;
  }

  private static Tls tls(String word) {
    for (Tls one : Tls.values()) {
      if (one.name().toLowerCase(Locale.ROOT).equals(word)) {
        return one;
      }
    }
    throw new IllegalArgumentException("tls must be starttls, tls or off, was " + word);
  }

  private static int port(Map<String, String> given, Tls tls) {
    String text = given.get("port");
    if (text == null) {
      return tls.port;
    }
    if (!text.matches("[0-9]{1,5}")
        || Integer.parseInt(text) < 1
        || Integer.parseInt(text) > 65_535) {
      throw new IllegalArgumentException("port must be 1 to 65535, was " + text);
    }
    return Integer.parseInt(text);
  }

  private static InternetAddress one(String name, String text) {
    List<InternetAddress> all = addresses(name, text);
    if (all.size() != 1) {
      throw new IllegalArgumentException(name + " must be one address, was " + text);
    }
    return all.get(0);
  }

  private static List<InternetAddress> addresses(String name, String text) {
    try {
      InternetAddress[] addresses = InternetAddress.parse(text, true);
      for (InternetAddress address : addresses) {
        address.validate();
        if (address.getAddress().indexOf('@') < 0 || address.isGroup()) {
          throw new AddressException("it needs a mailbox and a domain");
        }
      }
      if (addresses.length == 0 || text.chars().anyMatch(Character::isISOControl)) {
        throw new AddressException("there is none");
      }
      return List.of(addresses);
    } catch (AddressException e) {
      throw new IllegalArgumentException(
          name + " must be mail addresses such as ops@example.org, with commas between them, was "
              + text,
          e);
    }
  }

  private static Path file(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("ca must be the path of a file: " + e.getReason(), e);
    }
  }

  /** For errors and logs. */
  @Override
  public String toString() {
    return "mail server " + host + ":" + port;
  }
}
