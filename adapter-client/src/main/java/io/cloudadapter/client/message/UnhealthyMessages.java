package io.cloudadapter.client.message;

import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.api.health.UnhealthyMachine;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes and reads what plans have about UNHEALTHY machines. */
final class UnhealthyMessages {
  private UnhealthyMessages() {}

  static Map<String, Object> write(UnhealthyMachine machine) {
    return MessageFields.of(
        "machine", machine.machine(),
        "source", machine.health().source().word(),
        "reason", machine.health().reason(),
        "since", machine.since(),
        "remedy", machine.remedy().name(),
        "due", machine.due(),
        "hold", machine.hold().map(HoldMessages::write));
  }

  static UnhealthyMachine read(JsonFields message) {
    return new UnhealthyMachine(
        PoolMessages.id(message, "machine"),
        new MachineHealth(source(message), MachineHealth.shortened(message.text("reason"))),
        message.optionalTime("since"),
        message.choice("remedy", UnhealthyMachine.Remedy.class),
        message.optionalTime("due"),
        message.has("hold")
            ? Optional.of(HoldMessages.read(message.at("hold")))
            : Optional.empty());
  }

  private static HealthSource source(JsonFields message) {
    String word = message.text("source");
    return Stream.of(HealthSource.values())
        .filter(known -> known.word().equals(word))
        .findFirst()
        .orElseThrow(() -> message.wrong(
            "source",
            "one of "
                + Stream.of(HealthSource.values())
                    .map(HealthSource::word)
                    .collect(Collectors.joining(", ")),
            word));
  }
}
