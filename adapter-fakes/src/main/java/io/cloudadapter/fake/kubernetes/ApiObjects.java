package io.cloudadapter.fake.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The objects of {@link ApiStandIn}: those that a test makes, and what requests do with them. The key of an object is
 * its namespace, if it has one, a slash, and its name. Any thread may use it.
 */
public final class ApiObjects implements AutoCloseable {
  private static final String NODES = "nodes";
  private static final String PODS = "pods";

  private final ObjectStore store = new ObjectStore();

  /** How many evictions of a pod a disruption budget still refuses. */
  private final Map<String, Integer> refusals = new ConcurrentHashMap<>();

  private volatile boolean slowPods;

  ApiObjects() {}

  // ---------------------------------------------------------------------------------- the test's
  // side

  /** Makes a node. */
  public void node(String name, String providerId, boolean ready) {
    ObjectNode node = ApiJson.object("Node", name, "");
    node.putObject("spec").put("providerID", providerId);
    ObjectNode status = node.putObject("status");
    status
        .putArray("conditions")
        .addObject()
        .put("type", "Ready")
        .put("status", ready ? "True" : "False");
    status.putArray("addresses");
    put(NODES, node);
  }

  /** Gives a node an address. */
  public void address(String node, String address) {
    change(
        NODES,
        node,
        object -> ((ArrayNode) object.path("status").path("addresses"))
            .addObject()
            .put("type", "InternalIP")
            .put("address", address));
  }

  /** Has a node be ready. */
  public void ready(String node) {
    change(
        NODES,
        node,
        object ->
            ((ObjectNode) object.path("status").path("conditions").get(0)).put("status", "True"));
  }

  /** Makes a pod of a replica set on a node, in the namespace default. */
  public void pod(String name, String node) {
    pod(name, node, "ReplicaSet");
  }

  /** Makes a pod with another controller; without one if it is empty. */
  public void pod(String name, String node, String controller) {
    ObjectNode pod = ApiJson.object("Pod", name, "default");
    ObjectNode spec = pod.putObject("spec").put("nodeName", node);
    spec.putArray("containers").addObject().put("name", "main").put("image", "main");
    pod.putObject("status").put("phase", "Running");
    if (!controller.isEmpty()) {
      pod.withObject("/metadata")
          .putArray("ownerReferences")
          .addObject()
          .put("apiVersion", "apps/v1")
          .put("kind", controller)
          .put("name", "owner")
          .put("uid", "owner")
          .put("controller", true);
    }
    put(PODS, pod);
  }

  /** Gives a pod of the namespace default an annotation. */
  public void annotatePod(String name, String annotation) {
    annotate(PODS, "default/" + name, annotation, "x");
  }

  /** Gives a pod of the namespace default a volume of its own. */
  public void emptyDir(String name) {
    change(
        PODS,
        "default/" + name,
        pod -> pod.withObject("/spec")
            .putArray("volumes")
            .addObject()
            .put("name", "scratch")
            .putObject("emptyDir"));
  }

  /** Sets the phase of a pod of the namespace default. */
  public void phase(String name, String phase) {
    change(PODS, "default/" + name, pod -> pod.withObject("/status").put("phase", phase));
  }

  /** Gives an object an annotation, in the place of those that it has. */
  public void annotate(String resource, String key, String annotation, String text) {
    change(
        resource,
        key,
        object -> object.withObject("/metadata").putObject("annotations").put(annotation, text));
  }

  /** Makes a ConfigMap with one text. */
  public void configMap(String namespace, String name, String key, String text) {
    ObjectNode map = ApiJson.object("ConfigMap", name, namespace);
    map.putObject("data").put(key, text);
    put("configmaps", map);
  }

