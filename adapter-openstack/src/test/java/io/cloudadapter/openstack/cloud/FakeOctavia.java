package io.cloudadapter.openstack.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Octavia with load balancers, listeners, pools and members. It works on each change until its load balancer was
 * looked at so many times, and refuses all others meanwhile. Any thread may use it.
 */
final class FakeOctavia {
  private static final Map<String, Set<String>> FIELDS = Map.of(
      "loadbalancer", Set.of("name", "vip_network_id", "vip_address", "tags"),
      "listener",
          Set.of("loadbalancer_id", "name", "protocol", "protocol_port", "default_pool_id", "tags"),
      "pool",
          Set.of(
              "loadbalancer_id", "name", "protocol", "lb_algorithm", "session_persistence", "tags"),
      "member", Set.of("name", "address", "protocol_port", "subnet_id", "tags"));

  /** One load balancer, and how often it must be looked at until Octavia is done with it. */
  private static final class Balancer {
    final ObjectNode row;
    final Map<String, ObjectNode> listeners = new LinkedHashMap<>();
    final Map<String, ObjectNode> pools = new LinkedHashMap<>();
    final Map<String, Map<String, ObjectNode>> members = new LinkedHashMap<>();

    /** The members to which it leads: those of before, while Octavia works. */
    final Map<String, List<ObjectNode>> serving = new LinkedHashMap<>();

    int looks;

    Balancer(ObjectNode row) {
      this.row = row;
    }

    String status() {
      return row.path("provisioning_status").asText();
    }
  }

  private void works(Balancer balancer, String status) {
    balancer.row.put("provisioning_status", status);
    balancer.looks = 1 + (quick && ++changes % 3 > 0 ? 0 : 1);
    if (quick) {
      balancer.looks--;
      settle(balancer);
    }
  }

  /** What is answered. */
  record Answer(int status, @Nullable ObjectNode body) {}

  private final Map<String, Balancer> balancers = new LinkedHashMap<>();
  private boolean old;
  private boolean quick;
  private boolean hidden;
  private int changes;
  private int left = -1;
  private int made;

  synchronized Answer ask(String method, String[] path, Map<String, String> query, JsonNode body) {
    String route = method + " " + path[0] + " " + path.length;
    return switch (route) {
      case "GET loadbalancers 1" -> new Answer(200, list(query));
      case "GET loadbalancers 2" -> {
        Balancer balancer = known(path[1]);
        ObjectNode shown = wrapped("loadbalancer", shown(balancer));
        looked(balancer);
        yield new Answer(200, shown);
      }
      case "POST loadbalancers 1" -> new Answer(201, create(checked(body, "loadbalancer")));
      case "DELETE loadbalancers 2" -> delete(known(path[1]));
      case "GET listeners 1" ->
        new Answer(200, page("listeners", of(query).listeners.values()));
      case "POST listeners 1" -> listen(checked(body, "listener"));
      case "PUT listeners 2" -> {
        Balancer balancer = idle(withListener(path[1]), "Listener " + path[1]);
        ObjectNode row = balancer.listeners.get(path[1]);
        row.setAll(checked(body, "listener"));
        works(balancer, "PENDING_UPDATE");
        yield new Answer(200, wrapped("listener", row.deepCopy()));
      }
      case "DELETE listeners 2" -> {
        Balancer balancer = idle(withListener(path[1]), "Listener " + path[1]);
        balancer.listeners.remove(path[1]);
        works(balancer, "PENDING_UPDATE");
        yield new Answer(204, null);
      }
      case "GET pools 1" -> new Answer(200, page("pools", pools(of(query))));
      case "POST pools 1" -> pool(checked(body, "pool"));
      case "PUT pools 2" -> {
        Balancer balancer = idle(withPool(path[1]), "Pool " + path[1]);
        ObjectNode row = balancer.pools.get(path[1]);
        row.setAll(checked(body, "pool"));
        works(balancer, "PENDING_UPDATE");
        yield new Answer(200, wrapped("pool", row.deepCopy()));
      }
      case "DELETE pools 2" -> {
        Balancer balancer = idle(withPool(path[1]), "Pool " + path[1]);
        balancer.pools.remove(path[1]);
        balancer.members.remove(path[1]);
        balancer.listeners.values().stream()
            .filter(row -> row.path("default_pool_id").asText().equals(path[1]))
            .forEach(row -> row.putNull("default_pool_id"));
        works(balancer, "PENDING_UPDATE");
        yield new Answer(204, null);
      }
      case "GET pools 3" ->
        new Answer(200, page("members", withPool(path[1]).members.get(path[1]).values()));
      case "PUT pools 3" -> members(path[1], query, body);
      case "DELETE pools 4" -> {
        Balancer balancer = withPool(path[1]);
        if (!balancer.members.get(path[1]).containsKey(path[3])) {
          throw OpenStackRefusal.octavia(404, "Member " + path[3] + " not found.");
        }
        idle(balancer, "Pool " + path[1]).members.get(path[1]).remove(path[3]);
        works(balancer, "PENDING_UPDATE");
        yield new Answer(204, null);
      }
      default -> throw OpenStackRefusal.webob(404, "The resource could not be found.");
    };
  }

