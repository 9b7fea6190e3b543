package io.cloudadapter.simulation.oracle;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.scaling.PlacementPolicy;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ScalingSchedule;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.ledger.ReplyKey;
import io.cloudadapter.core.ledger.ReplyPage;
import io.cloudadapter.core.ledger.ScalingRecord;
import io.cloudadapter.core.ledger.ScheduleRecord;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.simulation.cloud.CloudMachine;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.engine.VirtualTime;
import io.cloudadapter.simulation.fault.FaultInjector;
import io.cloudadapter.simulation.fault.FaultRates;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Watches what becomes durable of one pool and what leaves for the cloud, and compares it with the cloud's
 * truth after every step. Knows the rules from the design (I1 to I12), not from the keeper.
 */
public final class InvariantChecker {
  /** The name under which users of actions send their commands. */
  public static final String PRINCIPAL = "principal";

  /** How the reason begins for which a machine goes that is one too many. */
  static final String SURPLUS = "effective ";

  private static final long HOUR = 3600 * SeededRandom.SECOND;
  private static final long TOMBSTONES = Duration.ofDays(29).toNanos();

  private record Request(String frozen, int count) {}

  private final HostileCloud cloud;
  private final VirtualTime timeline;
  private final FaultInjector faults;
  private final boolean resendable;
  private final int endsTogether;
  private PoolConfig config;
  private final String prefix;
  private final Map<String, Request> sent = new HashMap<>();
  private final Map<String, Long> endedAt = new HashMap<>();
  private final Deque<Long> ends = new ArrayDeque<>();
  private long decidedAt;
  private Instant decidedWall = Instant.EPOCH;
  private final Map<String, Long> retiredAt = new HashMap<>();
  private final Map<ScheduleRecord, Instant> nextTimes = new HashMap<>();
  private final Map<String, MachineRecord> present = new TreeMap<>();
  private final Map<String, MachineRecord> ended = new TreeMap<>();
  private final Map<String, LaunchRecord> unresolved = new TreeMap<>();
  private final Map<String, LaunchRecord> resolved = new TreeMap<>();
  private final Map<String, Set<String>> unbound = new HashMap<>();
  private final Set<String> doubtfulMachines = new TreeSet<>();
  private final Set<String> doubtfulKeys = new TreeSet<>();
  private final Set<String> changed = new TreeSet<>();
  private final Set<ReplyKey> replies = new HashSet<>();
  private @Nullable PoolRecord pool;
  public final HookChecker pauses;
  public final ActionChecker undertakings;
  private final LoadBalancerChecker registrations;
  final QuarantineInvariants strays;
  final AttachKeyInvariants attachKeys;
  private long lifeBegan;
  private int effective;
  private int open;

  /** Machines that take up room, and those that promises may make. */
  private int expected;

  private int launchesSent;

  /** How many attached machines were bound since the last look. */
  int joined;

  /** How many machines the pool has begun to end since the last check, because a command had made them too many. */
  int shrunk;

  /** Whether the pool became active since the last look. */
  boolean activated;

  public InvariantChecker(
      PoolConfig config,
      FaultRates weather,
      FaultInjector faults,
      HostileCloud cloud,
      VirtualTime timeline) {
    this.config = config;
    this.faults = faults;
    this.endsTogether = weather.endsTogether();
    this.resendable = weather.profile().keySupport().kind() != LaunchKeySupport.Kind.NONE;
    this.cloud = cloud;
    this.timeline = timeline;
    this.prefix = Keeper.prefix(config);
    this.pauses = new HookChecker(this, timeline);
    this.undertakings = new ActionChecker(this, cloud.deeds);
    this.registrations = new LoadBalancerChecker(this, cloud, timeline);
    this.strays = new QuarantineInvariants(this);
    this.attachKeys = new AttachKeyInvariants(this);
    cloud.watch(this::happened);
  }

  public static void rule(boolean holds, String rule, String what) {
    if (!holds) {
      throw broken(rule, what);
    }
  }

