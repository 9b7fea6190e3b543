package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.counts;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.spi.MachineSighting;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a pool still has to do before it is as it must be in the end, when nothing goes wrong any more. */
final class UnfinishedWork {
  private final InvariantChecker judge;
  private final TruthChecker truth;
  private final ResourceChecker resources;

  UnfinishedWork(InvariantChecker judge, TruthChecker truth, ResourceChecker resources) {
    this.judge = judge;
    this.truth = truth;
    this.resources = resources;
  }

  /** One reason for each thing that is not as it must be; empty if all is well. */
  List<String> reasons() {
    @Nullable PoolRecord pool = judge.pool().orElse(null);
    if (pool == null || pool.phase() != PoolRecord.Phase.ACTIVE) {
      return List.of("pool " + judge.config().name() + " is not active");
    }
    List<String> reasons = new ArrayList<>();
    if (pool.frozen() != null) {
      reasons.add("the pool is frozen: " + pool.frozenMessage());
    }
    if (pool.state() != OperatingState.RUNNING && pool.state() != OperatingState.DELETED) {
      reasons.add("the pool is " + pool.state().word());
    }
    judge.unresolved().forEach(intent -> reasons.add("open: " + intent));
    int ballast = 0;
    int free = 0;
    for (MachineRecord machine : judge.present()) {
      switch (machine.status()) {
        case ATTACHING, DETACHING, RETIRING, DELETING, PRESUMED_GONE ->
          reasons.add("under way: " + machine);
        case LIVE, QUARANTINED -> {
          boolean spared = machine.isProtected() || machine.kept();
          ballast += counts(machine) || makesRoom(machine, spared) ? 0 : 1;
          free += counts(machine) && !spared ? 1 : 0;
          if (machine.status() == MachineRecord.Status.LIVE && machine.inactive() && !spared) {
            reasons.add("to be disposed of: " + machine);
          }
          if (machine.remark()) {
            reasons.add("to be marked: " + machine);
          }
          if (machine.entering() && !isHeldFromService(machine)) {
            reasons.add("to enter service: " + machine);
          }
        }
        case GONE, DETACHED -> {}
      }
    }
    judge
        .refreshes
        .active()
        .filter(refresh -> !judge.refreshes.waitsByItself(refresh))
        .ifPresent(refresh -> reasons.add("the refresh goes on: " + refresh));
    judge.refreshes.images().unfinished(reasons);
    reasons.addAll(judge.warm.unfinished());
    reasons.addAll(judge.pauses.unfinished());
    reasons.addAll(judge.undertakings.unfinished());
    reasons.addAll(judge.registrations.unfinished());
    int desired = pool.state() == OperatingState.DELETED ? 0 : judge.desired() + judge.headroom();
    int room = Math.min(judge.most(), judge.most() + judge.config().effectiveSurge() - ballast);
    int effective = judge.effective();
    // Machines that a policy or a schedule gives up wait for their window.
    int most =
        desired + (judge.disruptions.isOpen(DisruptionReason.SHRINK) ? 0 : pool.automaticShrink());
    if (effective < Math.min(desired, room) || (effective > most && free > 0)) {
      reasons.add("effective " + effective + ", wanted " + desired + ", room for " + room);
    }
    truth.unfinished(reasons);
    resources.unfinished(reasons);
    return reasons;
  }

  /**
   * A warm machine is taken first, or ends to make room. One that a person spares does not end, and is not taken where
   * its zone has its share; one that is kept out of service on its way there stays, too.
   */
  private boolean makesRoom(MachineRecord machine, boolean spared) {
    boolean placed = judge.config().scaling().placement().isPresent();
    boolean held = machine.isWarm(WarmState.WAKING) && !machine.waking();
    return machine.warm() != null && !(spared && placed) && !held;
  }

  /**
   * A caller keeps it out of service, or someone has stopped it in the cloud, where a machine enters service once a
   * source finds it well. What the pool does by itself is no reason. A restore brings back what callers had set before.
   */
  private boolean isHeldFromService(MachineRecord machine) {
    boolean restored = machine.generation() > 0;
    boolean held = machine.serviceState() == ServiceState.OUT_OF_SERVICE
        && (restored || judge.health.setByCallers.contains(machine.id()));
    boolean stopped =
        machine.end() == MachineSighting.End.STOPPED && truth.isStoppedByOthers(machine);
    return judge.config().health().beforeService() && (held || stopped);
  }
}
