package io.cloudadapter.simulation;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.TenantConfig;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.LedgerSnapshot;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.core.quota.TenantQuotas;
import io.cloudadapter.simulation.cloud.CloudMachine;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.config.ConfigSpec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Three pools of one tenant on a hostile cloud, kept by one process that crashes now and then, while users resize and
 * policies grow all of them at once. The cloud's own record decides: there are never more machines than the quota
 * allows, nor more processors, nor more launches in any hour; and no accepted sizes ask for more. Each rule that is
 * broken ends the story.
 */
class QuotaStory extends DrawnStory {
  static final List<String> NAMES = List.of("a", "b", "c");
  private static final Map<String, Integer> CPUS = Map.of("small", 1, "big", 4);
  private static final long HOUR = 3600 * SECOND;

  final TenantConfig tenant;
  private final Map<String, PoolConfig> configs = new TreeMap<>();
  private final Map<String, Kept> kept = new TreeMap<>();
  private final Deque<Long> launched = new ArrayDeque<>();
  private final Set<String> seen = new HashSet<>();
  private TenantQuotas quotas = TenantQuotas.none();

  /**
   * Begins a history.
   *
   * @param seed draws it
   * @param more what else its pools are configured with
   */
  QuotaStory(long seed, UnaryOperator<PoolConfig> more) {
    super(
        seed,
        List.of(LaunchKeySupport.token(Duration.ofHours(24)), LaunchKeySupport.none()),
        Map.of(
            FaultKind.BROKEN_PROMISE, 0.0,
            FaultKind.WRONG_ACCOUNT, 0.0,
            FaultKind.MACHINE_DIES, 0.3));
    cloud.watch(this::judge);
    tenant = new TenantConfig(
        "team",
        dice.chance(0.5)
            ? NAMES.stream().map(PoolName::new).collect(Collectors.toSet())
            : Set.of(new PoolName("a")),
        Map.of("team", "a"),
        dice.chance(0.8) ? OptionalInt.of((int) dice.between(4, 10)) : OptionalInt.empty(),
        dice.chance(0.5) ? OptionalInt.of((int) dice.between(8, 20)) : OptionalInt.empty(),
        dice.chance(0.5) ? OptionalInt.of((int) dice.between(4, 12)) : OptionalInt.empty());
    for (String name : NAMES) {
      configs.put(
          name,
          more.apply(PoolConfig.named(name, "here", 8)
              .initialSize(dice.upTo(3))
              .labels(Map.of("team", "a"))
              .launch(LaunchConfig.builder()
                  .size(dice.pick(List.of("small", "big")))
                  .build())
              .launchesPerHour(200)
              .build()));
    }
    begin();
  }

  /** The rule that the story of a seed breaks; empty if it breaks none. */
  static String tell(long seed) {
    return violation(seed, drawn -> new QuotaStory(drawn, plain -> plain));
  }

  // ------------------------------------------------------------------------------- the plot

  @Override
  void play() {
    befall();
    NAMES.forEach(this::use);
    crash();
    runFor(dice.seconds(3 * 3600, 8 * 3600));
    users = false;
    faults.calm();
    rest();
  }

  private void crash() {
    timeline.after(dice.seconds(300, 3600), () -> {
      if (users) {
        begin();
        crash();
      }
    });
  }

  private void use(String pool) {
    timeline.after(dice.seconds(5, 300), () -> {
      if (!users) {
        return;
      }
      List<MachineRecord> members = machines(pool);
      if (dice.chance(0.25)) {
        // All at once: no two may get the same room.
        NAMES.forEach(name -> ask(name, new Command.SetDesiredSize(dice.upTo(8))));
      } else if (dice.chance(0.3)) {
        ask(
            pool,
            new Command.Scale(new ScalingRequest.Scale(ScalingDirection.SCALE_OUT, null), grow()));
      } else if (dice.chance(0.3) && !members.isEmpty()) {
        ask(pool, new Command.Terminate(new MachineId(dice.pick(members).id()), dice.chance(0.5)));
      } else if (dice.chance(0.2) && !members.isEmpty()) {
        ask(
            pool,
            new Command.SetServiceState(
                new MachineId(dice.pick(members).id()), ServiceState.OUT_OF_SERVICE));
      } else if (dice.chance(0.2)) {
        CloudMachine outside =
            cloud.add("out", null, Optional.empty(), MachineState.RUNNING, Optional.empty());
        ask(pool, new Command.Attach(outside.id));
      } else {
        ask(pool, new Command.SetDesiredSize(dice.upTo(8)));
      }
      use(pool);
    });
  }