  /** The same, for rules that are looked at so often that their messages would cost more than they. */
  public static void rule(boolean holds, String rule, Supplier<String> what) {
    if (!holds) {
      throw broken(rule, what.get());
    }
  }

  private static AssertionError broken(String rule, String what) {
    return new AssertionError(rule + " is broken: " + what);
  }

  /** The pool is configured anew. */
  public void configured(PoolConfig now) {
    config = now;
  }

  public PoolConfig config() {
    return config;
  }

  public Optional<PoolRecord> pool() {
    return Optional.ofNullable(pool);
  }

  /** Records of machines that have not ended. */
  public Collection<MachineRecord> present() {
    return Collections.unmodifiableCollection(present.values());
  }

  public Collection<MachineRecord> ended() {
    return Collections.unmodifiableCollection(ended.values());
  }

  public Collection<LaunchRecord> unresolved() {
    return Collections.unmodifiableCollection(unresolved.values());
  }

  @Nullable
  public MachineRecord machine(String id) {
    MachineRecord machine = present.get(id);
    return machine == null ? ended.get(id) : machine;
  }

  @Nullable
  LaunchRecord launch(String key) {
    LaunchRecord launch = unresolved.get(key);
    return launch == null ? resolved.get(key) : launch;
  }

  /** Whether an answer was kept under a key; in a simulation no two callers use the same. */
  boolean replied(String key) {
    return replies.contains(ReplyKey.of("", key)) || replies.contains(ReplyKey.of(PRINCIPAL, key));
  }

  /** The machines whose records have changed since the last call. */
  Set<String> takeChanged() {
    Set<String> taken = new TreeSet<>(changed);
    changed.clear();
    return taken;
  }

  /** The most machines that may count: by the last resize that named a limit, never above the maxSizeLimit. */
  int most() {
    ScalingRecord.Limit limit = pool == null ? null : pool.scale().maxSize();
    int greatest = config.maxSizeLimit();
    int most = limit == null ? config.maxSize() : limit.value();
    return most < 0 ? greatest : Math.min(most, greatest);
  }

  public int desired() {
    return pool == null ? 0 : pool.desired();
  }

  public int effective() {
    return effective;
  }

  public int open() {
    return open;
  }

  /** How many launches have left for the cloud, each counted once. */
  int launches() {
    return launchesSent;
  }

  /** By the specification: allocated and not out of service. */
  public static boolean counts(@Nullable MachineRecord machine) {
    return machine != null
        && machine.status() == Status.LIVE
        && (machine.state() == MachineState.REQUESTED
            || machine.state() == MachineState.PENDING
            || machine.state() == MachineState.RUNNING)
        && machine.serviceState() != ServiceState.OUT_OF_SERVICE;
  }

  public void newLife() {
    lifeBegan = timeline.nanos();
    ends.clear();
    pauses.newLife();
    attachKeys.newLife();
  }

  /** Something has become true in the cloud. */
  private void happened(CloudMachine machine) {
    String id = machine.id.value();
    if (machine.key == null || !machine.truth().marks.filter(this::mine).isPresent()) {
      return;
    }
    if (!machine.alive()) {
      bound(machine.key, id);
    } else if (machine(id) == null) {
      unbound.computeIfAbsent(machine.key, key -> new HashSet<>()).add(id);
      doubtfulKeys.add(machine.key);
    } else {
      doubtfulMachines.add(id);
    }
  }

  private boolean mine(OwnershipMarks marks) {
    return marks.pool().equals(config.name());
  }

  private void bound(String key, String id) {
    Set<String> ids = unbound.get(key);
    if (ids != null && ids.remove(id) && ids.isEmpty()) {
      unbound.remove(key);
    }
  }

  /** What an atom says of a machine, if it does. */
  Optional<MachineRecord> written(String id, Map<String, Optional<byte[]>> atom) {
    String key = prefix + "machine/" + id;
    return atom.getOrDefault(key, Optional.empty())
        .map(bytes -> RecordCodec.read(key, bytes, MachineRecord.class));
  }

