package io.cloudadapter.core.keeper.warm;

import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.planning.Plan;
import java.util.Optional;

/** What the warm pool needs of the part that launches machines. */
public interface WarmLaunches {

  /** How many machines may be on their way at the same time. */
  int window();

  /** How many more may be promised within the hour. */
  int budgetLeft();

  /** What stands against a launch in a zone at present, also that only one may be tried there; empty if none does. */
  Optional<PoolPlan.Hold> holdAgainst(Optional<String> zone);

  /** Records a launch for the warm pool. */
  void recordPlanned(Plan.Launch launch);
}
