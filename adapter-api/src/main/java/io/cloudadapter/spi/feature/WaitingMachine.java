package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.LifecycleTransition;
import java.time.Duration;
import java.util.Objects;

/**
 * A machine that waits in a lifecycle hook of its group until it is released.
 *
 * @param pool the pool of the group
 * @param machine the machine's id
 * @param transition LAUNCH: before it enters service. TERMINATE: before it ends by a decision of the group, which no
 *     longer counts it
 * @param span how long the group waits: from the beginning, and after each {@link GroupLifecycleHooks#extend}; more
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