  /** How many attached machines an atom binds that is not durable yet. */
  int bound(Map<String, Optional<byte[]>> atom) {
    int bound = 0;
    for (MachineRecord machine : present.values()) {
      bound += machine.status() == Status.ATTACHING
              && written(machine.id(), atom)
                  .filter(now -> now.status() == Status.LIVE)
                  .isPresent()
          ? 1
          : 0;
    }
    return bound;
  }

  /** An atom has become durable. */
  public void durable(Map<String, Optional<byte[]>> atom) {
    int before = desired();
    int joinedBefore = joined;
    boolean surplusEnded = false;
    List<String> promised = new ArrayList<>();
    for (Map.Entry<String, Optional<byte[]>> entry : atom.entrySet()) {
      String key = entry.getKey().substring(prefix.length());
      String name = key.substring(key.indexOf('/') + 1);
      Optional<byte[]> value = entry.getValue();
      if (key.equals("pool")) {
        PoolRecord now = RecordCodec.read(key, value.orElseThrow(), PoolRecord.class);
        activated |= now.phase() == PoolRecord.Phase.ACTIVE
            && (pool == null || pool.phase() != PoolRecord.Phase.ACTIVE);
        pool = now;
      } else if (key.startsWith("intent/")) {
        launch(name, value.map(b -> RecordCodec.read(key, b, LaunchRecord.class)), promised);
      } else if (key.startsWith("machine/")) {
        surplusEnded |=
            machine(name, value.map(b -> RecordCodec.read(key, b, MachineRecord.class)));
      } else if (key.startsWith("hook/")) {
        pauses.durable(
            UUID.fromString(name), value.map(b -> RecordCodec.read(key, b, HookRecord.class)));
      } else if (key.startsWith("action/")) {
        undertakings.durable(
            UUID.fromString(name), value.map(b -> RecordCodec.read(key, b, ActionRecord.class)));
      } else if (key.startsWith("reply/") && value.isPresent()) {
        replies.addAll(ReplyPage.keys(value.get()));
      }
    }
    pauses.settle();
    if (!promised.isEmpty()) {
      withinLimits(promised);
    }
    if (surplusEnded && effective < desired()) {
      throw broken(
          "I5", "a machine ended as surplus, effective " + effective + " < desired " + desired());
    }
    strays.durable(before);
    attachKeys.durable();
    if (joined != joinedBefore && desired() != before + 1) {
      throw broken(
          "I6", "a machine was bound by attach, desired went from " + before + " to " + desired());
    }
  }

  private void launch(String key, Optional<LaunchRecord> changedTo, List<String> promised) {
    LaunchRecord before = launch(key);
    doubtfulKeys.add(key);
    if (before != null) {
      open -= before.open();
      expected -= before.possible();
      unresolved.remove(key);
    }
    if (changedTo.isEmpty()) {
      boolean old = before != null
          && !before.unresolved()
          && timeline.nanos() - endedAt.getOrDefault(key, 0L) > TOMBSTONES;
      rule(
          old || (before != null && before.status() == LaunchRecord.Status.PLANNED),
          "I1",
          "launch " + key + " was forgotten though it may be out");
      resolved.remove(key);
      return;
    }
    LaunchRecord now = changedTo.get();
    if (before == null) {
      rule(now.status() == LaunchRecord.Status.PLANNED, "I1", "launch " + key + " began " + now);
      promised.add(now.zone() == null ? "" : now.zone());
    } else if (!before.unresolved() && before.status() != now.status()) {
      throw broken(
          "I9", "launch " + key + " reopened from " + before.status() + " to " + now.status());
    } else if (before.frozen() != null
        && now.frozen() != null
        && !before.frozen().equals(now.frozen())) {
      throw broken("I1", "the request of launch " + key + " changed");
    }
    open += now.open();
    expected += now.possible();
    if (now.unresolved()) {
      unresolved.put(key, now);
    } else {
      resolved.put(key, now);
      endedAt.putIfAbsent(key, timeline.nanos());
    }
  }

