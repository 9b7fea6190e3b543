package io.cloudadapter.openstack;

import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Route;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What a router leads where in truth. Its names are nowhere but in the tags. */
final class RouterTruth {
  private RouterTruth() {}

  static List<Route> routes(
      Collection<String> tags,
      Collection<Map.Entry<String, String>> hops,
      Function<String, Optional<String>> server) {
    List<Route> routes = new ArrayList<>();
    for (String tag : tags) {
      String[] parts = tag.replaceFirst("^ca-route=", "").split("~", -1);
      if (parts.length == 6) {
        String destination = URLDecoder.decode(parts[4], StandardCharsets.UTF_8);
        if (hops.contains(Map.entry(destination, parts[5]))) {
          Optional<String> target = server.apply(parts[5]);
          routes.add(new Route(
              parts[0],
              parts[1],
              target.orElse(parts[2]),
              new Cidr(destination),
              target.isEmpty()));
        }
      }
    }
    return routes;
  }
}
