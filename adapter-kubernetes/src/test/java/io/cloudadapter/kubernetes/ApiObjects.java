package io.cloudadapter.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The nodes, pods and Secrets of the stand-in, each change with a version of its own, as etcd has it. */
final class ApiObjects implements AutoCloseable {

  /** Takes the events of a watch. */
  interface Sink {
    void take(String event) throws IOException;
  }

  private record Event(long version, String kind, String type, ObjectNode object) {}

  private static final Pattern PATH = Pattern.compile(
      "/api/v1/(?:namespaces/(?<namespace>[^/]+)/)?(?<kind>nodes|pods|secrets|configmaps)"
          + "(?:/(?<name>[^/]+))?(?:/(?<part>eviction))?");

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, TreeMap<String, ObjectNode>> kinds = new HashMap<>();
  private final List<Event> events = new ArrayList<>();
  private final Map<String, Integer> refusals = new HashMap<>();
  private long version = 100;
  private long oldest;
  private boolean slowPods;
  private boolean closed;
  private int pageSize = Integer.MAX_VALUE;

  ApiObjects() {
    for (String kind : List.of("nodes", "pods", "secrets", "configmaps")) {
      kinds.put(kind, new TreeMap<>());
    }
  }

  // ---------------------------------------------------------------------------------- the test's
  // side

  void node(String name, String providerId, boolean ready) {
    ObjectNode node = ApiJson.object("Node", name, "");
    node.putObject("spec").put("providerID", providerId);
    ObjectNode status = node.putObject("status");
    status
        .putArray("conditions")
        .addObject()
        .put("type", "Ready")
        .put("status", ready ? "True" : "False");
    status.putArray("addresses");
    put("nodes", name, node);
  }

  void address(String node, String address) {
    change(
        "nodes",
        node,
        object -> ((ArrayNode) object.path("status").path("addresses"))
            .addObject()
            .put("type", "InternalIP")
            .put("address", address));
  }

  void ready(String node) {
    change(
        "nodes",
        node,
        object ->
            ((ObjectNode) object.path("status").path("conditions").get(0)).put("status", "True"));
  }

  /** A pod of a replica set on a node. */
  void pod(String name, String node) {
    pod(name, node, "ReplicaSet");
  }

  void pod(String name, String node, String controller) {
    ObjectNode pod = ApiJson.object("Pod", name, "default");
    ObjectNode spec = pod.putObject("spec").put("nodeName", node);
    spec.putArray("containers").addObject().put("name", "main").put("image", "main");
    pod.putObject("status").put("phase", "Running");
    if (!controller.isEmpty()) {
      ((ObjectNode) pod.get("metadata"))
          .putArray("ownerReferences")
          .addObject()
          .put("apiVersion", "apps/v1")
          .put("kind", controller)
          .put("name", "owner")
          .put("uid", "owner")
          .put("controller", true);
    }
    put("pods", "default/" + name, pod);
  }

  void annotatePod(String name, String annotation) {
    change(
        "pods",
        "default/" + name,
        pod -> ((ObjectNode) pod.get("metadata")).putObject("annotations").put(annotation, "x"));
  }

  void emptyDir(String name) {
    change(
        "pods",
        "default/" + name,
        pod -> ((ObjectNode) pod.get("spec"))
            .putArray("volumes")
            .addObject()
            .put("name", "scratch")
            .putObject("emptyDir"));
  }

  void phase(String name, String phase) {
    change("pods", "default/" + name, pod -> ((ObjectNode) pod.get("status")).put("phase", phase));
  }

  void annotate(String kind, String key, String annotation, String text) {
    change(
        kind,
        key,
        object ->
            ((ObjectNode) object.get("metadata")).putObject("annotations").put(annotation, text));
  }

  void configMap(String namespace, String name, String key, String text) {
    ObjectNode map = ApiJson.object("ConfigMap", name, namespace);
    map.putObject("data").put(key, text);
    put("configmaps", namespace + "/" + name, map);
  }

