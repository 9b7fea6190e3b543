package io.cloudadapter.core.keeper;

import static io.cloudadapter.core.ledger.InvariantViolationException.check;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.keeper.lifecycle.Terminator;
import io.cloudadapter.core.keeper.refresh.ActiveRefresh;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.DisruptionAccount;
import io.cloudadapter.core.keeper.state.HourlyQuota;
import io.cloudadapter.core.keeper.state.LaunchBackoff;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.keeper.warm.WarmPool;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.planning.PlacementPolicies;
import io.cloudadapter.core.planning.Plan;
import io.cloudadapter.core.planning.PlanInput;
import io.cloudadapter.core.planning.Planner;
import io.cloudadapter.core.planning.WarmSupply;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.util.Optional;

/**
 * Brings the pool to its size: has the {@link Planner} compare the ledger with the desired size, and has launches,
 * cancellations and ends recorded that the plan asks for. Checks that the plan keeps within its bounds (I3).
 */
final class PlanExecutor {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final PoolFreeze freeze;
  private final SizeControl sizes;
  private final HourlyQuota launchBudget;
  private final HourlyQuota terminateBudget;
  private final Launcher launcher;
  private final LaunchHolds launchHolds;
  private final GroupTarget group;
  private final Terminator terminator;
  private final MissingMachineDetector missingMachines;
  private final ActiveRefresh refresh;
  private final DisruptionAccount disruption;
  private final WarmPool warm;

  /** How many changes the ledger had when a plan found the pool at its size, and nothing to do or hold. */
  private long changesWhenIdle = -1;

