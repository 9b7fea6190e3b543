package io.cloudadapter.core.runtime;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.StepResult;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the log of a pool: each change of its desired size and why, each lifecycle hook, each alarm when it begins,
 * changes and ends.
 */
final class PoolEventLogger {
  private final PoolName pool;
  private final String hooks;
  private final Consumer<String> out;
  private final Consumer<String> warnings;
  private OptionalInt desired = OptionalInt.empty();
  private Map<Alarm.Code, String> alarms = Map.of();

  PoolEventLogger(PoolName pool, Consumer<String> out, Consumer<String> warnings) {
    this.pool = pool;
    this.hooks = Keeper.prefix(pool) + "hook/";
    this.out = out;
    this.warnings = warnings;
  }

  /** Looks at what has become durable. */
  void note(List<Map<String, Optional<byte[]>>> atoms) {
    for (Map<String, Optional<byte[]>> atom : atoms) {
      atom.forEach((key, value) -> {
        if (key.startsWith(hooks) && value.isPresent()) {
          note(RecordCodec.read(key, value.get(), HookRecord.class));
        }
      });
    }
  }

  private void note(HookRecord hook) {
    String what = "pool " + pool + ": hook " + hook.hook() + " of machine " + hook.machine();
    switch (hook.state()) {
      case WAITING -> {
        if (!hook.told()) {
          out.accept(what + " waits until " + hook.deadline());
        }
      }
      case TIMED_OUT -> warnings.accept(what + " " + hook.state().words());
      case COMPLETED, ABANDONED, MOOT -> out.accept(what + " " + hook.state().words());
    }
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
        out.accept("pool " + pool + ": desired size " + now + ", was " + before
            + (why.isEmpty() ? "" : " (" + why + ")"));
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
