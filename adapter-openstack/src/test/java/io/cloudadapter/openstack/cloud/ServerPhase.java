package io.cloudadapter.openstack.cloud;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A server from some moment on. */
record ServerPhase(
    String status,
    String task,
    Optional<String> fault,
    Set<String> tags,
    Map<String, String> metadata) {

  static final String GONE = "gone";

  ServerPhase in(String newStatus) {
    return new ServerPhase(newStatus, "", fault, tags, metadata);
  }

  ServerPhase doing(String newTask) {
    return new ServerPhase(status, newTask, fault, tags, metadata);
  }

  ServerPhase failed(String message) {
    return new ServerPhase("ERROR", "", Optional.of(message), tags, metadata);
  }

  ServerPhase tagged(Set<String> newTags) {
    return new ServerPhase(status, task, fault, Set.copyOf(newTags), metadata);
  }

  ServerPhase with(Map<String, String> newMetadata) {
    return new ServerPhase(status, task, fault, tags, Map.copyOf(newMetadata));
  }

  /** What Nova's API calls it: some tasks have a status of their own. */
  String shown() {
    return switch (task) {
      case "rebooting" -> "REBOOT";
      case "rebooting_hard" -> "HARD_REBOOT";
      case "rebuilding" -> "REBUILD";
      default -> status;
    };
  }

  boolean gone() {
    return status.equals(GONE);
  }
}
