package io.cloudadapter.core.keeper.refresh;

import io.cloudadapter.core.config.AutomaticRefreshConfig;
import io.cloudadapter.core.ledger.MachineRecord;
import java.time.Duration;
import java.time.Instant;

/**
 * Which machines have reached the greatest age that the pool allows. Machines that were launched together do not reach
 * it together: each goes at a moment of its own within the last tenth of that age, which its id determines. The age
 * from which on no window holds a machine is the same for all.
 */
final class MachineAges {
  private static final int TENTH = 10;

  private final AutomaticRefreshConfig config;

  MachineAges(AutomaticRefreshConfig config) {
    this.config = config;
  }

  /** Whether a machine that the pool has launched is to be replaced by now. */
  boolean isOverdue(MachineRecord machine, Instant now) {
    return isPastHardLifetime(machine, now)
        || (machine.key() != null
            && config
                .maxInstanceLifetime()
                .filter(age -> !now.isBefore(goesAt(machine, age)))
                .isPresent());
  }

  /** Whether such a machine waits for no window of disruption any more. */
  boolean isPastHardLifetime(MachineRecord machine, Instant now) {
    return machine.key() != null
        && config
            .hardLifetime()
            .filter(age -> !now.isBefore(machine.boundAt().plus(age)))
            .isPresent();
  }

  private static Instant goesAt(MachineRecord machine, Duration age) {
    long tenth = age.toMillis() / TENTH;
    return machine.boundAt().plus(age).minusMillis((long) (tenth * spread(machine.id())));
  }

  /** A number from 0 to below 1 that ids which look alike do not have in common. */
  private static double spread(String id) {
    long bits = id.hashCode() * 0x9E3779B97F4A7C15L;
    bits = (bits ^ (bits >>> 32)) * 0xD6E8FEB86659FD93L;
    bits ^= bits >>> 32;
    return (bits >>> 11) * 0x1.0p-53;
  }
}