  private PolicySelector grow() {
    return PolicySelector.given(new AdjustmentPolicy(
        ScalingDirection.SCALE_OUT,
        AdjustmentType.CHANGE_IN_CAPACITY,
        (int) dice.between(1, 4),
        0,
        true,
        Duration.ZERO));
  }

  private void rest() {
    for (int i = 0; i < 1_000; i++) {
      if (unfinished().isEmpty()) {
        return;
      }
      if (i % 10 == 0) {
        NAMES.forEach(name -> ask(name, new Command.Thaw()));
      }
      runFor(60 * SECOND);
    }
    rule(false, "L1", "the pools do not come to rest: " + unfinished());
  }

  /** In the end each pool has all that is granted, and growth is held only while there is no room. */
  List<String> unfinished() {
    List<String> reasons = new ArrayList<>();
    int granted = 0;
    int held = 0;
    for (String name : NAMES) {
      PoolRecord pool = pool(name).orElse(null);
      if (pool == null || pool.phase() != PoolRecord.Phase.ACTIVE) {
        reasons.add(name + " is not active");
        continue;
      }
      long effective = machines(name).stream().filter(MachineRecord::effective).count();
      long others = machines(name).size() - effective;
      int wanted = pool.desired() - pool.heldGrowth();
      // A machine that is out of service takes up room, so that its place may have to wait.
      if (effective + others < wanted || effective > pool.desired() + headroom(name)) {
        reasons.add(name + " has " + effective + " of " + wanted);
      }
      granted += Math.max(wanted, (int) (effective + others));
      held += pool.heldGrowth();
    }
    if (held > 0 && tenant.vcpus().isEmpty() && granted < tenant.machines().orElse(0)) {
      reasons.add(held + " are held, though " + granted + " of the quota are used");
    }
    return reasons;
  }

  // ------------------------------------------------------------------------------- the judge

  private void judge(CloudMachine machine) {
    if (machine.key != null && seen.add(machine.id.value())) {
      launched.addLast(timeline.nanos());
      while (timeline.nanos() - launched.getFirst() >= HOUR) {
        launched.removeFirst();
      }
      rule(
          launched.size() <= tenant.launchesPerHour().orElse(Integer.MAX_VALUE),
          "Q2",
          launched.size() + " launches within an hour, allowed are " + tenant.launchesPerHour());
    }
    List<CloudMachine> ours = cloud.listed().stream()
        .filter(one -> one.alive() && one.truth().marks.isPresent())
        .toList();
    rule(
        ours.size() <= tenant.machines().orElse(Integer.MAX_VALUE),
        "Q1",
        ours.size() + " machines, allowed are " + tenant.machines());
    int cpus = ours.stream()
        .filter(one -> one.key != null)
        .mapToInt(one -> cpusOf(one.truth().marks.orElseThrow().pool().value()))
        .sum();
    rule(
        cpus <= tenant.vcpus().orElse(Integer.MAX_VALUE),
        "Q3",
        cpus + " vCPUs, allowed are " + tenant.vcpus());
  }

  private int cpusOf(String pool) {
    String size = configs.get(pool).launch().size().orElseThrow();
    return CPUS.getOrDefault(size, 0);
  }

  /** What is durable asks for no more than the quota. */
  private void judgeSizes() {
    int granted = 0;
    int cpus = 0;
    for (String name : NAMES) {
      PoolRecord pool = pool(name).orElse(null);
      if (pool != null) {
        granted += pool.desired() - pool.heldGrowth();
        cpus += (pool.desired() - pool.heldGrowth()) * cpusOf(name);
      }
    }
    rule(
        granted <= tenant.machines().orElse(Integer.MAX_VALUE),
        "Q4",
        "accepted sizes ask for " + granted + ", allowed are " + tenant.machines());
    rule(
        cpus <= tenant.vcpus().orElse(Integer.MAX_VALUE),
        "Q4",
        "accepted sizes ask for " + cpus + " vCPUs, allowed are " + tenant.vcpus());
  }

