package io.cloudadapter.openstack.cloud;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A server from some moment on. */
record Phase(
    String status,
    String task,
    Optional<String> fault,
    Set<String> tags,
    Map<String, String> metadata) {

  static final String GONE = "gone";

  Phase in(String newStatus) {
    return new Phase(newStatus, "", fault, tags, metadata);
  }

  Phase doing(String newTask) {
    return new Phase(status, newTask, fault, tags, metadata);
  }

  Phase failed(String message) {
    return new Phase("ERROR", "", Optional.of(message), tags, metadata);
  }

  Phase tagged(Set<String> newTags) {
    return new Phase(status, task, fault, Set.copyOf(newTags), metadata);
  }

  Phase with(Map<String, String> newMetadata) {
    return new Phase(status, task, fault, tags, Map.copyOf(newMetadata));
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
