package io.cloudadapter.core.keeper.warm;

import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.planning.Plan;
import java.util.List;

/**
 * What brings a warm pool to its size.
 *
 * @param wanted how many machines it is to have
 * @param ready how many are ready
 * @param preparing how many are launched, prepared or stopped
 * @param launches new launches for it
 * @param drops launches for it that were not sent and are not wanted any more
 * @param ends machines of it that end, with the reason
 * @param holds what keeps it from its size
 */
record RefillPlan(
    int wanted,
    int ready,
    int preparing,
    List<Plan.Launch> launches,
    List<LaunchRecord> drops,
    List<End> ends,
    List<PoolPlan.Hold> holds) {

  /** A machine that ends. */
  record End(MachineRecord machine, String reason) {}
}