  // ------------------------------------------------------------------------------- the process

  /** A keeper of the process, and what it has not taken in. */
  private final class Kept {
    final String name;
    final List<Event> inbox = new ArrayList<>();
    Keeper keeper;
    boolean turning;
    long alarm;

    Kept(String name) {
      this.name = name;
      this.keeper = load(name);
      hear(new Event.Tick());
    }

    boolean isCurrent() {
      return kept.get(name) == this;
    }

    void hear(Event event) {
      inbox.add(event);
      wakeIn(1 + dice.between(0, SECOND / 5));
    }

    void wakeIn(long nanos) {
      long mine = ++alarm;
      timeline.after(nanos, () -> {
        if (isCurrent() && mine == alarm && !turning) {
          turn();
        }
      });
    }

    /** A commit takes its time; other pools decide meanwhile, and it may be the last. */
    private void turn() {
      List<Event> events = inbox.isEmpty() ? List.of(new Event.Tick()) : List.copyOf(inbox);
      inbox.clear();
      StepResult step = keeper.step(events, timeline.now());
      turning = true;
      boolean fails = !faults.isCalm() && dice.chance(0.01);
      timeline.after(dice.chance(0.8) ? 1 : dice.between(1, 5 * SECOND), () -> {
        if (!isCurrent()) {
          return;
        }
        turning = false;
        if (fails) { // The keeper is thrown away, and loaded from what is durable.
          keeper = load(name);
          hear(new Event.Tick());
          return;
        }
        step.atoms()
            .forEach(atom -> atom.forEach((key, value) ->
                value.ifPresentOrElse(bytes -> disk.put(key, bytes), () -> disk.remove(key))));
        judgeSizes();
        keeper.committed();
        step.effects()
            .forEach(effect -> cloud.run(new PoolName(name), effect, line, this::hearIfCurrent));
        step.answers().forEach(StepResult.Answer::give);
        wakeIn(inbox.isEmpty() ? Math.max(SECOND / 1000, step.wake() - timeline.nanos()) : 1);
      });
    }

    private void hearIfCurrent(Event event) {
      if (isCurrent()) {
        if (turning) {
          inbox.add(event);
        } else {
          hear(event);
        }
      }
    }
  }

  private void begin() {
    cloud.cut(line);
    line = cloud.connect(false);
    epoch++;
    kept.clear();
    quotas =
        new TenantQuotas(List.of(tenant), (account, size) -> cpus(size), () -> timeline.nanos());
    NAMES.forEach(name -> Keeper.reportUse(
        settings(name, new SplittableRandom(0)),
        LedgerSnapshot.read(new PoolName(name), range(new PoolName(name))),
        timeline.now()));
    NAMES.forEach(name -> kept.put(name, new Kept(name)));
  }

  private static OptionalInt cpus(String size) {
    Integer known = CPUS.get(size);
    return known == null ? OptionalInt.empty() : OptionalInt.of(known);
  }

  private Keeper load(String name) {
    return Keeper.restore(
        settings(name, dice.another()), range(new PoolName(name)), timeline.now(), 0);
  }

  private KeeperConfig settings(String name, RandomGenerator random) {
    return KeeperConfig.builder(
            config(name), ConfigSpec.none().parse(Map.of()), weather.profile(), epoch, random)
        .adoption(true)
        .quota(quotas.join(new PoolName(name), config(name).labels()))
        .build();
  }

  /** How many machines a pool may have above its desired size. */
  int headroom(String pool) {
    return 0;
  }

  /** The keeper of a pool as it is now. */
  final Optional<Keeper> keeper(String pool) {
    return Optional.ofNullable(kept.get(pool)).map(keeps -> keeps.keeper);
  }

  final PoolConfig config(String name) {
    return java.util.Objects.requireNonNull(configs.get(name));
  }

  final void ask(String pool, Command command) {
    Kept keeps = kept.get(pool);
    if (keeps != null) {
      keeps.hearIfCurrent(new Event.Asked(command, CommandSender.under(Optional.empty())));
    }
  }
}
