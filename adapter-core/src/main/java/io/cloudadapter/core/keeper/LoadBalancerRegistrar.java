package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
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
final class LoadBalancerRegistrar {
  private static final int AT_ONCE = 100;
  private static final Duration DRAINS = Duration.ofSeconds(5);

  private final KeeperContext work;
  private final List<LoadBalancerState> registries;
  private @Nullable Wishes wishes;

  LoadBalancerRegistrar(KeeperContext work) {
    this.work = work;
    this.registries = work.setup.config().loadBalancing().behind().stream()
        .map(LoadBalancerState::new)
        .toList();
  }

  /** Whether a machine that goes has to wait until it is out from behind all load balancers. */
  boolean holds(MachineRecord machine) {
    if (registries.isEmpty() || !machine.ran() || out(machine.id())) {
      return false;
    }
    MachineTracking track = work.track(machine.id());
    Long since = track.drainsSince;
    long began = since == null ? work.now().nanos() : since;
    track.drainsSince = began;
    long until = began + work.setup.config().loadBalancing().drainWithin().toNanos();
    if (work.now().reached(until)) {
      return false;
    }
    work.wakeAt(until);
    return true;
  }

  private boolean out(String id) {
    for (LoadBalancerState registry : registries) {
      if (!registry.out(id)) {
        return false;
      }
    }
    return true;
  }

  void pulse() {
    if (registries.isEmpty() || !work.acting()) {
      return;
    }
    for (LoadBalancerState registry : registries) {
      if (!registry.calling) {
        serve(registry, wishes());
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
    Wishes now = before != null && before.changes() == work.ledger.changes() ? before : gathered();
    wishes = now;
    return now;
  }

  private Wishes gathered() {
    Set<String> in = new LinkedHashSet<>();
    Set<String> leaving = new LinkedHashSet<>();
    for (MachineRecord machine : work.ledger.machines()) {
      if (serves(machine)) {
        in.add(machine.id());
      } else if (machine.ran() && leaves(machine.status())) {
        leaving.add(machine.id());
      }
    }
    return new Wishes(in, leaving, work.ledger.changes());
  }

  /** A machine without a reported service state serves, too. */
  private static boolean serves(MachineRecord machine) {
    return machine.status() == Status.LIVE
        && machine.ran()
        && machine.state() == MachineState.RUNNING
        && !machine.entering()
        && (machine.serviceState() == ServiceState.IN_SERVICE
            || machine.serviceState() == ServiceState.UNKNOWN);
  }

  private static boolean leaves(Status status) {
    return status == Status.RETIRING || status == Status.DELETING || status == Status.DETACHING;
  }

  private void serve(LoadBalancerState registry, Wishes wishes) {
    registry.keepOnly(wishes.leaving());
    Set<MachineId> out = new LinkedHashSet<>();
    boolean drains = false;
    for (String id : wishes.leaving()) {
      drains |= registry.behind().contains(id);
      addUpTo(out, id, !registry.out(id) && registry.toTell(id, work.now()));
    }
    for (String id : registry.behind()) {
      addUpTo(out, id, isOurs(id) && !wishes.in().contains(id) && registry.toTell(id, work.now()));
    }
    long next =
        registry.lookedAt() + (drains ? DRAINS : work.setup.config().pace().idle()).toNanos();
    if (!registry.known() || work.now().reached(next)) {
      look(registry);
    } else if (!registry.changes.due(work.now())) {
      work.wakeAt(registry.changes.at());
      work.wakeAt(next);
    } else if (!out.isEmpty()) {
      register(registry, out, false);
    } else {
      Set<MachineId> in = new LinkedHashSet<>();
      for (String id : wishes.in()) {
        addUpTo(in, id, !registry.absent && !registry.behind().contains(id));
      }
      if (!in.isEmpty()) {
        register(registry, in, true);
      } else {
        work.wakeAt(next);
      }
    }
  }

  private void look(LoadBalancerState registry) {
    if (registry.looks.due(work.now())) {
      registry.calling = true;
      work.ask(new Effect.LookBehind(registry.balancer));
    } else {
      work.wakeAt(registry.looks.at());
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
        work.ledger.machine(id).or(() -> work.ledger.endedMachine(id)).map(MachineRecord::status);
    return status
        .filter(is -> is == Status.LIVE || is == Status.GONE || leaves(is))
        .isPresent();
  }

  private void register(LoadBalancerState registry, Set<MachineId> machines, boolean in) {
    registry.calling = true;
    work.ask(new Effect.Register(registry.balancer, machines, in));
  }

  void looked(Event.LookedBehind event) {
    find(event.balancer()).ifPresent(registry -> {
      registry.calling = false;
      if (event.error().isEmpty()) {
        registry.looked(event.started(), ids(event.machines()));
        registry.settle(work.now());
        registry.looks.reset();
        clear();
      } else {
        failed(registry, registry.looks, event.started(), event.error().get());
      }
    });
  }

  void registered(Event.Registered event) {
    find(event.balancer()).ifPresent(registry -> {
      registry.calling = false;
      Set<String> machines = ids(event.machines());
      boolean done = event.error().isEmpty();
      boolean mayLand = event
          .error()
          .filter(error -> error.effect() != CloudException.Effect.NONE)
          .isPresent();
      if (event.in() && mayLand) {
        long lands = work.now().plus(work.setup.profile().lateAcceptance());
        registry.mayBePut(machines, lands);
      } else if (event.in() && done) {
        registry.put(machines);
      } else if (done) {
        registry.told(machines, work.now());
      }
      if (done) {
        registry.changes.reset();
        clear();
      } else {
        failed(registry, registry.changes, work.now(), event.error().get());
      }
    });
  }

  private void failed(
      LoadBalancerState registry, RetryBackoff retry, Moment at, CloudException error) {
    retry.failed(work.now(), error.retryAfter(), work.setup.random());
    if (error.kind() == CloudException.Kind.NOT_FOUND) {
      registry.isAbsent(at);
    }
    work.alarms.raise(
        Alarm.Code.CLOUD,
        AlarmRegistry.Cause.BALANCER,
        "machines cannot be kept behind load balancer " + registry.balancer + ": "
            + KeeperContext.text(error),
        work.wall());
  }

  private void clear() {
    boolean fails = registries.stream()
        .anyMatch(registry -> registry.looks.failing() || registry.changes.failing());
    if (!fails) {
      work.alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.BALANCER);
    }
  }

  private Optional<LoadBalancerState> find(LoadBalancerName balancer) {
    return registries.stream()
        .filter(registry -> registry.balancer.equals(balancer))
        .findFirst();
  }

  private static Set<String> ids(Set<MachineId> machines) {
    return machines.stream().map(MachineId::value).collect(Collectors.toCollection(HashSet::new));
  }
}