  private ObjectNode list(Map<String, String> query) {
    List<ObjectNode> rows = new ArrayList<>();
    boolean all = !hidden;
    hidden = false;
    for (Balancer balancer : all ? List.copyOf(balancers.values()) : List.<Balancer>of()) {
      boolean fits = query.entrySet().stream()
          .allMatch(each -> balancer.row.path(each.getKey()).asText().equals(each.getValue()));
      if (fits) {
        rows.add(shown(balancer));
        looked(balancer);
      }
    }
    return page("loadbalancers", rows);
  }

  private static ObjectNode shown(Balancer balancer) {
    ObjectNode row = balancer.row.deepCopy();
    balancer
        .listeners
        .keySet()
        .forEach(id -> row.withArrayProperty("listeners").addObject().put("id", id));
    balancer
        .pools
        .keySet()
        .forEach(id -> row.withArrayProperty("pools").addObject().put("id", id));
    return row;
  }

  private static List<ObjectNode> pools(Balancer balancer) {
    List<ObjectNode> rows = new ArrayList<>();
    balancer.pools.forEach((id, pool) -> {
      ObjectNode row = pool.deepCopy();
      ArrayNode members = row.putArray("members");
      balancer.members.get(id).keySet().forEach(member -> members.addObject().put("id", member));
      rows.add(row);
    });
    return rows;
  }

  private void looked(Balancer balancer) {
    if (balancer.looks > 0) {
      balancer.looks--;
      settle(balancer);
    }
  }

  private void settle(Balancer balancer) {
    if (balancer.looks == 0) {
      if (balancer.status().equals("PENDING_DELETE")) {
        balancers.remove(balancer.row.path("id").asText());
      } else {
        boolean broken = left >= 0 && left-- == 0;
        balancer.row.put("provisioning_status", broken ? "ERROR" : "ACTIVE");
        serve(balancer);
      }
    }
  }

  private static void serve(Balancer balancer) {
    balancer.serving.clear();
    balancer.members.forEach(
        (pool, members) -> balancer.serving.put(pool, List.copyOf(members.values())));
  }

  private ObjectNode create(ObjectNode row) {
    if (row.path("vip_network_id").asText().isEmpty()) {
      throw OpenStackRefusal.octavia(
          400,
          "Validation failure: VIP must contain one of: vip_port_id, vip_network_id, vip_subnet_id.");
    }
    String id = FakeCatalog.uuid("bala", ++made);
    row.put("id", id)
        .put("created_at", "2026-11-22T10:%02d:%02d".formatted(made / 60 % 60, made % 60));
    if (!row.has("vip_address")) {
      row.put("vip_address", "10.0.200." + made);
    }
    Balancer balancer = new Balancer(row);
    balancers.put(id, balancer);
    works(balancer, "PENDING_CREATE");
    return wrapped("loadbalancer", shown(balancer));
  }

