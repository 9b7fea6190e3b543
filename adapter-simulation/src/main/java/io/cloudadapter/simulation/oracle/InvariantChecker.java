package io.cloudadapter.simulation.oracle;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
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
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.ledger.ReplyKey;
import io.cloudadapter.core.ledger.ReplyPage;
import io.cloudadapter.core.ledger.ScalingRecord;
import io.cloudadapter.core.ledger.ScheduleRecord;
import io.cloudadapter.core.ledger.TemplateRecord;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.simulation.engine.VirtualTime;
import io.cloudadapter.simulation.fault.FaultInjector;
import io.cloudadapter.simulation.fault.FaultRates;
import io.cloudadapter.spi.OwnershipMarks;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
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
 * truth after every step. Knows the rules from the design (I1 to I21), not from the keeper.
 */
public final class InvariantChecker {
  /** The name under which users of actions send their commands. */
  public static final String PRINCIPAL = "principal";

  /** How the reason begins for which a machine goes that is one too many. */
  static final String SURPLUS = "effective ";

  /** How long the ledger keeps records of what has ended, or longer. */
  static final long TOMBSTONES = Duration.ofDays(29).toNanos();

  private final HostileCloud cloud;
  private final VirtualTime timeline;
  private PoolConfig config;
  private final String prefix;
  private final Map<String, Long> endedAt = new HashMap<>();
  private long decidedAt;
  private Instant decidedWall = Instant.EPOCH;
  private final Map<ScheduleRecord, Instant> nextTimes = new HashMap<>();
  private final Map<String, MachineRecord> present = new TreeMap<>();
  private final Map<String, MachineRecord> ended = new TreeMap<>();
  private final LaunchRecordChecker launches;
  private final Set<String> changed = new TreeSet<>();
  private final Set<ReplyKey> replies = new HashSet<>();
  private @Nullable PoolRecord pool;
  public final HookChecker pauses;
  public final ActionChecker undertakings;
  final LoadBalancerChecker registrations;
  private final EffectChecker effects;
  private final TruthChecker truth;
  final MachineStatusChecker statuses;
  private final LimitChecker limits;
  final WarmChecker warm;
  final ResourceChecker resources;
  public final OperatingChecker operating;
  public final RefreshChecker refreshes;
  final DisruptionChecker disruptions;
  final HealthChecker health;
  final QuarantineInvariants strays;
  final AttachKeyInvariants attachKeys;
  private long lifeBegan;
  private int effective;
  private int waking;

  /** How many machines take up room. */
  private int room;

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
    this.cloud = cloud;
    this.timeline = timeline;
    this.prefix = Keeper.prefix(config);
    this.pauses = new HookChecker(this, timeline);
    this.undertakings = new ActionChecker(this, cloud.deeds);
    this.registrations = new LoadBalancerChecker(this, cloud, timeline);
    this.operating = new OperatingChecker(this, cloud);
    this.refreshes = new RefreshChecker(this, cloud, weather.profile(), timeline);
    this.disruptions = new DisruptionChecker(this);
    this.health = new HealthChecker(this);
    this.strays = new QuarantineInvariants(this);
    this.attachKeys = new AttachKeyInvariants(this);
    this.warm = new WarmChecker(this, cloud);
    this.resources = new ResourceChecker(this, cloud);
    this.effects = new EffectChecker(this, cloud, weather);
    this.truth = new TruthChecker(this, cloud, faults);
    this.statuses = new MachineStatusChecker(this, cloud, timeline);
    this.limits = new LimitChecker(this);
    this.launches = new LaunchRecordChecker(timeline);
    cloud.watch(truth::happened);
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

