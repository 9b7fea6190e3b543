package io.cloudadapter.core.keeper;

import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.RetryBackoff;
import io.cloudadapter.core.keeper.state.TimerWheel;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Remembers of each action that has not ended what its record does not hold: its time-outs, its timer and its retries.
 * Within one process they follow the monotonic clock only; after a restart they follow the ledger.
 */
final class ActionRuns {
  static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration LONGEST_LEASE = Duration.ofHours(1);

  /** The state in memory of an action that has not ended. */
  static final class Run {
    final long notBefore;
    final long deadline;
    final RetryBackoff retry = new RetryBackoff();
    int timer = -1;

    /** From when on a look that shows nothing proves that nothing was done. */
    long settledAt;

    Run(long notBefore, long deadline) {
      this.notBefore = notBefore;
      this.deadline = deadline;
    }
  }

  private final KeeperConfig settings;
  private final CurrentStep step;
  private final TimerWheel<UUID> timers;
  private final Map<UUID, Run> byAction = new HashMap<>();

  ActionRuns(KeeperConfig settings, CurrentStep step) {
    this.settings = settings;
    this.step = step;
    this.timers = new TimerWheel<>(step.now().nanos());
  }

  boolean isEmpty() {
    return byAction.isEmpty();
  }

  /** Begins to remember an action: one that was accepted just now, or in an earlier life. */
  Run add(ActionRecord action) {
    Run run = new Run(
        step.now().plus(left(action.notBefore(), action.createdAt())),
        step.now().plus(left(action.deadline(), action.createdAt())));
    byAction.put(action.uid(), run);
    return run;
  }

  @Nullable
  Run find(UUID uid) {
    return byAction.get(uid);
  }

  void remove(ActionRecord action) {
    Run run = byAction.remove(action.uid());
    if (run != null) {
      cancelTimer(run);
    }
  }

  /** Takes the actions that had to wait until now. */
  List<UUID> takeDue() {
    List<UUID> due = new ArrayList<>();
    timers.advance(step.now().nanos(), due::add);
    return due;
  }

  OptionalLong nextTimer() {
    return timers.next();
  }

  /** What is left of a time that began at that moment; no more than it was then. */
  Duration left(Instant until, Instant since) {
    Duration most = Duration.between(since, until);
    Duration left = Duration.between(step.wall(), until);
    return left.isNegative() ? Duration.ZERO : left.compareTo(most) > 0 ? most : left;
  }

  /** All of it again: what the wall clock says of the rest would end it early after a leap. */
  Duration leaseLeft(ActionRecord action) {
    Instant until = action.leaseUntil();
    Duration whole = until == null ? lease() : Duration.between(action.token().since(), until);
    return whole.compareTo(LONGEST_LEASE) > 0 ? LONGEST_LEASE : whole;
  }

  /** The longest that a call of ours may be out: it begins within one call time-out, and takes another. */
  Duration lease() {
    return settings.profile().callTimeout().multipliedBy(2).plus(SOON).plus(SOON);
  }

  void setTimer(ActionRecord action, Run run, long at) {
    cancelTimer(run);
    run.timer = timers.add(at, action.uid());
  }

  private void cancelTimer(Run run) {
    if (run.timer >= 0) {
      timers.remove(run.timer);
      run.timer = -1;
    }
  }

  /** To be looked at again at that time, or when its time is up. */
  void setTimerWithinDeadline(ActionRecord action, Run run, long at) {
    setTimer(action, run, run.deadline - at < 0 ? run.deadline : at);
  }

  Run of(ActionRecord action) {
    return Objects.requireNonNull(byAction.get(action.uid()), "it is not over");
  }
}
