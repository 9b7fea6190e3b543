package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.simulated.limit.CloudErrors;
import io.cloudadapter.simulated.machine.SimulatedMachine;
import io.cloudadapter.simulated.machine.StateTable;
import io.cloudadapter.simulated.notice.GroupHookWaits;
import io.cloudadapter.simulated.notice.GroupHookWaits.Hold;
import io.cloudadapter.simulated.notice.GroupHookWaits.Waiting;
import io.cloudadapter.simulated.request.SimulatedLaunch;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.feature.WaitingMachine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The groups that the cloud sizes, one for each pool: it makes machines until a group has its target, and another one
 * when a machine ends without a request. A group that finds no room tries again, and reports no error. While {@link
 * GroupHookWaits} are on, machines wait for a release before they enter service or end.
 */
final class SimulatedGroups {
  private static final Duration TRIES_AGAIN = Duration.ofSeconds(30);

  /**
   * One group.
   *
   * @param frozen what it makes; none before it was first raised
   * @param target how many machines it is to have
   * @param members those that it has
   */
  record Group(Optional<PreparedLaunch> frozen, int target, List<MachineId> members) {
    Group {
      members = List.copyOf(members);
    }

    Group raised(PreparedLaunch order, int total) {
      return new Group(Optional.of(order), Math.max(target, total), members);
    }

    Group with(MachineId machine, int more) {
      List<MachineId> all = new ArrayList<>(members);
      all.add(machine);
      return new Group(frozen, target + more, all);
    }

    Group without(MachineId machine, int fewer) {
      List<MachineId> rest = new ArrayList<>(members);
      rest.remove(machine);
      return new Group(frozen, target - fewer, rest);
    }
  }

  private final CloudState world;
  private final StateTable<String, Group> groups;

  SimulatedGroups(CloudState world) {
    this.world = world;
    this.groups = world.memory.groups();
  }

  /** Raises a target, never lowers it. */
  void raise(CloudRequest.Raise request, Set<CloudFault> struck) {
    int most = world.settings.groupMax();
    if (request.total() < 1 || request.total() > most) {
      throw CloudErrors.invalid("total must be 1 to " + most + ", was " + request.total());
    }
    SimulatedLaunch order = order(request.frozen());
    if (bites(CloudFault.NO_QUOTA, struck)) {
      throw CloudErrors.quota(world.machines.owned(), world.capacity.quota());
    }
    if (bites(CloudFault.NO_CAPACITY, struck)) {
      throw CloudErrors.capacity(order.size(), Optional.empty());
    }
    String pool = order.pool().value();
    groups.put(pool, of(pool).raised(request.frozen(), request.total()));
    grow(pool, bites(CloudFault.REJECT_LATER, struck), bites(CloudFault.STUCK_PENDING, struck));
  }

  /** Makes what a group lacks. */
  void grow(String pool) {
    grow(pool, false, false);
  }

  private void grow(String pool, boolean rejected, boolean stuck) {
    Group group = of(pool);
    if (group.frozen().isEmpty()) {
      return;
    }
    SimulatedLaunch order = order(group.frozen().get());
    try {
      while (group.members().size() < group.target()) {
        SimulatedMachine vm = make(order);
        new StateProgression(world).begin(vm, rejected, stuck);
        group = group.with(vm.id(), 0);
        groups.put(pool, group);
        hold(pool, new Hold(vm.id(), LifecycleTransition.LAUNCH));
      }
    } catch (CloudException noRoom) {
      later(pool, TRIES_AGAIN);
    }
  }

  private SimulatedMachine make(SimulatedLaunch order) {
    PlacementRoom places = new PlacementRoom(world);
    if (places.quota() <= 0) {
      throw CloudErrors.quota(world.machines.owned(), world.capacity.quota());
    }
    String zone = places.zone(order);
    return world.create(
        world.settings.queueTime().isZero() ? MachineState.PENDING : MachineState.REQUESTED,
        Optional.of(new OwnershipMarks(order.pool(), order.incarnation(), Optional.empty())),
        zone,
        order.size(),
        order.market(),
        order.metadata(),
        Optional.empty());
  }

  /** A machine is marked as a pool's: its group gets larger by it. */
  void joins(MachineId machine, OwnershipMarks marks) {
    String pool = marks.pool().value();
    if (!of(pool).members().contains(machine)) {
      groups.put(pool, of(pool).with(machine, 1));
    }
  }

  /** The end of a machine was requested, or its marks were removed: its group gets smaller by it. */
  void leaves(MachineId machine) {
    poolOf(machine).ifPresent(pool -> groups.put(pool, of(pool).without(machine, 1)));
  }

