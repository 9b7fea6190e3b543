package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.scaling.ScheduledSize;
import io.cloudadapter.core.config.CronSchedule;
import io.cloudadapter.core.config.ScalingSchedule;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.ScheduleRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sets the sizes that are due by the pool's schedules. The ledger records how far each schedule has been applied, in
 * the same atom as the size, so that no time is applied twice, by any process, and none is lost while no process
 * runs. Only here the wall clock decides, because people mean it.
 */
final class ScheduleRunner {
  /** Further ahead than that nothing was followed by a clock that was right. */
  private static final Duration CLOCK_WAS_WRONG = Duration.ofHours(26);

  /** So far ahead people see what comes. */
  private static final Duration FORESEEN = Duration.ofDays(1);

  private record Due(String name, ScalingSchedule schedule, Instant at) {}

  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final Scaler scaler;
  private final Map<String, ScalingSchedule> schedules;

  /** When the next time comes; null if that has to be looked up. */
  private @Nullable Instant next;

  ScheduleRunner(
      KeeperConfig settings, Ledger ledger, CurrentStep step, AlarmRegistry alarms, Scaler scaler) {
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.scaler = scaler;
    this.schedules = settings.config().scaling().schedules();
  }

  /** Whether a time has come that has not been seen to. */
  boolean isDue() {
    if (schedules.isEmpty() && ledger.pool().schedules().isEmpty()) {
      return false;
    }
    begin();
    return ledger.pool().phase() == PoolRecord.Phase.ACTIVE
        && !ledger.pool().restored()
        && !step.wall().isBefore(next());
  }

  /** Sets what is due, the earliest first. */
  void applyDue() {
    List<Due> dues = new ArrayList<>();
    schedules.forEach((name, schedule) -> schedule
        .cron()
        .last(through(name), step.wall())
        .ifPresent(at -> dues.add(new Due(name, schedule, at))));
    dues.sort(Comparator.comparing(Due::at).thenComparing(Due::name));
    List<String> refused = new ArrayList<>();
    for (Due due : dues) {
      ledger.atom();
      ledger.decidedBy(Optional.of("schedule:" + due.name()));
      Optional<String> refusal = scaler.scheduled(due.schedule().resize());
      ledger.decidedBy(Optional.empty());
      seen(due.name(), due.at());
      refusal.ifPresent(why -> refused.add(
          "schedule " + due.name() + " could not be followed at " + due.at() + ": " + why));
    }
    // One that went well beside it does not take the alarm away.
    if (refused.isEmpty()) {
      alarms.clear(Alarm.Code.SCHEDULE);
    } else {
      alarms.raise(Alarm.Code.SCHEDULE, String.join("; ", refused), step.wall());
    }
    next = null;
  }

  /** Asks to be woken when the next time comes. */
  void onStep() {
    if (!schedules.isEmpty()
        && ledger.pool().phase() == PoolRecord.Phase.ACTIVE
        && !ledger.pool().restored()) {
      Duration wait = Duration.between(step.wall(), next());
      if (wait.compareTo(Duration.ofHours(1)) < 0) {
        step.wakeAt(step.now().plus(wait.isNegative() ? Duration.ZERO : wait));
      }
    }
  }

  /** The schedules, for people. */
  Map<String, ScheduledSize> sizes() {
    Map<String, ScheduledSize> sizes = new TreeMap<>();
    schedules.forEach((name, schedule) -> sizes.put(
        name,
        new ScheduledSize(
            schedule.cron().text(),
            schedule.cron().zone(),
            schedule.desiredSize(),
            schedule.minSize(),
            schedule.maxSize(),
            schedule.cron().next(through(name)),
            upcoming(schedule.cron()))));
    return sizes;
  }

  private List<Instant> upcoming(CronSchedule cron) {
    return cron.between(step.wall(), step.wall().plus(FORESEEN), ScheduledSize.MOST_UPCOMING);
  }

  /** A schedule that is new, or says other times, begins now; so does one that a wrong clock has ended. */
  private void begin() {
    Map<String, ScheduleRecord> before = ledger.pool().schedules();
    Map<String, ScheduleRecord> after = new TreeMap<>();
    schedules.forEach((name, schedule) -> {
      String times = schedule.cron().toString();
      ScheduleRecord known = before.get(name);
      boolean stands = known != null
          && known.times().equals(times)
          && !known.through().isAfter(step.wall().plus(CLOCK_WAS_WRONG));
      after.put(name, stands ? known : new ScheduleRecord(times, step.wall()));
    });
    if (!after.equals(before)) {
      ledger.put(ledger.pool().edit(edit -> edit.schedules = after));
      next = null;
    }
  }

  /** What was due before a restore was accepted is not followed any more. */
  void skipDue() {
    schedules.keySet().forEach(name -> seen(name, step.wall()));
    next = null;
  }

  private void seen(String name, Instant at) {
    Map<String, ScheduleRecord> after = new TreeMap<>(ledger.pool().schedules());
    after.computeIfPresent(name, (n, known) -> new ScheduleRecord(known.times(), at));
    ledger.put(ledger.pool().edit(edit -> edit.schedules = after));
  }

  private Instant through(String name) {
    ScheduleRecord known = ledger.pool().schedules().get(name);
    return known == null ? step.wall() : known.through();
  }

  private Instant next() {
    Instant soonest = next;
    if (soonest == null) {
      soonest = Instant.MAX;
      for (Map.Entry<String, ScalingSchedule> entry : schedules.entrySet()) {
        Instant at = entry.getValue().cron().next(through(entry.getKey())).orElse(Instant.MAX);
        soonest = at.isBefore(soonest) ? at : soonest;
      }
      next = soonest;
    }
    return soonest;
  }
}
