package io.cloudadapter.openstack.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.http.Pager;
import io.cloudadapter.spi.CallContext;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads all pages of a list. Of the link to the next page only the marker counts: its host may be one that only the
 * services can reach.
 */
public final class ListPages {
  private static final int MOST_PAGES = 1000;

  private ListPages() {}

  /** A page could not be begun, since the machine before it has ended meanwhile. */
  public static final class Broken extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Reads a list.
   *
   * @param path with its filters, or without
   * @param rows the field that holds the rows
   * @param links the field that holds the link to the next page
   * @param sink takes each row
   * @throws Broken if a page could not be begun; what was shown stays true
   */
  public static void read(
      OpenStackClient api,
      ServiceType service,
      String path,
      String rows,
      String links,
      Consumer<JsonNode> sink,
      CallContext call)
      throws Broken {
    Pager.<Broken>read(ApiRequest.get(service, path), MOST_PAGES, marker -> {
      String more = marker
          .map(text -> (path.contains("?") ? "&" : "?") + "marker=" + encoded(text))
          .orElse("");
      ApiRequest request = ApiRequest.get(service, path + more);
      OpenStackResponse reply = api.exchange(request, call);
      if (marker.isPresent() && OpenStackErrorClassifier.isMarkerGone(reply)) {
        throw new Broken();
      }
      JsonNode page = OpenStackErrorClassifier.expect(200, request, reply);
      if (!page.path(rows).isArray()) {
        throw OpenStackErrorClassifier.notUnderstood(request, reply, rows);
      }
      page.path(rows).forEach(sink);
      return next(page, links, request, reply);
    });
  }

  private static Optional<String> next(
      JsonNode page, String links, ApiRequest request, OpenStackResponse reply) {
    JsonNode all = page.path(links);
    // Magnum's way.
    if (all.isTextual()) {
      return marker(all.asText(""));
    }
    if (!all.isMissingNode() && !all.isArray()) {
      throw OpenStackErrorClassifier.notUnderstood(request, reply, links);
    }
    for (JsonNode link : all) {
      if (link.path("rel").asText("").equals("next")) {
        return Optional.of(marker(link.path("href").asText(""))
            .orElseThrow(() ->
                OpenStackErrorClassifier.notUnderstood(request, reply, "marker of a next page")));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> marker(String href) {
    for (String part : href.replaceFirst("^[^?]*\\??", "").split("&", -1)) {
      if (part.startsWith("marker=")) {
        return Optional.of(URLDecoder.decode(part.substring(7), StandardCharsets.UTF_8))
            .filter(text -> !text.isEmpty());
      }
    }
    return Optional.empty();
  }

  /** For one value of a query. */
  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
