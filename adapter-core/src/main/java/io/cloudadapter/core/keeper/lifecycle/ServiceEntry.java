package io.cloudadapter.core.keeper.lifecycle;

import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.keeper.resource.MachineCompleter;
import io.cloudadapter.core.keeper.state.LaunchFailures;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.ProbeTrust;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.util.Optional;

/**
 * Lets new machines enter service, once they run for the first time, have their resources, and their hooks have ended.
 * A machine whose hook was abandoned ends and is replaced, at growing intervals if that repeats; so does one that did
 * not get its resources in time. Until then it counts, but carries no load yet. One that is not evictable stays so.
 */
public final class ServiceEntry {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final PoolFreeze freeze;
  private final LaunchFailures launchFailures;
  private final MachineCompleter completer;
  private final LifecycleHooks hooks;
  private final Terminator terminator;
  private final ProbeTrust trust;

  public ServiceEntry(
      KeeperConfig settings,
      Ledger ledger,
      PoolFreeze freeze,
      LaunchFailures launchFailures,
      MachineCompleter completer,
      LifecycleHooks hooks,
      Terminator terminator,
      ProbeTrust trust) {
    this.settings = settings;
    this.ledger = ledger;
    this.freeze = freeze;
    this.launchFailures = launchFailures;
    this.completer = completer;
    this.hooks = hooks;
    this.terminator = terminator;
    this.trust = trust;
  }

  public void onStep() {
    if (!freeze.mayServe()) {
      return;
    }
    for (MachineRecord machine : ledger.enteringMachines()) {
      ledger.atom();
      enter(machine);
    }
  }

  private void enter(MachineRecord machine) {
    if (!completer.isComplete(machine)) {
      Optional<String> failure = completer.failure(machine);
      failure.ifPresent(reason -> replace(machine, reason));
      return;
    }
    switch (hooks.beginNextHook(machine, LifecycleTransition.LAUNCH)) {
      case PAUSED -> {}
      case FREE -> enterOnceHealthy(machine);
      case ABANDONED ->
        replace(machine, "its hook " + abandoned(machine) + " did not let it enter service");
    }
  }

  /** Where the pool asks for that, a machine waits for a source that finds it well, and is replaced if one does not. */
  private void enterOnceHealthy(MachineRecord machine) {
    if (!settings.config().health().beforeService()
        || machine.serviceState() == ServiceState.IN_SERVICE) {
      launchFailures.reset();
      ledger.put(machine.edit(edit -> edit.entering = false));
    } else if (machine.serviceState() == ServiceState.UNHEALTHY && !trust.doubts(machine)) {
      replace(machine, "it turned out unhealthy before it entered service");
    }
  }

  private void replace(MachineRecord machine, String reason) {
    if (machine.kept()) {
      return;
    }
    launchFailures.failed(machine.id(), "machine " + machine.id() + ": " + reason);
    terminator.retire(machine, reason, false);
  }

  private String abandoned(MachineRecord machine) {
    return ledger.hooks().of(machine, LifecycleTransition.LAUNCH).stream()
        .filter(hook -> hook.result() == HookResult.ABANDON)
        .map(hook -> hook.hook() + ", which " + hook.state().words() + ",")
        .findFirst()
        .orElse("");
  }
}
