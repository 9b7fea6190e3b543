package io.cloudadapter.core.keeper.state;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PoolIncarnation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the keeper remembers of a machine in memory: when lists showed it and did not, and what is under way. A
 * restart loses it, and then waits anew instead of acting early.
 */
public final class MachineTracking {
  /** When its record was made or read. */
  public long since;

  /** When its end was recorded. */
  public long endedAt;

  /** When the cloud's report of it last moved forward. */
  public long advancedAt;

  /** Whether it runs again after a stop, so that a list that lags may still show the stop. */
  boolean restarted;

  /** The attempt to launch that made it, see {@link LaunchAttempts}. */
  public long attempt;

  /** The start of the last look that showed it in a state other than RUNNING. */
  public long bootingAt;

  /** Whether any list has shown it, or an earlier life has known it. */
  public boolean listed = true;

  /** When it appeared, if in this life: a list that lags may still lack it, even after another one has shown it. */
  @Nullable
  public Long appearedAt;

  /** Whether it is missing, and not counted among those that went missing. */
  public boolean uncounted;

  /** Since when the cloud is asked to end it, in this life. */
  @Nullable
  public Long endingSince;

  /** How often in a row the cloud has refused to end it. */
  public int endRefusals;

  /** Why it did so the last time. */
  @Nullable
  public String endRefused;

  /** In how many complete lists in a row it was missing. */
  public int misses;

  /** When the first of these began. */
  public long missingSince;

  /** Whether the last list that showed it left its state open. */
  public boolean stateOpen;

  /** When it was presumed gone. */
  public long presumedAt;

  /** When it became UNHEALTHY. */
  public long unhealthySince;

  /** When its marks were last taken off successfully; meaningful if {@link #unmarked}. */
  public long unmarkedAt;

  /** When marks of ours were last set on it. */
  public long markedAt;

  /** Since when it has been healthy without a break, as a refresh sees it; unknown until one has looked. */
  @Nullable
  public Long healthySince;

  /** Whether its marks were taken off in this life. */
  public boolean unmarked;

  /** The life of a pool whose mark it carried when it was last seen. */
  @Nullable
  public PoolIncarnation incarnation;

  /** Which life's marks were last asked to be taken off. */
  @Nullable
  public PoolIncarnation unmarking;

  /** When it goes at the earliest, if it was given some time; unknown until this life has worked it out. */
  @Nullable
  public Long goesAt;

  /** Since when it waits to be out from behind the load balancers. */
  @Nullable
  public Long drainsSince;

  /** What the last start or stop of it that has succeeded made of it. */
  @Nullable
  public MachineState made;

  /** When that was known. */
  public long madeAt;

  /** Whether a call about it is under way. */
  public boolean calling;

  /** From when on a machine has been UNHEALTHY, or rebooted and still UNHEALTHY; null if it is not. */
  public static @Nullable Instant unhealthyFrom(MachineRecord machine) {
    Instant since = machine.serviceSince();
    Instant rebooted = machine.rebootedAt();
    if (machine.serviceState() != ServiceState.UNHEALTHY || since == null) {
      return null;
    }
    return rebooted != null && rebooted.isAfter(since) ? rebooted : since;
  }

  /** Whether the last list showed it with its state. */
  public boolean isShown() {
    return misses == 0 && !stateOpen;
  }

  /** A list shows it. */
  public void seen() {
    listed = true;
    misses = 0;
    uncounted = false;
  }

  /** When to call again, and how patiently. */
  private @Nullable RetryBackoff retry;

  public RetryBackoff retry() {
    RetryBackoff made = retry == null ? new RetryBackoff() : retry;
    retry = made;
    return made;
  }

  /** A list shows something newer of it. */
  public void advances(MachineSighting.End before, MachineSighting.End shown, long began) {
    advancedAt = began;
    restarted = shown == MachineSighting.End.NOT_ENDED
        && (restarted || before == MachineSighting.End.STOPPED);
  }

  /** Whether a row may show the stop before its last start; an end for good is never old. */
  public boolean mayBeOld(MachineSighting row) {
    return restarted
        && row.end() != MachineSighting.End.FINAL
        && row.state() != MachineState.RUNNING;
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
