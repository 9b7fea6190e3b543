package io.cloudadapter.simulation.oracle;

import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.simulation.engine.VirtualTime;
import java.time.Duration;

/** Decides which machines have reached the age at which their pool replaces them by itself. */
final class AgeChecker {
  private final InvariantChecker judge;
  private final VirtualTime timeline;

  AgeChecker(InvariantChecker judge, VirtualTime timeline) {
    this.judge = judge;
    this.timeline = timeline;
  }

  boolean isOverdue(MachineRecord machine) {
    return isPastHardLifetime(machine)
        || judge
            .config()
            .automaticRefresh()
            .maxInstanceLifetime()
            .filter(age -> isOlder(machine, age.multipliedBy(9).dividedBy(10)))
            .isPresent();
  }

  /** Whether a machine that is replaced for its age waits for no window. */
  boolean isPastHardLifetime(MachineRecord machine) {
    return judge
        .config()
        .automaticRefresh()
        .hardLifetime()
        .filter(age -> isOlder(machine, age))
        .isPresent();
  }

  private boolean isOlder(MachineRecord machine, Duration age) {
    return !machine.boundAt().plus(age).isAfter(timeline.latestWall());
  }
}
