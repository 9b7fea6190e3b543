package com.example.cedar;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.MachineSightingBuilder;
import io.cloudadapter.spi.ResourceSighting;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads machines as Cedar writes them. */
final class CedarRows {

  /** What can stand in a path as it is. */
  private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9-]{1,64}");

  private CedarRows() {}

  /** Returns the machine in a row; empty if the row has no usable id or tags, so that its owner is unknown. */
  static Optional<MachineSighting> sighting(JsonNode row) {
    Optional<MachineId> id = CedarReply.text(row, "id").flatMap(CedarRows::id);
    Optional<Map<String, String>> tags = tags(row);
    if (id.isEmpty() || tags.isEmpty()) {
      return Optional.empty();
    }
    MachineSightingBuilder machine =
        state(id.get(), CedarReply.text(row, "state").orElse(""));
    machine.marks(tags.get());
    CedarReply.text(row, "zone").ifPresent(machine::zone);
    CedarReply.text(row, "size").ifPresent(machine::size);
    CedarReply.text(row, "createdAt").flatMap(CedarRows::time).ifPresent(machine::launchTime);
    CedarReply.text(row, "image").ifPresent(image -> machine.metadata(Map.of("image", image)));
    machine.market(row.path("spot").asBoolean() ? Market.SPOT : Market.ON_DEMAND);
    machine.publicIps(texts(row.path("publicIps")));
    machine.privateIps(texts(row.path("privateIps")));
    return Optional.of(machine.build());
  }

  /** Returns the address in a row; empty if the row has no usable id or tags. */
  static Optional<ResourceSighting> address(JsonNode row, String kind) {
    Optional<String> id =
        CedarReply.text(row, "id").filter(text -> ADDRESS.matcher(text).matches());
    Optional<Map<String, String>> tags = tags(row);
    if (id.isEmpty() || tags.isEmpty()) {
      return Optional.empty();
    }
    Optional<MachineId> machine = CedarReply.text(row, "machine").flatMap(CedarRows::id);
    return Optional.of(ResourceSighting.of(id.get(), kind, machine, tags.get()));
  }

  private static MachineSightingBuilder state(MachineId id, String state) {
    return switch (state) {
      case "RUNNING" -> MachineSighting.of(id, MachineState.RUNNING);
      case "STOPPED" -> MachineSighting.of(id, MachineState.TERMINATED).stopped();
      case "ENDING" -> MachineSighting.of(id, MachineState.TERMINATING);
      default -> MachineSighting.of(id, MachineState.RUNNING).stateUnknown();
    };
  }

  /** All tags of a row, in order; empty if they cannot be read. */
  private static Optional<Map<String, String>> tags(JsonNode row) {
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
