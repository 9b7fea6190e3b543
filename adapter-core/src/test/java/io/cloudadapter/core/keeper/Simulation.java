package io.cloudadapter.core.keeper;

import static io.cloudadapter.core.keeper.Dice.SECOND;

import io.cloudadapter.core.PoolConfig;
import io.cloudadapter.core.VictimOrder;
import io.cloudadapter.core.store.StoredRange;
import io.cloudadapter.core.store.StoredValue;
import io.cloudadapter.spi.ConfigSpec;
import io.cloudadapter.spi.Incarnation;
import io.cloudadapter.spi.LaunchSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One story of a pool, wholly decided by a seed: a keeper, its durable records, a hostile cloud, a crowd
 * of users, crashes and restarts, on one thread and a virtual clock.
 *
 * <pre>
 *   Crowd ──commands──► Keeper ──atoms──► durable map ──► Judge, Wishes   after every step
 *                         ▲ │
 *                  events │ ▼ effects (only once durable)
 *                     HostileCloud ◄── Weather: what goes wrong, and how often
 * </pre>
 *
 * <p>First the storm: everything goes wrong, and the rules must hold at every moment. Then the calm:
 * nothing goes wrong any more, and the pool must come to rest as it was asked to be.
 */
final class Simulation {
  private static final long STORM = 4 * 3600 * SECOND;
  private static final long CALM = 30 * 3600 * SECOND;
  private static final long REST = 600 * SECOND;

  /** What came of a story. */
  record Outcome(
      long steps,
      long hash,
      int crashes,
      int launched,
      Map<String, Integer> seen,
      String failure,
      String story) {
    boolean failed() {
      return !failure.isEmpty();
    }
  }

  private final Timeline timeline = new Timeline();
  private final Chronicle chronicle;
  private final Dice dice;
  private final Weather weather;
  private final PoolConfig config;
  private final HostileCloud cloud;
  private final Judge judge;
  private final Wishes wishes;
  private final Crowd crowd;
  private final Map<String, byte[]> stored = new TreeMap<>();
  private final List<Event> inbox = new ArrayList<>();
  private @Nullable Keeper keeper;
  private HostileCloud.Line line;
  private boolean calm;
  private boolean turning;
  private long epoch;
  private long alarm;
  private long idleSince;
  private int idleTurns;
  private long steps;
  private long hash;
  private int crashes;
  private int launched;

  private Simulation(long seed, boolean told) {
    chronicle = new Chronicle(told, timeline);
    dice = new Dice(seed);
    weather = Weather.draw(dice);
    config = config();
    cloud = new HostileCloud(timeline, dice, weather, chronicle);
    judge = new Judge(config, weather, cloud, timeline);
    wishes = new Wishes(config.maxSize(), config.initialSize(), judge);
    crowd = new Crowd(dice, judge, cloud, chronicle, config.maxSize(), this::hear);
    line = cloud.connect(this::hear, true);
    chronicle.tell("seed", () -> seed + ": " + weather + ", " + config);
  }

  /** Tells the story of a seed. */
  static Outcome of(long seed) {
    Outcome quick = new Simulation(seed, false).run(seed);
    return quick.failed() ? new Simulation(seed, true).run(seed) : quick;
  }

  /** Tells the story of a seed with every line of it. */
  static Outcome told(long seed) {
    return new Simulation(seed, true).run(seed);
  }

