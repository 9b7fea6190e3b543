package io.cloudadapter.server.security;

import io.cloudadapter.server.Role;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.Gate;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.http.Shown;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Tells callers by bearer token or client certificate; without either configured, trusts loopback. */
public final class Credentials {
  private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  private static final Pattern LOOPBACK_NETWORK =
      Pattern.compile("127(\\.(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])){3}");

  private Credentials() {}

  /**
   * The gate of a server with credentials. A token that is sent decides alone, even beside a valid
   * certificate.
   *
   * @param tokens the tokens at this moment
   * @param certificates the certificates
   * @return the gate
   */
  public static Gate known(Supplier<TokenBook> tokens, CertificateBook certificates) {
    return head -> {
      List<String> headers = head.headers().apply("Authorization");
      if (!headers.isEmpty()) {
        return byToken(headers, tokens.get());
      }
      return head.certificate()
          .map(certificate -> certificates
              .find(certificate)
              .orElseThrow(() -> refused("the client certificate's subject has no role here")))
          .orElseThrow(() -> refused("no credential was sent"));
    };
  }

  /**
   * The gate of a server without credentials, which is bound to loopback: whoever reaches it may do
   * everything, unless a web page of another origin sent them.
   *
   * @return the gate
   */
  public static Gate loopback() {
    return head -> {
      checkHost(head);
      return new Caller("local", Role.ADMIN);
    };
  }

  private static Caller byToken(List<String> headers, TokenBook tokens) {
    String header = headers.size() == 1 ? headers.get(0) : "";
    int space = header.indexOf(' ');
    if (space < 0 || !header.substring(0, space).equalsIgnoreCase("Bearer")) {
      throw refused("header Authorization must be sent once, as: Bearer <token>");
    }
    return tokens
        .find(header.substring(space).strip())
        .orElseThrow(() -> refused("the bearer token is not known"));
  }

  /**
   * Whether a text is an address of 127.0.0.0/8, each part from 0 to 255.
   *
   * @param text an address, or something else
   * @return whether it is one of them
   */
  public static boolean inLoopbackNetwork(String text) {
    return LOOPBACK_NETWORK.matcher(text).matches();
  }

  /** A name that only a foreign DNS server leads to us is a rebinding attack on the browser. */
  private static void checkHost(RequestHead head) {
    Optional<String> host = head.header("Host");
    if (host.isEmpty()) {
      return;
    }
    String name = host.get().toLowerCase(Locale.ROOT).replaceFirst(":[0-9]*$", "");
    if (!LOOPBACK_NAMES.contains(name) && !inLoopbackNetwork(name)) {
      throw HttpError.of(
          403,
          "without credentials the server answers to localhost only, was asked as "
              + Shown.quoted(host.get()),
          "");
    }
  }

  static HttpError refused(String why) {
    return HttpError.of(
        HttpReply.error(401, "who asks is not known: " + why, "")
            .with("WWW-Authenticate", "Bearer realm=\"cloud adapter\""),
        why);
  }
}
