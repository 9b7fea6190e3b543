package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.keeper.lifecycle.LoadBalancerRegistrar;
import io.cloudadapter.core.keeper.lifecycle.Remediator;
import io.cloudadapter.core.keeper.lifecycle.UnhealthyMachines;
import io.cloudadapter.core.keeper.refresh.ActiveRefresh;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.warm.WarmPool;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.PlaceholderId;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.planning.Plan;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.MachineSighting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Explains a plan for people: what would be done, why, and what keeps the pool from doing more. */
final class PlanExplainer {
  private static final int MOST_NAMED = 10;

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CloudContact cloud;
  private final PoolFreeze freeze;
  private final ActiveRefresh refresh;
  private final Remediator remediator;
  private final UnhealthyMachines unhealthy;
  private final LoadBalancerRegistrar registrar;
  private final OngoingOperations ongoing;
  private final WarmPool warm;

  PlanExplainer(
      KeeperConfig settings,
      Ledger ledger,
      CloudContact cloud,
      PoolFreeze freeze,
      ActiveRefresh refresh,
      Remediator remediator,
      UnhealthyMachines unhealthy,
      LoadBalancerRegistrar registrar,
      OngoingOperations ongoing,
      WarmPool warm) {
    this.settings = settings;
    this.ledger = ledger;
    this.cloud = cloud;
    this.freeze = freeze;
    this.refresh = refresh;
    this.remediator = remediator;
    this.unhealthy = unhealthy;
    this.registrar = registrar;
    this.ongoing = ongoing;
    this.warm = warm;
  }

  PoolPlan of(Plan plan) {
    return of(plan, ledger.pool().desired());
  }

  /** The same of a plan for another size than the desired one. */
  PoolPlan of(Plan plan, int desired) {
    return of(plan, desired, freeze.mayAct() && !freeze.state().ends(), !settings.reads());
  }

  /** The same of a pool that acts, though something may keep this one from it. */
  PoolPlan ofActing(Plan plan) {
    return of(plan, ledger.pool().desired(), true, false);
  }

  private PoolPlan of(Plan plan, int desired, boolean acting, boolean hears) {
    List<PoolPlan.Termination> terminations = new ArrayList<>();
    plan.cancels()
        .forEach(cancel -> terminations.add(new PoolPlan.Termination(
            PlaceholderId.id(cancel.launch(), cancel.slot()),
            "it is promised but not sent, and not wanted any more")));
    plan.victims()
        .forEach(victim -> terminations.add(
            new PoolPlan.Termination(victim.machine().machineId(), victim.reason())));
    List<PoolPlan.Hold> holds = new ArrayList<>(plan.holds());
    Optional<PoolPlan.Hold> still = acting ? Optional.empty() : Optional.of(notActing());
    still.ifPresent(hold -> holds.add(0, hold));
    refresh.noHeadroom(desired).ifPresent(holds::add);
    pausing().ifPresent(holds::add);
    stopped().ifPresent(holds::add);
    failedAndKept().ifPresent(holds::add);
    registrar.held().ifPresent(holds::add);
    remediator
        .held()
        .ifPresent(hold -> holds.add(new PoolPlan.Hold(
            hold.code(),
            hold.reason() + "; UNHEALTHY or disposable machines wait for their end",
            hold.until())));
    return new PoolPlan(
        desired,
        plan.effective(),
        plan.open(),
        acting
            ? plan.launches().stream()
                .map(l -> new PoolPlan.Launch(l.k(), l.zone(), l.reason()))
                .toList()
            : List.of(),
        acting ? terminations : List.of(),
        holds,
        ongoing.all(),
        refresh.headroom(desired),
        warm.explain(plan, desired + refresh.above(desired)),
        unhealthy.all(still, hears));
  }

  /** That machines stand still which the pool neither counts nor ends. */
  private Optional<PoolPlan.Hold> stopped() {
    List<String> stopped = ledger.machines().stream()
        .filter(machine -> machine.status() == MachineRecord.Status.LIVE)
        .filter(machine -> machine.end() == MachineSighting.End.STOPPED && machine.warm() == null)
        .map(MachineRecord::id)
        .toList();
    if (stopped.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new PoolPlan.Hold(
        Alarm.Code.UNHEALTHY,
        (stopped.size() == 1 ? "1 machine is" : stopped.size() + " machines are")
            + " stopped in the cloud (" + named(stopped)
            + "): a stopped machine does not count, takes up surge, and is not ended until it is"
            + " started, terminated or detached",
        Optional.empty()));
  }

  /** That machines have failed which the pool would end if they were evictable. */
  private Optional<PoolPlan.Hold> failedAndKept() {
    List<String> failed = ledger.machines().stream()
        .filter(machine -> machine.status() == MachineRecord.Status.LIVE && machine.kept())
        .filter(machine -> machine.state() == MachineState.REJECTED || isAbandoned(machine))
        .map(MachineRecord::id)
        .toList();
    if (failed.isEmpty()) {
      return Optional.empty();
    }
    boolean one = failed.size() == 1;
    return Optional.of(new PoolPlan.Hold(
        Alarm.Code.PROTECTED,
        (one ? "1 machine has" : failed.size() + " machines have")
            + " failed in the cloud, or may not enter service by a hook (" + named(failed)
            + "), and "
            + (one
                ? "is not evictable: it stays until it is"
                : "are not evictable: they stay until they are"),
        Optional.empty()));
  }

  private boolean isAbandoned(MachineRecord machine) {
    return machine.entering()
        && ledger.hooks().of(machine, LifecycleTransition.LAUNCH).stream()
            .anyMatch(hook -> hook.result() == HookResult.ABANDON);
  }

  private static String named(List<String> ids) {
    return String.join(", ", ids.subList(0, Math.min(MOST_NAMED, ids.size())))
        + (ids.size() > MOST_NAMED ? ", …" : "");
  }

  /** That machines wait for their hooks. */
  private Optional<PoolPlan.Hold> pausing() {
    Collection<HookRecord> waiting = ledger.hooks().waiting();
    return waiting.stream()
        .map(HookRecord::deadline)
        .min(Comparator.naturalOrder())
        .map(next -> new PoolPlan.Hold(
            Alarm.Code.HOOK,
            waiting.size() + " machines pause for their hooks",
            Optional.of(next)));
  }

  private PoolPlan.Hold notActing() {
    Alarm.Code frozen = ledger.pool().frozen();
    if (frozen != null) {
      return new PoolPlan.Hold(
          frozen, String.valueOf(ledger.pool().frozenMessage()), Optional.empty());
    }
    if (ledger.pool().restored()) {
      return new PoolPlan.Hold(
          Alarm.Code.OBSERVING,
          "the ledger was restored from a backup: accept the restore",
          Optional.empty());
    }
    if (freeze.state() != OperatingState.RUNNING) {
      return new PoolPlan.Hold(
          Alarm.Code.OBSERVING,
          "an operator has set the pool to " + freeze.state().word(),
          Optional.empty());
    }
    if (ledger.pool().phase() == PoolRecord.Phase.OBSERVING) {
      return new PoolPlan.Hold(
          Alarm.Code.OBSERVING,
          "machines were found: adopt them, or disown them",
          Optional.empty());
    }
    if (!cloud.identified) {
      return new PoolPlan.Hold(
          Alarm.Code.CLOUD, "the cloud has not confirmed its account yet", Optional.empty());
    }
    return new PoolPlan.Hold(
        Alarm.Code.CLOUD, "the cloud has not been listed completely yet", Optional.empty());
  }
}
