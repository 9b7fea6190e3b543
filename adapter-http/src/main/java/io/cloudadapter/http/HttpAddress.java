package io.cloudadapter.http;

import java.net.URI;

/** Checks addresses of clouds. */
public final class HttpAddress {
  private HttpAddress() {}

  /** Whether this is an address to which paths can be appended: http or https, a host, no query and no fragment. */
  public static boolean isBase(URI address) {
    return isHttp(address) && address.getQuery() == null && address.getFragment() == null;
  }

  /** Whether this is an http or https address with a host. */
  public static boolean isHttp(URI address) {
    boolean scheme = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
    return scheme && address.getHost() != null;
  }
}
