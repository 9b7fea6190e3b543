package io.cloudadapter.core.keeper;

import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.keeper.state.LaunchBackoff;
import io.cloudadapter.core.keeper.warm.WarmLaunches;
import io.cloudadapter.core.planning.Plan;
import java.util.Optional;

/** Launches machines for the warm pool as any others: by the same promises, holds and budgets. */
final class WarmLauncher implements WarmLaunches {
  private final Launcher launcher;
  private final LaunchHolds holds;

  WarmLauncher(Launcher launcher, LaunchHolds holds) {
    this.launcher = launcher;
    this.holds = holds;
  }

  @Override
  public int window() {
    return launcher.window();
  }

  @Override
  public int budgetLeft() {
    return launcher.budgetLeft();
  }

  @Override
  public Optional<PoolPlan.Hold> holdAgainst(Optional<String> zone) {
    return holds.holdAgainst(zone);
  }

  @Override
  public Optional<PoolPlan.Hold> trial(Optional<String> zone) {
    return holds.trial(zone).map(LaunchBackoff.Trial::hold);
  }

  @Override
  public void recordPlanned(Plan.Launch launch) {
    launcher.recordPlanned(launch, true);
  }
}
