package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.LifecycleTransition;
import java.time.Duration;
import java.util.Objects;

/**
 * A machine that its group holds, since it waits to be told that the machine may go on.
 *
 * @param pool whose group it is
 * @param machine which machine
 * @param transition LAUNCH: before it enters service. TERMINATE: before it ends, when the group has decided so; the
 *     group counts it no more
 * @param span how long the group waits for a word: after it began to, and after each {@link
 * GroupLifecycleHooks#extend}; more
 *     than 0
 */
public record WaitingMachine(
    PoolName pool, MachineId machine, LifecycleTransition transition, Duration span) {

  /**
   * Checks the span.
   *
   * @throws IllegalArgumentException if it is not above 0
   */
  public WaitingMachine {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(transition, "transition");
    if (span.isNegative() || span.isZero()) {
      throw new IllegalArgumentException("span must be above 0, was " + span);
    }
  }
}
