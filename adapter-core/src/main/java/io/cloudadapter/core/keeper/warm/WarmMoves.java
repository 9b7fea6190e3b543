package io.cloudadapter.core.keeper.warm;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.config.WarmConfig;
import io.cloudadapter.core.config.WarmPoolState;
import io.cloudadapter.core.keeper.lifecycle.LifecycleHooks;
import io.cloudadapter.core.keeper.lifecycle.LoadBalancerRegistrar;
import io.cloudadapter.core.keeper.lifecycle.Terminator;
import io.cloudadapter.core.keeper.resource.MachineCompleter;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.LaunchFailures;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.warm.WarmRecord;
import io.cloudadapter.spi.MachineSighting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Moves each warm machine on: prepares it and stops it, starts it and hands it to the entry into service, or returns
 * it. Each move is a record first; what is asked of the cloud follows from the records, so that a keeper that begins
 * goes on where the last one ended.
 */
final class WarmMoves {
  private final KeeperConfig settings;
  private final WarmConfig config;
  private final Ledger ledger;
  private final CurrentStep step;
  private final CloudContact cloud;
  private final PoolFreeze freeze;
  private final MachineTrackings trackings;
  private final LaunchFailures launchFailures;
  private final LoadBalancerRegistrar registrar;
  private final MachineCompleter completer;
  private final LifecycleHooks hooks;
  private final Terminator terminator;
  private final PowerCalls power;

  private final WarmTrouble trouble;
  private final WarmRetries retries;
  private final WarmFailures failures;

  /** The machines of the last step that were not on their way into service. */
  private Set<String> idle = Set.of();

  private final List<MachineRecord> woken = new ArrayList<>();

  WarmMoves(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      CloudContact cloud,
      PoolFreeze freeze,
      MachineTrackings trackings,
      LaunchFailures launchFailures,
      LoadBalancerRegistrar registrar,
      MachineCompleter completer,
      LifecycleHooks hooks,
      Terminator terminator,
      PowerCalls power,
      WarmTrouble trouble,
      WarmRetries retries,
      WarmFailures failures) {
    this.settings = settings;
    this.config = settings.config().warm();
    this.ledger = ledger;
    this.step = step;
    this.cloud = cloud;
    this.freeze = freeze;
    this.trackings = trackings;
    this.launchFailures = launchFailures;
    this.registrar = registrar;
    this.completer = completer;
    this.hooks = hooks;
    this.terminator = terminator;
    this.power = power;
    this.trouble = trouble;
    this.retries = retries;
    this.failures = failures;
  }

  /** Takes a machine into service: from now on it counts as one to come. */
  void wake(MachineRecord machine) {
    ledger.atom();
    ledger.put(machine.edit(edit -> edit.warm = warm(machine).wakes(step.wall())));
    power.begin(machine.id(), true, false);
  }

  /** Returns a machine that is one too many to the warm pool. */
  void cool(MachineRecord machine) {
    ledger.atom();
    trackings.of(machine.id()).drainsSince = null;
    ledger.put(machine.edit(edit -> {
      edit.warm = WarmRecord.returning(step.wall());
      edit.serviceState = ServiceState.UNKNOWN;
      edit.serviceSince = step.wall();
      edit.health = null;
    }));
  }

  /** Moves all on. */
  void onStep(List<MachineRecord> machines) {
    woken.clear();
    noteEnds(machines);
    for (MachineRecord machine : machines) {
      ledger.atom();
      switch (warm(machine).state()) {
        case WARMING -> warming(machine);
        case WARM -> staysWarm(machine);
        case WAKING -> waking(machine);
        case COOLING -> cooling(machine);
      }
    }
    Predicate<String> needed =
        id -> ledger.machine(id).filter(m -> m.warm() != null).isPresent();
    power.keepOnly(needed);
    retries.keepOnly(needed);
  }

