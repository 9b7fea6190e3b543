package io.cloudadapter.server.http;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The paths at which the pages of the web console reach the server. There, and nowhere else, a cookie is a credential
 * and a page may write, as long as it is a page of this very server.
 */
public final class ConsolePlace {
  /** The path of the console. */
  public static final String ROOT = "/console";

  /** Where sessions begin and end. */
  public static final String SESSION = ROOT + "/session";

  /** What stands before the paths of the API. */
  static final String API = ROOT + "/api";

  private ConsolePlace() {}

  /**
   * Splits a path of the API at the console into its place and the path of its route.
   *
   * @param head a request
   * @return the request with the route's path if it is one of the API; the console's own paths are not
   */
  public static RequestHead split(RequestHead head) {
    String path = head.path();
    if (!path.startsWith(API + "/")) {
      return head;
    }
    String route = path.substring(API.length());
    return route.equals(ROOT) || route.startsWith(ROOT + "/") ? head : head.at(API, route);
  }

  /**
   * Whether a request is one for the API by a session.
   *
   * @param head a request whose path is split
   * @return true if its cookie decides who asks
   */
  public static boolean isApi(RequestHead head) {
    return head.base().equals(API);
  }

  private static boolean isHere(RequestHead head) {
    return isApi(head) || (head.base().isEmpty() && head.path().equals(SESSION));
  }

  /**
   * Checks that no other web page has a browser send this read.
   *
   * @param head a request of the console's pages
   * @throws HttpError 403 if a browser marks it as sent by another page
   */
  public static void requireOwnRead(RequestHead head) {
    List<String> sites = head.headers().apply("Sec-Fetch-Site");
    // "none" is a person who types the address.
    if (!sites.isEmpty()
        && !List.of("same-origin").equals(sites)
        && !List.of("none").equals(sites)) {
      throw foreign("Sec-Fetch-Site", sites);
    }
  }

  /**
   * Checks that no other web page has a browser send this write. Writes of the console come from its own pages only;
   * writes elsewhere come from no page.
   *
   * @param head a request that changes something
   * @param secure whether this server takes HTTPS alone. Behind a proxy that does so, the page has https all the same
   * @throws HttpError 403 otherwise
   */
  static void requireOwnWrite(RequestHead head, boolean secure) {
    List<String> origins = head.headers().apply("Origin");
    if (!isHere(head)) {
      if (!origins.isEmpty()) {
        throw HttpError.of(
            403, "writes from web pages are not accepted", "the request had a header Origin");
      }
      return;
    }
    List<String> sites = head.headers().apply("Sec-Fetch-Site");
    if (!sites.isEmpty() && !List.of("same-origin").equals(sites)) {
      throw foreign("Sec-Fetch-Site", sites);
    }
    Optional<String> host = head.header("Host").map(name -> name.toLowerCase(Locale.ROOT));
    boolean own = origins.size() == 1
        && host.isPresent()
        && (origins.get(0).equals("https://" + host.get())
            || (!secure && origins.get(0).equals("http://" + host.get())));
    if (!own) {
      throw foreign("Origin", origins);
    }
  }

  private static HttpError foreign(String header, List<String> values) {
    return HttpError.of(
        403,
        "the console takes requests of its own pages only",
        values.isEmpty()
            ? "the request had no header " + header
            : "the request had the header " + header + ": "
                + SafeText.quoted(String.join(", ", values)));
  }
}
