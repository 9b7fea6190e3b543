package io.cloudadapter.client;

import java.net.URI;
import java.util.Locale;

/** The address of a server, as people write it and as requests need it. */
final class ServerAddress {
  private ServerAddress() {}

  /** The address without what follows from it: a slash at the end, or the default pool's path. */
  static URI checked(URI address) {
    String scheme = address.getScheme() == null ? "" : address.getScheme().toLowerCase(Locale.ROOT);
    boolean plain = address.getHost() != null
        && address.getUserInfo() == null
        && address.getQuery() == null
        && address.getFragment() == null;
    if (!plain || !(scheme.equals("http") || scheme.equals("https"))) {
      throw new IllegalArgumentException(
          "server address must be like https://host:8443, was " + withoutUser(address));
    }
    String text = withoutEnd(withoutEnd(withoutEnd(address.toString(), "/"), "/pool"), "/");
    return URI.create(scheme + text.substring(scheme.length()));
  }

  /** Whether only the two machines can read what is sent there. */
  static boolean privateTo(URI server) {
    String host = server.getHost();
    return server.getScheme().equals("https")
        || host.equalsIgnoreCase("localhost")
        || host.startsWith("127.")
        || host.equals("[::1]");
  }

  private static String withoutEnd(String text, String end) {
    return text.endsWith(end) ? text.substring(0, text.length() - end.length()) : text;
  }

  private static String withoutUser(URI address) {
    return address.getRawUserInfo() == null
        ? address.toString()
        : address.toString().replace(address.getRawUserInfo(), "***");
  }
}
