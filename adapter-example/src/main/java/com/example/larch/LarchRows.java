package com.example.larch;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.MachineSightingBuilder;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads machines as Larch writes them. */
final class LarchRows {

  private LarchRows() {}

  /** Returns the machine in a row; empty if the row has no usable id or tags, so that its owner is unknown. */
  static Optional<MachineSighting> sighting(JsonNode row) {
    Optional<MachineId> id = LarchReply.text(row, "id").flatMap(LarchRows::id);
    Optional<Map<String, String>> tags = tags(row);
    if (id.isEmpty() || tags.isEmpty()) {
      return Optional.empty();
    }
    MachineSightingBuilder machine =
        state(id.get(), LarchReply.text(row, "state").orElse(""));
    machine.marks(tags.get());
    LarchReply.text(row, "zone").ifPresent(machine::zone);
    LarchReply.text(row, "size").ifPresent(machine::size);
    LarchReply.text(row, "createdAt").flatMap(LarchRows::time).ifPresent(machine::launchTime);
    LarchReply.text(row, "image").ifPresent(image -> machine.metadata(Map.of("image", image)));
    machine.market(row.path("spot").asBoolean() ? Market.SPOT : Market.ON_DEMAND);
    machine.publicIps(texts(row.path("publicIps")));
    machine.privateIps(texts(row.path("privateIps")));
    if (isFailed(row)) {
      machine.failure(failure(row));
    }
    return Optional.of(machine.build());
  }

  private static MachineSightingBuilder state(MachineId id, String state) {
    return switch (state) {
      case "QUEUED" -> MachineSighting.of(id, MachineState.REQUESTED);
      case "STARTING" -> MachineSighting.of(id, MachineState.PENDING);
      case "ACTIVE" -> MachineSighting.of(id, MachineState.RUNNING);
      case "STOPPING" -> MachineSighting.of(id, MachineState.TERMINATING);
      case "STOPPED" -> MachineSighting.of(id, MachineState.TERMINATED).stopped();
      case "DELETING" -> MachineSighting.of(id, MachineState.TERMINATING);
      case "DELETED" -> MachineSighting.of(id, MachineState.TERMINATED);
      case "FAILED" -> MachineSighting.of(id, MachineState.REJECTED);
      default -> MachineSighting.of(id, MachineState.RUNNING).stateUnknown();
    };
  }

  static boolean isEnded(JsonNode row) {
    return row.path("state").asText("").equals("DELETED");
  }

  private static boolean isFailed(JsonNode row) {
    return row.path("state").asText("").equals("FAILED");
  }

  private static LaunchFailure failure(JsonNode row) {
    JsonNode failure = row.path("failure");
    String code = failure.path("code").asText("");
    String message = code + ": " + failure.path("message").asText("");
    return switch (code) {
      case "NO_CAPACITY" ->
        new LaunchFailure(
            Kind.CAPACITY, LarchErrors.capacity(Optional.of(row), Optional.empty()), message);
      case "QUOTA_EXCEEDED" -> new LaunchFailure(Kind.QUOTA, ErrorScope.account(), message);
      default -> new LaunchFailure(Kind.UNCLASSIFIED, ErrorScope.machine(), message);
    };
  }

  /** All tags of a row, in order; empty if they cannot be read. */
  static Optional<Map<String, String>> tags(JsonNode row) {
    JsonNode tags = row.path("tags");
    if (!tags.isObject()) {
      return Optional.empty();
    }
    Map<String, String> read = new TreeMap<>();
    for (Map.Entry<String, JsonNode> tag : tags.properties()) {
      if (!tag.getValue().isTextual()) {
        return Optional.empty();
      }
      read.put(tag.getKey(), tag.getValue().textValue());
    }
    return Optional.of(read);
  }

  private static Optional<MachineId> id(String text) {
    try {
      return Optional.of(new MachineId(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> time(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    for (JsonNode each : array) {
      if (each.isTextual()) {
        texts.add(each.textValue());
      }
    }
    return texts;
  }
}
