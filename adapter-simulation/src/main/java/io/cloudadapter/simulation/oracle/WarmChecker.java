package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.config.WarmConfig;
import io.cloudadapter.core.config.WarmPoolState;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.warm.WarmRecord;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.spi.MachineSighting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Checks the warm pool of one pool (I21): its machines come and go as they may, none is in service before it is ready,
 * and no request of the pool stops one that serves.
 */
final class WarmChecker {
  private static final String RULE = "I21";

  private final InvariantChecker judge;
  private final Map<String, Long> cooledAt = new HashMap<>();
  private final GrowthModel growth = new GrowthModel();

  WarmChecker(InvariantChecker judge, HostileCloud cloud) {
    this.judge = judge;
    cloud.power.watchStops(this::stops);
  }

  /** A machine that leaves the warm pool for service counts as one to come. */
  static boolean wakes(@Nullable MachineRecord machine) {
    return machine != null
        && machine.status() == Status.LIVE
        && is(machine, WarmState.WAKING)
        && machine.serviceState() != ServiceState.OUT_OF_SERVICE
        && !machine.inactive();
  }

  private static boolean is(MachineRecord machine, WarmState state) {
    return machine.warm() != null && machine.warm().state() == state;
  }

  /** A machine may leave the warm pool and return several times, with its hooks each time. */
  static boolean mayRecur(LifecycleTransition transition) {
    return transition == LifecycleTransition.WAKE || transition == LifecycleTransition.WARM_RETURN;
  }

  /** Whether a machine may wait for a hook of a transition of the warm pool. */
  static boolean pauses(MachineRecord machine, LifecycleTransition transition) {
    WarmRecord warm = machine.warm();
    if (warm == null
        || (machine.status() != Status.LIVE && machine.status() != Status.PRESUMED_GONE)) {
      return false;
    }
    return switch (transition) {
      case TERMINATE, LAUNCH -> false;
      case WARM_IN ->
        !warm.prepared() && (warm.state() == WarmState.WARMING || warm.state() == WarmState.WAKING);
      case WAKE -> warm.prepared() && warm.state() == WarmState.WAKING;
      case WARM_RETURN -> !warm.stopping() && warm.state() == WarmState.COOLING;
    };
  }

  /** The pool's record has changed: what it keeps of growths is what its sizes were. */
  void poolChanges(@Nullable PoolRecord before, PoolRecord now) {
    WarmConfig warm = judge.config().warm();
    warm.growthWindow()
        .ifPresent(
            window -> growth.changes(before, now, judge.decidedWall(), warm.growthSpan(), window));
  }

  /** A machine is in the ledger for the first time. */
  void joins(MachineRecord now) {
    LaunchRecord launch = now.key() == null ? null : judge.intent(now.key());
    boolean adopted = now.key() == null && now.end() == MachineSighting.End.STOPPED;
    rule(
        now.warm() == null
            || (is(now, WarmState.WARMING) && launch != null)
            || (is(now, WarmState.WARM) && adopted),
        RULE,
        () -> "there joins " + now);
  }

  /** A live machine has changed. Returns whether it is decided here that it is one too many. */
  boolean changes(MachineRecord before, MachineRecord now) {
    WarmState was = before.warm() == null ? null : before.warm().state();
    WarmState is = now.warm() == null ? null : now.warm().state();
    if (was == is || now.status() != Status.LIVE || before.status() != Status.LIVE) {
      return false;
    }
    boolean cools = was == null && is == WarmState.COOLING;
    rule(mayFollow(before, was, is), RULE, () -> before + " became " + now);
    if (was == WarmState.WAKING && is == null) {
      enters(now);
    }
    if (cools) {
      returns(before, now);
      cooledAt.put(now.id(), judge.decidedAt());
    } else {
      cooledAt.remove(now.id());
    }
    if (is == WarmState.WARM) {
      ready(now);
    }
    return cools;
  }

  private static boolean mayFollow(
      MachineRecord before, @Nullable WarmState was, @Nullable WarmState is) {
    if (was == null) {
      return is == WarmState.COOLING;
    }
    boolean stopping = before.warm() != null && before.warm().stopping();
    return switch (was) {
      case WARMING -> is == WarmState.WARM || (is == WarmState.WAKING && !stopping);
      case WARM -> is == WarmState.WAKING || is == WarmState.WARMING;
      // One that does not come into service may stay.
      case WAKING -> is == null || is == WarmState.WARM || is == WarmState.WARMING;
      case COOLING -> is == WarmState.WARM;
    };
  }

