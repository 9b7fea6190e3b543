package io.cloudadapter.core.keeper.refresh;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How many machines refreshes may still replace by themselves within a day. What is used follows from the records of
 * the machines that they have taken out, so that no restart forgets it.
 */
final class DailyShare {
  private static final Duration DAY = Duration.ofDays(1);

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final Moment began;

  DailyShare(KeeperConfig settings, Ledger ledger, CurrentStep step) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.began = step.now();
  }

  /** The wall clock as it would be if it had not been set since this keeper began: a jump makes nothing due (I11). */
  Instant now() {
    return began.wall().plusNanos(step.now().nanos() - began.nanos());
  }

  /**
   * The earlier one of that and the clock as it is set now, from which ages are counted: a machine that was launched
   * after the clock was set back has its time from the clock, and is no older than it seems.
   */
  Instant nowForAges() {
    Instant set = step.wall();
    Instant kept = now();
    return set.isBefore(kept) ? set : kept;
  }

  int limit() {
    return limit(ledger.pool().desired());
  }

  private int limit(int desired) {
    return settings.config().automaticRefresh().perDay(desired);
  }

  int left() {
    return left(ledger.pool().desired());
  }

  /** The same if the desired size were another one. */
  int left(int desired) {
    return Math.max(0, limit(desired) - used());
  }

  /** How many machines have been taken out within a day. */
  int used() {
    int used = 0;
    Instant yesterday = now().minus(DAY);
    // One that waits at a hook is not busy, and counts as well.
    for (MachineRecord machine : ledger.machines()) {
      used += isOneOf(machine) && isSince(machine, yesterday) ? 1 : 0;
    }
    for (MachineRecord machine : ledger.endedMachines()) {
      used += isOneOf(machine) && isSince(machine, yesterday) ? 1 : 0;
    }
    return used;
  }

  /** Also one that a caller has detached since, or that goes for another reason in the end. */
  private static boolean isOneOf(MachineRecord machine) {
    return RefreshRecord.isAutomatic(machine.reason())
        || machine.disruption() == DisruptionReason.DRIFT
        || machine.disruption() == DisruptionReason.LIFETIME;
  }

  /** One whose end is not decided for good yet counts. */
  private static boolean isSince(MachineRecord machine, Instant yesterday) {
    Instant ended = end(machine);
    return ended == null || ended.isAfter(yesterday);
  }

  private static @Nullable Instant end(MachineRecord machine) {
    return machine.closedAt() == null ? machine.endedAt() : machine.closedAt();
  }
}