  /** A machine has ended without a request: its group makes another one. */
  void ended(MachineId machine) {
    poolOf(machine).ifPresent(pool -> {
      groups.put(pool, of(pool).without(machine, 0));
      later(pool, world.settings.endTime());
    });
  }

  // ---- holding

  private void hold(String pool, Hold hold) {
    GroupHookWaits holds = world.trouble.holds;
    if (holds.on()) {
      holds.put(new Waiting(pool, hold, world.now() + holds.span().toNanos()));
      world.at(holds.span(), new CloudRequest.Expire(hold));
    }
  }

  /** Who is held just now, of some pools. */
  List<WaitingMachine> held(Set<PoolName> pools) {
    List<WaitingMachine> all = new ArrayList<>();
    for (Waiting waiting : world.trouble.holds.all()) {
      PoolName pool = new PoolName(waiting.pool());
      Hold hold = waiting.hold();
      if (pools.contains(pool) && stays(hold)) {
        all.add(new WaitingMachine(
            pool, hold.machine(), hold.transition(), world.trouble.holds.span()));
      }
    }
    return all;
  }

  private boolean stays(Hold hold) {
    return world
        .machines
        .get(hold.machine())
        .filter(vm -> !vm.now().over() && vm.now().state() != MachineState.TERMINATING)
        .isPresent();
  }

  void extend(Hold hold) {
    world.trouble.holds.find(hold).ifPresent(waiting -> hold(waiting.pool(), hold));
  }

  void release(Hold hold) {
    if (world.trouble.holds.remove(hold) && hold.transition() == LifecycleTransition.TERMINATE) {
      end(hold.machine());
    }
  }

  /** A machine was not released in time: it ends, and a new one is replaced. */
  void expire(Hold hold) {
    boolean late = world
        .trouble
        .holds
        .find(hold)
        .filter(waiting -> waiting.until() <= world.now())
        .isPresent();
    if (late && world.trouble.holds.remove(hold)) {
      end(hold.machine());
    }
  }

  private void end(MachineId machine) {
    world
        .machines
        .get(machine)
        .filter(vm -> stays(new Hold(machine, LifecycleTransition.TERMINATE)))
        .ifPresent(vm -> new StateProgression(world).endSoon(vm, false));
  }

  /** A group ends one of its machines without a request, and makes another one. */
  void drop(MachineId machine) {
    String pool = poolOf(machine)
        .orElseThrow(() -> new IllegalArgumentException(machine + " is in no group"));
    groups.put(pool, of(pool).without(machine, 0));
    later(pool, Duration.ZERO);
    detain(pool, machine);
    if (!world.trouble.holds.on()) {
      end(machine);
    }
  }

  /** Whether a machine whose end was requested waits for its release; its group gets smaller by it nevertheless. */
  boolean detains(MachineId machine) {
    Hold hold = new Hold(machine, LifecycleTransition.TERMINATE);
    boolean waits = world.trouble.holds.find(hold).isPresent();
    Optional<String> pool = poolOf(machine);
    leaves(machine);
    if (!waits && pool.isPresent()) {
      detain(pool.get(), machine);
    }
    return world.trouble.holds.find(hold).isPresent();
  }

  private void detain(String pool, MachineId machine) {
    boolean came = world.trouble.holds.remove(new Hold(machine, LifecycleTransition.LAUNCH));
    assert !came || world.trouble.holds.on();
    hold(pool, new Hold(machine, LifecycleTransition.TERMINATE));
  }

  private Optional<String> poolOf(MachineId machine) {
    return groups.rows().entrySet().stream()
        .filter(entry -> entry.getValue().members().contains(machine))
        .map(java.util.Map.Entry::getKey)
        .findFirst();
  }

  private Group of(String pool) {
    return groups.get(pool).orElseGet(() -> new Group(Optional.empty(), 0, List.of()));
  }

  private void later(String pool, Duration in) {
    world.at(in, new CloudRequest.Grow(pool));
  }

  private static SimulatedLaunch order(PreparedLaunch frozen) {
    try {
      return SimulatedLaunch.thaw(frozen.bytes());
    } catch (IllegalArgumentException e) {
      throw CloudErrors.invalid(String.valueOf(e.getMessage()));
    }
  }

  private boolean bites(CloudFault kind, Set<CloudFault> struck) {
    if (struck.contains(kind)) {
      world.trouble.bit(kind);
      return true;
    }
    return false;
  }
}