  PlanExecutor(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      PoolFreeze freeze,
      SizeControl sizes,
      HourlyQuota launchBudget,
      HourlyQuota terminateBudget,
      Launcher launcher,
      LaunchHolds launchHolds,
      GroupTarget group,
      Terminator terminator,
      MissingMachineDetector missingMachines,
      ActiveRefresh refresh,
      DisruptionAccount disruption,
      WarmPool warm) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.freeze = freeze;
    this.sizes = sizes;
    this.launchBudget = launchBudget;
    this.terminateBudget = terminateBudget;
    this.launcher = launcher;
    this.launchHolds = launchHolds;
    this.group = group;
    this.terminator = terminator;
    this.missingMachines = missingMachines;
    this.refresh = refresh;
    this.disruption = disruption;
    this.warm = warm;
  }

  /** Brings the warm pool to its size, after the pool itself. */
  void refillWarmPool() {
    warm.refill(this::target);
  }

  /** Plans from the ledger, and hands what is planned to the parts that do it. */
  void plan() {
    if (!freeze.mayAct() || freeze.state().ends()) {
      resetShrinkAllowance();
      launcher.plansNothing();
      return;
    }
    int before = ledger.committed();
    int target = target();
    if (ledger.changes() == changesWhenIdle
        && target == before
        && ledger.pool().shrinkAllowance() == 0) {
      return;
    }
    Plan plan = decide(true);
    check(
        plan.committed() == before,
        "I3",
        "the plan counts " + plan.committed() + ", the ledger " + before);
    for (Plan.Cancel cancel : plan.cancels()) {
      ledger.atom();
      launcher.cancel(cancel.launch().key(), cancel.slot(), false);
    }
    warm.take(plan.taken());
    for (Plan.Launch launch : plan.launches()) {
      launcher.recordPlanned(launch, false);
    }
    for (Plan.Victim victim : plan.victims()) {
      ledger.atom();
      if (!warm.tookBack(victim.machine())) {
        terminator.shrink(victim.machine(), victim.reason(), victim.byCommand(), victim.explicit());
      }
      if (victim.byCommand()) {
        ledger.put(ledger.pool().edit(edit -> {
          edit.shrinkAllowance = Math.max(0, edit.shrinkAllowance - 1);
          edit.automaticShrink -= victim.explicit() ? 0 : 1;
        }));
      }
    }
    int after = ledger.committed();
    resetShrinkAllowance();
    check(
        after <= Math.max(target, before) && (after <= before || after <= sizes.maxSize()),
        "I3",
        "committed would go from " + before + " to " + after + ", desired, surge and headroom are "
            + target);
    raiseLimitAlarms(plan);
    launcher.planned(plan);
    changesWhenIdle = plan.nothing() && after == target ? ledger.changes() : -1;
  }

  /** What the plan brings the pool to: its desired size, the surge granted to a refresh, and the headroom (I3). */
  private int target() {
    return ledger.pool().desired() + refresh.above();
  }

  /** Returns the present plan. Changes nothing. */
  Plan decide() {
    return decide(false);
  }

  private Plan decide(boolean take) {
    PoolRecord pool = ledger.pool();
    return decide(pool.desired(), pool.shrinkAllowance(), pool.automaticShrink(), take);
  }

  /** Returns the plan as it would be if a command had just set this size. Changes nothing. */
  Plan decideFor(int desired) {
    int surplus = Math.max(0, ledger.committed() - desired - refresh.above(desired));
    return decide(desired, surplus, 0, false);
  }

  private Plan decide(int desired, int shrinkAllowance, int automaticShrink, boolean take) {
    PlanInput input = planInput(desired, shrinkAllowance, automaticShrink);
    WarmSupply.Choice taken = WarmSupply.choose(input, warm.offer());
    Plan plan = Planner.plan(
        input,
        sizes.growth().limit(input.target() - taken.machines(), take),
        disruption.draft(DisruptionReason.SHRINK),
        taken);
    return groupMayHaveReplaced() ? plan.withoutVictims() : plan;
  }

  /**
   * Whether a group may have replaced a machine whose end is not known yet. What looks like a surplus is then none,
   * and the pool must not end a machine for it.
   */
  private boolean groupMayHaveReplaced() {
    if (!group.isGroup()) {
      return false;
    }
    long surely = group.replacedAt() + settings.profile().listLag().toNanos() + 1;
    if (!step.now().reached(surely)) {
      step.wakeAt(surely);
      return true;
    }
    return missingMachines.missing() > 0;
  }

  /** What a command allowed to end has ended, or was never there; later surplus is not its doing. */
  private void resetShrinkAllowance() {
    PoolRecord pool = ledger.pool();
    if (pool.shrinkAllowance() > 0 && ledger.committed() <= target()) {
      ledger.atom();
      ledger.put(pool.edit(edit -> edit.shrinkAllowance = 0));
    }
  }

  private void raiseLimitAlarms(Plan plan) {
    Optional<PoolPlan.Hold> cap = plan.holds().stream()
        .filter(hold -> hold.code() == Alarm.Code.AT_MAX_SIZE)
        .findFirst();
    cap.ifPresentOrElse(
        hold -> alarms.raise(Alarm.Code.AT_MAX_SIZE, hold.reason(), step.wall()),
        () -> alarms.clear(Alarm.Code.AT_MAX_SIZE));
    boolean spent = plan.holds().stream().anyMatch(hold -> hold.code() == Alarm.Code.LAUNCH_BUDGET);
    if (spent) {
      alarms.raise(Alarm.Code.LAUNCH_BUDGET, "the hour's budget of launches is spent", step.wall());
      launchBudget.nextRefill().ifPresent(step::wakeAt);
    } else {
      alarms.clear(Alarm.Code.LAUNCH_BUDGET);
    }
    sizes
        .growth()
        .noteHold(plan.holds().stream()
            .filter(hold -> hold.code() == Alarm.Code.TENANT_QUOTA)
            .findFirst());
    if (plan.holds().stream().anyMatch(hold -> hold.code() == Alarm.Code.DELETE_BUDGET)) {
      terminateBudget.nextRefill().ifPresent(step::wakeAt);
    }
  }

  private PlanInput planInput(int desired, int shrinkAllowance, int automaticShrink) {
    PoolConfig config = settings.config();
    int headroom = refresh.headroom(desired);
    return new PlanInput(
        desired + refresh.above(desired) - headroom,
        headroom,
        sizes.maxSize(),
        config.effectiveSurge(),
        ledger.machines(),
        ledger.unresolved(),
        config.zones(),
        launchHolds::holdAgainst,
        zone -> launchHolds.trial(zone).map(LaunchBackoff.Trial::hold),
        settings.mostPerLaunch(),
        launcher.window(),
        launcher.budgetLeft(),
        shrinkAllowance,
        automaticShrink,
        terminateBudget.left(step.now()),
        config.victims(),
        ledger.pool().incarnation(),
        step.wall(),
        new PlacementPolicies(
            config.scaling().placement(),
            config.scaling().deletion(),
            ledger.pool().scale().seed(),
            settings.adoption()),
        ledger.actions()::holds);
  }
}
