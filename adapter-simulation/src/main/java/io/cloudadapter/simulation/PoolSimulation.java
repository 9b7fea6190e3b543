package io.cloudadapter.simulation;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.history.HistoryBounds;
import io.cloudadapter.core.protocol.ActionTypes;
import io.cloudadapter.simulation.engine.EventTrace;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.engine.VirtualTime;
import io.cloudadapter.simulation.fault.FaultInjector;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.fault.FaultProfile;
import io.cloudadapter.simulation.fault.FaultRates;
import io.cloudadapter.simulation.process.HookReceivers;
import io.cloudadapter.simulation.process.PoolUnderTest;
import io.cloudadapter.simulation.process.SimulationWorld;
import io.cloudadapter.simulation.process.SteadyProber;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.action.ActionTraits;
import io.cloudadapter.spi.action.ActionTraits.Repeat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A pool of your own settings under a load, under the faults that you choose, by the library's own keeper and
 * store. Begin with {@link Simulation#of}.
 *
 * <p>When the time is over, nothing goes wrong any more, and the pool has 30 hours to reach the state that was asked
 * for; one of the rules checks that it does. Every half hour a user thaws a frozen pool, and after that time cancels
 * the refresh that goes on.
 *
 * <p>Not for use by several threads at once; several simulations may run on a thread each.
 */
public final class PoolSimulation {
  private static final ProviderProfile USUAL = ProviderProfile.builder()
      .keySupport(LaunchKeySupport.token(Duration.ofHours(24)))
      .maxPerKey(10)
      .callTimeout(Duration.ofSeconds(30))
      .lateAcceptance(Duration.ofMinutes(1))
      .visibleWithin(Duration.ofSeconds(30))
      .goneWithin(Duration.ofSeconds(30))
      .build();

  private record Program(long gap, Consumer<? super SimulatedPool> turn) {}

  private record Deployment(long at, UnaryOperator<PoolConfig> change) {}

  private final PoolConfig config;
  private final Map<FaultKind, Double> given = new EnumMap<>(FaultKind.class);
  private final List<Program> programs = new ArrayList<>();
  private final List<Deployment> deployments = new ArrayList<>();
  private final Map<String, ActionTypes.Type> types = new TreeMap<>(
      ActionTypes.builtIn(Optional.of(Repeat.TRACEABLE), Optional.of(Repeat.TRACEABLE), true));
  private long seed = 1;
  private Duration length = Duration.ofDays(1);
  private ProviderProfile profile = USUAL;
  private HookReceivers.Manner manner = HookReceivers.Manner.OBLIGING;
  private Optional<LoadProfile> load = Optional.empty();
  private FaultProfile climate = FaultProfile.FAIR;
  private Optional<Duration> sampleEvery = Optional.empty();

  PoolSimulation(PoolConfig config) {
    this.config = config;
  }

  /**
   * Chooses the story: the same seed with the same settings gives the same report.
   *
   * @param value any number; 1 unless given
   * @return this simulation
   */
  public PoolSimulation seed(long value) {
    seed = value;
    return this;
  }

  /**
   * Sets how long the load and the faults last.
   *
   * @param value above 0, at most ten years; one day unless given
   * @return this simulation
   * @throws IllegalArgumentException if it is not
   */
  public PoolSimulation length(Duration value) {
    length = positive("length", value);
    return this;
  }

  /**
   * Sets what the cloud promises: keys, lags, limits. The simulated one keeps it, and no more.
   *
   * @param value as the adapter declares it; keys for a day, ten machines a key, lags of half a minute unless
   *     given
   * @return this simulation
   */
  public PoolSimulation profile(ProviderProfile value) {
    profile = value;
    return this;
  }

  /**
   * Asks for sizes over time. Without a load the pool keeps its initial size, or what programs ask for.
   *
   * @param value the sizes, none above the pool's maxSize
   * @return this simulation
   * @throws IllegalArgumentException if one is
   */
  public PoolSimulation load(LoadProfile value) {
    if (value.most() > config.maxSize()) {
      throw new IllegalArgumentException("load must be at most " + config.maxSize()
          + ", the maxSize of pool " + config.name() + ", was " + value.most());
    }
    load = Optional.of(value);
    return this;
  }

  /**
   * Sets how much goes wrong.
   *
   * @param value the climate; FAIR unless given
   * @return this simulation
   */
  public PoolSimulation climate(FaultProfile value) {
    climate = value;
    return this;
  }

  /**
   * Lets one kind of fault strike with this probability, in every fault profile. Machines, the cloud and the process
   * have an occasion every 10 or 30 minutes, everything else at each call, row, commit or step. The faults of the
   * disk need the embedded store; naming one selects it, and excludes those of a remote store. TERMINATE_PART needs a
   * cloud that ends several machines by one call; naming it selects such a cloud.
   *
   * @param kind which
   * @param probability at each occasion, 0 to 1
   * @return this simulation
   * @throws IllegalArgumentException if the probability is not
   */
  public PoolSimulation fault(FaultKind kind, double probability) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException(
          "the probability of " + kind + " must be 0 to 1, was " + probability);
    }
    given.put(kind, probability);
    return this;
  }

  /**
   * Notes how the pool stands at regular times.
   *
   * @param interval above 0
   * @return this simulation
   * @throws IllegalArgumentException if it is not
   */
  public PoolSimulation sampleEvery(Duration interval) {
    sampleEvery = Optional.of(positive("sample interval", interval));
    return this;
  }

  /**
   * Passes the pool to a program of yours periodically. A {@link PoolException} from the program ends its turn, as it
   * would a scheduled job's; any other exception stops the simulation, and is the report's violation. To describe a
   * broken rule, the simulation runs a second time, so a program that keeps state between two runs gets no
   * description.
   *
   * @param interval between the end of one turn and the next, above 0
   * @param turn what it does with the pool
   * @return this simulation
   * @throws IllegalArgumentException if the interval is not above 0
   */
  public PoolSimulation every(Duration interval, Consumer<? super SimulatedPool> turn) {
    programs.add(new Program(positive("interval", interval).toNanos(), turn));
    return this;
  }

  /**
   * Gives the pool another configuration at one moment, such as one with another image: its process ends, and another
   * one starts with it a second later.
   *
   * @param at since the beginning, above 0
   * @param change makes the configuration of the present one; the pool's name and account stay
   * @return this simulation
   * @throws IllegalArgumentException if the time is not above 0
   */
  public PoolSimulation deploy(Duration at, UnaryOperator<PoolConfig> change) {
    deployments.add(new Deployment(
        positive("time of a deployment", at).toNanos(), Objects.requireNonNull(change, "change")));
    return this;
  }

  private static Duration positive(String what, Duration value) {
    if (value.isNegative() || value.isZero() || value.compareTo(Duration.ofDays(3650)) > 0) {
      throw new IllegalArgumentException(
          what + " must be above 0s and at most 3650d, was " + TimeSpan.text(value));
    }
    return value;
  }

  /**
   * Lives through it.
   *
   * @return what came of it, with the rule that was broken if one was
   */
  public SimulationReport run() {
    SimulationReport quick = play(false);
    if (quick.violation().isEmpty()) {
      return quick;
    }
    SimulationReport told = play(true);
    return told.hash() == quick.hash() && told.violation().equals(quick.violation()) ? told : quick;
  }

  /**
   * Leaves the answers to the pool's hooks to your programs, which find them with {@link
   * SimulatedPool#hooks}. Otherwise a receiver completes each within half of its time.
   *
   * @return this simulation
   */
  public PoolSimulation leaveHooks() {
    manner = HookReceivers.Manner.SILENT;
    return this;
  }

  /**
   * Lets a type of actions be asked for that is not built in, also one that is done outside: a program of
   * yours claims and reports it then. Whether and when an action is done is played, with faults; what it does
   * to its machine is not.
   *
   * @param type its name, as of {@link io.cloudadapter.api.action.Action.Custom}
   * @param traits how its actions are to be treated
   * @return this simulation
   */
  public PoolSimulation action(String type, ActionTraits traits) {
    new Action.Custom(type, Map.of()); // Checks the name.
    types.put(type, new ActionTypes.Type(traits, action -> {}));
    return this;
  }

  private SimulationReport play(boolean told) {
    VirtualTime timeline = new VirtualTime();
    EventTrace chronicle = new EventTrace(told, timeline);
    FaultRates weather = climate.weather(profile, config.launch().zones(), given);
    FaultInjector faults = FaultInjector.byLot(seed, weather.probabilities(), strike -> false);
    SimulationWorld world =
        new SimulationWorld(timeline, chronicle, new SeededRandom(seed), weather, faults);
    PoolUnderTest ward = world.add(config);
    if (!programs.isEmpty()) {
      world.recordHistory(HistoryBounds.usual()); // A program may read it.
    }
    ward.acts(new ActionTypes(types));
    ward.tells(new HookReceivers(
        new SeededRandom(~seed),
        ward.judge.pauses,
        world.cloud,
        event -> world.ask(ward, event),
        manner));
    world.watched(~seed);
    LoadFollower follower = new LoadFollower(world, ward, load);
    Optional<PoolSampler> sampler =
        sampleEvery.map(gap -> new PoolSampler(world, ward, follower, gap));
    SimulatedPool pool = new SimulatedPool(world, ward);
    chronicle.tell("seed", () -> seed + ": " + weather);
    return SimulationReport.of(seed, world, () -> {
          world.begin();
          follower.begin();
          if (config.health().enabled() || config.health().beforeService()) {
            new SteadyProber(world, ward.judge, event -> world.ask(ward, event)).begin();
          }
          sampler.ifPresent(PoolSampler::begin);
          programs.forEach(program -> later(world, program, pool));
          deploys(world);
          // What would begin at the very end belongs to the time after.
          world.runUntil(length.toNanos() - 1);
          timeline.passTo(length.toNanos());
          sampler.ifPresent(PoolSampler::end);
          follower.end();
          world.meter.stop();
          world.rest();
        })
        .with(sampler.map(PoolSampler::samples).orElse(List.of()));
  }

  private void deploys(SimulationWorld world) {
    List<UnaryOperator<PoolConfig>> due = new ArrayList<>();
    if (!deployments.isEmpty()) {
      world.reconfigure(before -> {
        PoolConfig now = before;
        for (UnaryOperator<PoolConfig> change : due) {
          now = change.apply(now);
        }
        due.clear();
        return now;
      });
    }
    deployments.stream()
        .filter(deployment -> deployment.at() < length.toNanos())
        .forEach(deployment -> world.timeline.after(deployment.at(), () -> {
          due.add(deployment.change());
          world.deploy();
        }));
  }

  private void later(SimulationWorld world, Program program, SimulatedPool pool) {
    world.timeline.after(program.gap(), () -> {
      if (world.timeline.nanos() >= length.toNanos()) {
        return;
      }
      try {
        program.turn().accept(pool);
      } catch (PoolException e) {
        world.chronicle.tell("program", () -> "gives up this turn: " + e.getMessage());
      }
      later(world, program, pool);
    });
  }
}
