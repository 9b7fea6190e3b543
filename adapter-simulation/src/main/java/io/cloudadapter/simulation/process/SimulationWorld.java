package io.cloudadapter.simulation.process;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.history.HistoryBounds;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.simulation.cloud.BillingMeter;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.simulation.engine.EventTrace;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.engine.VirtualTime;
import io.cloudadapter.simulation.fault.FaultInjector;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.fault.FaultRates;
import io.cloudadapter.simulation.oracle.InvariantChecker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A story's stage: the cloud, the store, the pools, and the processes that keep them, with what befalls
 * them. Everything happens on one thread and one {@link VirtualTime}.
 */
public final class SimulationWorld {
  private static final long CALM = 80 * 3600 * SECOND;
  private static final long REST = 600 * SECOND;
  private static final long LOOK = 5 * SECOND;

  public final VirtualTime timeline;
  public final EventTrace chronicle;
  public final SeededRandom dice;
  public final FaultRates weather;
  public final FaultInjector faults;
  public final HostileCloud cloud;
  public final BillingMeter meter;
  final LedgerStorage shelf;
  private final List<PoolUnderTest> wards = new ArrayList<>();
  private final List<KeeperProcess> hosts = new ArrayList<>();
  private final List<ActionObserver> onlookers = new ArrayList<>();
  private UnaryOperator<PoolConfig> reconfigure = UnaryOperator.identity();
  private boolean starting;
  private boolean started;
  private boolean deploying;
  private long epoch;
  private long steps;
  private final StoryHash hash = new StoryHash();
  private int crashes;
  private Optional<HistoryBounds> history = Optional.empty();

  public SimulationWorld(
      VirtualTime timeline,
      EventTrace chronicle,
      SeededRandom dice,
      FaultRates weather,
      FaultInjector faults) {
    this.timeline = timeline;
    this.chronicle = chronicle;
    this.dice = dice;
    this.weather = weather;
    this.faults = faults;
    this.cloud = new HostileCloud(timeline, dice, weather, faults, chronicle);
    this.meter = new BillingMeter(cloud, timeline);
    this.shelf = new LedgerStorage(timeline, dice, faults, weather.disk());
  }

  public PoolUnderTest add(PoolConfig config) {
    PoolUnderTest ward = new PoolUnderTest(
        config, new InvariantChecker(config, weather, faults, cloud, timeline), chronicle);
    wards.add(ward);
    return ward;
  }

  public List<PoolUnderTest> wards() {
    return wards;
  }

  /** Adds an observer of the actions of each pool. */
  public void watched(long seed) {
    for (PoolUnderTest ward : wards) {
      SeededRandom own = new SeededRandom(seed ^ ward.config().name().value().hashCode());
      onlookers.add(new ActionObserver(this, ward, own));
    }
  }

  /** Has the histories of all pools so far recorded, each within bounds, and compared with the ledgers. */
  public void recordHistory(HistoryBounds bounds) {
    history = Optional.of(bounds);
    wards.forEach(ward -> ward.records(bounds));
  }

  Optional<HistoryBounds> history() {
    return history;
  }

  /** How people change a pool's configuration before a process starts. */
  public void reconfigure(UnaryOperator<PoolConfig> change) {
    reconfigure = change;
  }

  public long steps() {
    return steps;
  }

  /** A number that two tellings of one story have in common. */
  public long hash() {
    return hash.value(faults.strikes());
  }

  public int crashes() {
    return crashes;
  }

  void stepped(StepResult step) {
    steps++;
    hash.step(timeline.nanos(), step);
  }

  /** Sets the stage in motion. */
  public void begin() {
    start();
    every(weather.mishapGap(), cloud::mishap);
    every(weather.troubleGap(), this::trouble);
  }

  /** Does something again and again, at random distances, as long as the storm lasts. */
  public void every(long gap, Runnable what) {
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
    if (faults.strikes(FaultKind.CLOCK_JUMP)) {
      jump();
    }
    if (shelf.shared() && !hosts.isEmpty() && faults.strikes(FaultKind.SECOND_KEEPER)) {
      if (dice.chance(0.5)) {
        hosts.forEach(KeeperProcess::standStill);
      }
      start();
    }
    if (!hosts.isEmpty() && faults.strikes(FaultKind.CRASH)) {
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
      for (PoolUnderTest ward : wards) {
        PoolConfig changed = reconfigure.apply(ward.config());
        if (!changed.equals(ward.config())) {
          ward.configure(changed);
        }
      }
    }
    epoch++;
    boolean identified = wards.stream()
        .allMatch(w -> w.judge.pool().filter(p -> p.identity() != null).isPresent());
    KeeperProcess host =
        new KeeperProcess(this, store.get(), epoch, cloud.connect(started && identified));
    started = true;
    hosts.add(host);
    chronicle.tell("world", () -> host + " starts; it is " + timeline.now().wall());
    host.start();
  }

  /** A process that others outlive ends for good; the last one is started again. */
  void hostDied(KeeperProcess host) {
    crashes++;
    hosts.remove(host);
    chronicle.tell("world", () -> host + " dies");
    if (hosts.isEmpty()) {
      shelf.hostDies();
      startLater(deploying ? SECOND : dice.seconds(1, dice.chance(0.3) ? 3600 : 30));
    }
  }

  /** Another version is deployed: all processes end, and one starts again a second later. */
  public void deploy() {
    chronicle.tell("people", () -> "deploy");
    deploying = true;
    List.copyOf(hosts).forEach(KeeperProcess::die);
    deploying = false;
  }

  private void startLater(long wait) {
    if (!starting) {
      starting = true;
      timeline.after(wait, () -> {
        starting = false;
        if (hosts.isEmpty()) {
          if (faults.strikes(FaultKind.CLOCK_JUMP)) {
            jump();
          }
          start();
        }
      });
    }
  }

  boolean someoneElse(KeeperProcess host) {
    return hosts.stream().anyMatch(other -> other != host);
  }

  /** The process that users reach, if there is one. */
  public Optional<KeeperProcess> reached() {
    return hosts.isEmpty() ? Optional.empty() : Optional.of(dice.pick(hosts));
  }

  /** The processes that answer at once, if one reads only. */
  List<KeeperProcess> awake() {
    return shelf.reachable() ? hosts.stream().filter(KeeperProcess::awake).toList() : List.of();
  }

  public void ask(PoolUnderTest ward, Event event) {
    reached()
        .ifPresentOrElse(
            host -> host.hear(ward, event),
            () -> chronicle.tell("user", () -> "reaches no process"));
  }

  public void runUntil(long end) {
    while (next(end)) {
      // One thing after another.
    }
    timeline.passTo(end);
  }

  /** The next thing happens, and those who look on see it. */
  private boolean next(long end) {
    boolean happened = timeline.next(end);
    onlookers.forEach(ActionObserver::look);
    return happened;
  }

  /** The storm is over: waits until all is as it must be, and stays so for a while. */
  public void rest() {
    faults.calm();
    chronicle.tell("world", () -> "the storm is over");
    cloud.balancers.oneIsTakenOutByHand();
    List.copyOf(hosts).stream().skip(1).forEach(KeeperProcess::die);
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
