package io.cloudadapter.testkit.simulation;

import static io.cloudadapter.testkit.simulation.Dice.SECOND;

import io.cloudadapter.core.PoolConfig;
import io.cloudadapter.core.keeper.Event;
import io.cloudadapter.core.keeper.Step;
import io.cloudadapter.core.store.StateStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A story's stage: the cloud, the store, the pools, and the processes that keep them, with what befalls
 * them. Everything happens on one thread and one {@link Timeline}.
 */
final class World {
  private static final long CALM = 80 * 3600 * SECOND;
  private static final long REST = 600 * SECOND;
  private static final long LOOK = 5 * SECOND;

  final Timeline timeline;
  final Chronicle chronicle;
  final Dice dice;
  final Weather weather;
  final Faults faults;
  final Cloud cloud;
  final Meter meter;
  final Shelf shelf;
  private final List<Ward> wards = new ArrayList<>();
  private final List<Host> hosts = new ArrayList<>();
  private final List<Onlooker> onlookers = new ArrayList<>();
  private UnaryOperator<PoolConfig> reconfigure = UnaryOperator.identity();
  private boolean starting;
  private boolean started;
  private long epoch;
  private long steps;
  private final StoryHash hash = new StoryHash();
  private int crashes;

  World(Timeline timeline, Chronicle chronicle, Dice dice, Weather weather, Faults faults) {
    this.timeline = timeline;
    this.chronicle = chronicle;
    this.dice = dice;
    this.weather = weather;
    this.faults = faults;
    this.cloud = new Cloud(timeline, dice, weather, faults, chronicle);
    this.meter = new Meter(cloud, timeline);
    this.shelf = new Shelf(timeline, dice, faults, weather.disk());
  }

  Ward add(PoolConfig config) {
    Ward ward = new Ward(config, new Judge(config, weather, faults, cloud, timeline), chronicle);
    wards.add(ward);
    return ward;
  }

  List<Ward> wards() {
    return wards;
  }

  /** Somebody follows the actions of each pool. */
  void watched(long seed) {
    for (Ward ward : wards) {
      Dice own = new Dice(seed ^ ward.config().name().value().hashCode());
      onlookers.add(new Onlooker(this, ward, own));
    }
  }

  /** How people change a pool's configuration before a process starts. */
  void reconfigure(UnaryOperator<PoolConfig> change) {
    reconfigure = change;
  }

  long steps() {
    return steps;
  }

  /** A number that two tellings of one story have in common. */
  long hash() {
    return hash.value(faults.bites());
  }

  int crashes() {
    return crashes;
  }

  void stepped(Step step) {
    steps++;
    hash.step(timeline.nanos(), step);
  }

  /** Sets the stage in motion. */
  void begin() {
    start();
    every(weather.mishapGap(), cloud::mishap);
    every(weather.troubleGap(), this::trouble);
  }

  /** Does something again and again, at random distances, as long as the storm lasts. */
  void every(long gap, Runnable what) {
    if (gap > 0) {
      timeline.after(dice.between(1, 2 * gap * SECOND), () -> {
        if (!faults.isCalm()) {
          what.run();
          every(gap, what);
        }
      });
    }
  }

  private void trouble() {
    cloud.trouble();
    if (faults.bites(FaultKind.CLOCK_JUMP)) {
      jump();
    }
    if (shelf.shared() && !hosts.isEmpty() && faults.bites(FaultKind.SECOND_KEEPER)) {
      if (dice.chance(0.5)) {
        hosts.forEach(Host::standStill);
      }
      start();
    }
    if (!hosts.isEmpty() && faults.bites(FaultKind.CRASH)) {
      dice.pick(hosts).die();
    }
  }

  private void jump() {
    long by = dice.seconds(-3600, 3600);
    chronicle.tell("world", () -> "the wall clock jumps by " + by / SECOND + " s");
    timeline.jump(by);
    if (by < 0 && hosts.isEmpty()) {
      faults.timeLost();
    }
  }

  private void start() {
    Optional<StateStore> store = shelf.open();
    if (store.isEmpty()) {
      startLater(SECOND * 5);
      return;
    }
    if (started) {
      for (Ward ward : wards) {
        PoolConfig changed = reconfigure.apply(ward.config());
        if (!changed.equals(ward.config())) {
          ward.configure(changed);
        }
      }
    }
    epoch++;
    boolean identified = wards.stream()
        .allMatch(w -> w.judge.pool().filter(p -> p.identity() != null).isPresent());
    Host host = new Host(this, store.get(), epoch, cloud.connect(started && identified));
    started = true;
    hosts.add(host);
    chronicle.tell("world", () -> host + " starts; it is " + timeline.now().wall());
    host.start();
  }

  /** A process that others outlive ends for good; the last one is started again. */
  void hostDied(Host host) {
    crashes++;
    hosts.remove(host);
    chronicle.tell("world", () -> host + " dies");
    if (hosts.isEmpty()) {
      shelf.hostDies();
      startLater(dice.seconds(1, dice.chance(0.3) ? 3600 : 30));
    }
  }

  private void startLater(long wait) {
    if (!starting) {
      starting = true;
      timeline.after(wait, () -> {
        starting = false;
        if (hosts.isEmpty()) {
          if (faults.bites(FaultKind.CLOCK_JUMP)) {
            jump();
          }
          start();
        }
      });
    }
  }

  boolean someoneElse(Host host) {
    return hosts.stream().anyMatch(other -> other != host);
  }

  /** The process that users reach, if there is one. */
  Optional<Host> reached() {
    return hosts.isEmpty() ? Optional.empty() : Optional.of(dice.pick(hosts));
  }

  /** The processes that answer at once, if one reads only. */
  List<Host> awake() {
    return shelf.reachable() ? hosts.stream().filter(Host::awake).toList() : List.of();
  }

  void ask(Ward ward, Event event) {
    reached()
        .ifPresentOrElse(
            host -> host.hear(ward, event), () -> chronicle.tell("user", () -> "reaches nobody"));
  }

  void runUntil(long end) {
    while (next(end)) {
      // One thing after another.
    }
    timeline.passTo(end);
  }

  /** The next thing happens, and those who look on see it. */
  private boolean next(long end) {
    boolean happened = timeline.next(end);
    onlookers.forEach(Onlooker::look);
    return happened;
  }

  /** The storm is over: waits until all is as it must be, and stays so for a while. */
  void rest() {
    faults.calm();
    chronicle.tell("world", () -> "the storm is over");
    cloud.balancers.oneIsTakenOutByHand();
    List.copyOf(hosts).stream().skip(1).forEach(Host::die);
    long end = timeline.nanos() + CALM;
    long[] since = {-1};
    look(since);
    while (timeline.nanos() < end && next(end)) {
      if (since[0] >= 0 && timeline.nanos() - since[0] > REST) {
        return;
      }
    }
    throw new AssertionError("L1 is broken: the pools did not come to rest: " + unfinished());
  }

  private void look(long[] since) {
    boolean rested = unfinished().isEmpty();
    since[0] = !rested ? -1 : since[0] < 0 ? timeline.nanos() : since[0];
    timeline.after(LOOK, () -> look(since));
  }

  private List<String> unfinished() {
    List<String> reasons = new ArrayList<>();
    wards.forEach(ward -> reasons.addAll(ward.judge.unfinished()));
    return reasons;
  }
}
