package io.cloudadapter.core.runtime;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.StepResult;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes into the log of a pool what its events do not tell: why policies have changed its desired size, and each
 * alarm when it begins, changes and ends.
 */
final class PoolEventLogger {
  private final PoolName pool;
  private final Consumer<String> out;
  private final Consumer<String> warnings;
  private OptionalInt desired = OptionalInt.empty();
  private Map<Alarm.Code, String> alarms = Map.of();

  PoolEventLogger(PoolName pool, Consumer<String> out, Consumer<String> warnings) {
    this.pool = pool;
    this.out = out;
    this.warnings = warnings;
  }

  /** Compares with what readers see from now on, and with the answers to callers. */
  void note(PoolView view, List<StepResult.Answer> answers) {
    int now = view.desiredSize();
    desired.ifPresent(before -> {
      if (before != now) {
        String why = answers.stream()
            .flatMap(answer -> answer.outcome().stream())
            .flatMap(PoolEventLogger::steps)
            .collect(Collectors.joining("; "));
        if (!why.isEmpty()) {
          out.accept(
              "pool " + pool + ": desired size " + now + ", was " + before + " (" + why + ")");
        }
      }
    });
    desired = OptionalInt.of(now);
  }

  /** Looks at the alarms that stand: notes each when it begins or changes its message, and when it ends. */
  void noteAlarms(List<Alarm> standing) {
    Map<Alarm.Code, String> now = new EnumMap<>(Alarm.Code.class);
    standing.forEach(alarm -> now.put(alarm.code(), alarm.message()));
    now.forEach((code, message) -> {
      if (!message.equals(alarms.get(code))) {
        warnings.accept("pool " + pool + ": alarm " + code + ": " + message);
      }
    });
    for (Alarm.Code code : alarms.keySet()) {
      if (!now.containsKey(code)) {
        out.accept("pool " + pool + ": alarm " + code + " is over");
      }
    }
    alarms = now;
  }

  private static Stream<String> steps(CommandResult outcome) {
    if (outcome instanceof CommandResult.Scaled scaled) {
      return scaled.decision().steps().stream();
    }
    return outcome instanceof CommandResult.Resized resized
        ? resized.decision().steps().stream()
        : Stream.empty();
  }
}
