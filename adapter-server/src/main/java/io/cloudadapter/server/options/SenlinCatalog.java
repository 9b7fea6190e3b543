package io.cloudadapter.server.options;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The service catalog for Senlin's clients: the region, and for each interface the URL of this server.
 *
 * @param region the region of all endpoints: 1 to 255 printable ASCII characters without space
 * @param publicUrl this server for clients that ask for the public interface; as the client calls it if empty
 * @param internalUrl the same for the internal interface
 * @param adminUrl the same for the admin interface
 */
public record SenlinCatalog(
    String region, Optional<URI> publicUrl, Optional<URI> internalUrl, Optional<URI> adminUrl) {
  /** The region unless one is given. */
  public static final String USUAL_REGION = "cloudadapter";

  private static final Pattern REGION = Pattern.compile("[\\x21-\\x7e]{1,255}");
  private static final String FORM =
      "must be a URL of http or https with a host, and without user, query and fragment";
  private static final Set<String> SCHEMES = Set.of("http", "https");

  /**
   * Checks the region and the URLs.
   *
   * @throws IllegalArgumentException if one of them is not of the form that it must have
   */
  public SenlinCatalog {
    if (!isRegion(region)) {
      throw new IllegalArgumentException(
          "the region must be 1 to 255 printable ASCII characters without space, was: " + region);
    }
    publicUrl.ifPresent(SenlinCatalog::check);
    internalUrl.ifPresent(SenlinCatalog::check);
    adminUrl.ifPresent(SenlinCatalog::check);
  }

  /**
   * One region, and every interface at the server as the client calls it.
   *
   * @return the usual catalog
   */
  public static SenlinCatalog usual() {
    return new SenlinCatalog(USUAL_REGION, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * Whether a text can be a region.
   *
   * @param text any text
   * @return whether it is 1 to 255 printable ASCII characters without space
   */
  public static boolean isRegion(String text) {
    return REGION.matcher(text).matches();
  }

  /**
   * Reads the URL of a server.
   *
   * @param text http or https, a host, a port and a path if need be; a slash at its end has no meaning
   * @return the URL
   * @throws IllegalArgumentException if it is none; the message does not repeat it, as it might hold a password
   */
  public static URI url(String text) {
    URI url;
    try {
      url = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(FORM, e);
    }
    check(url);
    return url;
  }

  private static void check(URI url) {
    if (!SCHEMES.contains(String.valueOf(url.getScheme()))
        || url.getHost() == null
        || url.getRawUserInfo() != null
        || url.getRawQuery() != null
        || url.getRawFragment() != null) {
      throw new IllegalArgumentException(FORM);
    }
  }
}
