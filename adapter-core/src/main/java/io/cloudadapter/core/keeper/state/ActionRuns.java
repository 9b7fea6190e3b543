package io.cloudadapter.core.keeper.state;

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
public final class ActionRuns {
  public static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration LONGEST_LEASE = Duration.ofHours(1);

  /** The state in memory of an action that has not ended. */
  public static final class Run {
    public final long notBefore;
    public final long deadline;
    public final RetryBackoff retry = new RetryBackoff();
    public int timer = -1;

    /** From when on a look that shows nothing proves that nothing was done. */
    public long settledAt;

    Run(long notBefore, long deadline) {
      this.notBefore = notBefore;
      this.deadline = deadline;
    }
  }

  private final KeeperConfig settings;
  private final CurrentStep step;
  private final TimerWheel<UUID> timers;
  private final Map<UUID, Run> byAction = new HashMap<>();

  public ActionRuns(KeeperConfig settings, CurrentStep step) {
    this.settings = settings;
    this.step = step;
    this.timers = new TimerWheel<>(step.now().nanos());
  }

  public boolean isEmpty() {
    return byAction.isEmpty();
  }

  /** Begins to remember an action: one that was accepted just now, or in an earlier life. */
  public Run add(ActionRecord action) {
    Run run = new Run(
        step.now().plus(left(action.notBefore(), action.createdAt())),
        step.now().plus(left(action.deadline(), action.createdAt())));
    byAction.put(action.uid(), run);
    return run;
  }

  @Nullable
  public Run find(UUID uid) {
    return byAction.get(uid);
  }

  public void remove(ActionRecord action) {
    Run run = byAction.remove(action.uid());
    if (run != null) {
      cancelTimer(run);
    }
  }

  /** Takes the actions that had to wait until now. */
  public List<UUID> takeDue() {
    List<UUID> due = new ArrayList<>();
    timers.advance(step.now().nanos(), due::add);
    return due;
  }

  public OptionalLong nextTimer() {
    return timers.next();
  }

  /** What is left of a time that began at that moment; no more than it was then. */
  public Duration left(Instant until, Instant since) {
    Duration most = Duration.between(since, until);
    Duration left = Duration.between(step.wall(), until);
    return left.isNegative() ? Duration.ZERO : left.compareTo(most) > 0 ? most : left;
  }

  /** All of it again: what the wall clock says of the rest would end it early after a leap. */
  public Duration leaseLeft(ActionRecord action) {
    Instant until = action.leaseUntil();
    Duration whole = until == null ? lease() : Duration.between(action.token().since(), until);
    return whole.compareTo(LONGEST_LEASE) > 0 ? LONGEST_LEASE : whole;
  }

  /** The longest that a call of ours may be out: it begins within one call time-out, and takes another. */
  public Duration lease() {
    return settings.profile().callTimeout().multipliedBy(2).plus(SOON).plus(SOON);
  }

  public void setTimer(ActionRecord action, Run run, long at) {
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
  public void setTimerWithinDeadline(ActionRecord action, Run run, long at) {
    setTimer(action, run, run.deadline - at < 0 ? run.deadline : at);
  }

  public Run of(ActionRecord action) {
    return Objects.requireNonNull(byAction.get(action.uid()), "it is not over");
  }
}