  private Answer delete(Balancer balancer) {
    String status = balancer.status();
    if (!status.equals("ACTIVE") && !status.equals("ERROR")) {
      throw OpenStackRefusal.octavia(
          409,
          "Invalid state " + status + " of loadbalancer resource "
              + balancer.row.path("id").asText());
    }
    works(balancer, "PENDING_DELETE");
    return new Answer(204, null);
  }

  private Answer listen(ObjectNode row) {
    Balancer balancer = known(row.path("loadbalancer_id").asText());
    idle(balancer, "Load Balancer " + balancer.row.path("id").asText());
    String protocol = row.path("protocol").asText();
    int port = row.path("protocol_port").asInt();
    boolean taken = balancer.listeners.values().stream()
        .anyMatch(other -> other.path("protocol").asText().equals(protocol)
            && other.path("protocol_port").asInt() == port);
    if (taken) {
      throw OpenStackRefusal.octavia(
          409,
          "Another Listener on this Load Balancer is already using protocol " + protocol
              + " and protocol_port " + port);
    }
    String id = FakeCatalog.uuid("list", ++made);
    row.put("id", id);
    if (!old) {
      row.putNull("allowed_cidrs");
    }
    balancer.listeners.put(id, row);
    works(balancer, "PENDING_UPDATE");
    return new Answer(201, wrapped("listener", row.deepCopy()));
  }

  private Answer pool(ObjectNode row) {
    Balancer balancer = known(row.path("loadbalancer_id").asText());
    idle(balancer, "Load Balancer " + balancer.row.path("id").asText());
    String id = FakeCatalog.uuid("pool", ++made);
    row.put("id", id);
    if (!row.has("session_persistence")) {
      row.putNull("session_persistence");
    }
    balancer.pools.put(id, row);
    balancer.members.put(id, new LinkedHashMap<>());
    works(balancer, "PENDING_UPDATE");
    return new Answer(201, wrapped("pool", row.deepCopy()));
  }

  /** All members of a pool, or additions: those at an address and port that are there already are changed. */
  private Answer members(String pool, Map<String, String> query, JsonNode body) {
    Balancer balancer = idle(withPool(pool), "Pool " + pool);
    Map<String, ObjectNode> before = balancer.members.get(pool);
    Map<String, ObjectNode> after = new LinkedHashMap<>();
    if (query.getOrDefault("additive_only", "").equals("true") && !old) {
      after.putAll(before);
    }
    for (JsonNode each : body.path("members")) {
      ObjectNode row = fieldsOf(each, "member");
      String id = before.values().stream()
          .filter(is -> is.path("address").equals(row.path("address"))
              && is.path("protocol_port").equals(row.path("protocol_port")))
          .map(is -> is.path("id").asText())
          .findFirst()
          .orElseGet(() -> FakeCatalog.uuid("memb", ++made));
      after.put(id, row.put("id", id).put("operating_status", "NO_MONITOR"));
    }
    balancer.members.put(pool, after);
    works(balancer, "PENDING_UPDATE");
    return new Answer(202, null);
  }

  private static ObjectNode checked(JsonNode body, String kind) {
    return fieldsOf(body.path(kind), kind);
  }

  private static ObjectNode fieldsOf(JsonNode given, String kind) {
    given.fieldNames().forEachRemaining(field -> {
      if (!FIELDS.getOrDefault(kind, Set.of()).contains(field)) {
        throw OpenStackRefusal.octavia(
            400, "Unknown attribute for argument " + kind + "_: " + field);
      }
    });
    return given.deepCopy();
  }

