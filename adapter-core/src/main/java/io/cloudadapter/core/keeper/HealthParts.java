package io.cloudadapter.core.keeper;

import io.cloudadapter.core.keeper.action.ActionCommandHandler;
import io.cloudadapter.core.keeper.lifecycle.LifecycleHooks;
import io.cloudadapter.core.keeper.lifecycle.Remediator;
import io.cloudadapter.core.keeper.lifecycle.ServiceEntry;
import io.cloudadapter.core.keeper.lifecycle.Terminator;
import io.cloudadapter.core.keeper.lifecycle.UnhealthyMachines;
import io.cloudadapter.core.keeper.resource.MachineCompleter;
import io.cloudadapter.core.keeper.state.DisruptionAccount;
import io.cloudadapter.core.keeper.state.HealthTrust;

/** Makes the parts of one keeper that set service states and act on them. */
final class HealthParts {
  final ServiceStates states;
  final Remediator remediator;
  final HealthTrust trust;
  final HealthReaders readers;
  final UnhealthyMachines unhealthy;

  HealthParts(SharedState state, ActionCommandHandler actions, DisruptionAccount disruption) {
    this.trust = new HealthTrust(state.settings.config().health(), state.step, state.alarms);
    this.states =
        new ServiceStates(state.settings, state.ledger, state.step, state.trackings, trust);
    this.readers = HealthReaders.of(state, trust, states);
    this.remediator = new Remediator(
        state.settings,
        state.ledger,
        state.step,
        state.alarms,
        state.trackings,
        state.launchFailures,
        disruption,
        actions,
        trust);
    this.unhealthy = new UnhealthyMachines(
        state.settings, state.ledger, state.step, state.trackings, disruption, trust);
  }

  /** Lets new machines enter service as this pool's probe permits. */
  ServiceEntry serviceEntry(
      SharedState state, MachineCompleter completer, LifecycleHooks hooks, Terminator terminator) {
    return new ServiceEntry(
        state.settings,
        state.ledger,
        state.step,
        state.alarms,
        state.freeze,
        state.launchFailures,
        completer,
        hooks,
        terminator,
        trust);
  }
}
