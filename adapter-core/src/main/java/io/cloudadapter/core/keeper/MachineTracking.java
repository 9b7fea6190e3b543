package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.PoolIncarnation;
import org.jspecify.annotations.Nullable;

/**
 * What the keeper remembers of a machine in memory: when lists showed it and did not, and what is under way. A
 * restart loses it, and then waits anew instead of acting early.
 */
final class MachineTracking {
  /** When its record was made or read. */
  long since;

  /** When its end was recorded. */
  long endedAt;

  /** When the cloud's report of it last moved forward. */
  long advancedAt;

  /** The attempt to launch that made it, see {@link LaunchAttempts}. */
  long attempt;

  /** The start of the last look that showed it in a state other than RUNNING. */
  long bootingAt;

  /** Whether any list has shown it, or an earlier life has known it. */
  boolean listed = true;

  /** Since when the cloud is asked to end it, in this life. */
  @Nullable
  Long endingSince;

  /** How often in a row the cloud has refused to end it. */
  int endRefusals;

  /** Why it did so the last time. */
  @Nullable
  String endRefused;

  /** In how many complete lists in a row it was missing. */
  int misses;

  /** When the first of these began. */
  long missingSince;

  /** When it was presumed gone. */
  long presumedAt;

  /** When it became UNHEALTHY. */
  long unhealthySince;

  /** When its marks were last taken off successfully; meaningful if {@link #unmarked}. */
  long unmarkedAt;

  /** When marks of ours were last set on it. */
  long markedAt;

  /** Whether its marks were taken off in this life. */
  boolean unmarked;

  /** The life of a pool whose mark it carried when it was last seen. */
  @Nullable
  PoolIncarnation incarnation;

  /** Which life's marks were last asked to be taken off. */
  @Nullable
  PoolIncarnation unmarking;

  /** When it goes at the earliest, if it was given some time; unknown until this life has worked it out. */
  @Nullable
  Long goesAt;

  /** Since when it waits to be out from behind the load balancers. */
  @Nullable
  Long drainsSince;

  /** What the last start or stop of it that has succeeded made of it. */
  @Nullable
  MachineState made;

  /** When that was known. */
  long madeAt;

  /** Whether a call about it is under way. */
  boolean calling;

  /** A list shows it. */
  void seen() {
    listed = true;
    misses = 0;
  }

  /** When to call again, and how patiently. */
  private @Nullable RetryBackoff retry;

  RetryBackoff retry() {
    RetryBackoff made = retry == null ? new RetryBackoff() : retry;
    retry = made;
    return made;
  }

  MachineTracking(long now) {
    since = now;
    endedAt = now;
    markedAt = now;
    advancedAt = now;
    bootingAt = now;
    unhealthySince = now;
    presumedAt = now;
  }
}