  static AssertionError broken(String rule, String what) {
    return new AssertionError(rule + " is broken: " + what);
  }

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
    return launches.unresolved();
  }

  @Nullable
  public MachineRecord machine(String id) {
    MachineRecord machine = present.get(id);
    return machine == null ? ended.get(id) : machine;
  }

  @Nullable
  LaunchRecord intent(String key) {
    return launches.get(key);
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

  /** How many machines are kept above a desired size, as far as the most that may count leaves room for them. */
  int headroom(int size) {
    return headroom(size, most());
  }

  int headroom(int size, int most) {
    long percent = ((long) size * config.headroom().value() + 99) / 100;
    long wanted = config.headroom().isPercent() ? percent : config.headroom().value();
    return (int) Math.max(0, Math.min(wanted, most - size));
  }

  /** How many machines are kept above the present desired size. */
  public int headroom() {
    return headroom(desired());
  }

  public int effective() {
    return effective;
  }

  /** Machines to come, by launches or from the warm pool. */
  public int open() {
    return launches.open() + waking;
  }

  /** Machines that take up room, and those that promises may make. */
  int expected() {
    return room + launches.possible();
  }

  /** How many launches have left for the cloud, each counted once. */
  int launches() {
    return effects.launches();
  }

  /** By the specification: allocated and not out of service. */
  public static boolean counts(@Nullable MachineRecord machine) {
    return machine != null
        && machine.status() == Status.LIVE
        && (machine.state() == MachineState.REQUESTED
            || machine.state() == MachineState.PENDING
            || machine.state() == MachineState.RUNNING)
        && machine.serviceState() != ServiceState.OUT_OF_SERVICE
        && !machine.inactive()
        && machine.warm() == null;
  }

  public void newLife() {
    lifeBegan = timeline.nanos();
    statuses.newLife();
    pauses.newLife();
    attachKeys.newLife();
    health.reads().newLife();
  }

  boolean mine(OwnershipMarks marks) {
    return marks.pool().equals(config.name());
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
    LimitChecker.Promises promises = new LimitChecker.Promises();
    for (Map.Entry<String, Optional<byte[]>> entry : atom.entrySet()) {
      String key = entry.getKey().substring(prefix.length());
      String name = key.substring(key.indexOf('/') + 1);
      Optional<byte[]> value = entry.getValue();
      if (key.equals("pool")) {
        PoolRecord now = RecordCodec.read(key, value.orElseThrow(), PoolRecord.class);
        activated |= now.phase() == PoolRecord.Phase.ACTIVE
            && (pool == null || pool.phase() != PoolRecord.Phase.ACTIVE);
        warm.poolChanges(pool, now);
        pool = now;
      } else if (key.startsWith("intent/")) {
        truth.doubt(name);
        launches.durable(
            name, value.map(b -> RecordCodec.read(key, b, LaunchRecord.class)), promises);
      } else if (key.startsWith("machine/")) {
        boolean woke = WarmChecker.isWaking(machine(name));
        surplusEnded |=
            machine(name, value.map(b -> RecordCodec.read(key, b, MachineRecord.class)));
        MachineRecord now = machine(name);
        if (!woke && now != null && WarmChecker.wakes(now)) {
          promises.wake(now);
        }
      } else if (key.startsWith("hook/")) {
        pauses.durable(
            UUID.fromString(name), value.map(b -> RecordCodec.read(key, b, HookRecord.class)));
      } else if (key.startsWith("action/")) {
        undertakings.durable(
            UUID.fromString(name), value.map(b -> RecordCodec.read(key, b, ActionRecord.class)));
      } else if (key.equals("refresh")) {
        refreshes.durable(RecordCodec.read(key, value.orElseThrow(), RefreshRecord.class));
      } else if (key.startsWith("template/") && value.isPresent()) {
        refreshes.durable(RecordCodec.read(key, value.get(), TemplateRecord.class));
      } else if (key.startsWith("reply/") && value.isPresent()) {
        replies.addAll(ReplyPage.keys(value.get()));
      }
    }
    pauses.settle();
    limits.check(promises);
    int wanted = desired() + headroom();
    if (surplusEnded && effective < wanted) {
      throw broken("I5", "a machine ended as surplus, effective " + effective + " < " + wanted);
    }
    strays.durable(before);
    attachKeys.durable();
    if (joined != joinedBefore && desired() != before + 1) {
      throw broken(
          "I6", "a machine was bound by attach, desired went from " + before + " to " + desired());
    }
  }

  /** Returns whether it is decided here that a machine ends as surplus. */
  private boolean machine(String id, Optional<MachineRecord> changedTo) {
    MachineRecord before = machine(id);
    changed.add(id);
    truth.doubtMachine(id);
    effective -= counts(before) ? 1 : 0;
    waking -= WarmChecker.wakes(before) ? 1 : 0;
    room -= takesRoom(before) ? 1 : 0;
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
    waking += WarmChecker.wakes(now) ? 1 : 0;
    room += takesRoom(now) ? 1 : 0;
    ended.remove(id);
    (now.status().terminal() ? ended : present).put(id, now);
    if (now.status().terminal()) {
      endedAt.put(id, timeline.nanos());
    }
    if (before == null) {
      cloud.machine(id).filter(m -> m.key != null).ifPresent(m -> {
        truth.bound(String.valueOf(m.key), id);
        truth.doubt(String.valueOf(m.key));
      });
      statuses.joins(now);
      warm.joins(now);
      return false;
    }
    health.reads().changes(before, now);
    boolean warms = warm.changes(before, now);
    return statuses.changes(id, before, now) || warms;
  }

  /** The keeper that leads has taken these events in; what follows becomes durable next. */
  public void takesIn(List<Event> events) {
    health.reads().begins(events);
  }

  /** All that follows from these events is durable. */
  public void hasTakenIn(List<Event> events) {
    health.reads().ends(events);
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
    return statuses.retiredAt(id);
  }

  /** When the present keeper began to work. */
  long lifeBegan() {
    return lifeBegan;
  }

  boolean ours(OwnershipMarks marks) {
    return pool != null && mine(marks) && marks.incarnation().value().equals(pool.incarnation());
  }

  private static boolean takesRoom(@Nullable MachineRecord machine) {
    return machine != null
        && !machine.status().terminal()
        && machine.status() != Status.PRESUMED_GONE
        && machine.status() != Status.ATTACHING
        && machine.status() != Status.DETACHING;
  }

  public void leaves(Effect effect) {
    effects.leaves(effect);
  }

  /** Compares what is durable with the truth, wherever either has changed. */
  public void compare() {
    truth.compare();
  }

  /** What is not yet as it must be in the end; empty if all is well. */
  public List<String> unfinished() {
    return new UnfinishedWork(this, truth, resources).reasons();
  }
}
