package io.cloudadapter.server.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the address of a server that other servers name to clients. It has to be one that a client elsewhere can use.
 */
public final class AdvertisedUrl {
  private static final Set<String> ANY = Set.of("0.0.0.0", "[::]", "[0:0:0:0:0:0:0:0]");

  private AdvertisedUrl() {}

  /**
   * Returns an address as it is named to clients: without a slash at its end.
   *
   * @param text {@code https://HOST:PORT}; {@code http} for a server of plain HTTP
   * @return the address
   * @throws IllegalArgumentException with the value and what is allowed
   */
  public static String checked(String text) {
    if (text.contains("@")) { // It is not repeated: a password may be in it.
      throw refused("had a user or a password", null);
    }
    URI url;
    try {
      url = new URI(text);
    } catch (URISyntaxException e) {
      throw refused("was " + text, e);
    }
    String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
    if (!(scheme.equals("https") || scheme.equals("http"))
        || url.getHost() == null
        || ANY.contains(url.getHost())
        || url.getQuery() != null
        || url.getFragment() != null) {
      throw refused("was " + text, null);
    }
    return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
  }

  /**
   * Returns whether an address to listen on stands for all addresses of the machine, so that clients elsewhere cannot
   * use it.
   *
   * @param address as configured
   * @return true for {@code 0.0.0.0} and {@code ::}
   */
  public static boolean isAny(String address) {
    return ANY.contains(address) || address.equals("::");
  }

  private static IllegalArgumentException refused(String what, @Nullable Exception cause) {
    return new IllegalArgumentException(
        "must be https://HOST:PORT with a host that clients can reach, " + what, cause);
  }
}