  /** A cloud that ends warm machines, such as all that are stopped, is not to be given others at once. */
  private void noteEnds(List<MachineRecord> machines) {
    Set<String> now = new HashSet<>();
    for (MachineRecord machine : machines) {
      if (!machine.isWarm(WarmState.WAKING)) {
        now.add(machine.id());
      }
    }
    idle.stream()
        .filter(id -> !now.contains(id) && isGone(id))
        .findFirst()
        .ifPresent(id -> trouble.spoils("machine " + id + ": it ended unplanned"));
    idle = now;
  }

  private boolean isGone(String id) {
    return ledger
        .machine(id)
        .or(() -> ledger.endedMachine(id))
        .filter(machine -> machine.status() == MachineRecord.Status.GONE
            || machine.status() == MachineRecord.Status.PRESUMED_GONE)
        .isPresent();
  }

  /** Machines whose wake hooks have ended, so that they may enter service once they are found well. */
  List<MachineRecord> takeWoken() {
    List<MachineRecord> taken = List.copyOf(woken);
    woken.clear();
    return taken;
  }

  private static WarmRecord warm(MachineRecord machine) {
    return Objects.requireNonNull(machine.warm(), machine.id());
  }

  static boolean isStopped(MachineRecord machine) {
    return machine.end() == MachineSighting.End.STOPPED;
  }

  private void warming(MachineRecord machine) {
    WarmRecord warm = warm(machine);
    if (warm.stopping()) {
      stop(machine);
    } else if (warm.prepared() && isStopped(machine) && config.state() == WarmPoolState.RUNNING) {
      start(machine);
    } else if (isPrepared(machine)) {
      settle(machine);
    }
  }

  /** Whether its warm-in hooks have ended. One that does not boot in time is replaced as any other. */
  private boolean isPrepared(MachineRecord machine) {
    if (warm(machine).prepared()) {
      return true;
    }
    if (isStopped(machine)) {
      failures.fails(machine, "it stopped before it was prepared");
      return false;
    }
    if (!machine.ran() || machine.state() != MachineState.RUNNING) {
      return false;
    }
    if (machine.entering() && !completer.isComplete(machine)) {
      completer.failure(machine).ifPresent(reason -> failures.fails(machine, reason));
      return false;
    }
    return isFree(machine, LifecycleTransition.WARM_IN);
  }

  private boolean isFree(MachineRecord machine, LifecycleTransition transition) {
    return switch (hooks.beginNextHook(machine, transition)) {
      case PAUSED -> false;
      case FREE -> true;
      case ABANDONED -> {
        failures.fails(
            machine, "its hook " + hooks.abandoned(machine, transition) + " did not let it go on");
        yield false;
      }
    };
  }

  /** It is prepared, or out of service: it is stopped if the pool keeps stopped ones. */
  private void settle(MachineRecord machine) {
    WarmRecord warm = warm(machine);
    if (config.state() == WarmPoolState.RUNNING) {
      ready(machine);
    } else if (freeze.mayAct()) {
      becomes(machine, warm.preparedNow().stops());
      power.begin(machine.id(), false, false);
      current(machine).ifPresent(this::stop);
    }
  }

  private void ready(MachineRecord machine) {
    becomes(machine, WarmRecord.ready(step.wall()));
    launchFailures.reset();
  }

  private void becomes(MachineRecord machine, WarmRecord warm) {
    ledger.put(machine.edit(edit -> {
      edit.warm = warm;
      edit.entering = false;
    }));
  }

  private Optional<MachineRecord> current(MachineRecord machine) {
    return ledger.machine(machine.id());
  }

  private void stop(MachineRecord machine) {
    String id = machine.id();
    if (!freeze.mayAct() || (!isStopped(machine) && waits(machine))) {
      power.rest(id);
      return;
    }
    if (isStopped(machine)) {
      if (power.isSettled(id, false)) {
        ready(machine);
      }
      return;
    }
    Duration within = settings.config().bootDeadline();
    Optional<String> refusal = power.refusal(id, false);
    if (refusal.isPresent()) {
      failures.fails(machine, "the cloud did not stop it: " + refusal.get());
    } else if (isOverdue(machine, power.begun(id, false), within)) {
      failures.fails(machine, "it did not stop within " + TimeSpan.rounded(within));
    } else {
      power.request(machine, false);
    }
  }

