package com.example.larch.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The account's load balancers, one of each name. Guarded by the estate. */
final class FakeLoadBalancers {

  /** What was put last, and where it is reached. */
  private record Balancer(JsonNode ports, List<String> machines, boolean sticky, String address) {}

  private final Map<String, Balancer> byName = new TreeMap<>();
  private int addresses;

  /** Makes one, or makes it so; only machines of which {@code lives} is true may come in. */
  void put(String name, JsonNode body, Predicate<String> lives) {
    @Nullable Balancer before = byName.get(name);
    List<String> machines = machines(body, before, lives);
    if (!body.path("ports").isArray()) {
      throw new LarchRefusal(400, "INVALID_REQUEST", "ports must be a list");
    }
    for (JsonNode port : body.path("ports")) {
      if (!port.path("port").isInt() || !port.path("targetPort").isInt()) {
        throw new LarchRefusal(400, "INVALID_REQUEST", "port and targetPort must be numbers");
      }
    }
    String address = before == null ? "198.51.100." + ++addresses % 250 : before.address();
    byName.put(
        name, new Balancer(body.path("ports"), machines, body.path("sticky").asBoolean(), address));
  }

  void machines(String name, JsonNode body, Predicate<String> lives) {
    Balancer before = known(name);
    List<String> machines = machines(body, before, lives);
    byName.put(name, new Balancer(before.ports(), machines, before.sticky(), before.address()));
  }

  private static List<String> machines(
      JsonNode body, @Nullable Balancer before, Predicate<String> lives) {
    List<String> machines = new ArrayList<>();
    for (JsonNode machine : body.path("machines")) {
      String id = machine.asText();
      boolean behind = before != null && before.machines().contains(id);
      if (!behind && !lives.test(id)) {
        throw new LarchRefusal(404, "NO_SUCH_MACHINE", "no machine " + id);
      }
      machines.add(id);
    }
    return machines;
  }

  void delete(String name) {
    known(name);
    byName.remove(name);
  }

  private Balancer known(String name) {
    @Nullable Balancer known = byName.get(name);
    if (known == null) {
      throw new LarchRefusal(404, "NO_SUCH_BALANCER", "no load balancer " + name);
    }
    return known;
  }

  ObjectNode row(String name, Predicate<String> runs) {
    Balancer balancer = known(name);
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    row.put("name", name);
    row.set("ports", balancer.ports());
    ArrayNode machines = row.putArray("machines");
    for (String id : balancer.machines()) {
      machines.addObject().put("id", id).put("health", runs.test(id) ? "UP" : "DOWN");
    }
    row.put("sticky", balancer.sticky());
    row.put("address", balancer.address());
    return row;
  }

  List<String> names() {
    return List.copyOf(byName.keySet());
  }
}
