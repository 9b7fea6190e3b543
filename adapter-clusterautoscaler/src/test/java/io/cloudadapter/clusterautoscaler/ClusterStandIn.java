package io.cloudadapter.clusterautoscaler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.fake.kubernetes.ApiObjects;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The part of a cluster that is not Cluster Autoscaler: kubelets that join when their machine runs, a controller that
 * keeps as many pods as are wanted, and a scheduler that puts one pod on a node. A test has it look again and again.
 */
final class ClusterStandIn {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ApiObjects api;
  private int wanted;
  private int made;

  ClusterStandIn(ApiObjects api) {
    this.api = api;
    api.put("replicasets", replicaSet());
  }

  private static ObjectNode parse(String json, Object... values) {
    try {
      return (ObjectNode) JSON.readTree(json.formatted(values));
    } catch (java.io.IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ObjectNode replicaSet() {
    return parse("""
        {"kind": "ReplicaSet", "apiVersion": "apps/v1",
         "metadata": {"name": "web", "namespace": "default"},
         "spec": {"replicas": 100, "selector": {"matchLabels": {"app": "web"}}}}""");
  }

  /** Has the controller keep that many pods. */
  void want(int pods) {
    wanted = pods;
  }

  long running() {
    return pods().stream().filter(ClusterStandIn::isPlaced).count();
  }

  int nodes() {
    return api.list("nodes").size();
  }

  private List<ObjectNode> pods() {
    return api.list("pods");
  }

  private static boolean isPlaced(JsonNode pod) {
    return pod.path("spec").has("nodeName");
  }

  /** Has kubelets, controller and scheduler do their next work, for the provider ids of the machines that run now. */
  void look(Set<String> machines) {
    Set<String> joined = new HashSet<>();
    for (ObjectNode node : api.list("nodes")) {
      String id = node.path("spec").path("providerID").asText();
      joined.add(id);
      if (!machines.contains(id)) {
        api.remove("nodes", ApiObjects.key(node));
      }
    }
    machines.stream().filter(id -> !joined.contains(id)).forEach(id -> api.put("nodes", node(id)));
    control();
    schedule();
  }

  private void control() {
    Set<String> nodes = new HashSet<>();
    api.list("nodes")
        .forEach(node -> nodes.add(node.path("metadata").path("name").asText()));
    for (ObjectNode pod : pods()) {
      boolean lost =
          isPlaced(pod) && !nodes.contains(pod.path("spec").path("nodeName").asText());
      if (lost) {
        api.remove("pods", ApiObjects.key(pod));
      }
    }
    for (ObjectNode pod : pods()) {
      if (pods().size() > wanted) {
        api.remove("pods", ApiObjects.key(pod));
      }
    }
    while (pods().size() < wanted) {
      api.put("pods", pod("web-" + ++made));
    }
  }

  private void schedule() {
    Set<String> taken = new HashSet<>();
    pods().stream()
        .filter(ClusterStandIn::isPlaced)
        .forEach(pod -> taken.add(pod.path("spec").path("nodeName").asText()));
    for (ObjectNode pod : pods()) {
      if (!isPlaced(pod)) {
        Optional<String> free = api.list("nodes").stream()
            .filter(ClusterStandIn::accepts)
            .map(node -> node.path("metadata").path("name").asText())
            .filter(name -> !taken.contains(name))
            .findFirst();
        free.ifPresent(node -> {
          taken.add(node);
          ObjectNode placed = pod.deepCopy();
          placed.withObject("/spec").put("nodeName", node);
          placed.set("status", parse("{\"phase\": \"Running\"}"));
          api.put("pods", placed);
        });
      }
    }
  }

  private static boolean accepts(JsonNode node) {
    for (JsonNode taint : node.path("spec").path("taints")) {
      if (taint.path("effect").asText().equals("NoSchedule")) {
        return false;
      }
    }
    return !node.path("spec").path("unschedulable").asBoolean();
  }

  private static ObjectNode node(String providerId) {
    String name = providerId.substring(providerId.lastIndexOf('/') + 1);
    return parse("""
        {"kind": "Node", "apiVersion": "v1",
         "metadata": {"name": "%s", "labels": {"kubernetes.io/hostname": "%s"}},
         "spec": {"providerID": "%s"},
         "status": {"capacity": {"cpu": "2", "memory": "4Gi", "pods": "20"},
           "allocatable": {"cpu": "2", "memory": "4Gi", "pods": "20"},
           "conditions": [
             {"type": "Ready", "status": "True",
              "lastTransitionTime": "2020-01-01T00:00:00Z"}]}}""", name, name, providerId);
  }

  /** A pod that fills most of a node, and that a scheduler has found no node for. */
  private static ObjectNode pod(String name) {
    return parse("""
        {"kind": "Pod", "apiVersion": "v1",
         "metadata": {"name": "%s", "namespace": "default", "labels": {"app": "web"},
           "ownerReferences": [{"kind": "ReplicaSet", "apiVersion": "apps/v1", "name": "web",
             "uid": "1", "controller": true}]},
         "spec": {"schedulerName": "default-scheduler", "containers": [
           {"name": "web", "image": "web",
            "resources": {"requests": {"cpu": "1500m", "memory": "1Gi"}}}]},
         "status": {"phase": "Pending", "conditions": [
           {"type": "PodScheduled", "status": "False", "reason": "Unschedulable"}]}}""", name);
  }
}
