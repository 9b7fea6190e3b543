package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.Failure;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.Marks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One launch: is its key new, is there room, then the machines. */
final class Launching {
  private final World world;
  private final Settings settings;
  private final Request.Launch request;
  private final Set<FaultKind> struck;
  private final Order order;

  Launching(World world, Request.Launch request, Set<FaultKind> struck) {
    this.world = world;
    this.settings = world.settings;
    this.request = request;
    this.struck = struck;
    try {
      this.order = Order.thaw(request.frozen().bytes());
    } catch (IllegalArgumentException e) {
      throw Refusals.invalid(String.valueOf(e.getMessage()));
    }
  }

  LaunchResult result() {
    if (request.count() < 1 || request.count() > settings.maxPerKey()) {
      throw Refusals.invalid(
          "count must be 1 to " + settings.maxPerKey() + ", was " + request.count());
    }
    return world.keys.again(request, order, world.now()).orElseGet(this::make);
  }

  private LaunchResult make() {
    if (bites(FaultKind.NO_QUOTA)) {
      throw Refusals.quota(world.machines.owned(), world.capacity.quota());
    }
    if (bites(FaultKind.NO_CAPACITY)) {
      throw Refusals.capacity(order.size(), order.zone());
    }
    Places places = new Places(world);
    String zone = places.zone(order);
    int byQuota = places.quota();
    int byCapacity = places.room(zone, order.size());
    int possible = Math.min(Math.min(byQuota, byCapacity), request.count());
    CloudException refusal = byQuota < byCapacity
        ? Refusals.quota(world.machines.owned(), world.capacity.quota())
        : Refusals.capacity(order.size(), Optional.of(zone));
    if (possible <= 0 || (possible < request.count() && !settings.partial())) {
      throw refusal;
    }
    if (request.count() > 1 && possible == request.count() && bites(FaultKind.PARTIAL_LAUNCH)) {
      possible = 1 + world.chance.life.nextInt(request.count() - 1);
    }
    return made(zone, possible, shortfall(possible, refusal));
  }

  private Optional<Failure> shortfall(int possible, CloudException refusal) {
    return possible == request.count()
        ? Optional.empty()
        : Optional.of(
            new Failure(refusal.kind(), refusal.scope(), String.valueOf(refusal.getMessage())));
  }

  private LaunchResult made(String zone, int number, Optional<Failure> shortfall) {
    boolean rejected = bites(FaultKind.REJECT_LATER);
    boolean stuck = !rejected && bites(FaultKind.STUCK_PENDING);
    List<MachineId> ids = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      Vm vm = world.create(
          settings.queueTime().isZero() ? MachineState.PENDING : MachineState.REQUESTED,
          Optional.of(new Marks(order.pool(), order.incarnation(), Optional.of(request.key()))),
          zone,
          order.size(),
          order.market(),
          order.metadata(),
          Optional.of(request.key()));
      new Course(world).begin(vm, rejected, stuck);
      ids.add(vm.id());
    }
    world.keys.used(request, order, ids, shortfall, world.now());
    return new LaunchResult(
        ids.stream()
            .flatMap(id -> world.machines.get(id).stream())
            .map(vm -> vm.now().sighting())
            .toList(),
        shortfall);
  }

  private boolean bites(FaultKind kind) {
    if (struck.contains(kind)) {
      world.trouble.bit(kind);
      return true;
    }
    return false;
  }
}
