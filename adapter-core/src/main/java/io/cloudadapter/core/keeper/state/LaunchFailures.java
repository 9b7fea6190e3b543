package io.cloudadapter.core.keeper.state;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Counts attempts to launch that led to no running machine, and stops launches for a while after several in a row:
 * the more, the longer. Machines that were launched together and fail together are one attempt. After the wait one
 * machine is tried; the first that runs resets the count.
 */
public final class LaunchFailures {
  /** How many attempts must fail in a row before launches rest. */
  private static final int ATTEMPTS_BEFORE_REST = 3;

  /** How many machines must fail in a row before a person hears of it, in however many attempts. */
  private static final int MACHINES_BEFORE_ALARM = 3;

  private static final Duration SHORTEST_REST = Duration.ofSeconds(30);
  private static final Duration LONGEST_REST = Duration.ofMinutes(30);

  /** How often a size that is asked for has launches tried, for callers that repeat themselves. */
  private static final Duration TRY_EVERY = Duration.ofSeconds(30);

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final KeeperCounters counters;
  private final MachineTrackings trackings;
  private final LaunchAttempts launchAttempts;
  private final LaunchBackoff launchBackoff;
  private long restsUntil;
  private int machines;
  private @Nullable Long triedAt;
  private @Nullable Long tryAt;

  public LaunchFailures(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      KeeperCounters counters,
      MachineTrackings trackings,
      LaunchAttempts launchAttempts,
      LaunchBackoff launchBackoff) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.counters = counters;
    this.trackings = trackings;
    this.launchAttempts = launchAttempts;
    this.launchBackoff = launchBackoff;
    Instant until = ledger.pool().parkedUntil();
    restsUntil = until == null ? step.now().nanos() : step.now().plus(atMost(until));
  }

  private Duration atMost(Instant until) {
    Duration left = Duration.between(step.wall(), until);
    return left.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : left;
  }

  /** Whether launches rest at present; by the monotonic clock (I11). */
  public boolean isResting() {
    return ledger.pool().parkedUntil() != null && !step.now().reached(restsUntil);
  }

  public long restsUntil() {
    return restsUntil;
  }

  /** Whether so many attempts have failed in a row that one machine is tried at a time. */
  public boolean oneAtATime() {
    return ledger.pool().launchFailures() >= ATTEMPTS_BEFORE_REST;
  }

  /** Why the cloud refused a launch that waits for its next trial, for people; empty if none waits. */
  public Optional<String> refused() {
    return launchBackoff.refused();
  }

  /** A machine never came to run. */
  public void failed(String machine, String why) {
    counters.count(KeeperCounters.Counter.LAUNCHES_FAILED, 1);
    machines++;
    long attempt = trackings.find(machine).map(track -> track.attempt).orElse(0L);
    if (launchAttempts.counts(Alarm.Code.LAUNCHES_FAIL, attempt)) {
      int failures = ledger.pool().launchFailures() + 1;
      Optional<Duration> rest = failures < ATTEMPTS_BEFORE_REST
          ? Optional.empty()
          : Optional.of(RetryBackoff.backOff(
              SHORTEST_REST, LONGEST_REST, failures - ATTEMPTS_BEFORE_REST, settings.random()));
      Optional<Instant> until = rest.map(step.wall()::plus);
      restsUntil = step.now().plus(rest.orElse(Duration.ZERO));
      ledger.put(ledger.pool().edit(edit -> {
        edit.launchFailures = failures;
        edit.parkedUntil = until.orElse(null);
      }));
    }
    if (machines >= MACHINES_BEFORE_ALARM || isResting()) {
      raise("; the last: " + why);
    }
  }

  private void raise(String why) {
    int failures = ledger.pool().launchFailures();
    alarms.raise(
        Alarm.Code.LAUNCHES_FAIL,
        (failures == 1 ? "an attempt" : failures + " attempts in a row")
            + " to launch led to no running machine" + why + next(),
        step.wall());
  }

  private String next() {
    Instant until = ledger.pool().parkedUntil();
    return until == null
        ? ""
        : "; one machine is tried at " + until.truncatedTo(ChronoUnit.SECONDS)
            + ", or at once after a resize or thaw";
  }

  /** Raises the alarm again that stood when an earlier process ended. */
  public void restore() {
    if (ledger.pool().parkedUntil() != null) {
      raise("");
    }
  }

  /** A size is asked for: one launch tries at once, or half a minute after the last try, whether the cloud accepts. */
  public void tryNow() {
    tryAt = null;
    Long last = triedAt;
    if (last != null && !step.now().reached(last + TRY_EVERY.toNanos())) {
      tryAt = last + TRY_EVERY.toNanos();
      return;
    }
    if (launchBackoff.any()) {
      triedAt = step.now().nanos();
      launchBackoff.tryNow();
    }
    if (isResting()) {
      triedAt = step.now().nanos();
      // The failures in a row still count, so that one machine goes first.
      ledger.put(ledger.pool().edit(edit -> edit.parkedUntil = null));
    }
  }

  /** Tries what was asked for too soon after the last try, when its time has come. */
  public void tryIfDue() {
    Long due = tryAt;
    if (due == null) {
      return;
    }
    if (step.now().reached(due)) {
      tryNow();
    } else {
      step.wakeAt(due);
    }
  }

  /** A machine runs, or a person has looked: what failed before does not count any more. */
  public void reset() {
    machines = 0;
    alarms.clear(Alarm.Code.LAUNCHES_FAIL);
    if (ledger.pool().launchFailures() > 0) {
      ledger.put(ledger.pool().edit(edit -> {
        edit.launchFailures = 0;
        edit.parkedUntil = null;
      }));
    }
  }
}
