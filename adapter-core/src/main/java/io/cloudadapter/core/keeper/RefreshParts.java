package io.cloudadapter.core.keeper;

import io.cloudadapter.core.keeper.lifecycle.Terminator;
import io.cloudadapter.core.keeper.refresh.ActiveRefresh;
import io.cloudadapter.core.keeper.refresh.AutomaticRefreshes;
import io.cloudadapter.core.keeper.refresh.RefreshRollback;
import io.cloudadapter.core.keeper.refresh.RefreshRunner;
import io.cloudadapter.core.keeper.state.DisruptionAccount;

/** Makes the parts of one keeper that start refreshes, carry them out and roll them back. */
final class RefreshParts {
  final RefreshRollback rollback;
  final AutomaticRefreshes automatic;
  final RefreshRunner runner;

  RefreshParts(
      SharedState state,
      ActiveRefresh active,
      DisruptionAccount disruption,
      Terminator terminator) {
    this.rollback = new RefreshRollback(
        state.settings,
        state.ledger,
        state.step,
        state.alarms,
        state.launchBackoff,
        state.launchFailures);
    this.automatic = new AutomaticRefreshes(
        state.settings, state.ledger, state.step, state.freeze, active, rollback, disruption);
    this.runner = new RefreshRunner(
        state.settings,
        state.ledger,
        state.step,
        state.freeze,
        state.sizes,
        state.launchFailures,
        state.terminateBudget,
        state.alarms,
        active,
        terminator,
        rollback,
        automatic,
        disruption,
        state.trackings);
  }
}