  private PoolConfig config() {
    int maxSize = (int) dice.between(1, 10);
    PoolConfig.Builder builder = PoolConfig.named("web", "here", maxSize)
        .initialSize(dice.upTo(maxSize))
        .victims(dice.pick(List.of(VictimOrder.values())))
        .bootDeadline(Duration.ofSeconds(dice.between(240, 900)))
        .launch(new PoolConfig.Launch(
            weather.zones(),
            Optional.empty(),
            Optional.empty(),
            LaunchSpec.Market.ON_DEMAND,
            Map.of(),
            Optional.empty(),
            Map.of()));
    if (dice.chance(0.4)) {
      builder.surge((int) dice.between(1, 5));
    }
    if (dice.chance(0.3)) {
      builder.remediation(new PoolConfig.Remediation(
          true, Duration.ofSeconds(dice.between(1, 600)), (int) dice.between(1, 3), 0.5));
    }
    if (dice.chance(0.3)) {
      builder.pace(new PoolConfig.Pace(
          Duration.ofSeconds(dice.between(1, 10)),
          Duration.ofSeconds(dice.between(10, 60)),
          (int) dice.between(maxSize, 40),
          (int) dice.between(1, 10),
          (int) dice.between(2, 4),
          0.3));
    }
    return builder.build();
  }

  private Outcome run(long seed) {
    String failure = "";
    try {
      begin();
      every(weather.commandGap(), crowd::ask);
      every(900, crowd::attend);
      every(weather.mishapGap(), cloud::mishap);
      every(weather.crashGap(), this::crash);
      while (timeline.next(STORM)) {
        // One thing after another.
      }
      calm = true;
      cloud.calm();
      chronicle.tell("world", () -> "the storm is over");
      rest();
    } catch (AssertionError | RuntimeException e) {
      failure = e.getClass().getSimpleName() + ": " + e.getMessage();
      String thrown = failure;
      chronicle.tell("judge", () -> thrown);
      if (!(e instanceof AssertionError)) {
        failure += where(e);
      }
    }
    return new Outcome(
        steps, hash, crashes, launched, judge.seen, failure, chronicle.told(failure, 60));
  }

  private static String where(Throwable e) {
    StringBuilder text = new StringBuilder();
    for (StackTraceElement at : e.getStackTrace()) {
      if (at.getClassName().startsWith("io.cloudadapter")) {
        text.append("\n    at ").append(at);
      }
    }
    return text.toString();
  }

  /** Waits until all is as it must be, and stays so for a while. */
  private void rest() {
    long end = timeline.nanos() + CALM;
    long since = -1;
    while (timeline.nanos() < end) {
      if (!timeline.next(end)) {
        break;
      }
      if (timeline.nanos() % 4 != 0 && since < 0) {
        continue;
      }
      boolean rested = judge.unfinished().isEmpty();
      since = !rested ? -1 : since < 0 ? timeline.nanos() : since;
      if (since >= 0 && timeline.nanos() - since > REST) {
        return;
      }
    }
    throw new AssertionError("the pool did not come to rest: " + judge.unfinished());
  }

  private void every(long gap, Runnable what) {
    if (gap > 0) {
      timeline.after(dice.between(1, 2 * gap * SECOND), () -> {
        if (!calm || gap == 900) {
          what.run();
          every(gap, what);
        }
      });
    }
  }

  private void begin() {
    epoch++;
    judge.newLife();
    load();
    hear(new Event.Tick());
  }

  private void load() {
    List<StoredValue> values = new ArrayList<>();
    stored.forEach((key, bytes) -> values.add(new StoredValue(key, bytes, 1)));
    Setup setup = new Setup(
        config,
        ConfigSpec.none().parse(Map.of()),
        weather.profile(),
        true,
        false,
        epoch,
        dice.another());
    keeper = Keeper.over(setup, new StoredRange(1, values), timeline.now());
  }

  private void hear(Event event) {
    if (event instanceof Event.Asked) {
      int commands = (int) inbox.stream().filter(e -> e instanceof Event.Asked).count();
      inbox.add(commands, event);
    } else {
      inbox.add(event);
    }
    if (!turning && keeper != null) {
      turning = true;
      timeline.after(dice.chance(0.8) ? 1 : dice.between(1, SECOND / 5), this::turn);
    }
  }

