package io.cloudadapter.simulation;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.history.HistoryBounds;
import io.cloudadapter.core.protocol.ActionTypes;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.engine.EventTrace;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.engine.VirtualTime;
import io.cloudadapter.simulation.fault.FaultInjector;
import io.cloudadapter.simulation.fault.FaultOccurrence;
import io.cloudadapter.simulation.fault.FaultRates;
import io.cloudadapter.simulation.oracle.SpotReclamation;
import io.cloudadapter.simulation.process.ActionUsers;
import io.cloudadapter.simulation.process.DisruptionUsers;
import io.cloudadapter.simulation.process.GroupHookResponder;
import io.cloudadapter.simulation.process.HealthUsers;
import io.cloudadapter.simulation.process.HookReceivers;
import io.cloudadapter.simulation.process.MembershipUsers;
import io.cloudadapter.simulation.process.OperatorUsers;
import io.cloudadapter.simulation.process.PoolUnderTest;
import io.cloudadapter.simulation.process.QuarantineUsers;
import io.cloudadapter.simulation.process.RandomUsers;
import io.cloudadapter.simulation.process.RefreshUsers;
import io.cloudadapter.simulation.process.RelativeSizeUsers;
import io.cloudadapter.simulation.process.ScalingUsers;
import io.cloudadapter.simulation.process.SimulationWorld;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A story in which everything is drawn by lot: the cloud, the pools, their users, and what goes wrong.
 * First the storm, in which the rules must hold at every moment; then the calm, in which the pools must
 * come to rest.
 */
final class RandomScenario {
  private static final long HOUR = 3600 * SECOND;

  /** A story that is over sooner goes on: too little has happened to prove anything. */
  private static final long EVENTS = 3_000;

  /**
   * Separates the random numbers of users who scale from all others. Chosen so that there is no scaling in the
   * scenarios that once found a defect, and in those that find the rarest mutants: these stay as they were.
   */
  private static final long SCALING = 0xA18E7;

  /** Separates the random numbers of hook receivers from all others; chosen likewise. */
  private static final long PAUSING = 0x20F48;

  /** Separates the random numbers of action users from all others; chosen likewise. */
  private static final long ACTING = 0x3F3C87;

  /** Separates the random numbers of spot reclamation from all others. */
  private static final long TAKING = 0x7A4E5;

  /** Separates the random numbers of groups with lifecycle hooks from all others. */
  private static final long HOLDING = 0x401D;

  /** Separates the random numbers of action observers from all others. */
  private static final long WATCHING = 0x57A7C4;

  /** Separates the random numbers of quarantined machines and their users from all others. */
  private static final long STRAYING = 0x57A41;

  /** Separates the random numbers of operators from all others. */
  private static final long OPERATING = 0x0FE2A7;

  /** Separates the random numbers of users who refresh from all others. */
  private static final long REFRESHING = 0x4EF4E5;

  /** Separates the random numbers of images from all others. */
  private static final long IMAGING = 0x14A6E;
  /** Separates the random numbers of users who set membership statuses from all others. */
  private static final long JOINING = 0x3E3BE5;

  /** Separates the random numbers of users who change sizes by a number from all others. */
  private static final long COUNTING = 0xC0417;

  /** Separates the random numbers of the history's bounds from all others. */
  private static final long RECORDING = 0x4E57;

  /** Separates the random numbers of names of images that move from all others. */
  private static final long MOVING = 0x40714;

  /** Separates the random numbers of what the cloud's checks find from all others. */
  private static final long CHECKING = 0xC4EC;

  private static final List<String> IMAGES = List.of("image-0", "image-1", "image-2");
  private static final List<String> NAMES = List.of("web", "db", "jobs");

  private RandomScenario() {}

  /**
   * Runs the scenario of a seed, with a description.
   *
   * @param seed which
   * @param told whether to keep every line of it
   * @param muted faults that must not strike
   * @param commands which of the users' commands are given, counted from 0
   */
  static SimulationReport tell(
      long seed, boolean told, Predicate<FaultOccurrence> muted, Predicate<Long> commands) {
    return play(seed, told, muted, commands).report();
  }

  /** What a story had in it. */
  record Recording(SimulationReport report, List<FaultOccurrence> strikes, long commands) {}

  /** The same, and what it had in it that can be taken out. */
  static Recording play(
      long seed, boolean told, Predicate<FaultOccurrence> muted, Predicate<Long> commands) {
    return play(seed, told, muted, commands, weather -> weather);
  }

  /** Runs the same with something beside the usual. */
  static Recording playBeside(ExtraActivity beside, long seed, boolean told) {
    return play(
        seed, told, strike -> false, command -> true, weather -> weather, beside, world -> {});
  }

