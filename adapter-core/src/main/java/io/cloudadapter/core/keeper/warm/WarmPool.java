package io.cloudadapter.core.keeper.warm;

import static io.cloudadapter.core.ledger.InvariantViolationException.check;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.warm.WarmPlan;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.keeper.lifecycle.Terminator;
import io.cloudadapter.core.keeper.refresh.ActiveRefresh;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.planning.Plan;
import io.cloudadapter.core.planning.WarmSupply;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * The warm pool of one pool, for the other parts of its keeper: what a growth may take from it, what returns to it, and
 * how it comes to its size. Warm machines never count, and are always inside maxSize and surge (I3).
 */
public final class WarmPool {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final PoolFreeze freeze;
  private final SizeControl sizes;
  private final ActiveRefresh refresh;
  private final Terminator terminator;
  private final WarmMoves moves;
  private final WarmRefill refill;
  private final PowerCalls power;
  private final WarmLaunches launches;
  private final WarmTrouble trouble;

  WarmPool(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      PoolFreeze freeze,
      SizeControl sizes,
      ActiveRefresh refresh,
      Terminator terminator,
      WarmMoves moves,
      WarmRefill refill,
      PowerCalls power,
      WarmLaunches launches,
      WarmTrouble trouble) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.freeze = freeze;
    this.sizes = sizes;
    this.refresh = refresh;
    this.terminator = terminator;
    this.moves = moves;
    this.refill = refill;
    this.power = power;
    this.launches = launches;
    this.trouble = trouble;
  }

  /** What a growth may take at present. */
  public WarmSupply.Offer offer() {
    List<MachineRecord> machines = ledger.warmMachines();
    if (trouble.holdsWakes()
        || (machines.isEmpty() && ledger.unresolved().stream().noneMatch(LaunchRecord::warm))) {
      return WarmSupply.Offer.none();
    }
    List<MachineRecord> ready = new ArrayList<>();
    List<MachineRecord> preparing = new ArrayList<>();
    List<MachineRecord> outdated = new ArrayList<>();
    for (MachineRecord machine : machines) {
      boolean current = refresh.isCurrent(machine);
      if (isFit(machine) && machine.isWarm(WarmState.WARM)) {
        (current ? ready : outdated).add(machine);
      } else if (isFit(machine) && current && isUnstopped(machine)) {
        preparing.add(machine);
      }
    }
    List<LaunchRecord> coming = ledger.unresolved().stream()
        .filter(launch -> launch.warm() && launch.status() == LaunchRecord.Status.SENT)
        .filter(launch -> launch.profile() == ledger.pool().profile())
        .toList();
    return new WarmSupply.Offer(ready, preparing, coming, outdated);
  }

  private static boolean isFit(MachineRecord machine) {
    return !machine.inactive()
        && machine.state() != MachineState.TERMINATING
        && machine.serviceState() != ServiceState.OUT_OF_SERVICE
        && machine.serviceState() != ServiceState.UNHEALTHY;
  }

  /** Whether it is being prepared, and the cloud was not asked to stop it: such a call might stop it in service. */
  private static boolean isUnstopped(MachineRecord machine) {
    return machine.isWarm(WarmState.WARMING)
        && machine.warm() != null
        && !machine.warm().stopping();
  }

  /** Records what a plan takes. */
  public void take(WarmSupply.Choice taken) {
    for (MachineRecord machine : taken.wakes()) {
      moves.wake(machine);
    }
    for (LaunchRecord launch : taken.takeovers()) {
      ledger.atom();
      ledger.put(launch.forService());
    }
  }

  /** Whether a machine that is one too many returns to the warm pool instead of its end. */
  private boolean takesBack(MachineRecord machine, int lacking) {
    boolean ends = settings.config().scaling().deletion().isEmpty();
    return settings.config().warm().reuseOnScaleIn()
        && lacking > 0
        && ends
        && machine.made()
        && machine.available()
        && !machine.remark()
        && ledger.actions().openOf(machine.id()) == 0
        && machine.state() == MachineState.RUNNING
        && machine.profile() == ledger.pool().profile()
        && refresh.isCurrent(machine);
  }

  /** Returns a machine that is one too many, if the warm pool takes it back; false if it is to end. */
  public boolean tookBack(MachineRecord machine) {
    if (!settings.config().warm().reuseOnScaleIn() || !takesBack(machine, refill.lacking())) {
      return false;
    }
    moves.cool(machine);
    return true;
  }

  /**
   * Brings the warm pool to its size: after the pool's own plan, which comes first.
   *
   * @param target counts what the pool's plan brings it to; asked only by a pool that has a warm pool
   */
  public void refill(IntSupplier target) {
    boolean any = !ledger.warmMachines().isEmpty()
        || ledger.unresolved().stream().anyMatch(LaunchRecord::warm);
    if (!settings.config().warm().enabled() && !any) {
      trouble.ends();
    }
    if ((!settings.config().warm().enabled() && !any)
        || !freeze.mayAct()
        || freeze.state().ends()) {
      return;
    }
    sizes.followGrowth();
    RefillPlan plan = refill.decide(Set.of(), missing(target.getAsInt(), ledger.committed()), true);
    for (LaunchRecord launch : plan.drops()) {
      ledger.atom();
      ledger.drop(launch);
    }
    for (Plan.Launch launch : plan.launches()) {
      launches.recordPlanned(launch);
    }
    for (RefillPlan.End end : plan.ends()) {
      ledger.atom();
      terminator.retire(end.machine(), end.reason(), false);
    }
    if (!plan.launches().isEmpty()) {
      int present = refill.present();
      int most = sizes.maxSize() + settings.config().effectiveSurge();
      check(present <= most, "I3", present + " machines are there or promised, at most " + most);
    }
  }

  /** How many machines a pool lacks; those for which a lowered maxSize has no room do not hold up the warm pool. */
  private int missing(int target, int committed) {
    return Math.min(target, sizes.maxSize()) - committed;
  }

  /** Moves warm machines on; before machines enter service, and before those that fail are ended. */
  public void onStep() {
    if (freeze.mayServe() && !freeze.state().ends()) {
      moves.onStep(ledger.warmMachines());
    }
  }

  /** Machines whose wake hooks have ended in this step. */
  public List<MachineRecord> takeWoken() {
    return moves.takeWoken();
  }

  /** What warm machines on their way wait for, for people. */
  public List<PoolPlan.Ongoing> ongoing() {
    return new WarmOngoing(ledger, power, step.wall()).all();
  }

  /** The cloud has answered. */
  public void onPowered(Event.Powered event) {
    power.onPowered(event);
  }

  /** What would be done next, for people; empty of a pool without a warm pool. */
  public Optional<WarmPlan> explain(Plan plan, int target) {
    if (!settings.config().warm().enabled() && ledger.warmMachines().isEmpty()) {
      return Optional.empty();
    }
    Set<String> taken = new HashSet<>();
    plan.taken().wakes().forEach(machine -> taken.add(machine.id()));
    plan.taken().takeovers().forEach(launch -> taken.add(launch.key()));
    int missing = missing(target, plan.committed() + plan.taken().machines());
    RefillPlan next = refill.decide(taken, missing, false);
    int lacking = refill.lacking();
    List<MachineId> returns = new ArrayList<>();
    for (Plan.Victim victim : plan.victims()) {
      if (takesBack(victim.machine(), lacking - returns.size())) {
        returns.add(victim.machine().machineId());
      }
    }
    return Optional.of(new WarmPlan(
        next.wanted(),
        refill.target().reason(),
        next.ready(),
        next.preparing(),
        plan.taken().wakes().stream().map(MachineRecord::machineId).toList(),
        next.launches().stream().mapToInt(Plan.Launch::k).sum(),
        returns,
        next.ends().stream()
            .map(end -> new PoolPlan.Termination(end.machine().machineId(), end.reason()))
            .toList(),
        next.holds()));
  }
}
