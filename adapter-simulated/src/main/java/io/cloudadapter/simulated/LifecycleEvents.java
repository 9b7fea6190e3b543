package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.simulated.machine.MachineTruth;
import io.cloudadapter.simulated.machine.SimulatedMachine;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The changes of machines without any request. They come at random at a steady rate, without memory (a Poisson
 * process), so the next may be drawn afresh from any moment on: nothing is planned ahead, and rates may change at any
 * time.
 */
final class LifecycleEvents {
  private static final double NANOS_PER_HOUR = 3600e9;
  private static final List<CloudFault> KINDS = List.of(
      CloudFault.MACHINE_DIES,
      CloudFault.MACHINE_STOPS,
      CloudFault.MACHINE_CHANGES_HANDS,
      CloudFault.MACHINE_APPEARS);

  private final CloudState world;

  LifecycleEvents(CloudState world) {
    this.world = world;
  }

  /** When the next happening comes, if one comes after a moment and not after another. */
  OptionalLong next(long after, long until) {
    if (world.trouble.quiet() || until <= after) {
      return OptionalLong.empty();
    }
    double perNano = KINDS.stream().mapToDouble(this::rate).sum() / NANOS_PER_HOUR;
    if (perNano <= 0) {
      return OptionalLong.empty();
    }
    double wait = -Math.log(1 - world.chance.life.nextDouble()) / perNano;
    return wait < until - after
        ? OptionalLong.of(after + Math.max(1, (long) wait))
        : OptionalLong.empty();
  }

  private double rate(CloudFault kind) {
    double each = world.trouble.perHour(kind);
    return kind == CloudFault.MACHINE_APPEARS ? each : each * world.machines.alive();
  }

  void happen() {
    double point =
        world.chance.life.nextDouble() * KINDS.stream().mapToDouble(this::rate).sum();
    for (CloudFault kind : KINDS) {
      point -= rate(kind);
      if (point < 0) {
        befall(kind);
        return;
      }
    }
  }

  private void befall(CloudFault kind) {
    world.trouble.bit(kind);
    switch (kind) {
      case MACHINE_DIES -> anyAlive(new StateProgression(world)::end);
      case MACHINE_STOPS -> anyAlive(new StateProgression(world)::stop);
      case MACHINE_CHANGES_HANDS ->
        anyAlive(vm -> world.change(vm, vm.now().marked(otherHands(vm.now()))));
      case MACHINE_APPEARS -> appear();
      default -> throw new IllegalStateException(kind + " does not befall machines");
    }
  }

  private void anyAlive(Consumer<SimulatedMachine> what) {
    List<SimulatedMachine> alive =
        world.machines.all().stream().filter(vm -> vm.now().alive()).toList();
    if (!alive.isEmpty()) {
      what.accept(alive.get(world.chance.life.nextInt(alive.size())));
    }
  }

  /** Loses its marks, or gets those of another incarnation of its pool. */
  private Optional<OwnershipMarks> otherHands(MachineTruth facts) {
    return world.chance.life.nextBoolean()
        ? Optional.empty()
        : facts
            .marks()
            .map(mine -> new OwnershipMarks(mine.pool(), new PoolIncarnation(word()), mine.key()));
  }

  /** A machine with the mark of some pool that has machines, of its incarnation or another. */
  private void appear() {
    List<OwnershipMarks> seen =
        world.machines.all().stream().flatMap(vm -> vm.now().marks().stream()).toList();
    Optional<OwnershipMarks> marks = seen.isEmpty()
        ? Optional.of(marks(new PoolName("stray"), new PoolIncarnation(word())))
        : Optional.of(strange(seen.get(world.chance.life.nextInt(seen.size()))));
    List<String> zones = world.settings.zones();
    world.create(
        MachineState.RUNNING,
        marks,
        zones.get(world.chance.life.nextInt(zones.size())),
        world.settings.sizes().get(0),
        Market.ON_DEMAND,
        Map.of(),
        Optional.empty());
  }

  private OwnershipMarks strange(OwnershipMarks copied) {
    return world.chance.life.nextBoolean()
        ? marks(copied.pool(), copied.incarnation())
        : marks(copied.pool(), new PoolIncarnation(word()));
  }

  private OwnershipMarks marks(PoolName pool, PoolIncarnation incarnation) {
    return new OwnershipMarks(pool, incarnation, Optional.of(new LaunchKey(word())));
  }

  /** 27 letters and digits. */
  private String word() {
    StringBuilder word = new StringBuilder();
    while (word.length() < 27) {
      word.append(Character.forDigit(world.chance.life.nextInt(36), 36));
    }
    return word.toString();
  }
}
