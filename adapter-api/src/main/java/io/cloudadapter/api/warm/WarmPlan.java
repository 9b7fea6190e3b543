package io.cloudadapter.api.warm;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolPlan;
import java.util.List;

/**
 * What the keeper would do next with the warm pool, and what holds it back; a part of {@link PoolPlan}.
 *
 * @param wanted how many warm machines the pool is to have at present, 0 or more
 * @param reason which of its bounds decides that, for people; empty if a server of an earlier version does not name it
 * @param ready how many are ready to be taken into service
 * @param preparing how many are launched, prepared or stopped at present
 * @param wakes which machines would be taken into service, in this order
 * @param launches how many machines would be launched to refill it
 * @param returns which machines would leave service for the warm pool
 * @param terminations which warm machines would be ended
 * @param holds what keeps the warm pool from its size
 */
public record WarmPlan(
    int wanted,
    String reason,
    int ready,
    int preparing,
    List<MachineId> wakes,
    int launches,
    List<MachineId> returns,
    List<PoolPlan.Termination> terminations,
    List<PoolPlan.Hold> holds) {

  /** Copies the collections, so that a plan never changes. */
  public WarmPlan {
    wakes = List.copyOf(wakes);
    returns = List.copyOf(returns);
    terminations = List.copyOf(terminations);
    holds = List.copyOf(holds);
  }
}
