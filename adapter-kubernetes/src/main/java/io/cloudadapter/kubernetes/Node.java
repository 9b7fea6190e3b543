package io.cloudadapter.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A node of the cluster.
 *
 * @param name its name
 * @param uid its UID, which another node of the same name does not have
 * @param providerId the provider ID; empty if it has none yet
 * @param addresses its addresses
 * @param ready whether its condition Ready is True
 * @param unschedulable whether it is cordoned
 * @param cordonedHere whether this module has cordoned it
 */
record Node(
    String name,
    String uid,
    String providerId,
    List<String> addresses,
    boolean ready,
    boolean unschedulable,
    boolean cordonedHere) {
  /** The annotation of a node that this module has cordoned. */
  static final String CORDONED = "cloudadapter.io/cordoned";

  Node {
    addresses = List.copyOf(addresses);
  }

  /** Reads a Node object. */
  static Optional<Node> read(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    List<String> addresses = new ArrayList<>();
    object
        .path("status")
        .path("addresses")
        .forEach(address -> addresses.add(address.path("address").asText("")));
    boolean ready = false;
    for (JsonNode condition : object.path("status").path("conditions")) {
      if ("Ready".equals(condition.path("type").asText(""))) {
        ready = "True".equals(condition.path("status").asText(""));
      }
    }
    return Optional.of(new Node(
        metadata.path("name").asText(""),
        metadata.path("uid").asText(""),
        object.path("spec").path("providerID").asText(""),
        addresses,
        ready,
        object.path("spec").path("unschedulable").asBoolean(),
        metadata.path("annotations").has(CORDONED)));
  }
}