  private void turn() {
    turning = false;
    Keeper current = keeper;
    if (current == null || inbox.isEmpty()) {
      return;
    }
    List<Event> events = List.copyOf(inbox);
    inbox.clear();
    notSpinning(events);
    Step step = current.step(events, timeline.now());
    steps++;
    hash =
        31 * hash + timeline.nanos() + 7 * step.atoms().size() + step.effects().size();
    boolean dies = !calm && dice.chance(weather.crash());
    boolean startsOver = !dies && !calm && dice.chance(weather.reload());
    int all = step.atoms().size();
    int durable = dies || startsOver ? dice.upTo(all) : all;
    Wishes.Foretold foretold = wishes.foretell(events, step);
    for (int i = 0; i < durable; i++) {
      commit(step.atoms().get(i));
    }
    wishes.compare(foretold, durable == all);
    if (durable == all) {
      judge.stepped();
      int out = dies
          ? dice.upTo(step.effects().size())
          : startsOver ? 0 : step.effects().size();
      step.effects().subList(0, out).forEach(this::run);
    } else {
      judge.cut();
    }
    judge.compare();
    if (dies) {
      crash();
    } else if (startsOver) {
      startOver();
    } else {
      step.answers()
          .forEach(answer -> chronicle.tell(
              "keeper",
              () -> "answers " + answer.refusal().map(Object::toString).orElse("yes")));
      wakeAt(step.wake());
    }
  }

  private void notSpinning(List<Event> events) {
    boolean idle = events.stream().allMatch(e -> e instanceof Event.Tick);
    if (!idle || timeline.nanos() - idleSince > SECOND) {
      idleSince = timeline.nanos();
      idleTurns = 0;
    }
    idleTurns++;
    Judge.rule(idleTurns < 100, "pace", "the keeper wakes up again and again to do nothing");
  }

  private void commit(Map<String, Optional<byte[]>> atom) {
    atom.forEach((key, value) -> {
      value.ifPresentOrElse(bytes -> stored.put(key, bytes), () -> stored.remove(key));
      chronicle.tell(
          "ledger", () -> key.substring(10) + " = " + value.map(String::new).orElse("(none)"));
    });
    judge.durable(atom);
    PoolRecord pool = judge.pool;
    if (pool != null) {
      cloud.incarnation(new Incarnation(pool.incarnation()));
    }
  }

  private void run(Effect effect) {
    chronicle.tell("keeper", () -> "asks the cloud: " + effect);
    judge.leaves(effect);
    launched += effect instanceof Effect.Launch ? 1 : 0;
    cloud.run(effect, line);
  }

  private void wakeAt(long nanos) {
    long mine = ++alarm;
    timeline.after(Math.max(SECOND / 1000, nanos - timeline.nanos()), () -> {
      if (mine == alarm) {
        hear(new Event.Tick());
      }
    });
  }

  /** The process dies: what is not durable is gone, and so are its calls' replies. */
  private void crash() {
    if (keeper == null) {
      return;
    }
    crashes++;
    chronicle.tell("world", () -> "the process dies");
    keeper = null;
    alarm++;
    inbox.clear();
    cloud.cut(line);
    timeline.after(dice.seconds(1, dice.chance(0.2) ? 3600 : 30), () -> {
      if (!calm && dice.chance(weather.clockJumps())) {
        timeline.jump(dice.seconds(-3600, 3600));
      }
      chronicle.tell(
          "world", () -> "the process starts; it is " + timeline.now().wall());
      line = cloud.connect(this::hear, pool() == null || pool().identity() == null);
      begin();
    });
  }

  private @Nullable PoolRecord pool() {
    return judge.pool;
  }

  /** A commit ended in doubt: the keeper is read anew; calls under way will still be answered. */
  private void startOver() {
    chronicle.tell("world", () -> "a commit fails, the keeper starts over");
    keeper = null;
    alarm++;
    inbox.removeIf(event -> event instanceof Event.Asked);
    timeline.after(SECOND, () -> {
      if (keeper == null) {
        load();
        hear(new Event.Tick());
      }
    });
  }
}
