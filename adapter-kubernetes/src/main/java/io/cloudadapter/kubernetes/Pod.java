package io.cloudadapter.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A pod on a node, as far as a drain asks.
 *
 * @param namespace its namespace
 * @param name its name
 * @param uid its UID, which a successor of the same name does not have
 * @param controller the kind of its controller; empty if it has none
 * @param mirror whether it mirrors a static pod of the kubelet
 * @param emptyDir whether it has a volume that ends with it
 * @param finished whether it has succeeded or failed
 * @param ending whether its deletion has begun
 */
record Pod(
    String namespace,
    String name,
    String uid,
    String controller,
    boolean mirror,
    boolean emptyDir,
    boolean finished,
    boolean ending) {

  /** Reads a Pod object. */
  static Pod read(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    String controller = "";
    for (JsonNode owner : metadata.path("ownerReferences")) {
      if (owner.path("controller").asBoolean()) {
        controller = owner.path("kind").asText("");
      }
    }
    boolean emptyDir = false;
    for (JsonNode volume : object.path("spec").path("volumes")) {
      emptyDir |= volume.has("emptyDir");
    }
    String phase = object.path("status").path("phase").asText("");
    return new Pod(
        metadata.path("namespace").asText(""),
        metadata.path("name").asText(""),
        metadata.path("uid").asText(""),
        controller,
        metadata.path("annotations").has("kubernetes.io/config.mirror"),
        emptyDir,
        phase.equals("Succeeded") || phase.equals("Failed"),
        metadata.hasNonNull("deletionTimestamp"));
  }

  /** Whether a drain leaves it alone and does not wait for it: it belongs to the node, or has ended. */
  boolean isSpared() {
    return mirror || finished || controller.equals("DaemonSet") || controller.equals("Node");
  }

  /** Whether a drain may evict it; otherwise it waits for the pod. */
  boolean mayBeEvicted(NodeTarget target) {
    return (target.force() || !controller.isEmpty()) && (target.deleteEmptydirData() || !emptyDir);
  }

  /** Namespace and name, for people. */
  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
