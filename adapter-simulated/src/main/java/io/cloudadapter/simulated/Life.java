package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.Incarnation;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.Marks;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * What befalls machines by themselves. Happenings come at random at a steady rate, without memory (a
 * Poisson process), so the next may be drawn afresh from any moment on: nothing is planned ahead, and
 * rates may change at any time.
 */
final class Life {
  private static final double NANOS_PER_HOUR = 3600e9;
  private static final List<FaultKind> KINDS = List.of(
      FaultKind.MACHINE_DIES,
      FaultKind.MACHINE_STOPS,
      FaultKind.MACHINE_CHANGES_HANDS,
      FaultKind.MACHINE_APPEARS);

  private final World world;

  Life(World world) {
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

  private double rate(FaultKind kind) {
    double each = world.trouble.perHour(kind);
    return kind == FaultKind.MACHINE_APPEARS ? each : each * world.machines.alive();
  }

  void happen() {
    double point =
        world.chance.life.nextDouble() * KINDS.stream().mapToDouble(this::rate).sum();
    for (FaultKind kind : KINDS) {
      point -= rate(kind);
      if (point < 0) {
        befall(kind);
        return;
      }
    }
  }

  private void befall(FaultKind kind) {
    world.trouble.bit(kind);
    switch (kind) {
      case MACHINE_DIES -> anyAlive(new Course(world)::end);
      case MACHINE_STOPS -> anyAlive(new Course(world)::stop);
      case MACHINE_CHANGES_HANDS ->
        anyAlive(vm -> world.change(vm, vm.now().marked(otherHands(vm.now()))));
      case MACHINE_APPEARS -> appear();
      default -> throw new IllegalStateException(kind + " does not befall machines");
    }
  }

  private void anyAlive(Consumer<Vm> what) {
    List<Vm> alive =
        world.machines.all().stream().filter(vm -> vm.now().alive()).toList();
    if (!alive.isEmpty()) {
      what.accept(alive.get(world.chance.life.nextInt(alive.size())));
    }
  }

  /** Loses its marks, or gets those of another incarnation of its pool. */
  private Optional<Marks> otherHands(Facts facts) {
    return world.chance.life.nextBoolean()
        ? Optional.empty()
        : facts.marks().map(mine -> new Marks(mine.pool(), new Incarnation(word()), mine.key()));
  }

  /** A machine with the mark of some pool that has machines, of its incarnation or another. */
  private void appear() {
    List<Marks> seen =
        world.machines.all().stream().flatMap(vm -> vm.now().marks().stream()).toList();
    Optional<Marks> marks = seen.isEmpty()
        ? Optional.of(marks(new PoolName("stray"), new Incarnation(word())))
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

  private Marks strange(Marks copied) {
    return world.chance.life.nextBoolean()
        ? marks(copied.pool(), copied.incarnation())
        : marks(copied.pool(), new Incarnation(word()));
  }

  private Marks marks(PoolName pool, Incarnation incarnation) {
    return new Marks(pool, incarnation, Optional.of(new LaunchKey(word())));
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
