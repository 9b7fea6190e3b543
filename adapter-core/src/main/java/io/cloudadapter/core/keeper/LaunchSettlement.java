package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.ErrorText;
import io.cloudadapter.core.keeper.state.KeeperCounters;
import io.cloudadapter.core.keeper.state.LaunchAttempts;
import io.cloudadapter.core.keeper.state.LaunchBackoff;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchProgress;
import io.cloudadapter.spi.LaunchResult;
import java.util.List;
import java.util.Optional;

/**
 * Finds out what launches did, from replies and from lists, until all are resolved.
 *
 * <p>An unknown outcome stays open. An error with effect NONE ends a launch only if no earlier sending was ambiguous. A
 * launch that cannot be sent again lapses once three complete lists, the last of them begun after the settle time, have
 * shown nothing new. A launch that the cloud runs as an operation waits for its end instead.
 */
final class LaunchSettlement {
  private static final int SENDS_AT_FIRST = 4;
  private static final int SENDS_AT_MOST = 64;
  static final int EMPTY_LISTS = 3;

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final KeeperCounters counters;
  private final LaunchAttempts launchAttempts;
  private final LaunchBackoff launchBackoff;
  private final MachineRecorder recorder;
  private final LaunchMemory memory;
  private int sendsAtOnce = SENDS_AT_FIRST;

