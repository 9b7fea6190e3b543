package io.cloudadapter.client.message;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.RestoreReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The messages of restores. */
public final class RestoreMessages {
  private RestoreMessages() {}

  /** Writes a report, or that there is none. */
  public static Map<String, Object> report(Optional<RestoreReport> found) {
    return found
        .map(report -> MessageFields.of(
            "waiting", true,
            "generation", report.generation(),
            "revision", report.revision(),
            "takenAt", report.takenAt(),
            "restoredAt", report.restoredAt(),
            "lists", report.lists(),
            "storedSize", report.storedSize(),
            "acceptedSize", report.acceptedSize(),
            "matched", texts(report.matched()),
            "changed", texts(report.changed()),
            "missing", texts(report.missing()),
            "unknown", texts(report.unknown())))
        .orElseGet(() -> MessageFields.of("waiting", false));
  }

  /** Reads a report; empty if no restore waits for a decision. */
  public static Optional<RestoreReport> report(JsonFields message) {
    if (!message.flag("waiting")) {
      return Optional.empty();
    }
    return Optional.of(new RestoreReport(
        message.text("generation"),
        message.number("revision"),
        message.time("takenAt"),
        message.time("restoredAt"),
        message.count("lists"),
        message.count("storedSize"),
        message.count("acceptedSize"),
        ids(message.texts("matched")),
        ids(message.texts("changed")),
        ids(message.texts("missing")),
        ids(message.texts("unknown"))));
  }

  private static List<String> texts(List<MachineId> machines) {
    return machines.stream().map(MachineId::value).toList();
  }

  private static List<MachineId> ids(List<String> machines) {
    return machines.stream().map(MachineId::new).toList();
  }
}