  /** Sets one text of a Secret. */
  void secret(String key, String field, String text) {
    change(
        "secrets",
        key,
        secret -> ((ObjectNode) secret.get("data"))
            .put(field, Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))));
  }

  /** Has a disruption budget refuse so many evictions of a pod. */
  void budget(String pod, int refused) {
    locked(() -> refusals.put("default/" + pod, refused));
  }

  /** Has pods that are deleted stay until {@link #endPod}. */
  void slowPods(boolean slow) {
    locked(() -> slowPods = slow);
  }

  void endPod(String name) {
    locked(() -> drop("pods", "default/" + name));
  }

  /** Forgets old events, so that watches from before get 410. */
  void compact() {
    locked(() -> {
      events.clear();
      oldest = version;
    });
  }

  /** The most objects of one page. */
  void pageSize(int most) {
    locked(() -> pageSize = most);
  }

  Optional<JsonNode> find(String kind, String key) {
    lock.lock();
    try {
      return Optional.ofNullable(kinds.get(kind).get(key)).map(JsonNode::deepCopy);
    } finally {
      lock.unlock();
    }
  }

  List<String> keys(String kind) {
    lock.lock();
    try {
      return List.copyOf(kinds.get(kind).keySet());
    } finally {
      lock.unlock();
    }
  }

  private void locked(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void change(String kind, String key, Consumer<ObjectNode> edit) {
    locked(() -> {
      ObjectNode copy = kinds.get(kind).get(key).deepCopy();
      edit.accept(copy);
      put(kind, key, copy);
    });
  }

  // ---------------------------------------------------------------------------------- objects

  private void put(String kind, String key, ObjectNode object) {
    locked(() -> {
      boolean known = kinds.get(kind).containsKey(key);
      version++;
      ObjectNode metadata = (ObjectNode) object.get("metadata");
      if (!metadata.has("uid")) {
        metadata.put("uid", "uid-" + version);
      }
      metadata.put("resourceVersion", Long.toString(version));
      kinds.get(kind).put(key, object);
      events.add(new Event(version, kind, known ? "MODIFIED" : "ADDED", object.deepCopy()));
    });
  }

  private void drop(String kind, String key) {
    ObjectNode gone = kinds.get(kind).remove(key);
    if (gone != null) {
      version++;
      ObjectNode last = gone.deepCopy();
      ((ObjectNode) last.get("metadata")).put("resourceVersion", Long.toString(version));
      events.add(new Event(version, kind, "DELETED", last));
    }
  }

  // ---------------------------------------------------------------------------------- requests

  ApiReply answer(ApiStandIn.Request request, Map<String, String> query) {
    Matcher path = PATH.matcher(request.path());
    if (request.path().equals("/version")) {
      return new ApiReply(200, ApiServer.JSON.createObjectNode().put("gitVersion", "v1.30.2"));
    }
    if (!path.matches()) {
      return ApiReply.refused(404, "NotFound", "there is no " + request.path());
    }
    String kind = path.group("kind");
    String namespace = path.group("namespace");
    String name = path.group("name");
    String key = namespace == null || name == null ? name : namespace + "/" + name;
    lock.lock();
    try {
      if (name == null) {
        return request.method().equals("POST")
            ? create(kind, namespace, request.body())
            : list(kind, namespace, query);
      }
      ObjectNode object = kinds.get(kind).get(key);
      if (object == null) {
        return ApiReply.refused(404, "NotFound", kind + " \"" + name + "\" not found");
      }
      if ("eviction".equals(path.group("part"))) {
        return evict(key, object, request.body().path("deleteOptions"));
      }
      return switch (request.method()) {
        case "GET" -> new ApiReply(200, object.deepCopy());
        case "PATCH" -> patch(kind, key, object, request.body());
        case "DELETE" -> delete(kind, key, object, request.body());
        default -> ApiReply.refused(405, "MethodNotAllowed", request.method());
      };
    } finally {
      lock.unlock();
    }
  }

  private ApiReply create(String kind, String namespace, JsonNode body) {
    String name = body.path("metadata").path("name").asText();
    String key = namespace + "/" + name;
    if (kinds.get(kind).containsKey(key)) {
      return ApiReply.refused(409, "AlreadyExists", kind + " \"" + name + "\" already exists");
    }
    ObjectNode object = body.deepCopy();
    ((ObjectNode) object.get("metadata")).put("namespace", namespace);
    put(kind, key, object);
    return new ApiReply(201, object.deepCopy());
  }

  private ApiReply list(String kind, String namespace, Map<String, String> query) {
    String after = query.getOrDefault("continue", "");
    int most = Math.min(pageSize, Integer.parseInt(query.getOrDefault("limit", "1000000")));
    ObjectNode list = ApiServer.JSON.createObjectNode();
    String plural =
        kind.substring(0, 1).toUpperCase(Locale.ROOT) + kind.substring(1, kind.length() - 1);
    list.put("apiVersion", "v1").put("kind", plural + "List");
    ObjectNode metadata = list.putObject("metadata").put("resourceVersion", Long.toString(version));
    ArrayNode items = list.putArray("items");
    for (Map.Entry<String, ObjectNode> each :
        kinds.get(kind).tailMap(after, after.isEmpty()).entrySet()) {
      if ((namespace == null || each.getKey().startsWith(namespace + "/"))
          && ApiJson.selected(each.getValue(), query)) {
        if (items.size() == most) {
          break;
        }
        items.add(each.getValue().deepCopy());
        metadata.put("continue", each.getKey());
      }
    }
    if (items.size() < most) {
      metadata.remove("continue");
    }
    return new ApiReply(200, list);
  }

  private ApiReply evict(String key, ObjectNode pod, JsonNode options) {
    Optional<ApiReply> conflict = ApiJson.conflict(pod, options);
    if (conflict.isPresent()) {
      return conflict.get();
    }
    Integer left = refusals.get(key);
    if (left != null && left > 0) {
      refusals.put(key, left - 1);
      return ApiReply.refused(
          429,
          "TooManyRequests",
          "Cannot evict pod as it would violate the pod's disruption budget.");
    }
    endPod(key, pod);
    return new ApiReply(201, ApiReply.status(201, "", ""));
  }

  private void endPod(String key, ObjectNode pod) {
    if (slowPods) {
      ObjectNode ending = pod.deepCopy();
      ((ObjectNode) ending.get("metadata")).put("deletionTimestamp", "2026-01-01T00:00:00Z");
      put("pods", key, ending);
    } else {
      locked(() -> drop("pods", key));
    }
  }

  private ApiReply patch(String kind, String key, ObjectNode object, JsonNode patch) {
    String uid = patch.path("metadata").path("uid").asText();
    if (!uid.isEmpty() && !uid.equals(object.path("metadata").path("uid").asText())) {
      return ApiReply.refused(409, "Conflict", "the UID differs");
    }
    ObjectNode copy = object.deepCopy();
    ApiJson.merge(copy, patch);
    put(kind, key, copy);
    return new ApiReply(200, copy.deepCopy());
  }

  private ApiReply delete(String kind, String key, ObjectNode object, JsonNode options) {
    Optional<ApiReply> conflict = ApiJson.conflict(object, options);
    if (conflict.isPresent()) {
      return conflict.get();
    }
    if (kind.equals("pods")) {
      endPod(key, object);
    } else {
      locked(() -> drop(kind, key));
    }
    return new ApiReply(200, ApiReply.status(200, "", ""));
  }

  // ---------------------------------------------------------------------------------- watches

  /** Sends the events of a kind until the time of the watch is over. */
  void watch(String path, Map<String, String> query, Sink sink)
      throws IOException, InterruptedException {
    Matcher matcher = PATH.matcher(path);
    String kind = matcher.matches() ? matcher.group("kind") : "";
    long from = Long.parseLong(query.getOrDefault("resourceVersion", "0"));
    long left =
        TimeUnit.SECONDS.toNanos(Long.parseLong(query.getOrDefault("timeoutSeconds", "60")));
    while (true) {
      List<Event> due = new ArrayList<>();
      lock.lockInterruptibly();
      try {
        if (from < oldest) {
          ObjectNode gone = ApiServer.JSON.createObjectNode().put("type", "ERROR");
          gone.set("object", ApiReply.status(410, "Expired", "too old resource version"));
          sink.take(gone.toString());
          return;
        }
        long since = from;
        events.stream().filter(event -> event.version() > since).forEach(due::add);
        if (due.isEmpty()) {
          if (left <= 0 || closed) {
            return;
          }
          left = changed.awaitNanos(left);
          continue;
        }
        from = due.get(due.size() - 1).version();
      } finally {
        lock.unlock();
      }
      for (Event event : due) {
        if (event.kind().equals(kind) && ApiJson.selected(event.object(), query)) {
          ObjectNode json = ApiServer.JSON.createObjectNode().put("type", event.type());
          json.set("object", event.object());
          sink.take(json.toString());
        }
      }
    }
  }

  @Override
  public void close() {
    locked(() -> closed = true);
  }
}