  private void enters(MachineRecord now) {
    rule(
        now.ran() && now.state() == MachineState.RUNNING && !now.entering(),
        RULE,
        () -> "before it runs enters service " + now);
    judge.pauses.passes(now, LifecycleTransition.WAKE);
    judge.resources.enters(now);
    judge.health.enters(now);
  }

  private void returns(MachineRecord before, MachineRecord now) {
    WarmConfig warm = judge.config().warm();
    rule(
        warm.reuseOnScaleIn()
            && InvariantChecker.counts(before)
            && !before.entering()
            && before.serviceState() != ServiceState.UNHEALTHY
            && !before.isProtected()
            && now.profile() == judge.pool().orElseThrow().profile()
            && !judge.undertakings.holds(now.id()),
        RULE,
        () -> "to the warm pool returns " + before);
  }

  private void ready(MachineRecord now) {
    rule(
        judge.config().warm().state() == WarmPoolState.RUNNING
            || !judge.config().warm().enabled()
            || now.end() == MachineSighting.End.STOPPED,
        RULE,
        () -> "before it is stopped is ready " + now);
  }

  /** When it was decided that a machine returns, if it does, or has ended on that way. */
  OptionalLong cooledAt(String id) {
    Long at = cooledAt.get(id);
    return at == null ? OptionalLong.empty() : OptionalLong.of(at);
  }

  /** Whether a machine is on its way into service, counted or not. */
  static boolean isWaking(@Nullable MachineRecord machine) {
    return machine != null && machine.status() == Status.LIVE && is(machine, WarmState.WAKING);
  }

  /** A request to start or stop a machine leaves. */
  void leaves(Effect.Power power) {
    MachineRecord machine = judge.machine(power.machine().value());
    boolean stops = machine != null
        && machine.status() == Status.LIVE
        && machine.warm() != null
        && machine.warm().stopping();
    boolean starts = machine != null
        && machine.status() == Status.LIVE
        && (is(machine, WarmState.WAKING) || isStartedAgain(machine));
    rule(power.on() ? starts : stops, RULE, () -> power + " leaves, durable is " + machine);
    if (stops) {
      judge.registrations.goes(power.machine().value());
    }
  }

  /** Where warm machines run, one that was stopped from outside is started. */
  private boolean isStartedAgain(MachineRecord machine) {
    return judge.config().warm().state() == WarmPoolState.RUNNING
        && is(machine, WarmState.WARMING)
        && machine.warm() != null
        && machine.warm().prepared()
        && !machine.warm().stopping();
  }

  /** A request of the pool stops a machine, perhaps late. */
  private void stops(String id) {
    MachineRecord machine = judge.machine(id);
    rule(
        machine == null
            || machine.status() != Status.LIVE
            || (machine.warm() != null && machine.warm().stopping())
            || is(machine, WarmState.WARM),
        RULE,
        () -> "a request of the pool stops " + machine);
  }

  /** A caller keeps it out of service, where a machine enters service once a source finds it well. */
  private boolean isHeldFromService(MachineRecord machine) {
    return judge.config().health().beforeService()
        && is(machine, WarmState.WAKING)
        && machine.serviceState() == ServiceState.OUT_OF_SERVICE
        && machine.health() == null;
  }

  /** What is not yet as it must be in the end. */
  List<String> unfinished() {
    List<String> reasons = new ArrayList<>();
    int ready = 0;
    for (MachineRecord machine : judge.present()) {
      if (machine.status() == Status.LIVE && machine.warm() != null && !machine.inactive()) {
        ready += is(machine, WarmState.WARM) ? 1 : 0;
        if (!is(machine, WarmState.WARM) && !isHeldFromService(machine)) {
          reasons.add("warm and under way: " + machine);
        }
      }
    }
    int target = judge.desired() + judge.headroom();
    int cap = judge.most() + judge.config().effectiveSurge();
    WarmConfig warm = judge.config().warm();
    int grown = warm.growthWindow()
        .map(window -> growth.largest(judge.decidedWall(), window))
        .orElse(0);
    int wanted = Math.max(0, Math.min(warm.of(target, grown), cap - target));
    int spared = 0;
    for (MachineRecord machine : judge.present()) {
      spared += machine.warm() != null && machine.isSpared() ? 1 : 0;
    }
    // Schedules may bring one machine too many as often as the hour's budget lets one end.
    if (ready > wanted + spared && !judge.statuses.isBudgetOfEndsSpent()) {
      reasons.add("the warm pool has " + ready + ", wanted are " + wanted);
    }
    return reasons;
  }
}
