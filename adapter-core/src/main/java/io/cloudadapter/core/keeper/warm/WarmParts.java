package io.cloudadapter.core.keeper.warm;

import io.cloudadapter.core.keeper.lifecycle.LifecycleHooks;
import io.cloudadapter.core.keeper.lifecycle.LoadBalancerRegistrar;
import io.cloudadapter.core.keeper.lifecycle.Terminator;
import io.cloudadapter.core.keeper.refresh.ActiveRefresh;
import io.cloudadapter.core.keeper.resource.MachineCompleter;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.HourlyQuota;
import io.cloudadapter.core.keeper.state.LaunchFailures;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.protocol.KeeperConfig;

/** Makes the parts of one warm pool. */
public final class WarmParts {
  private WarmParts() {}

  /** A warm pool over what its keeper shares. */
  public static WarmPool of(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      CloudContact cloud,
      MachineTrackings trackings,
      PoolFreeze freeze,
      SizeControl sizes,
      LaunchFailures launchFailures,
      HourlyQuota terminateBudget,
      LoadBalancerRegistrar registrar,
      MachineCompleter completer,
      LifecycleHooks hooks,
      Terminator terminator,
      ActiveRefresh refresh,
      WarmLaunches launches) {
    PowerCalls power = new PowerCalls(settings, step);
    WarmTrouble trouble = new WarmTrouble(settings, step, alarms);
    WarmRetries retries = new WarmRetries(settings, step, trouble);
    WarmFailures failures =
        new WarmFailures(ledger, step, hooks, terminator, power, trouble, retries);
    WarmMoves moves = new WarmMoves(
        settings,
        ledger,
        step,
        cloud,
        freeze,
        trackings,
        launchFailures,
        registrar,
        completer,
        hooks,
        terminator,
        power,
        trouble,
        retries,
        failures);
    WarmRefill refill =
        new WarmRefill(settings, ledger, step, sizes, terminateBudget, refresh, launches, trouble);
    return new WarmPool(
        settings,
        ledger,
        step,
        freeze,
        sizes,
        refresh,
        terminator,
        moves,
        refill,
        power,
        launches,
        trouble);
  }
}
