package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.openstack.client.OpenStackResponse;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.MachineSightingBuilder;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads servers as Nova writes them, from version 2.47 on, in which a row has its flavor's name. */
final class ServerParser {

  private ServerParser() {}

  /** Returns the machine in a row; empty if the row has no usable id or tags, so that its owner is unknown. */
  static Optional<MachineSighting> sighting(JsonNode row) {
    Optional<MachineId> id = id(row);
    Optional<Map<String, String>> marks = ServerTags.read(row.path("tags"));
    if (id.isEmpty() || marks.isEmpty()) {
      return Optional.empty();
    }
    MachineSightingBuilder machine = state(id.get(), status(row), task(row));
    machine.marks(marks.get());
    zone(row).ifPresent(machine::zone);
    size(row).ifPresent(machine::size);
    OpenStackResponse.text(row, "created")
        .flatMap(ServerParser::time)
        .ifPresent(machine::launchTime);
    addresses(row.path("addresses"), machine);
    machine.metadata(facts(row));
    if (isFailed(row)) {
      String message = OpenStackResponse.text(row.path("fault"), "message").orElse("");
      machine.failure(
          hasRun(row)
              ? FaultReasons.ofOneThatRan(message)
              : FaultReasons.of(message, size(row), zone(row)));
    }
    return Optional.of(machine.build());
  }

  /**
   * Every status of Nova's API (api/openstack/common.py, _STATE_MAP), and the unknown ones. A server that is paused,
   * suspended or shelved does not serve and can be started again.
   */
  private static MachineSightingBuilder state(MachineId id, String status, String task) {
    boolean deleting = task.equals("deleting") || task.equals("soft-deleting");
    return switch (status) {
      case "DELETED", "SOFT_DELETED" -> MachineSighting.of(id, MachineState.TERMINATED);
      case "ERROR" ->
        MachineSighting.of(id, deleting ? MachineState.TERMINATING : MachineState.REJECTED);
      case "BUILD" -> MachineSighting.of(id, deleting ? MachineState.TERMINATING : building(task));
      case "ACTIVE",
          "REBOOT",
          "HARD_REBOOT",
          "PASSWORD",
          "REBUILD",
          "MIGRATING",
          "RESIZE",
          "VERIFY_RESIZE",
          "REVERT_RESIZE",
          "RESCUE" ->
        MachineSighting.of(id, deleting ? MachineState.TERMINATING : MachineState.RUNNING);
      case "SHUTOFF", "PAUSED", "SUSPENDED", "SHELVED", "SHELVED_OFFLOADED" ->
        deleting
            ? MachineSighting.of(id, MachineState.TERMINATING)
            : MachineSighting.of(id, MachineState.TERMINATED).stopped();
      default -> MachineSighting.of(id, MachineState.RUNNING).stateUnknown();
    };
  }

  private static MachineState building(String task) {
    return task.equals("scheduling") ? MachineState.REQUESTED : MachineState.PENDING;
  }

  static Optional<MachineId> id(JsonNode row) {
    return OpenStackResponse.text(row, "id").filter(ServerParser::isId).map(MachineId::new);
  }

  /**
   * Whether a text may be the id of a server. Nova's ids have small letters; its database takes capitals for the
   * same, and would end another server than the named one.
   */
  static boolean isId(String text) {
    return OpenStackResourceResolver.isUuid(text) && text.equals(text.toLowerCase(Locale.ROOT));
  }

  static String status(JsonNode row) {
    return row.path("status").asText("");
  }

  /** What is being done with it; empty if nothing is. */
  static String task(JsonNode row) {
    return OpenStackResponse.text(row, "OS-EXT-STS:task_state").orElse("");
  }

  static boolean isEnded(JsonNode row) {
    return status(row).equals("DELETED") || status(row).equals("SOFT_DELETED");
  }

  /** Whether it exists but does not serve, and can be started again. */
  static boolean isDown(JsonNode row) {
    return switch (status(row)) {
      case "SHUTOFF", "PAUSED", "SUSPENDED", "SHELVED", "SHELVED_OFFLOADED" -> true;
      default -> false;
    };
  }

  static boolean isFailed(JsonNode row) {
    return status(row).equals("ERROR");
  }

  /** Whether it was ACTIVE once: then what went wrong is no word on launches. */
  private static boolean hasRun(JsonNode row) {
    return OpenStackResponse.text(row, "OS-SRV-USG:launched_at").isPresent();
  }

  private static Optional<String> zone(JsonNode row) {
    return OpenStackResponse.text(row, "OS-EXT-AZ:availability_zone");
  }

  /** As the pool calls it, or else by the flavor's name. */
  private static Optional<String> size(JsonNode row) {
    return OpenStackResponse.text(row.path("metadata"), ServerRequest.SIZE)
        .or(() -> OpenStackResponse.text(row.path("flavor"), "original_name"));
  }

  private static void addresses(JsonNode networks, MachineSightingBuilder machine) {
    List<String> fixed = new ArrayList<>();
    List<String> floating = new ArrayList<>();
    for (JsonNode network : networks) {
      for (JsonNode each : network) {
        boolean outside = each.path("OS-EXT-IPS:type").asText("").equals("floating");
        OpenStackResponse.text(each, "addr").ifPresent((outside ? floating : fixed)::add);
      }
    }
    machine.privateIps(fixed).publicIps(floating);
  }

  private static Map<String, String> facts(JsonNode row) {
    Map<String, String> facts = new LinkedHashMap<>();
    OpenStackResponse.text(row, "name").ifPresent(name -> facts.put("name", name));
    OpenStackResponse.text(row.path("image"), "id").ifPresent(image -> facts.put("image", image));
    OpenStackResponse.text(row, "status").ifPresent(status -> facts.put("status", status));
    return facts;
  }

  private static Optional<Instant> time(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
