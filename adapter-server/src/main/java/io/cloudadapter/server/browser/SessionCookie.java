package io.cloudadapter.server.browser;

import io.cloudadapter.server.http.RequestHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cookie with the id of a session. Scripts cannot read it, and browsers send it with requests of the server's own
 * pages only. Its name has the port, since the servers of one host share their cookies.
 */
final class SessionCookie {
  private static final String NAME = "cloudadapter-console-";
  private static final Pattern PORT = Pattern.compile(":([0-9]{1,5})$");

  private final boolean secure;

  /** Makes cookies for HTTPS, or for plain HTTP. */
  SessionCookie(boolean secure) {
    this.secure = secure;
  }

  private String name(RequestHead head) {
    Matcher port = PORT.matcher(head.header("Host").orElse(""));
    // Browsers take a cookie with this prefix over HTTPS only, from the host itself, and for all of
    // its paths.
    return (secure ? "__Host-" : "") + NAME + (port.find() ? port.group(1) : "default");
  }

  /** The id that a request has; empty if it has none, or several. */
  Optional<String> read(RequestHead head) {
    String prefix = name(head) + "=";
    List<String> values = new ArrayList<>();
    for (String header : head.headers().apply("Cookie")) {
      for (String pair : header.split(";", -1)) {
        if (pair.strip().startsWith(prefix)) {
          values.add(pair.strip().substring(prefix.length()));
        }
      }
    }
    return values.size() == 1 ? Optional.of(values.get(0)) : Optional.empty();
  }

  /** The header that gives a browser an id. */
  String set(RequestHead head, String id) {
    return name(head) + "=" + id + attributes();
  }

  /** The header that takes it away. */
  String clear(RequestHead head) {
    return name(head) + "=" + attributes() + "; Max-Age=0";
  }

  private String attributes() {
    return "; Path=/; HttpOnly; SameSite=Strict" + (secure ? "; Secure" : "");
  }
}