  /** Returns whether it is decided here that a machine ends as surplus. */
  private boolean machine(String id, Optional<MachineRecord> changedTo) {
    MachineRecord before = machine(id);
    changed.add(id);
    doubtfulMachines.add(id);
    effective -= counts(before) ? 1 : 0;
    expected -= takesRoom(before) ? 1 : 0;
    present.remove(id);
    if (changedTo.isEmpty()) {
      rule(
          before != null
              && before.status().terminal()
              && timeline.nanos() - endedAt.getOrDefault(id, 0L) > TOMBSTONES,
          "I4",
          "machine " + id + " was forgotten");
      ended.remove(id);
      return false;
    }
    MachineRecord now = changedTo.get();
    effective += counts(now) ? 1 : 0;
    expected += takesRoom(now) ? 1 : 0;
    ended.remove(id);
    (now.status().terminal() ? ended : present).put(id, now);
    if (now.status().terminal()) {
      endedAt.put(id, timeline.nanos());
    }
    if (before == null) {
      cloud.machine(id).filter(m -> m.key != null).ifPresent(m -> {
        bound(String.valueOf(m.key), id);
        doubtfulKeys.add(String.valueOf(m.key));
      });
      rule(
          now.made() || now.remark() || now.status() != Status.LIVE,
          "I7",
          () -> "without having been launched, attached or made by its group joins " + now);
      rule(
          !(now.made() && now.status() == Status.LIVE && now.ran()) || now.entering() == entrance(),
          "I7",
          () -> "around its hooks enters " + now);
      return false;
    }
    boolean launched = now.made() && now.status() == Status.LIVE;
    if (launched && now.ran() && !before.ran()) {
      rule(now.entering() == entrance(), "I7", () -> "around its hooks enters " + now);
    }
    if (launched && before.entering() && !now.entering()) {
      pauses.passes(now);
    }
    return before.status() != now.status() && moved(id, before, now);
  }

  private boolean entrance() {
    return config.hooks().stream()
        .anyMatch(hook -> hook.transition() == LifecycleTransition.LAUNCH);
  }

  private boolean moved(String id, MachineRecord before, MachineRecord now) {
    Status from = before.status();
    Status to = now.status();
    boolean anew = now.generation() == before.generation() + 1
        && (to == Status.RETIRING || to == Status.ATTACHING || to == Status.QUARANTINED);
    rule(!from.terminal() || anew, "I9", "machine " + id + " reopened from " + from + " to " + to);
    rule(
        from != Status.DELETING || to == Status.GONE,
        "I9",
        "machine " + id + " went from DELETING to " + to);
    joined += from == Status.ATTACHING && to == Status.LIVE ? 1 : 0;
    strays.moved(id, from, now);
    attachKeys.moved(id, from, to);
    boolean asked = String.valueOf(now.reason()).equals("it was detached");
    if (from == Status.RETIRING && !asked && (to == Status.DELETING || to == Status.DETACHING)) {
      hasHadItsTime(id, now);
    }
    if (to == Status.DELETING) {
      rule(now.reason() != null, "I5", "machine " + id + " is deleted for no reason");
      rule(!now.released(), "I5", "machine " + id + " was to live on, but is deleted");
      ends(now);
      pauses.passes(now);
    }
    if (to != Status.RETIRING) {
      return false;
    }
    String reason = String.valueOf(now.reason());
    if (reason.startsWith("it did not run within")) {
      // An older machine's age is known by the wall clock only, which may have jumped meanwhile.
      cloud.machine(id).filter(m -> m.born >= lifeBegan).ifPresent(this::givenUp);
    }
    boolean surplus = reason.startsWith(SURPLUS);
    shrunk += surplus && now.byCommand() ? 1 : 0;
    retiredAt.put(id, decidedAt);
    rule(
        !surplus || (!before.isProtected() && counts(before)),
        "I5",
        "machine " + id + " ended as surplus, protected " + before.isProtected() + ", service "
            + before.serviceState());
    rule(
        !surplus || !undertakings.holds(id),
        "I12",
        "machine " + id + " ended as surplus in the middle of an action");
    return surplus;
  }