  /** A machine that was started in the cloud, or by a late call, is stopped again. */
  private void staysWarm(MachineRecord machine) {
    trouble.staysWarm(warm(machine).since());
    retries.staysWarm(machine);
    boolean runs = machine.state() == MachineState.RUNNING;
    if (!freeze.mayAct() || !config.enabled()) {
      return;
    }
    if (isStopped(machine) && config.state() == WarmPoolState.RUNNING) {
      // Stopped from outside, or kept by a pool that kept stopped ones: it is not ready.
      Optional<String> unfit = retries.stops(machine);
      if (unfit.isPresent()) {
        terminator.retire(machine, unfit.get(), false);
        return;
      }
      becomes(machine, new WarmRecord(WarmState.WARMING, step.wall(), true, false, List.of()));
      power.begin(machine.id(), true, false);
      current(machine).ifPresent(this::start);
    } else if (runs && config.state() == WarmPoolState.STOPPED) {
      becomes(machine, new WarmRecord(WarmState.WARMING, step.wall(), true, true, List.of()));
      power.begin(machine.id(), false, false);
      current(machine).ifPresent(this::stop);
    }
  }

  private void waking(MachineRecord machine) {
    if (!warm(machine).prepared()) {
      if (!isPrepared(machine)) {
        return;
      }
      becomes(machine, warm(machine).preparedNow());
    }
    current(machine).ifPresent(this::enters);
  }

  private void enters(MachineRecord machine) {
    if (machine.state() != MachineState.RUNNING) {
      start(machine);
    } else if (isFree(machine, LifecycleTransition.WAKE)) {
      trouble.wakes();
      woken.add(machine);
    }
  }

  private void start(MachineRecord machine) {
    String id = machine.id();
    if (!freeze.mayAct() || waits(machine)) {
      power.rest(id);
      return;
    }
    Duration within = config.startWithin();
    Optional<String> refusal = power.refusal(id, true);
    if (refusal.isPresent()) {
      failures.doesNotStart(machine, "the cloud did not start it: " + refusal.get());
    } else if (isOverdue(machine, power.begun(id, true), within)) {
      failures.doesNotStart(
          machine,
          "it did not start within " + TimeSpan.rounded(within)
              + power
                  .lastFailure(id, true)
                  .map(failure -> "; the cloud's last answer is " + failure)
                  .orElse(""));
    } else {
      power.request(machine, true);
    }
  }

  /** Whether it has failed, stays all the same, and is not asked for at present. */
  private boolean waits(MachineRecord machine) {
    return !machine.isWarm(WarmState.WAKING) && retries.holds(machine.id());
  }

  /** Out from behind load balancers first, then its hooks, then its stop. */
  private void cooling(MachineRecord machine) {
    if (warm(machine).stopping()) {
      stop(machine);
    } else if (!registrar.holdUntilDeregistered(machine)
        && isFree(machine, LifecycleTransition.WARM_RETURN)) {
      // It may be behind one that did not answer: its end waits anew.
      trackings.of(machine.id()).drainsSince = null;
      settle(machine);
    }
  }

  /**
   * Whether a time is over, and a look that began after it still shows that nothing has come of the calls. That time
   * has passed proves nothing: a keeper that stood still, or could not list, knows only what was.
   */
  private boolean isOverdue(MachineRecord machine, long begun, Duration within) {
    long deadline = begun + within.toNanos();
    if (!step.now().reached(deadline)) {
      step.wakeAt(deadline);
      return false;
    }
    long shown = deadline + settings.profile().listLag().toNanos();
    return cloud.lastListBegan - shown > 0 && trackings.of(machine.id()).misses == 0;
  }
}
