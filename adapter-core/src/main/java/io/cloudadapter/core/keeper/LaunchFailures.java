package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
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
final class LaunchFailures {
  /** How many attempts must fail in a row before launches rest. */
  private static final int ATTEMPTS_BEFORE_REST = 3;

  /** How many machines must fail in a row before a person hears of it, in however many attempts. */
  private static final int MACHINES_BEFORE_ALARM = 3;

  private static final Duration SHORTEST_REST = Duration.ofSeconds(30);
  private static final Duration LONGEST_REST = Duration.ofMinutes(30);

  /** How often a size that is asked for has launches tried, for callers that repeat themselves. */
  private static final Duration TRY_EVERY = Duration.ofSeconds(30);

  private final KeeperContext work;
  private long restsUntil;
  private int machines;
  private @Nullable Long triedAt;
  private @Nullable Long tryAt;

  LaunchFailures(KeeperContext work) {
    this.work = work;
    Instant until = work.ledger.pool().parkedUntil();
    restsUntil = until == null ? work.now().nanos() : work.now().plus(atMost(until));
  }

  private Duration atMost(Instant until) {
    Duration left = Duration.between(work.wall(), until);
    return left.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : left;
  }

  /** Whether launches rest at present; by the monotonic clock (I11). */
  boolean isResting() {
    return work.ledger.pool().parkedUntil() != null && !work.now().reached(restsUntil);
  }

  long restsUntil() {
    return restsUntil;
  }

  /** Whether so many attempts have failed in a row that one machine is tried at a time. */
  boolean oneAtATime() {
    return work.ledger.pool().launchFailures() >= ATTEMPTS_BEFORE_REST;
  }

  /** A machine never came to run. */
  void failed(String machine, String why) {
    work.count(KeeperContext.Count.LAUNCHES_FAILED, 1);
    machines++;
    long attempt = work.trackingIfAny(machine).map(track -> track.attempt).orElse(0L);
    if (work.launchAttempts.counts(Alarm.Code.LAUNCHES_FAIL, attempt)) {
      int failures = work.ledger.pool().launchFailures() + 1;
      Optional<Duration> rest = failures < ATTEMPTS_BEFORE_REST
          ? Optional.empty()
          : Optional.of(RetryBackoff.backOff(
              SHORTEST_REST,
              LONGEST_REST,
              failures - ATTEMPTS_BEFORE_REST,
              work.settings.random()));
      Optional<Instant> until = rest.map(work.wall()::plus);
      restsUntil = work.now().plus(rest.orElse(Duration.ZERO));
      work.ledger.put(work.ledger.pool().edit(edit -> {
        edit.launchFailures = failures;
        edit.parkedUntil = until.orElse(null);
      }));
    }
    if (machines >= MACHINES_BEFORE_ALARM || isResting()) {
      raise("; the last: " + why);
    }
  }

  private void raise(String why) {
    int failures = work.ledger.pool().launchFailures();
    work.alarms.raise(
        Alarm.Code.LAUNCHES_FAIL,
        (failures == 1 ? "an attempt" : failures + " attempts in a row")
            + " to launch led to no running machine" + why + next(),
        work.wall());
  }

  private String next() {
    Instant until = work.ledger.pool().parkedUntil();
    return until == null
        ? ""
        : "; one machine is tried at " + until.truncatedTo(ChronoUnit.SECONDS)
            + ", or at once after a resize or thaw";
  }

  /** Raises the alarm again that stood when an earlier process ended. */
  void restore() {
    if (work.ledger.pool().parkedUntil() != null) {
      raise("");
    }
  }

  /** A size is asked for: one launch tries at once, or half a minute after the last try, whether the cloud accepts. */
  void tryNow() {
    tryAt = null;
    Long last = triedAt;
    if (last != null && !work.now().reached(last + TRY_EVERY.toNanos())) {
      tryAt = last + TRY_EVERY.toNanos();
      return;
    }
    if (work.launchBackoff.any()) {
      triedAt = work.now().nanos();
      work.launchBackoff.tryNow();
    }
    if (isResting()) {
      triedAt = work.now().nanos();
      // The failures in a row still count, so that one machine goes first.
      work.ledger.put(work.ledger.pool().edit(edit -> edit.parkedUntil = null));
    }
  }

  /** Tries what was asked for too soon after the last try, when its time has come. */
  void tryIfDue() {
    Long due = tryAt;
    if (due == null) {
      return;
    }
    if (work.now().reached(due)) {
      tryNow();
    } else {
      work.wakeAt(due);
    }
  }

  /** A machine runs, or a person has looked: what failed before does not count any more. */
  void reset() {
    machines = 0;
    work.alarms.clear(Alarm.Code.LAUNCHES_FAIL);
    if (work.ledger.pool().launchFailures() > 0) {
      work.ledger.put(work.ledger.pool().edit(edit -> {
        edit.launchFailures = 0;
        edit.parkedUntil = null;
      }));
    }
  }
}