  /** A machine that was given some time goes when that is over (I11). */
  private void hasHadItsTime(String id, MachineRecord machine) {
    long retired = retiredAt.getOrDefault(id, Long.MIN_VALUE);
    if (machine.goesAt() != null && retired >= lifeBegan) {
      Duration grace = config.scaling().deletion().orElseThrow().gracePeriod();
      rule(
          decidedAt - retired >= grace.toNanos(),
          "I11",
          "machine " + id + " had " + grace + ", and goes after "
              + (decidedAt - retired) / SeededRandom.SECOND + " s");
    }
  }

  /** A machine that is given up has had its time, and did not run when that was over (I11, I5). */
  private void givenUp(CloudMachine machine) {
    long deadline = machine.born + config.bootDeadline().toNanos();
    rule(timeline.nanos() >= deadline, "I11", "machine " + machine.id + " was given up too early");
    rule(
        machine.ranAt() < 0 || machine.ranAt() > deadline,
        "I5",
        "machine " + machine.id + " was given up, but runs");
  }

  /** What becomes durable next was decided then, however late that is. */
  public void decided(Moment then) {
    decidedAt = then.nanos();
    decidedWall = then.wall();
  }

  /** By both clocks, when the present step was decided. */
  long decidedAt() {
    return decidedAt;
  }

  Instant decidedWall() {
    return decidedWall;
  }

  /** Whether a schedule is to be followed; the next time is looked up once. */
  boolean due(ScalingSchedule schedule, ScheduleRecord known) {
    Instant next = nextTimes.computeIfAbsent(
        known, k -> schedule.cron().next(k.through()).orElse(Instant.MAX));
    return !next.isAfter(decidedWall);
  }

  /** Returns when the end of a machine was decided; the beginning of time if that was not observed. */
  long retiredAt(String id) {
    return retiredAt.getOrDefault(id, 0L);
  }

  /** When the present keeper began to work. */
  long lifeBegan() {
    return lifeBegan;
  }

  /**
   * Ends without a command stay within the hour's budget (I10), by when they are decided: a process that
   * stands still before it writes one down cannot know how long.
   */
  private void ends(MachineRecord machine) {
    if (machine.byCommand()) {
      return;
    }
    ends.addLast(decidedAt);
    while (decidedAt - ends.getFirst() >= HOUR) {
      ends.removeFirst();
    }
    rule(
        ends.size() <= config.terminationsPerHour(),
        "I10",
        ends.size() + " machines ended within an hour without a command");
  }

  /** An effect leaves for the cloud. */
  public void leaves(Effect effect) {
    if (effect instanceof Effect.Launch launch) {
      launches(launch);
    } else if (effect instanceof Effect.Terminate terminate) {
      rule(
          terminate.machines().size() <= endsTogether,
          "I5",
          terminate.machines() + " end by one call");
      terminate.machines().forEach(machine -> terminates(machine.value()));
    } else if (effect instanceof Effect.Mark mark) {
      MachineRecord machine = machine(mark.machine().value());
      if (machine == null || (machine.status() != Status.ATTACHING && !machine.remark())) {
        throw broken("I4", "machine " + mark.machine() + " is marked, but is " + machine);
      }
    } else if (effect instanceof Effect.Unmark unmark) {
      MachineRecord machine = machine(unmark.machine().value());
      if (machine == null || (machine.status() != Status.DETACHING && !machine.remark())) {
        throw broken("I4", "machine " + unmark.machine() + " is unmarked, but is " + machine);
      }
    } else if (effect instanceof Effect.Register register) {
      registrations.leaves(register);
    } else if (effect instanceof Effect.Tell tell) {
      pauses.tells(tell);
      if (tell.message().transition() == LifecycleTransition.TERMINATE) {
        registrations.goes(tell.message().machine().value());
      }
    } else if (effect instanceof Effect.Act act) {
      undertakings.acts(act);
    }
  }

