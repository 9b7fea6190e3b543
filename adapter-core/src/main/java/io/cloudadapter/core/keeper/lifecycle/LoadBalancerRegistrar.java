package io.cloudadapter.core.keeper.lifecycle;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.ErrorText;
import io.cloudadapter.core.keeper.state.LoadBalancerState;
import io.cloudadapter.core.keeper.state.MachineTracking;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.RetryBackoff;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.spi.CloudException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps machines behind the pool's load balancers while they are in service: registers those that are, deregisters
 * those that are not, and checks the result from time to time. It leaves hosts of others alone, and also the pool's
 * machines while it is unknown whether they live.
 *
 * <p>Before the hooks and the end of a machine that leaves, a list has to show that it is out; but the pool waits no
 * longer than configured, because a load balancer that does not answer must not keep machines for ever.
 */
public final class LoadBalancerRegistrar {
  private static final int AT_ONCE = 100;
  private static final Duration DRAINS = Duration.ofSeconds(5);

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final MachineTrackings trackings;
  private final PoolFreeze freeze;
  private final List<LoadBalancerState> states;
  private @Nullable Wishes wishes;

  public LoadBalancerRegistrar(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      MachineTrackings trackings,
      PoolFreeze freeze) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.trackings = trackings;
    this.freeze = freeze;
    this.states = settings.config().loadBalancing().behind().stream()
        .map(LoadBalancerState::new)
        .toList();
  }

  /** Whether a machine that goes has to wait until it is out from behind all load balancers. */
  public boolean holdUntilDeregistered(MachineRecord machine) {
    if (states.isEmpty() || !machine.ran() || isDeregistered(machine.id())) {
      return false;
    }
    MachineTracking track = trackings.of(machine.id());
    Long since = track.drainsSince;
    long began = since == null ? step.now().nanos() : since;
    track.drainsSince = began;
    long until = began + settings.config().loadBalancing().drainWithin().toNanos();
    if (step.now().reached(until)) {
      return false;
    }
    step.wakeAt(until);
    return true;
  }

  /**
   * Whether the last lists of all load balancers of the pool show a machine behind them. One that is gone for good has
   * no machine behind it, and is no reason to keep those that are there. One that does not answer may serve.
   */
  public boolean isBehindAll(MachineRecord machine) {
    for (LoadBalancerState state : states) {
      if (!state.behind().contains(machine.id()) && !state.isGone(step.now())) {
        return false;
      }
    }
    return true;
  }

  /** What a load balancer that does not exist keeps from being done, or does not any more; empty if all exist. */
  public Optional<PoolPlan.Hold> held() {
    return states.stream()
        .filter(state -> state.goneFrom().isPresent())
        .findFirst()
        .map(state -> new PoolPlan.Hold(
            Alarm.Code.CLOUD,
            gone(state),
            state.isGone(step.now()) ? Optional.empty() : state.goneFrom().map(Moment::wall)));
  }

  private String gone(LoadBalancerState state) {
    return "load balancer " + state.balancer + " does not exist: "
        + (state.isGone(step.now())
            ? "machines count as healthy without it; remove it from loadBalancing.behind, or create it"
            : "machines do not count as healthy until it has been gone for "
                + TimeSpan.text(LoadBalancerState.GONE_AFTER));
  }

  private boolean isDeregistered(String id) {
    for (LoadBalancerState state : states) {
      if (!state.out(id)) {
        return false;
      }
    }
    return true;
  }

  public void onStep() {
    if (states.isEmpty() || !freeze.mayServe()) {
      return;
    }
    for (LoadBalancerState state : states) {
      if (!state.calling) {
        bringUpToDate(state, wishes());
      }
    }
  }

  /**
   * The machines to register, and those to deregister.
   *
   * @param in who is in service
   * @param leaving machines that have run and are ending: they are deregistered even if no list shows them behind a
   *     load balancer, because that list may lag
   */
  private record Wishes(Set<String> in, Set<String> leaving, long changes) {}

  /** Most steps change no machine. */
  private Wishes wishes() {
    Wishes before = wishes;
    Wishes now = before != null && before.changes() == ledger.changes() ? before : computeWishes();
    wishes = now;
    return now;
  }

  private Wishes computeWishes() {
    Set<String> in = new LinkedHashSet<>();
    Set<String> leaving = new LinkedHashSet<>();
    for (MachineRecord machine : ledger.machines()) {
      if (serves(machine)) {
        in.add(machine.id());
        // It may have been warm since it was deregistered: its next end waits anew.
        trackings.find(machine.id()).ifPresent(track -> track.drainsSince = null);
      } else if (machine.ran() && (leaves(machine.status()) || machine.isWarm(WarmState.COOLING))) {
        leaving.add(machine.id());
      }
    }
    return new Wishes(in, leaving, ledger.changes());
  }

  /**
   * A machine without a reported service state serves, too. One that its load balancer finds ill stays behind it: the
   * load balancer sends it no connections, and finds out once it is well again.
   */
  private static boolean serves(MachineRecord machine) {
    return machine.status() == Status.LIVE
        && machine.ran()
        && machine.state() == MachineState.RUNNING
        && !machine.entering()
        && machine.warm() == null
        && (machine.serviceState() == ServiceState.IN_SERVICE
            || machine.serviceState() == ServiceState.UNKNOWN
            || (machine.serviceState() == ServiceState.UNHEALTHY
                && machine.serviceSource() == HealthSource.LOAD_BALANCER));
  }

  private static boolean leaves(Status status) {
    return status == Status.RETIRING || status == Status.DELETING || status == Status.DETACHING;
  }

  private void bringUpToDate(LoadBalancerState state, Wishes wishes) {
    state.keepOnly(wishes.leaving());
    Set<MachineId> out = new LinkedHashSet<>();
    boolean drains = false;
    for (String id : wishes.leaving()) {
      drains |= state.behind().contains(id);
      addUpTo(out, id, !state.out(id) && state.toTell(id, step.now()));
    }
    for (String id : state.behind()) {
      addUpTo(out, id, isOurs(id) && !wishes.in().contains(id) && state.toTell(id, step.now()));
    }
    long next =
        state.lookedAt() + (drains ? DRAINS : settings.config().listInterval().idle()).toNanos();
    if (!state.known() || step.now().reached(next)) {
      look(state);
    } else if (!state.changes.isDue(step.now())) {
      step.wakeAt(state.changes.at());
      step.wakeAt(next);
    } else if (!out.isEmpty()) {
      register(state, out, false);
    } else {
      Set<MachineId> in = new LinkedHashSet<>();
      for (String id : wishes.in()) {
        addUpTo(in, id, !state.absent && !state.behind().contains(id));
      }
      if (!in.isEmpty()) {
        register(state, in, true);
      } else {
        step.wakeAt(next);
      }
    }
  }

  private void look(LoadBalancerState state) {
    if (state.looks.isDue(step.now())) {
      state.calling = true;
      step.emit(new Effect.LookBehind(state.balancer));
    } else {
      step.wakeAt(state.looks.at());
    }
  }

  private static void addUpTo(Set<MachineId> machines, String id, boolean wanted) {
    if (wanted && machines.size() < AT_ONCE) {
      machines.add(new MachineId(id));
    }
  }

  /** Whether the pool owns or owned the machine: not one in quarantine, nor one that was detached. */
  private boolean isOurs(String id) {
    Optional<Status> status =
        ledger.machine(id).or(() -> ledger.endedMachine(id)).map(MachineRecord::status);
    return status
        .filter(is -> is == Status.LIVE || is == Status.GONE || leaves(is))
        .isPresent();
  }

  private void register(LoadBalancerState state, Set<MachineId> machines, boolean in) {
    state.calling = true;
    step.emit(new Effect.Register(state.balancer, machines, in));
  }

  public void onLookedBehind(Event.LookedBehind event) {
    find(event.balancer()).ifPresent(state -> {
      state.calling = false;
      if (event.error().isEmpty()) {
        state.looked(event.started(), ids(event.machines()));
        state.settle(step.now());
        state.looks.reset();
        clear();
      } else {
        if (event.error().get().kind() != CloudException.Kind.NOT_FOUND) {
          state.answersOtherwise();
        }
        failed(state, state.looks, event.started(), event.error().get());
      }
    });
  }

  public void onRegistered(Event.Registered event) {
    find(event.balancer()).ifPresent(state -> {
      state.calling = false;
      Set<String> machines = ids(event.machines());
      boolean done = event.error().isEmpty();
      boolean mayLand = event
          .error()
          .filter(error -> error.effect() != CloudException.Effect.NONE)
          .isPresent();
      if (event.in() && mayLand) {
        long lands = step.now().plus(settings.profile().lateAcceptance());
        state.mayBePut(machines, lands);
      } else if (event.in() && done) {
        state.put(machines);
      } else if (done) {
        state.told(machines, step.now());
      }
      if (done) {
        state.changes.reset();
        clear();
      } else {
        failed(state, state.changes, step.now(), event.error().get());
      }
    });
  }

  private void failed(
      LoadBalancerState state, RetryBackoff retry, Moment at, CloudException error) {
    retry.failed(step.now(), error.retryAfter(), settings.random());
    if (error.kind() == CloudException.Kind.NOT_FOUND) {
      state.isAbsent(at);
    }
    alarms.raise(
        Alarm.Code.CLOUD,
        AlarmRegistry.Cause.BALANCER,
        "machines cannot be kept behind load balancer " + state.balancer + ": "
            + (state.isGone(step.now()) ? gone(state) : ErrorText.of(error)),
        step.wall());
  }

  private void clear() {
    boolean fails =
        states.stream().anyMatch(state -> state.looks.failing() || state.changes.failing());
    if (!fails) {
      alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.BALANCER);
    }
  }

  private Optional<LoadBalancerState> find(LoadBalancerName balancer) {
    return states.stream().filter(state -> state.balancer.equals(balancer)).findFirst();
  }

  private static Set<String> ids(Set<MachineId> machines) {
    return machines.stream().map(MachineId::value).collect(Collectors.toCollection(HashSet::new));
  }
}
