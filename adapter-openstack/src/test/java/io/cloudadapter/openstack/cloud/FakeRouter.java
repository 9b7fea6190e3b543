package io.cloudadapter.openstack.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The only router of the project, in the network private. Any thread may use it. */
final class FakeRouter {
  static final String ID = FakeCatalog.uuid("rout", 1);

  /** A route as Neutron has it. */
  record Hop(String destination, String nexthop) {}

  private final Set<Hop> routes = new LinkedHashSet<>();
  private final Set<String> tags = new TreeSet<>();

  synchronized ObjectNode list() {
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    page.putArray("routers").addObject().put("id", ID).put("name", "router");
    return page;
  }

  synchronized ObjectNode look(String id) {
    check(id);
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ObjectNode row = page.putObject("router").put("id", ID).put("name", "router");
    ArrayNode shown = row.putArray("routes");
    routes.forEach(each ->
        shown.addObject().put("destination", each.destination()).put("nexthop", each.nexthop()));
    tags.forEach(row.putArray("tags")::add);
    return page;
  }

  private static void check(String id) {
    if (!id.equals(ID)) {
      throw OpenStackRefusal.neutron(404, "RouterNotFound", "Router " + id + " could not be found");
    }
  }

  /** Adds routes or removes some; what is so already is no error. */
  synchronized ObjectNode change(String id, String how, JsonNode body) {
    check(id);
    for (JsonNode row : body.path("router").path("routes")) {
      Hop hop = new Hop(row.path("destination").asText(), row.path("nexthop").asText());
      if (!hop.nexthop().startsWith("10.0.")) {
        throw OpenStackRefusal.neutron(
            400,
            "InvalidRoutes",
            "Invalid format for routes: [], the nexthop is not connected with router");
      }
      boolean unused = how.equals("add_extraroutes") ? routes.add(hop) : routes.remove(hop);
    }
    return look(id);
  }

  synchronized void tag(String id, String tag) {
    check(id);
    if (tag.length() > 255) {
      throw OpenStackRefusal.neutron(
          400, "InvalidInput", "Invalid input for operation: exceeds maximum length of 255.");
    }
    boolean unused = tags.add(tag);
  }

  synchronized void untag(String id, String tag) {
    check(id);
    if (!tags.remove(tag)) {
      throw OpenStackRefusal.neutron(404, "TagNotFound", "Tag " + tag + " could not be found.");
    }
  }

  /** Adds the router's own port to a page of ports. */
  ObjectNode port(ObjectNode page, String query) {
    if (query.contains("device_id=" + ID)) {
      ObjectNode row = page.withArrayProperty("ports").addObject().put("device_id", ID);
      row.put("network_id", FakeCatalog.uuid("netw", 1));
      row.putArray("fixed_ips")
          .addObject()
          .put("subnet_id", FakeCatalog.uuid("subn", 1))
          .put("ip_address", "10.0.255.254");
    }
    return page;
  }

  synchronized List<Hop> routes() {
    return List.copyOf(routes);
  }

  synchronized Set<String> tags() {
    return Set.copyOf(tags);
  }

  // Magnum, which is here for its address only.

  /** Two clusters that can be reached, one of them of no name of its own, and one that is being made. */
  static ObjectNode clusters(Map<String, String> query) {
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode rows = page.putArray("clusters");
    boolean second = query.containsKey("marker");
    cluster(rows, second ? 2 : 1, "shop")
        .put("api_address", "https://10.0.0." + (second ? 3 : 2) + ":6443");
    if (second) {
      cluster(rows, 3, "coming").putNull("api_address");
    } else {
      String marker = FakeCatalog.uuid("clus", 1);
      page.put("next", "http://magnum.internal/v1/clusters/detail?limit=1&marker=" + marker);
    }
    return page;
  }

  private static ObjectNode cluster(ArrayNode rows, int number, String name) {
    return rows.addObject()
        .put("uuid", FakeCatalog.uuid("clus", number))
        .put("name", name)
        .put("status", "CREATE_COMPLETE");
  }
}