  private void launches(Effect.Launch call) {
    String key = call.key().value();
    LaunchRecord launch = launch(key);
    if (launch == null
        || launch.status() != LaunchRecord.Status.SENT
        || !call.frozen().equals(launch.frozen())) {
      throw broken("I1", "launch " + key + " leaves, durable is " + launch);
    }
    Request request = new Request(call.frozen(), call.count());
    Request before = sent.put(key, request);
    launchesSent += before == null ? 1 : 0;
    rule(
        before == null || before.equals(request),
        "I2",
        "launch " + key + " is repeated with another request: " + before + ", " + request);
    rule(
        before == null || resendable,
        "I2",
        "launch " + key + " is repeated, but the cloud has no keys");
    rule(
        before != null || call.count() <= launch.possible(),
        "I3",
        "launch " + key + " asks for " + call.count() + ", promised are " + launch.possible());
    call.total().ifPresent(this::targets);
  }

  /** A group is asked for what is there to stay, or being waited for, and for no machine more. */
  private void targets(int total) {
    int wanted = 0;
    for (MachineRecord machine : present.values()) {
      boolean member = machine.status() == Status.LIVE || machine.status() == Status.RETIRING;
      wanted += member && !machine.dropped() ? 1 : 0;
    }
    for (LaunchRecord launch : unresolved.values()) {
      wanted += launch.status() == LaunchRecord.Status.SENT ? launch.possible() : 0;
    }
    rule(total <= wanted, "I3", "a group is asked for " + total + ", wanted are " + wanted);
  }

  private void terminates(String id) {
    MachineRecord machine = machine(id);
    if (machine == null || machine.status() != Status.DELETING || machine.reason() == null) {
      throw broken("I5", "machine " + id + " is ended, but durable is " + machine);
    }
    registrations.goes(id);
    Optional<CloudMachine> truth = cloud.machine(id).filter(CloudMachine::alive);
    rule(
        truth.isEmpty()
            || machine.remark()
            || strays.ended(id)
            || truth.get().truth().marks.filter(this::ours).isPresent(),
        "I5",
        "machine " + id + " is ended, but carries " + truth.map(CloudMachine::truth));
  }

  private boolean ours(OwnershipMarks marks) {
    return pool != null && mine(marks) && marks.incarnation().value().equals(pool.incarnation());
  }

  private static boolean takesRoom(@Nullable MachineRecord machine) {
    return machine != null
        && !machine.status().terminal()
        && machine.status() != Status.PRESUMED_GONE
        && machine.status() != Status.ATTACHING
        && machine.status() != Status.DETACHING;
  }

  /** What is promised is within the limits of that moment; a later command of the step may lower them. */
  private void withinLimits(List<String> zones) {
    placed(zones);
    int committed = effective + open;
    if (committed > desired() || committed > most()) {
      throw broken("I3", "after new promises committed is " + committed + ", desired " + desired());
    }
    if (expected > most() + config.effectiveSurge()) {
      throw broken("I3", expected + " machines are there or promised, with maxSize " + most());
    }
  }

  /** New promises are in the zones of the placement, and within their caps. */
  private void placed(List<String> zones) {
    config.scaling().placement().ifPresent(placement -> {
      for (String zone : zones) {
        PlacementPolicy.Share share = placement.shares().stream()
            .filter(each -> each.name().equals(zone) && each.weight() > 0)
            .findFirst()
            .orElseThrow(() -> broken("zones", "a launch is promised in zone '" + zone + "'"));
        long there = 0;
        for (MachineRecord machine : present.values()) {
          there += counts(machine) && zone.equals(machine.zone()) ? 1 : 0;
        }
        for (LaunchRecord launch : unresolved.values()) {
          there += zone.equals(launch.zone()) ? launch.open() : 0;
        }
        rule(
            share.cap() == PlacementPolicy.Share.NO_CAP || there <= share.cap(),
            "zones",
            "zone " + zone + " has a cap of " + share.cap() + ", promised are " + there);
      }
    });
  }