  private static ObjectNode wrapped(String name, ObjectNode row) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.set(name, row);
    return body;
  }

  private static ObjectNode page(String field, Iterable<ObjectNode> rows) {
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode shown = page.putArray(field);
    rows.forEach(row -> shown.add(row.deepCopy()));
    page.putArray(field + "_links");
    return page;
  }

  private Balancer known(String id) {
    return Optional.ofNullable(balancers.get(id))
        .orElseThrow(() -> OpenStackRefusal.octavia(404, "Load Balancer " + id + " not found."));
  }

  private Balancer of(Map<String, String> query) {
    return Optional.ofNullable(balancers.get(query.getOrDefault("loadbalancer_id", "")))
        .orElseGet(() -> new Balancer(JsonNodeFactory.instance.objectNode()));
  }

  private Balancer withListener(String id) {
    return balancers.values().stream()
        .filter(balancer -> balancer.listeners.containsKey(id))
        .findFirst()
        .orElseThrow(() -> OpenStackRefusal.octavia(404, "Listener " + id + " not found."));
  }

  private Balancer withPool(String id) {
    return balancers.values().stream()
        .filter(balancer -> balancer.pools.containsKey(id))
        .findFirst()
        .orElseThrow(() -> OpenStackRefusal.octavia(404, "Pool " + id + " not found."));
  }

  private static Balancer idle(Balancer balancer, String what) {
    if (!balancer.status().equals("ACTIVE")) {
      throw OpenStackRefusal.octavia(409, what + " is immutable and cannot be updated.");
    }
    return balancer;
  }

  // What the console does.

  /** Everything of the load balancers that are not on their way out: rows with listeners, pools and members. */
  synchronized List<JsonNode> truth() {
    List<JsonNode> truth = new ArrayList<>();
    for (Balancer balancer : balancers.values()) {
      if (!balancer.status().equals("PENDING_DELETE")) {
        ObjectNode row = balancer.row.deepCopy();
        ArrayNode listeners = row.putArray("listeners");
        for (ObjectNode listener : balancer.listeners.values()) {
          String id = listener.path("default_pool_id").asText();
          ObjectNode shown = listener.deepCopy();
          Optional.ofNullable(balancer.pools.get(id)).ifPresent(pool -> {
            ObjectNode led = shown.putObject("pool").setAll(pool.deepCopy());
            balancer
                .serving
                .getOrDefault(id, List.of())
                .forEach(led.withArrayProperty("members")::add);
          });
          listeners.add(shown);
        }
        row.put("pools", balancer.pools.size());
        truth.add(row);
      }
    }
    return truth;
  }

  synchronized void status(String name, String status) {
    balancers.values().stream()
        .filter(balancer -> balancer.row.path("name").asText().equals(name))
        .forEach(balancer -> {
          balancer.row.put("provisioning_status", status);
          balancer.looks = 0;
        });
  }

  /** Lets the next list be empty. */
  synchronized void hideOnce() {
    hidden = true;
  }

  /** Is done at once with two changes of three. */
  synchronized void beQuick() {
    quick = true;
  }

  synchronized void makeForAnotherOwner(String name) {
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    row.put("name", name).put("vip_network_id", FakeCatalog.uuid("netw", 2));
    create(row);
  }

  /** Has every load balancer be in ERROR after so many changes. */
  synchronized void breakAfter(int changes) {
    left = changes;
  }

  /** Sets what the monitors of all pools have found of the members that carry the tag of a server. */
  synchronized void memberStatus(String tag, String status) {
    for (Balancer balancer : balancers.values()) {
      balancer.members.values().stream()
          .flatMap(all -> all.values().stream())
          .filter(row -> row.path("tags").toString().contains(tag))
          .forEach(row -> row.put("operating_status", status));
    }
  }

  synchronized void forgetTags() {
    for (Balancer balancer : balancers.values()) {
      balancer.members.values().forEach(all -> all.values().forEach(row -> row.remove("tags")));
    }
  }

  /** Behaves as before Train from now on. */
  synchronized void beOld() {
    old = true;
  }
}
