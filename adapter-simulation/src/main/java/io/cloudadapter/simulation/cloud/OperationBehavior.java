package io.cloudadapter.simulation.cloud;

import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchOperation;
import io.cloudadapter.spi.LaunchProgress;
import io.cloudadapter.spi.LaunchResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How the hostile cloud launches where it runs launches as operations. The machines are there from the operation's
 * start, and vanish if it fails; or they come when it ends. An operation may be lost. One that is checked may take
 * hours; one that the keeper cannot follow ends within the time of late acceptance.
 */
final class OperationBehavior {

  private static final class Operation {
    final LaunchOperation id;
    final Effect.Launch ask;
    final boolean early;
    final long begun;
    long due = Long.MAX_VALUE;
    boolean checked;
    boolean ended;
    boolean lost;

    @Nullable
    LaunchFailure failure;

    Operation(LaunchOperation id, Effect.Launch ask, boolean early, long begun) {
      this.id = id;
      this.ask = ask;
      this.early = early;
      this.begun = begun;
    }
  }

  private final HostileCloud cloud;
  private final ErrorGenerator errors;
  private final LaunchBehavior launches;
  private final Map<LaunchKey, Operation> byKey = new HashMap<>();
  private final Map<LaunchOperation, Operation> byId = new HashMap<>();

  OperationBehavior(HostileCloud cloud, ErrorGenerator errors, LaunchBehavior launches) {
    this.cloud = cloud;
    this.errors = errors;
    this.launches = launches;
  }

  boolean has(LaunchKey key) {
    return byKey.containsKey(key);
  }

  /** A request reaches the cloud: it begins an operation, or repeats the answer to its key. */
  LaunchBehavior.Outcome arrives(Effect.Launch ask) {
    Operation before = byKey.get(ask.key());
    LaunchKeySupport support = cloud.weather.profile().keySupport();
    if (before != null
        && support.kind() == LaunchKeySupport.Kind.TOKEN
        && cloud.timeline.nanos() - before.begun <= support.lifetime().toNanos()) {
      return repeated(before);
    }
    if (before != null && support.kind() == LaunchKeySupport.Kind.NAME) {
      return LaunchBehavior.nameInUse(!before.ended || anyAlive(before));
    }
    return begin(ask);
  }

  private boolean anyAlive(Operation operation) {
    return launches
        .answered(operation.ask.key())
        .filter(made -> made.machines().stream().anyMatch(CloudMachine::alive))
        .isPresent();
  }

  private LaunchBehavior.Outcome repeated(Operation before) {
    boolean made = before.ended && before.failure == null;
    return made
        ? launches.done(launches.answered(before.ask.key()).orElseThrow())
        : accepted(before);
  }

  private LaunchBehavior.Outcome begin(Effect.Launch ask) {
    boolean early = cloud.dice.chance(0.3);
    if (early) {
      LaunchBehavior.Outcome made = launches.make(ask);
      if (made.error().isPresent()) {
        return made;
      }
    }
    Operation operation = new Operation(
        new LaunchOperation("operation-" + byId.size()), ask, early, cloud.timeline.nanos());
    byKey.put(ask.key(), operation);
    byId.put(operation.id, operation);
    operation.lost = cloud.faults.strikes(FaultKind.OPERATION_LOST);
    cloud.chronicle.tell("cloud", () -> "begins " + operation.id + " for launch " + ask.key());
    endSoon(operation);
    return accepted(operation);
  }

  private static LaunchBehavior.Outcome accepted(Operation operation) {
    return new LaunchBehavior.Outcome(
        Optional.of(LaunchResult.accepted(operation.id, List.of())), Optional.empty());
  }

  /** Ends it within the time in which the cloud may act on a request that its caller has given up. */
  private void endSoon(Operation operation) {
    long longest = Math.max(1, cloud.weather.latestArrival());
    endAt(operation, cloud.timeline.nanos() + cloud.dice.between(1, longest));
  }

  private void endAt(Operation operation, long due) {
    if (due < operation.due) {
      operation.due = due;
      cloud.timeline.after(due - cloud.timeline.nanos(), () -> fallDue(operation));
    }
  }

  private void fallDue(Operation operation) {
    if (operation.ended || cloud.timeline.nanos() < operation.due) {
      return;
    }
    if (operation.checked && !operation.lost && cloud.dice.chance(0.3)) {
      operation.due = Long.MAX_VALUE;
      endAt(operation, cloud.timeline.nanos() + cloud.dice.seconds(600, 7200));
    } else {
      end(operation);
    }
  }

  private void end(Operation operation) {
    if (cloud.faults.strikes(FaultKind.OPERATION_FAILS)) {
      operation.failure =
          new LaunchFailure(Kind.CAPACITY, launches.scope(operation.ask), "the zone is full");
      if (operation.early) {
        launches.answered(operation.ask.key()).orElseThrow().machines().forEach(cloud::die);
      }
    } else if (!operation.early) {
      launches
          .make(operation.ask)
          .error()
          .ifPresent(error -> operation.failure =
              new LaunchFailure(error.kind(), error.scope(), String.valueOf(error.getMessage())));
    }
    operation.ended = true;
    cloud.chronicle.tell(
        "cloud",
        () -> "ends " + operation.id + (operation.failure == null ? "" : ", which has failed"));
  }

  void check(
      Effect.Check check,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away) {
    Optional<CloudException> error = away.isPresent()
        ? away
        : cloud.faults.strikes(FaultKind.LIST_FAILS)
            ? Optional.of(errors.riddle())
            : Optional.empty();
    cloud.reply(
        hears,
        line,
        cloud.callTime(),
        () -> new Event.Checked(
            check.key(),
            check.operation(),
            error.isPresent() ? Optional.empty() : Optional.of(progress(check, line)),
            error));
  }

  private LaunchProgress progress(Effect.Check check, HostileCloud.Line line) {
    Operation operation = byId.get(check.operation());
    if (operation == null || operation.lost || cloud.reachesWrongAccount(line)) {
      if (operation != null && !operation.ended) {
        operation.checked = false;
        endSoon(operation);
      }
      return new LaunchProgress.Unknown();
    }
    if (!operation.ended) {
      operation.checked = true;
      return new LaunchProgress.Running();
    }
    LaunchFailure failure = operation.failure;
    return failure != null
        ? new LaunchProgress.Failed(failure)
        : new LaunchProgress.Done(launches
            .done(launches.answered(operation.ask.key()).orElseThrow())
            .result()
            .orElseThrow());
  }
}