  /** Runs the same with pools whose machines are probed. */
  static Recording playHealth(long seed, boolean told) {
    return play(
        seed,
        told,
        strike -> false,
        command -> true,
        weather -> weather,
        ExtraActivity.HEALTH,
        world -> {});
  }

  /** Runs the same with the pools' histories recorded within narrow bounds, and compared with the ledgers. */
  static Recording playHistory(long seed, boolean told) {
    SeededRandom recording = new SeededRandom(seed ^ RECORDING);
    HistoryBounds bounds = new HistoryBounds(
        Duration.ofSeconds(recording.between(600, 12 * 3600)),
        recording.between(40 * 1024, 120 * 1024));
    return play(
        seed,
        told,
        strike -> false,
        command -> true,
        weather -> weather,
        ExtraActivity.NOTHING,
        world -> world.recordHistory(bounds));
  }

  /** The same in another kind of cloud. */
  static Recording play(
      long seed,
      boolean told,
      Predicate<FaultOccurrence> muted,
      Predicate<Long> commands,
      UnaryOperator<FaultRates> kind) {
    return play(seed, told, muted, commands, kind, ExtraActivity.NOTHING, world -> {});
  }

  private static Recording play(
      long seed,
      boolean told,
      Predicate<FaultOccurrence> muted,
      Predicate<Long> commands,
      UnaryOperator<FaultRates> kind,
      ExtraActivity beside,
      Consumer<SimulationWorld> setUp) {
    VirtualTime timeline = new VirtualTime();
    EventTrace chronicle = new EventTrace(told, timeline);
    SeededRandom dice = new SeededRandom(seed);
    SeededRandom pausing = new SeededRandom(seed ^ PAUSING);
    boolean pauses = pausing.chance(0.35);
    FaultRates plain = FaultRates.drawn(dice);
    SeededRandom acting = new SeededRandom(seed ^ ACTING);
    boolean acts = acting.chance(0.35);
    FaultRates heard = pauses ? plain.withReceivers(pausing) : plain;
    FaultRates acted = acts ? heard.withActions(acting) : heard;
    FaultRates weather = kind.apply(
        beside.warms() ? acted.withPower(new SeededRandom(seed ^ RandomPools.WARMING)) : acted);
    FaultInjector faults = FaultInjector.byLot(seed, weather.probabilities(), muted);
    SimulationWorld world = new SimulationWorld(timeline, chronicle, dice, weather, faults);
    SeededRandom scaling = new SeededRandom(seed ^ SCALING);
    boolean scales = scaling.chance(0.35);
    int pools = dice.chance(0.65) ? 1 : (int) dice.between(2, 3);
    RandomPools drawn = new RandomPools(
        seed, beside, dice, weather, scales, scaling, pauses, pausing, acts, acting);
    ActionTypes types = acts ? ActionUsers.types(acting) : ActionTypes.none();
    for (String name : NAMES.subList(0, pools)) {
      world.add(drawn.pool(name)).acts(types);
    }
    setUp.accept(world);
    chronicle.tell("seed", () -> seed + ": " + weather);
    boolean changes = dice.chance(0.5);
    SeededRandom imaging = new SeededRandom(seed ^ IMAGING);
    if (beside == ExtraActivity.AUTOMATIC && imaging.chance(0.7)) {
      world.cloud.images.move(new SeededRandom(seed ^ MOVING));
    }
    if (beside == ExtraActivity.LAUNCH_DATA && !RandomPools.isGroup(weather)) {
      world.cloud.ownData.begin();
    }
    if (beside == ExtraActivity.HEALTH_SOURCES) {
      world.cloud.health.begin(new SeededRandom(seed ^ CHECKING));
    }
    world.reconfigure(before -> {
      PoolConfig changed =
          !changes || !dice.chance(0.3) ? before : drawn.pool(before.name().value());
      return beside.changesImages() && imaging.chance(0.5)
          ? RandomPools.withImage(changed, IMAGES.get(imaging.upTo(2)))
          : changed;
    });
    if (acts) {
      world.watched(seed ^ WATCHING);
    }
    SeededRandom holding = new SeededRandom(seed ^ HOLDING);
    boolean holds = RandomPools.isGroup(weather) && holding.chance(0.5);
    if (holds) {
      world.cloud.groups.hold(holding);
    }
    long[] asked = {0};
    SimulationReport report = SimulationReport.of(seed, world, () -> {
      for (PoolUnderTest ward : world.wards()) {
        chronicle.tell("people", () -> "configure " + ward.config());
        Consumer<Event> pool = event -> {
          if (commands.test(asked[0]++)) {
            world.ask(ward, event);
          }
        };
        RandomUsers crowd = new RandomUsers(dice, ward.judge, world.cloud, chronicle, pool);
        world.every(weather.commandGap(), crowd::ask);
        if (weather.endsTogether() > 1) {
          SpotReclamation takings =
              new SpotReclamation(new SeededRandom(seed ^ TAKING), ward.judge, world.cloud, pool);
          world.every(weather.commandGap(), takings::ask);
        }
        if (holds) {
          new GroupHookResponder(holding, ward.judge, world.cloud, pool).begin();
        }
        if (scales) {
          ScalingUsers scalers = new ScalingUsers(scaling, ward.judge, chronicle, pool);
          world.every(weather.commandGap(), scalers::ask);
        }
        if (acts) {
          ActionUsers principals = new ActionUsers(acting, ward.judge, world.cloud, pool);
          world.every(weather.commandGap(), principals::ask);
        }
        if (pauses) {
          ward.tells(new HookReceivers(
              pausing, ward.judge.pauses, world.cloud, pool, HookReceivers.Manner.ANY));
        }
        attend(world, crowd::attend);
        if (beside == ExtraActivity.OPERATORS) {
          SeededRandom own =
              new SeededRandom(seed ^ OPERATING ^ ward.config().name().value().hashCode());
          OperatorUsers operators = new OperatorUsers(own, ward.judge, pool);
          world.every(weather.commandGap(), operators::happen);
          attend(world, operators::attend);
        }
        if (beside.cures()) {
          SeededRandom own = new SeededRandom(
              seed ^ RandomPools.DISRUPTING ^ ward.config().name().value().hashCode());
          attend(world, new DisruptionUsers(own, ward.judge, pool)::attend);
        }
        if (ward.config().health().enabled()) {
          SeededRandom own = new SeededRandom(
              seed ^ RandomPools.PROBING ^ ward.config().name().value().hashCode());
          HealthUsers probes = new HealthUsers(own, ward.judge, pool);
          world.every(weather.commandGap(), probes::happen);
          attend(world, new DisruptionUsers(own, ward.judge, pool)::attend);
          attend(world, probes::attend);
        }
        if (beside == ExtraActivity.HEALTH_SOURCES && !ward.config().health().enabled()) {
          SeededRandom own = new SeededRandom(
              seed ^ RandomPools.PROBING ^ ward.config().name().value().hashCode());
          attend(world, new DisruptionUsers(own, ward.judge, pool)::attend);
        }
        if (beside == ExtraActivity.MEMBERSHIP) {
          SeededRandom own =
              new SeededRandom(seed ^ JOINING ^ ward.config().name().value().hashCode());
          MembershipUsers users = new MembershipUsers(own, ward.judge, pool);
          world.every(weather.commandGap(), users::happen);
          attend(world, users::attend);
        }
        if (beside == ExtraActivity.RELATIVE_SIZES) {
          SeededRandom own =
              new SeededRandom(seed ^ COUNTING ^ ward.config().name().value().hashCode());
          world.every(weather.commandGap(), new RelativeSizeUsers(own, ward.judge, pool)::happen);
        }
        if (beside.refreshes()) {
          SeededRandom own =
              new SeededRandom(seed ^ REFRESHING ^ ward.config().name().value().hashCode());
          RefreshUsers refreshers = new RefreshUsers(own, ward.judge, pool);
          world.every(weather.commandGap(), refreshers::happen);
          attend(world, refreshers::attend);
        }
        if (world.cloud.images.moves()) {
          IMAGES.forEach(
              image -> world.every(weather.commandGap(), () -> world.cloud.images.happen(image)));
        }
        if (beside == ExtraActivity.STRAYS) {
          SeededRandom own =
              new SeededRandom(seed ^ STRAYING ^ ward.config().name().value().hashCode());
          QuarantineUsers stray = new QuarantineUsers(own, ward.judge, world.cloud, pool);
          world.every(weather.commandGap(), stray::happen);
          attend(world, stray::attend);
        }
      }
      world.begin();
      world.runUntil(dice.between(HOUR, 5 * HOUR / 2));
      while (timeline.happened() < EVENTS) {
        world.runUntil(timeline.nanos() + HOUR / 12);
      }
      world.rest();
    });
    return new Recording(report, faults.strikes(), asked[0]);
  }

  /** A user looks after the pool every quarter of an hour, also when the storm is over. */
  private static void attend(SimulationWorld world, Runnable attends) {
    world.timeline.after(world.dice.seconds(1, 1800), () -> {
      attends.run();
      attend(world, attends);
    });
  }
}
