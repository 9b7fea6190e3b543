package io.cloudadapter.server.security;

import io.cloudadapter.server.http.Authenticator;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.options.Role;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Identifies callers by bearer token or client certificate; without either configured, trusts loopback. */
public final class CredentialAuthenticator {
  private static final String CHALLENGE = "WWW-Authenticate";
  private static final String REALM = "realm=\"cloud adapter\"";
  private static final String BASIC = "Basic";
  private static final String BEARER = "Bearer";
  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9-]{0,19}) .*");
  private static final Set<String> READS = Set.of("GET", "HEAD");
  private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  private static final Pattern LOOPBACK_NETWORK =
      Pattern.compile("127(\\.(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])){3}");

  private CredentialAuthenticator() {}

  /**
   * The authenticator of a server with credentials. A token that is sent decides alone, even beside a valid
   * certificate.
   *
   * @param tokens the tokens at this moment
   * @param certificates the certificates
   * @param issued identifies callers by tokens of issuers, if any are accepted
   * @param secure whether the server is reached by HTTPS, where a token's name and the token are also taken as
   *     user and password
   * @return the authenticator
   */
  public static Authenticator known(
      Supplier<TokenRegistry> tokens,
      CertificateRegistry certificates,
      Optional<IssuedTokens> issued,
      boolean secure) {
    Authenticator gate = head -> {
      List<String> headers = head.headers().apply("Authorization");
      if (!headers.isEmpty()) {
        return byToken(headers, tokens.get(), issued);
      }
      return head.certificate()
          .map(certificate -> certificates
              .find(certificate)
              .orElseThrow(() -> refused("the client certificate's subject has no role here")))
          .orElseThrow(() -> refused("no credential was sent"));
    };
    return secure ? challenging(gate) : gate;
  }

  /**
   * An authenticator that refuses user and password where others on the way could read them.
   *
   * @param otherwise identifies the caller by other credentials
   * @return the authenticator
   */
  public static Authenticator withoutBasic(Authenticator otherwise) {
    return head -> {
      if (head.headers().apply("Authorization").stream()
          .anyMatch(CredentialAuthenticator::isBasic)) {
        throw refused("HTTP Basic is taken over HTTPS only; send the token as: Bearer <token>");
      }
      return otherwise.caller(head);
    };
  }

  /**
   * An authenticator that lets a caller without any credential look for the versions of the identity API at the root,
   * which Keystone's clients do before they sign in. It lets such a caller through to nothing else.
   *
   * @param otherwise identifies the caller of every other request, or one with a credential
   * @return the authenticator
   */
  public static Authenticator discovery(Authenticator otherwise) {
    return head -> head.path().equals("/")
            && READS.contains(head.method())
            && head.headers().apply("Authorization").isEmpty()
            && head.certificate().isEmpty()
        ? stranger(otherwise, head)
        : otherwise.caller(head);
  }

  /** A server that trusts loopback knows everybody who may reach it. */
  private static Caller stranger(Authenticator otherwise, RequestHead head) {
    try {
      return otherwise.caller(head);
    } catch (HttpError e) {
      if (e.reply().status() != 401) {
        throw e;
      }
      return Caller.ANYBODY;
    }
  }

  /** Names both ways to show a token, the older one first, since clients of that age read no further. */
  private static Authenticator challenging(Authenticator gate) {
    return head -> {
      try {
        return gate.caller(head);
      } catch (HttpError e) {
        throw e.reply().status() == 401
            ? HttpError.of(
                e.reply()
                    .with(CHALLENGE, "Basic " + REALM + ", charset=\"UTF-8\", Bearer " + REALM),
                String.valueOf(e.getMessage()))
            : e;
      }
    };
  }

  /**
   * Returns the authenticator of a server without credentials, which is bound to loopback: every local process may do
   * everything, unless a web page of another origin sent the request.
   *
   * @return the authenticator
   */
  public static Authenticator loopback() {
    return head -> {
      checkHost(head);
      return new Caller("local", Role.ADMIN);
    };
  }

  private static Caller byToken(
      List<String> headers, TokenRegistry tokens, Optional<IssuedTokens> issued) {
    if (headers.size() > 1) {
      throw refused(
          "header Authorization must be sent once, was sent " + headers.size() + " times");
    }
    String header = headers.get(0).strip();
    if (isBasic(header)) {
      return byPassword(header.substring(BASIC.length()).strip(), tokens);
    }
    if (!hasScheme(header, BEARER)) {
      throw refused(otherScheme(header));
    }
    String token = header.substring(BEARER.length()).strip();
    if (token.isEmpty()) {
      throw refused("header Authorization must hold a token after Bearer, and ends there");
    }
    return tokens
        .find(token)
        .or(() ->
            issued.filter(known -> IssuedTokens.isSigned(token)).map(known -> known.find(token)))
        .orElseThrow(() -> refused("the bearer token is wrong"));
  }

  /** A single word may be a token without its scheme, and is not shown. */
  private static String otherScheme(String header) {
    Matcher scheme = SCHEME.matcher(header);
    return scheme.matches()
        ? "the scheme " + scheme.group(1)
            + " of header Authorization is not supported; send: Bearer <token>"
        : "header Authorization must begin with its scheme; send: Bearer <token>";
  }

  /** RFC 7617: the name of a token as the user, and the token as the password. */
  private static Caller byPassword(String encoded, TokenRegistry tokens) {
    if (encoded.isEmpty()) {
      throw refused(
          "header Authorization must hold <name>:<token> in Base64 after Basic, and ends there");
    }
    String text = "";
    try {
      text = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw refused("header Authorization must hold <name>:<token> in Base64 after Basic");
    }
    int colon = text.indexOf(':');
    return tokens
        .entry(text.substring(0, Math.max(0, colon)), text.substring(colon + 1))
        .map(entry -> entry.caller)
        .orElseThrow(() -> refused("the user or the password is wrong"));
  }

  private static boolean isBasic(String header) {
    return hasScheme(header, BASIC);
  }

  private static boolean hasScheme(String header, String scheme) {
    return header.regionMatches(true, 0, scheme, 0, scheme.length())
        && (header.length() == scheme.length() || header.charAt(scheme.length()) == ' ');
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
              + SafeText.quoted(host.get()),
          "");
    }
  }

  static HttpError refused(String why) {
    return HttpError.of(
        HttpReply.error(401, "authentication failed: " + why, "")
            .with(CHALLENGE, "Bearer " + REALM),
        why);
  }
}
