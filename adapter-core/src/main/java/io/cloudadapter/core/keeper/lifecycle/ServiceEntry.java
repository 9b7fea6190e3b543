package io.cloudadapter.core.keeper.lifecycle;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.keeper.resource.MachineCompleter;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.HealthTrust;
import io.cloudadapter.core.keeper.state.LaunchFailures;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lets new machines enter service, once they run for the first time, have their resources, and their hooks have ended.
 * A machine whose hook was abandoned ends and is replaced, at growing intervals if that repeats; so does one that did
 * not get its resources in time. Until then it counts, but carries no load yet. One that is not evictable stays so.
 */
public final class ServiceEntry {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final PoolFreeze freeze;
  private final LaunchFailures launchFailures;
  private final MachineCompleter completer;
  private final LifecycleHooks hooks;
  private final Terminator terminator;
  private final HealthTrust trust;

  /** Machines that wait for a verdict, and since when. */
  private final Map<String, Long> awaiting = new HashMap<>();

  private int unjudged;

  public ServiceEntry(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      PoolFreeze freeze,
      LaunchFailures launchFailures,
      MachineCompleter completer,
      LifecycleHooks hooks,
      Terminator terminator,
      HealthTrust trust) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.freeze = freeze;
    this.launchFailures = launchFailures;
    this.completer = completer;
    this.hooks = hooks;
    this.terminator = terminator;
    this.trust = trust;
  }

  /**
   * Lets machines enter service.
   *
   * @param woken machines of the warm pool whose hooks have ended
   */
  public void onStep(List<MachineRecord> woken) {
    if (!freeze.mayServe()) {
      return;
    }
    unjudged = 0;
    awaiting
        .keySet()
        .removeIf(id -> !ledger.machine(id).map(ServiceEntry::mayWait).orElse(false));
    for (MachineRecord machine : ledger.enteringMachines()) {
      if (machine.warm() == null) {
        ledger.atom();
        enter(machine);
      }
    }
    for (MachineRecord machine : woken) {
      ledger.atom();
      enterOnceHealthy(machine);
    }
    alarmOnUnjudged();
  }

  private static boolean mayWait(MachineRecord machine) {
    return machine.entering() || machine.waking();
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
        replace(
            machine,
            "its hook " + hooks.abandoned(machine, LifecycleTransition.LAUNCH)
                + " did not let it enter service");
    }
  }

  /** Where the pool asks for that, a machine waits for a source that finds it well, and is replaced if one does not. */
  private void enterOnceHealthy(MachineRecord machine) {
    boolean well = machine.serviceState() == ServiceState.IN_SERVICE;
    if (!settings.config().health().beforeService() || (well && !awaitsProbe(machine))) {
      launchFailures.reset();
      ledger.put(machine.edit(edit -> {
        edit.entering = false;
        edit.warm = null;
      }));
    } else if (machine.serviceState() == ServiceState.UNHEALTHY && !trust.doubts(machine)) {
      replace(machine, "it turned out unhealthy before it entered service");
    } else if (well || machine.serviceState() == ServiceState.UNKNOWN) {
      awaitVerdict(machine);
    }
  }

  /** A pool with a probe takes the cloud's word for no machine that the probe has not found well. */
  private boolean awaitsProbe(MachineRecord machine) {
    return settings.config().health().enabled()
        && HealthSource.PROBE.outranks(machine.serviceSource());
  }

  /** The time begins anew with each keeper: the ledger does not have when the hooks of a machine ended. */
  private void awaitVerdict(MachineRecord machine) {
    long since = awaiting.computeIfAbsent(machine.id(), id -> step.now().nanos());
    long until = since + settings.config().bootDeadline().toNanos();
    if (step.now().reached(until)) {
      unjudged++;
    } else {
      step.wakeAt(until);
    }
  }

  /** The machines that wait for a source that finds them well, for whom, since when, and when that raises an alarm. */
  public List<PoolPlan.Ongoing> ongoing() {
    List<PoolPlan.Ongoing> all = new ArrayList<>();
    for (MachineRecord machine : ledger.enteringMachines()) {
      Long since = awaiting.get(machine.id());
      if (since == null || machine.warm() != null) {
        continue;
      }
      Instant until = step.now().wallAt(since + settings.config().bootDeadline().toNanos());
      all.add(new PoolPlan.Ongoing(
          PoolPlan.Operation.ENTRY,
          machine.id(),
          1,
          awaited(machine) + ", since " + step.now().wallAt(since)
              + "; the alarm UNHEALTHY rises if there is no verdict in time",
          Optional.of(until)));
    }
    return all;
  }

  private String awaited(MachineRecord machine) {
    HealthConfig health = settings.config().health();
    if (!health.enabled() && !health.cloudStatus()) {
      return "an agent or a caller that finds it well";
    }
    String source = health.enabled() ? "its health probe" : "the cloud's instance status";
    return machine.serviceState() == ServiceState.UNHEALTHY
        ? source + ", which the pool does not trust at present"
        : source + (health.enabled() ? " to pass" : " to be well");
  }

  private void alarmOnUnjudged() {
    if (unjudged == 0) {
      alarms.clear(Alarm.Code.UNHEALTHY, AlarmRegistry.Cause.ENTRY);
      return;
    }
    alarms.raise(
        Alarm.Code.UNHEALTHY,
        AlarmRegistry.Cause.ENTRY,
        unjudged + (unjudged == 1 ? " new machine has" : " new machines have")
            + " waited for a verdict for " + TimeSpan.rounded(settings.config().bootDeadline())
            + "; each enters service once a probe, "
            + (settings.config().health().cloudStatus() ? "the cloud, " : "")
            + "an agent or a caller finds it well",
        step.wall());
  }

  private void replace(MachineRecord machine, String reason) {
    if (machine.kept()) {
      return;
    }
    launchFailures.failed(machine.id(), "machine " + machine.id() + ": " + reason);
    terminator.retire(machine, reason, false);
  }
}
