package io.cloudadapter.core.keeper;

import io.cloudadapter.api.PoolPlan;
import java.util.List;
import java.util.Optional;

/**
 * What to do next to come to the desired size.
 *
 * @param effective machines that count
 * @param open slots that count
 * @param launches new promises
 * @param cancels slots of unsent promises to take back
 * @param victims machines to end
 * @param holds what keeps the plan from doing more
 */
record Plan(
    int effective,
    int open,
    List<Launch> launches,
    List<Cancel> cancels,
    List<Victim> victims,
    List<PoolPlan.Hold> holds) {

  /** A new promise of k machines in one zone. */
  record Launch(int k, Optional<String> zone, String reason) {}

  /** A slot to take back. */
  record Cancel(IntentRecord intent, int slot) {}

  /** A machine to end; by command if an explicit change of size allows it. */
  record Victim(MachineRecord machine, boolean byCommand, String reason) {}

  /** Whether there is nothing to do, and nothing that waits. */
  boolean nothing() {
    return launches.isEmpty() && cancels.isEmpty() && victims.isEmpty() && holds.isEmpty();
  }

  /** What counts: the machines that are there and those that are promised. */
  int committed() {
    return effective + open;
  }
}
