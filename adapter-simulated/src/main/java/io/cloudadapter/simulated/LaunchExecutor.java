package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.simulated.limit.CloudErrors;
import io.cloudadapter.simulated.machine.MachineTruth;
import io.cloudadapter.simulated.machine.SimulatedMachine;
import io.cloudadapter.simulated.request.SimulatedLaunch;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchOperation;
import io.cloudadapter.spi.LaunchProgress;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.OwnershipMarks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One launch: is its key new, is there room, then the machines. */
final class LaunchExecutor {
  private static final Pattern OPERATION = Pattern.compile("op-(\\d{1,18})-(\\d{1,9})");

  private final CloudState world;
  private final CloudSettings settings;
  private final CloudRequest.Launch request;
  private final Set<CloudFault> struck;
  private final SimulatedLaunch order;

  LaunchExecutor(CloudState world, CloudRequest.Launch request, Set<CloudFault> struck) {
    this.world = world;
    this.settings = world.settings;
    this.request = request;
    this.struck = struck;
    try {
      this.order = SimulatedLaunch.thaw(request.frozen().bytes());
    } catch (IllegalArgumentException e) {
      throw CloudErrors.invalid(String.valueOf(e.getMessage()));
    }
  }

  LaunchResult result() {
    if (request.count() < 1 || request.count() > settings.maxPerKey()) {
      throw CloudErrors.invalid(
          "count must be 1 to " + settings.maxPerKey() + ", was " + request.count());
    }
    return world.keys.again(request, order, world.now()).orElseGet(this::make);
  }

  private LaunchResult make() {
    if (bites(CloudFault.NO_QUOTA)) {
      throw CloudErrors.quota(world.machines.owned(), world.capacity.quota());
    }
    if (bites(CloudFault.NO_CAPACITY)) {
      throw CloudErrors.capacity(order.size(), order.zone());
    }
    PlacementRoom places = new PlacementRoom(world);
    String zone = places.zone(order);
    int byQuota = places.quota();
    int byCapacity = places.room(zone, order.size());
    int possible = Math.min(Math.min(byQuota, byCapacity), request.count());
    CloudException refusal = byQuota < byCapacity
        ? CloudErrors.quota(world.machines.owned(), world.capacity.quota())
        : CloudErrors.capacity(order.size(), Optional.of(zone));
    boolean allOrNone = settings.launchOperations() || !settings.partial();
    if (possible <= 0 || (possible < request.count() && allOrNone)) {
      throw refusal;
    }
    if (!settings.launchOperations()
        && request.count() > 1
        && possible == request.count()
        && bites(CloudFault.PARTIAL_LAUNCH)) {
      possible = 1 + world.chance.life.nextInt(request.count() - 1);
    }
    return made(zone, possible, shortfall(possible, refusal));
  }

  private Optional<LaunchFailure> shortfall(int possible, CloudException refusal) {
    return possible == request.count()
        ? Optional.empty()
        : Optional.of(new LaunchFailure(
            refusal.kind(), refusal.scope(), String.valueOf(refusal.getMessage())));
  }

  private LaunchResult made(String zone, int number, Optional<LaunchFailure> shortfall) {
    boolean rejected = bites(CloudFault.REJECT_LATER);
    boolean stuck = !rejected && bites(CloudFault.STUCK_PENDING);
    List<MachineId> ids = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      SimulatedMachine vm = world.create(
          settings.queueTime().isZero() ? MachineState.PENDING : MachineState.REQUESTED,
          Optional.of(
              new OwnershipMarks(order.pool(), order.incarnation(), Optional.of(request.key()))),
          zone,
          order.size(),
          order.market(),
          order.metadata(),
          Optional.of(request.key()));
      new StateProgression(world).begin(vm, rejected, stuck);
      new ResourceTable(world).attach(request.key(), vm.id());
      ids.add(vm.id());
    }
    world.keys.used(request, order, ids, shortfall, world.now());
    if (settings.launchOperations()) {
      return LaunchResult.accepted(
          operation(world.machines.get(ids.get(0)).orElseThrow(), number), List.of());
    }
    return new LaunchResult(
        ids.stream()
            .flatMap(id -> world.machines.get(id).stream())
            .map(vm -> vm.now().sighting())
            .toList(),
        shortfall);
  }

  /** Its id names the machines, whose serial numbers follow each other. */
  static LaunchOperation operation(SimulatedMachine first, int number) {
    return new LaunchOperation("op-" + first.serial() + "-" + number);
  }

  /** How far an operation has come. The cloud has it for as long as it has its machines. */
  static LaunchProgress progress(CloudState world, LaunchOperation operation) {
    Matcher named = OPERATION.matcher(operation.id());
    if (!named.matches()) {
      throw CloudErrors.invalid("there is no operation of the form " + operation);
    }
    long first = Long.parseLong(named.group(1));
    long end = first + Integer.parseInt(named.group(2));
    List<MachineTruth> made = world.machines.all().stream()
        .filter(vm -> vm.serial() >= first && vm.serial() < end)
        .map(SimulatedMachine::now)
        .toList();
    if (made.isEmpty() || world.trouble.wrongAccount) {
      return new LaunchProgress.Unknown();
    }
    if (made.get(0).state() == MachineState.REQUESTED) {
      return new LaunchProgress.Running();
    }
    if (world.trouble.operationsForgotten) {
      return new LaunchProgress.Unknown();
    }
    return made.get(0)
        .failure()
        .<LaunchProgress>map(LaunchProgress.Failed::new)
        .orElseGet(() -> new LaunchProgress.Done(
            LaunchResult.of(made.stream().map(MachineTruth::sighting).toList())));
  }

  private boolean bites(CloudFault kind) {
    if (struck.contains(kind)) {
      world.trouble.bit(kind);
      return true;
    }
    return false;
  }
}
