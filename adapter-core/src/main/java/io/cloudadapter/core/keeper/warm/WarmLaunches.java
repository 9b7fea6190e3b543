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

  /** What stands against a launch in a zone at present; empty if nothing does. */
  Optional<PoolPlan.Hold> holdAgainst(Optional<String> zone);

  /** That only one launch may try in a zone at present, whether the cloud accepts again; empty if any may. */
  Optional<PoolPlan.Hold> trial(Optional<String> zone);

  /** Records a launch for the warm pool. */
  void recordPlanned(Plan.Launch launch);
}
