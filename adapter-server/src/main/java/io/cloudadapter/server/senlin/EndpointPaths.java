package io.cloudadapter.server.senlin;

import io.cloudadapter.server.http.RequestHead;

/**
 * The paths of the clustering API. Some clients add the version to the catalog's endpoint and others do not, whether
 * it ends in a version or not: each of these forms leads to the same route.
 *
 * <pre>
 *   /clustering/v1/clusters   /clustering/clusters   /v1/clusters   /v1/v1/clusters
 * </pre>
 */
public final class EndpointPaths {
  /** The path of the catalog's endpoint, which does not end in a version, as Senlin registers it. */
  static final String ENDPOINT = "/clustering";

  /** The path of the API's only version. */
  static final String VERSION = "/v1";

  private EndpointPaths() {}

  /**
   * Splits a path of the clustering API into the place where it was asked and the path of its route.
   *
   * @param head a request
   * @return the request, its path beginning with /v1 if it is one of that API below the list of versions
   */
  public static RequestHead split(RequestHead head) {
    String base = "";
    String path = head.path();
    if (under(ENDPOINT, path) && path.length() > ENDPOINT.length() + 1) {
      base = ENDPOINT;
      path = path.substring(ENDPOINT.length());
      if (!under(VERSION, path)) {
        path = VERSION + path;
      }
    }
    if (path.startsWith(VERSION) && under(VERSION, path.substring(VERSION.length()))) {
      base += VERSION;
      path = path.substring(VERSION.length());
    }
    return base.isEmpty() ? head : head.at(base, path);
  }

  /** Whether a path is a place or below it. */
  static boolean under(String place, String path) {
    return path.equals(place) || path.startsWith(place + "/");
  }
}
