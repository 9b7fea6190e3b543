package io.cloudadapter.clusterautoscaler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An API server of Kubernetes, as far as Cluster Autoscaler asks one: objects of any kind in memory, with lists,
 * watches, conflicts and evictions. It speaks JSON and plain HTTP on loopback, and has no admission and no defaults.
 */
final class KubernetesStandIn implements AutoCloseable {
  /** A change of one object: what it was, and what it is. */
  private record Change(
      long version, String resource, Optional<ObjectNode> before, Optional<ObjectNode> after) {}

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** All guarded by this. The objects of a resource by namespace and name. */
  private final Map<String, TreeMap<String, ObjectNode>> objects = new TreeMap<>();

  private final List<Change> changes = new ArrayList<>();
  private long version = 1;
  private boolean closed;

  KubernetesStandIn() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(threads);
    http.createContext("/", this::answer);
    http.start();
  }

  int port() {
    return http.getAddress().getPort();
  }

  /** The objects of a resource, such as "pods". */
  synchronized List<ObjectNode> list(String resource) {
    return List.copyOf(objects.getOrDefault(resource, new TreeMap<>()).values());
  }

  /** Creates or replaces an object. */
  synchronized void put(String resource, ObjectNode object) {
    store(resource, object.deepCopy());
  }

  /** Deletes an object if it is there. */
  synchronized void delete(String resource, String key) {
    @Nullable ObjectNode gone = objects.getOrDefault(resource, new TreeMap<>()).remove(key);
    if (gone != null) {
      version++;
      record(resource, Optional.of(gone), Optional.empty());
    }
  }

  static String key(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    return metadata.path("namespace").asText() + "/" + metadata.path("name").asText();
  }

  private void store(String resource, ObjectNode object) {
    TreeMap<String, ObjectNode> of = objects.computeIfAbsent(resource, name -> new TreeMap<>());
    ObjectNode metadata = object.withObject("/metadata");
    if (!metadata.has("uid")) {
      metadata.put("uid", "uid-" + version);
      metadata.put("creationTimestamp", "2020-01-01T00:00:00Z");
    }
    stamp(object);
    Optional<ObjectNode> before = Optional.ofNullable(of.put(key(object), object));
    record(resource, before, Optional.of(object));
  }

  private void stamp(ObjectNode object) {
    object.withObject("/metadata").put("resourceVersion", Long.toString(++version));
  }

  private void record(String resource, Optional<ObjectNode> before, Optional<ObjectNode> after) {
    changes.add(new Change(version, resource, before, after));
    notifyAll();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      ResourcePath path = ResourcePath.of(exchange.getRequestURI());
      if (path.query("watch").equals("true")) {
        watch(exchange, path);
        return;
      }
      byte[] sent = exchange.getRequestBody().readAllBytes();
      ObjectNode body =
          sent.length == 0 ? JSON.createObjectNode() : (ObjectNode) JSON.readTree(sent);
      reply(exchange, change(exchange.getRequestMethod(), path, body));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private record Reply(int status, ObjectNode body) {}

  private static void reply(HttpExchange exchange, Reply reply) throws IOException {
    byte[] bytes = JSON.writeValueAsBytes(reply.body());
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(reply.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static Reply refusal(int code, String reason, String message) {
    ObjectNode status = JSON.createObjectNode()
        .put("kind", "Status")
        .put("apiVersion", "v1")
        .put("status", "Failure")
        .put("message", message)
        .put("reason", reason)
        .put("code", code);
    return new Reply(code, status);
  }

  private synchronized Reply change(String method, ResourcePath path, ObjectNode body) {
    if (method.equals("POST") && path.subresource().equals("eviction")) {
      delete(path.resource(), path.key());
      return new Reply(201, JSON.createObjectNode().put("kind", "Status").put("apiVersion", "v1"));
    }
    if (method.equals("POST")) {
      path.namespace().ifPresent(of -> body.withObject("/metadata").put("namespace", of));
      store(path.resource(), body);
      return new Reply(201, body);
    }
    if (path.name().isEmpty()) {
      return new Reply(200, listed(path));
    }
    @Nullable
    ObjectNode now = objects.getOrDefault(path.resource(), new TreeMap<>()).get(path.key());
    if (now == null) {
      return refusal(404, "NotFound", path.resource() + " " + path.key() + " not found");
    }
    return switch (method) {
      case "PUT" -> replace(path, now, body);
      case "PATCH" -> patch(path, now, body);
      case "DELETE" -> {
        delete(path.resource(), path.key());
        yield new Reply(200, now);
      }
      default -> new Reply(200, now);
    };
  }

  private Reply replace(ResourcePath path, ObjectNode now, ObjectNode body) {
    String expected = body.path("metadata").path("resourceVersion").asText();
    if (!expected.isEmpty()
        && !expected.equals(now.path("metadata").path("resourceVersion").asText())) {
      return refusal(409, "Conflict", "the object has been modified");
    }
    store(path.resource(), body);
    return new Reply(200, body);
  }

  private Reply patch(ResourcePath path, ObjectNode now, ObjectNode body) {
    ObjectNode merged = merge(now.deepCopy(), body);
    store(path.resource(), merged);
    return new Reply(200, merged);
  }

  /** RFC 7396, which is what a strategic patch without lists means. */
  private static ObjectNode merge(ObjectNode into, ObjectNode patch) {
    patch.properties().forEach(field -> {
      if (field.getValue().isNull()) {
        into.remove(field.getKey());
      } else if (field.getValue() instanceof ObjectNode inner
          && into.get(field.getKey()) instanceof ObjectNode here) {
        merge(here, inner);
      } else {
        into.set(field.getKey(), field.getValue());
      }
    });
    return into;
  }

  private ObjectNode listed(ResourcePath path) {
    ObjectNode list = JSON.createObjectNode().put("apiVersion", path.apiVersion());
    list.put("kind", path.kind() + "List");
    list.withObject("/metadata").put("resourceVersion", Long.toString(version));
    ArrayNode items = list.putArray("items");
    list(path.resource()).stream().filter(path::selects).forEach(items::add);
    return list;
  }

  private void watch(HttpExchange exchange, ResourcePath path)
      throws IOException, InterruptedException {
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, 0);
    OutputStream out = exchange.getResponseBody();
    String asked = path.query("resourceVersion");
    int next = indexAfter(asked.isEmpty() ? 0 : Long.parseLong(asked));
    for (Optional<List<Change>> due = after(next); due.isPresent(); due = after(next)) {
      for (Change change : due.get()) {
        next++;
        Optional<ObjectNode> event = event(change, path);
        if (event.isPresent()) {
          out.write((event.get() + "\n").getBytes(StandardCharsets.UTF_8));
        }
      }
      out.flush();
    }
  }

  private synchronized int indexAfter(long known) {
    return (int) changes.stream().filter(change -> change.version() <= known).count();
  }

  /** The changes from a place on, once there are any; empty when this ends. */
  private synchronized Optional<List<Change>> after(int place) throws InterruptedException {
    while (!closed && changes.size() <= place) {
      wait();
    }
    return closed
        ? Optional.empty()
        : Optional.of(List.copyOf(changes.subList(place, changes.size())));
  }

  /** An object that a selector no longer finds is deleted to its watcher. */
  private static Optional<ObjectNode> event(Change change, ResourcePath path) {
    if (!change.resource().equals(path.resource())) {
      return Optional.empty();
    }
    Predicate<ObjectNode> selected = path::selects;
    Optional<ObjectNode> before = change.before().filter(selected);
    Optional<ObjectNode> after = change.after().filter(selected);
    if (before.isEmpty() && after.isEmpty()) {
      return Optional.empty();
    }
    String type = before.isEmpty() ? "ADDED" : after.isEmpty() ? "DELETED" : "MODIFIED";
    ObjectNode object = after.or(change::after).or(() -> before).orElseThrow().deepCopy();
    object.withObject("/metadata").put("resourceVersion", Long.toString(change.version()));
    ObjectNode event = JSON.createObjectNode().put("type", type);
    event.set("object", object);
    return Optional.of(event);
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    http.stop(0);
    threads.shutdownNow();
  }
}
