package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.RetryBackoff;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchProgress;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks launches that the cloud runs as operations, until each has ended: often at first, then every half minute. A
 * check that fails is repeated with back-off, and settles nothing.
 */
final class LaunchOperationPoller {
  private static final Duration FIRST = Duration.ofSeconds(2);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private static final class Check {
    boolean calling;
    Duration interval = FIRST;
    final RetryBackoff next = new RetryBackoff();
  }

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final CloudContact cloud;
  private final LaunchSettlement settlement;
  private final Map<String, Check> checks = new HashMap<>();

  LaunchOperationPoller(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      CloudContact cloud,
      LaunchSettlement settlement) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.cloud = cloud;
    this.settlement = settlement;
  }

  /** Checks the operations that are due. */
  void onStep() {
    List<LaunchRecord> running = ledger.unresolved().stream()
        .filter(launch -> launch.operation() != null)
        .toList();
    for (LaunchRecord launch : running) {
      check(launch);
    }
    if (checks.size() > running.size()) {
      checks
          .keySet()
          .removeIf(key -> running.stream().noneMatch(launch -> launch.key().equals(key)));
    }
    alarmOnLongOperations(running);
  }

  private void check(LaunchRecord launch) {
    Check check = checks.computeIfAbsent(launch.key(), key -> begun());
    // The wrong account has no such operation, and its answer would be taken for the cloud's.
    if (check.calling || !cloud.identified) {
      return;
    }
    if (check.next.isDue(step.now())) {
      check.calling = true;
      step.emit(
          new Effect.Check(new LaunchKey(launch.key()), launch.operationIfAny().orElseThrow()));
    } else {
      step.wakeAt(check.next.at());
    }
  }

  private Check begun() {
    Check check = new Check();
    check.next.after(step.now(), FIRST);
    return check;
  }

  void onChecked(Event.Checked event) {
    Check check = checks.get(event.key().value());
    Optional<LaunchRecord> launch = ledger
        .launch(event.key().value())
        .filter(known -> known.operationIfAny().equals(Optional.of(event.operation())));
    if (check == null || launch.isEmpty()) {
      return;
    }
    check.calling = false;
    if (event.error().isPresent() || event.progress().isEmpty()) {
      check.next.failed(step.now(), event.error().flatMap(e -> e.retryAfter()), settings.random());
      return;
    }
    LaunchProgress progress = event.progress().get();
    if (progress instanceof LaunchProgress.Running) {
      check.next.after(step.now(), check.interval);
      Duration longer = check.interval.multipliedBy(2);
      check.interval = longer.compareTo(LONGEST) > 0 ? LONGEST : longer;
      return;
    }
    checks.remove(event.key().value());
    settlement.onOperationEnded(launch.get(), progress);
  }

  /** Raises an alarm while the cloud works on a launch for longer than a machine may boot. */
  private void alarmOnLongOperations(List<LaunchRecord> running) {
    Optional<LaunchRecord> oldest = Optional.empty();
    int late = 0;
    for (LaunchRecord launch : running) {
      Instant due = sentAt(launch).plus(settings.config().bootDeadline());
      if (step.wall().isBefore(due)) {
        step.wakeAt(step.now().plus(Duration.between(step.wall(), due)));
        continue;
      }
      late++;
      if (oldest.isEmpty() || sentAt(launch).isBefore(sentAt(oldest.get()))) {
        oldest = Optional.of(launch);
      }
    }
    if (oldest.isEmpty()) {
      alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.OPERATION);
    } else {
      alarms.raise(
          Alarm.Code.CLOUD,
          AlarmRegistry.Cause.OPERATION,
          "the cloud has not ended " + late
              + (late == 1 ? " launch operation" : " launch operations")
              + " within the boot deadline; the oldest is " + oldest.get().operation()
              + ", sent at " + sentAt(oldest.get()),
          step.wall());
    }
  }

  private static Instant sentAt(LaunchRecord launch) {
    Instant sent = launch.firstSent();
    return sent == null ? launch.plannedAt() : sent;
  }

  /** When an operation is checked next, for people. */
  Optional<Instant> nextCheck(LaunchRecord launch) {
    return Optional.ofNullable(checks.get(launch.key()))
        .filter(check -> check.next.waiting() && !check.calling)
        .map(check -> step.now().wallAt(check.next.at()));
  }
}