  LaunchSettlement(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      KeeperCounters counters,
      LaunchAttempts launchAttempts,
      LaunchBackoff launchBackoff,
      MachineRecorder recorder,
      LaunchMemory memory) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.counters = counters;
    this.launchAttempts = launchAttempts;
    this.launchBackoff = launchBackoff;
    this.recorder = recorder;
    this.memory = memory;
  }

  /** How many launches may be under way at once: more after each success, one after a refusal. */
  int sendsAtOnce() {
    return sendsAtOnce;
  }

  void onLaunched(Event.Launched event) {
    LaunchMemory.SendState state = memory.stateOf(event.key().value());
    state.calling = false;
    state.lastSent = step.now().nanos();
    LaunchRecord launch = ledger.launch(event.key().value()).orElse(null);
    if (launch == null) {
      return;
    }
    if (event.result().isPresent()) {
      onMade(launch, event.result().get());
    } else if (event.error().isPresent()) {
      onRefused(launch, state, event.error().get());
    } else {
      onTargetSet(launch, state);
    }
    if (ledger.launch(launch.key()).filter(LaunchRecord::unresolved).isEmpty()) {
      memory.forget(launch.key());
    }
  }

  /** The cloud has ended an operation, or does not have it. */
  void onOperationEnded(LaunchRecord running, LaunchProgress progress) {
    LaunchRecord launch = running.operationEnded(step.wall());
    ledger.put(launch);
    LaunchMemory.SendState state = memory.stateOf(launch.key());
    state.lastSent = step.now().nanos();
    state.emptyLists = 0;
    if (progress instanceof LaunchProgress.Done done) {
      onMade(launch, done.result());
    } else if (progress instanceof LaunchProgress.Failed failed) {
      LaunchFailure failure = failed.failure();
      onRefused(
          launch,
          state,
          CloudException.of(failure.kind(), CloudException.Effect.NONE, failure.message())
              .scope(failure.scope())
              .build());
    } else if (progress instanceof LaunchProgress.Unknown) {
      memory.outcomeUnknown(state, "the cloud does not have operation " + running.operation());
    } else {
      throw new IllegalStateException("an operation that has ended is not " + progress);
    }
    if (ledger.launch(launch.key()).filter(LaunchRecord::unresolved).isEmpty()) {
      memory.forget(launch.key());
    }
  }

  private void onMade(LaunchRecord launch, LaunchResult result) {
    for (var sighting : result.machines()) {
      // One atom for each, because a transaction cannot hold a hundred machines.
      ledger.atom();
      recorder.onLaunched(launch.key(), sighting);
    }
    ledger
        .launch(launch.key())
        .filter(LaunchRecord::unresolved)
        .ifPresent(rest -> ledger.put(result
            .operation()
            .map(runs -> rest.accepted(runs.id()))
            .orElseGet(() -> rest.resolved(step.wall()))));
    sendsAtOnce = Math.min(SENDS_AT_MOST, sendsAtOnce * 2);
    if (result.operation().isPresent()) {
      // Whether the cloud makes machines again shows at the operation's end.
      return;
    }
    alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.LAUNCH);
    if (result.shortfall().isPresent()) {
      var failure = result.shortfall().get();
      launchBackoff.onRefused(
          failure.kind(),
          failure.scope(),
          Optional.empty(),
          failure.message(),
          launchAttempts.of(launch.key()),
          step.now());
    } else {
      launchBackoff.onSucceeded(launch.zoneIfAny(), launchAttempts.of(launch.key()));
    }
  }

  /** A group has its target and reaches it gradually; the pool repeats the target until it has. */
  private void onTargetSet(LaunchRecord launch, LaunchMemory.SendState state) {
    memory.outcomeUnknown(state, "the group comes to its size by and by");
    state.retry.failed(step.now(), Optional.empty(), settings.random());
    sendsAtOnce = Math.min(SENDS_AT_MOST, sendsAtOnce * 2);
    alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.LAUNCH);
    launchBackoff.onSucceeded(launch.zoneIfAny(), launchAttempts.of(launch.key()));
  }

  private void onRefused(LaunchRecord launch, LaunchMemory.SendState state, CloudException error) {
    boolean keyTrouble = error.conflict().isPresent()
        && (error.conflict().get() == Conflict.KEY_SPENT
            || error.conflict().get() == Conflict.KEY_MISMATCH
            || error.conflict().get() == Conflict.NAME_TAKEN);
    if (error.effect() == CloudException.Effect.NONE && !state.ambiguous && !keyTrouble) {
      if (launch.unresolved()) {
        ledger.put(launch.resolved(step.wall()));
      }
      sendsAtOnce = 1;
      counters.count(KeeperCounters.Counter.LAUNCHES_FAILED, 1);
      launchBackoff.onRefused(
          error.kind(),
          error.scope(),
          error.retryAfter(),
          "a launch" + LaunchSender.inZone(launch.zoneIfAny())
              + (isTransient(error.kind()) ? " failed and made nothing: " : " was refused: ")
              + ErrorText.of(error),
          launchAttempts.of(launch.key()),
          step.now());
      return;
    }
    memory.outcomeUnknown(state, ErrorText.of(error));
    state.retry.failed(step.now(), error.retryAfter(), settings.random());
    if (keyTrouble) {
      state.stopped = true;
      alarms.raise(
          Alarm.Code.BAD_LAUNCH,
          AlarmRegistry.Cause.LAUNCH,
          "launch " + launch.key() + " met " + ErrorText.of(error) + "; it is looked for",
          step.wall());
    } else if (error.effect() == CloudException.Effect.NONE && !isTransient(error.kind())) {
      state.stopped = true;
    }
    if (error.kind() == CloudException.Kind.UNCLASSIFIED) {
      alarms.raise(
          Alarm.Code.CLOUD,
          AlarmRegistry.Cause.LAUNCH,
          "a launch ended in an error that the adapter does not recognise: " + ErrorText.of(error),
          step.wall());
    }
  }

  /** Whether the same request may well succeed a little later. */
  private static boolean isTransient(CloudException.Kind kind) {
    return switch (kind) {
      case THROTTLED, UNAVAILABLE, TIMEOUT, CANCELLED, UNAUTHENTICATED, UNCLASSIFIED -> true;
      case INVALID, DENIED, NOT_FOUND, CONFLICT, UNSUPPORTED, QUOTA, CAPACITY -> false;
    };
  }

  /** A complete list has ended: promises that it does not show come nearer to their end. */
  void ageUnresolved(Moment listStarted) {
    for (LaunchRecord launch : List.copyOf(ledger.unresolved())) {
      if (launch.status() == LaunchRecord.Status.SENT) {
        ageUnresolved(launch, listStarted);
      }
    }
  }

  private void ageUnresolved(LaunchRecord launch, Moment listStarted) {
    LaunchMemory.SendState state = memory.stateOf(launch.key());
    if (state.calling || launch.operation() != null || !listStarted.reached(state.lastSent)) {
      return;
    }
    state.emptyLists++;
    boolean settled =
        listStarted.reached(state.lastSent + settings.profile().settle().toNanos());
    if (settled && state.emptyLists >= EMPTY_LISTS && !memory.resendable(launch, state)) {
      ledger.atom();
      ledger.put(
          launch.ids().isEmpty() ? launch.lapsed(step.wall()) : launch.resolved(step.wall()));
      counters.count(KeeperCounters.Counter.LAUNCHES_LAPSED, 1);
      memory.forget(launch.key());
    }
  }
}
