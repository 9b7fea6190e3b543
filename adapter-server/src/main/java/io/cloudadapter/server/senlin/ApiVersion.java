package io.cloudadapter.server.senlin;

import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.http.SafeText;
import java.util.List;

/** The microversion of the clustering API in a request: 1.0 to 1.14, all of which get the same answers. */
final class ApiVersion {
  static final String HEADER = "OpenStack-API-Version";
  static final String LEAST = "1.0";
  static final String MOST = "1.14";
  private static final int MINORS = 14;

  private ApiVersion() {}

  /**
   * The version that is asked for.
   *
   * @throws HttpError 400 if it is none, 406 if it is not served
   */
  static String of(RequestHead head) {
    for (String header : head.headers().apply(HEADER)) {
      for (String one : List.of(header.split(",", -1))) {
        String[] parts = one.strip().split("\\s+", -1);
        if (parts[0].equalsIgnoreCase("clustering")) {
          return checked(parts.length == 2 ? parts[1] : "", header);
        }
      }
    }
    return LEAST;
  }

  private static String checked(String version, String header) {
    if (version.equals("latest")) {
      return MOST;
    }
    if (!version.matches("[0-9]{1,3}\\.[0-9]{1,3}")) {
      throw HttpError.badRequest(
          "API Version String '" + SafeText.bare(header)
              + "' is of invalid format. It must be of format" + " 'clustering 1.x'.",
          "");
    }
    int dot = version.indexOf('.');
    if (!version.substring(0, dot).equals("1")
        || Integer.parseInt(version.substring(dot + 1)) > MINORS) {
      throw HttpError.of(
          406,
          "Version '" + version + "' is not supported by the API. Minimum is '" + LEAST
              + "' and maximum is '" + MOST + "'.",
          "");
    }
    return version;
  }
}