  /** Sets one text of a Secret. */
  public void secret(String key, String field, String text) {
    change(
        "secrets",
        key,
        secret -> secret
            .withObject("/data")
            .put(field, Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))));
  }

  /** Has a disruption budget refuse so many evictions of a pod of the namespace default. */
  public void budget(String pod, int refused) {
    refusals.put("default/" + pod, refused);
  }

  /** Has pods that are deleted stay until {@link #endPod}. */
  public void slowPods(boolean slow) {
    slowPods = slow;
  }

  /** Has a pod of the namespace default be gone. */
  public void endPod(String name) {
    remove(PODS, "default/" + name);
  }

  /** Forgets old events, so that watches from before get 410. */
  public void compact() {
    store.compact();
  }

  /** Sets the most objects of one page. */
  public void pageSize(int most) {
    store.pageSize(most);
  }

  /** Makes or replaces an object of a resource, such as {@code pods}. */
  public void put(String resource, ObjectNode object) {
    ObjectNode unused = store.put(resource, object);
  }

  /** Changes an object that is there. */
  public void change(String resource, String key, Consumer<ObjectNode> edit) {
    store.change(resource, key, edit);
  }

  /** Removes an object if it is there. */
  public void remove(String resource, String key) {
    boolean unused = store.remove(resource, key);
  }

  /** Returns an object as it is now, if it is there. */
  public Optional<JsonNode> find(String resource, String key) {
    return store.find(resource, key).map(JsonNode.class::cast);
  }

  /** Returns the keys of a resource's objects, sorted. */
  public List<String> keys(String resource) {
    return store.keys(resource);
  }

  /** Returns the objects of a resource, by their keys. */
  public List<ObjectNode> list(String resource) {
    return store.list(resource);
  }

  /** Returns the key of an object. */
  public static String key(JsonNode object) {
    return ResourcePath.keyOf(object);
  }

  // ---------------------------------------------------------------------------------- requests

  ApiReply answer(String method, ResourcePath path, JsonNode body) {
    return store.together(() -> {
      if (path.name().isEmpty()) {
        return method.equals("POST") ? create(path, body) : store.list(path);
      }
      @Nullable ObjectNode object = store.find(path.resource(), path.key()).orElse(null);
      if (object == null) {
        return ApiReply.refused(
            404, "NotFound", path.resource() + " \"" + path.name().get() + "\" not found");
      }
      if (path.subresource().equals("eviction")) {
        return evict(path, object, body.path("deleteOptions"));
      }
      return switch (method) {
        case "GET" -> new ApiReply(200, object);
        case "PUT" -> replace(path, object, body);
        case "PATCH" -> patch(path, object, body);
        case "DELETE" -> delete(path, object, body);
        default -> ApiReply.refused(405, "MethodNotAllowed", method);
      };
    });
  }

  void watch(ResourcePath path, ObjectStore.Sink sink) throws IOException, InterruptedException {
    store.watch(path, sink);
  }

  private ApiReply create(ResourcePath path, JsonNode body) {
    ObjectNode object = body.deepCopy();
    path.namespace().ifPresent(of -> object.withObject("/metadata").put("namespace", of));
    String key = ResourcePath.keyOf(object);
    return store.find(path.resource(), key).isPresent()
        ? ApiReply.refused(
            409, "AlreadyExists", path.resource() + " \"" + key + "\" already exists")
        : new ApiReply(201, store.put(path.resource(), object));
  }

  private ApiReply replace(ResourcePath path, ObjectNode object, JsonNode body) {
    String expected = body.path("metadata").path("resourceVersion").asText("");
    return expected.isEmpty()
            || expected.equals(object.path("metadata").path("resourceVersion").asText(""))
        ? new ApiReply(200, store.put(path.resource(), body.deepCopy()))
        : ApiReply.refused(409, "Conflict", "the object has been modified");
  }

  private ApiReply patch(ResourcePath path, ObjectNode object, JsonNode patch) {
    String uid = patch.path("metadata").path("uid").asText("");
    if (!uid.isEmpty() && !uid.equals(object.path("metadata").path("uid").asText(""))) {
      return ApiReply.refused(409, "Conflict", "the UID differs");
    }
    ApiJson.merge(object, patch);
    return new ApiReply(200, store.put(path.resource(), object));
  }

  private ApiReply evict(ResourcePath path, ObjectNode pod, JsonNode options) {
    Optional<ApiReply> conflict = ApiJson.conflict(pod, options);
    if (conflict.isPresent()) {
      return conflict.get();
    }
    int left = refusals.getOrDefault(path.key(), 0);
    if (left > 0) {
      refusals.put(path.key(), left - 1);
      return refusedByBudget(pod);
    }
    endPod(path, pod);
    return new ApiReply(201, ApiReply.status(201, "", ""));
  }

  /** The reply of an API server if one disruption budget does not allow an eviction. */
  private static ApiReply refusedByBudget(ObjectNode pod) {
    ObjectNode status = ApiReply.status(
        429,
        "TooManyRequests",
        "Cannot evict pod as it would violate the pod's disruption budget.");
    status
        .putObject("details")
        .putArray("causes")
        .addObject()
        .put("reason", "DisruptionBudget")
        .put(
            "message",
            "The disruption budget of-" + pod.path("metadata").path("name").asText("")
                + " needs 1 healthy pods and has 1 currently");
    return new ApiReply(429, status);
  }

  private ApiReply delete(ResourcePath path, ObjectNode object, JsonNode options) {
    Optional<ApiReply> conflict = ApiJson.conflict(object, options);
    if (conflict.isPresent()) {
      return conflict.get();
    }
    if (path.resource().equals(PODS)) {
      endPod(path, object);
    } else {
      remove(path.resource(), path.key());
    }
    return new ApiReply(200, ApiReply.status(200, "", ""));
  }

  private void endPod(ResourcePath path, ObjectNode pod) {
    if (slowPods) {
      pod.withObject("/metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
      put(PODS, pod);
    } else {
      remove(PODS, path.key());
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