  /**
   * Compares what is durable with the truth, wherever either has changed: every machine that we pay for has
   * its place (I2, I3, I4).
   */
  public void compare() {
    for (String id : doubtfulMachines) {
      CloudMachine machine = cloud.machine(id).orElse(null);
      MachineRecord record = machine(id);
      if (faults.honest()
          && machine != null
          && machine.key != null
          && machine.alive()
          && record != null) {
        if (record.status() == Status.GONE || record.status() == Status.PRESUMED_GONE) {
          throw broken(
              "I4", "machine " + id + " is alive in the cloud, but recorded as " + record.status());
        }
      }
    }
    doubtfulMachines.clear();
    for (String key : doubtfulKeys) {
      compare(key);
    }
    doubtfulKeys.clear();
  }

  private void compare(String key) {
    LaunchRecord launch = launch(key);
    int count = unbound.getOrDefault(key, Set.of()).size();
    if (count > 0 && launch == null) {
      throw broken("I4", "launch " + key + " has machines, but no record");
    }
    if (faults.honest() && launch != null && count > launch.possible()) {
      throw broken(
          "I4",
          count + " machines of launch " + key + " are alive, but unknown, and it is " + launch);
    }
    if (faults.honest() && launch != null && cloud.madeUnder(key) > launch.asked()) {
      throw broken(
          "I2", "launch " + key + " was for " + launch.asked() + ", has " + cloud.madeUnder(key));
    }
  }

  /** What is not yet as it must be in the end; empty if all is well. */
  public List<String> unfinished() {
    PoolRecord pool = this.pool;
    if (pool == null || pool.phase() != PoolRecord.Phase.ACTIVE) {
      return List.of("pool " + config.name() + " is not active");
    }
    List<String> reasons = new ArrayList<>();
    if (pool.frozen() != null) {
      reasons.add("the pool is frozen: " + pool.frozenMessage());
    }
    unresolved.values().forEach(launch -> reasons.add("open: " + launch));
    int ballast = 0;
    int free = 0;
    for (MachineRecord machine : present.values()) {
      switch (machine.status()) {
        case ATTACHING, DETACHING, RETIRING, DELETING, PRESUMED_GONE ->
          reasons.add("under way: " + machine);
        case LIVE, QUARANTINED -> {
          ballast += counts(machine) ? 0 : 1;
          free += counts(machine) && !machine.isProtected() ? 1 : 0;
          if (machine.remark()) {
            reasons.add("to be marked: " + machine);
          }
          if (machine.entering()) {
            reasons.add("to enter service: " + machine);
          }
        }
        case GONE, DETACHED -> {}
      }
    }
    reasons.addAll(pauses.unfinished());
    reasons.addAll(undertakings.unfinished());
    reasons.addAll(registrations.unfinished());
    int desired = desired();
    int room = Math.min(most(), most() + config.effectiveSurge() - ballast);
    if (effective < Math.min(desired, room) || (effective > desired && free > 0)) {
      reasons.add("effective " + effective + ", desired " + desired + ", room for " + room);
    }
    truths(reasons);
    return reasons;
  }

  private void truths(List<String> reasons) {
    for (CloudMachine machine : cloud.listed()) {
      MachineRecord record = machine(machine.id.value());
      boolean marked = machine.truth().marks.filter(this::ours).isPresent();
      boolean placed =
          record != null && (record.status() == Status.LIVE || strays.placed(machine, record));
      if (machine.alive() && marked && !placed) {
        reasons.add("stray: " + machine.id + ", recorded " + record);
      }
    }
    for (MachineRecord record : present.values()) {
      if (record.status() == Status.LIVE) {
        CloudMachine machine = cloud.machine(record.id()).orElseThrow();
        boolean marked = machine.truth().marks.filter(this::ours).isPresent();
        if (!machine.alive() || !marked || !agrees(record, machine)) {
          reasons.add("recorded: " + record + ", truth " + machine.truth());
        }
      }
    }
  }

  private static boolean agrees(MachineRecord record, CloudMachine machine) {
    return record.state() == machine.truth().state
        && (record.end() == MachineSighting.End.STOPPED) == machine.stopped();
  }
}
