package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.PoolConfig;
import io.cloudadapter.core.keeper.MachineRecord.Status;
import io.cloudadapter.spi.KeySupport;
import io.cloudadapter.spi.Sighting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Watches what becomes durable and what leaves for the cloud, and compares it with the cloud's truth
 * after every step. Knows the rules from the design (I1 to I11), not from the keeper.
 */
final class Judge {
  private static final long HOUR = 3600 * Dice.SECOND;

  private record Request(String frozen, int count) {}

  private final PoolConfig config;
  private final Weather weather;
  private final HostileCloud cloud;
  private final Timeline timeline;
  private final String prefix;
  private final Map<String, Request> sent = new HashMap<>();
  private final Map<String, Long> bound = new HashMap<>();
  private final Deque<Long> ends = new ArrayDeque<>();
  private final Set<String> promised = new HashSet<>();
  private long lifeBegan;

  /** What is durable, decoded. */
  final Map<String, MachineRecord> machines = new TreeMap<>();

  final Map<String, IntentRecord> intents = new TreeMap<>();
  final Set<String> replies = new HashSet<>();

  @Nullable
  PoolRecord pool;

  /** How often what happened, to tell which rules were put to the test at all. */
  final Map<String, Integer> seen = new TreeMap<>();

  /** How many attached machines were bound since the last look. */
  int joined;

  /** Whether the pool became active since the last look. */
  boolean activated;

  Judge(PoolConfig config, Weather weather, HostileCloud cloud, Timeline timeline) {
    this.config = config;
    this.weather = weather;
    this.cloud = cloud;
    this.timeline = timeline;
    this.prefix = Keeper.prefix(config);
  }

  static void rule(boolean holds, String rule, String what) {
    if (!holds) {
      throw new AssertionError(rule + " is broken: " + what);
    }
  }

  int desired() {
    return pool == null ? 0 : pool.desired();
  }

  int effective() {
    return (int) machines.values().stream().filter(Judge::counts).count();
  }

  private int committed() {
    return effective() + intents.values().stream().mapToInt(IntentRecord::open).sum();
  }

  /** By the specification: allocated and not out of service. */
  static boolean counts(MachineRecord machine) {
    return machine.status() == Status.LIVE
        && Set.of(MachineState.REQUESTED, MachineState.PENDING, MachineState.RUNNING)
            .contains(machine.state())
        && machine.serviceState() != ServiceState.OUT_OF_SERVICE;
  }

  void newLife() {
    lifeBegan = timeline.nanos();
    ends.clear();
  }

  /** An atom has become durable. */
  void durable(Map<String, Optional<byte[]>> atom) {
    int before = desired();
    int joinedBefore = joined;
    boolean surplusEnded = false;
    for (Map.Entry<String, Optional<byte[]>> entry : atom.entrySet()) {
      String key = entry.getKey().substring(prefix.length());
      String name = key.substring(key.indexOf('/') + 1);
      if (key.equals("pool")) {
        PoolRecord now = Codec.read(key, entry.getValue().orElseThrow(), PoolRecord.class);
        activated |= now.phase() == PoolRecord.Phase.ACTIVE
            && (pool == null || pool.phase() != PoolRecord.Phase.ACTIVE);
        if (now.frozen() != null && (pool == null || pool.frozen() == null)) {
          seen.merge("frozen " + now.frozen(), 1, Integer::sum);
        }
        pool = now;
      } else if (key.startsWith("intent/")) {
        intent(name, entry.getValue().map(b -> Codec.read(key, b, IntentRecord.class)));
      } else if (key.startsWith("machine/")) {
        surplusEnded |=
            machine(name, entry.getValue().map(b -> Codec.read(key, b, MachineRecord.class)));
      } else if (key.startsWith("reply/")) {
        replies.add(name);
      }
    }
    rule(
        !surplusEnded || effective() >= desired(),
        "I5",
        "a machine ended as surplus, effective " + effective() + " < desired " + desired());
    rule(
        joined == joinedBefore || desired() == before + 1,
        "I6",
        "a machine was bound by attach, desired went from " + before + " to " + desired());
  }

  private void intent(String key, Optional<IntentRecord> changed) {
    IntentRecord before = intents.get(key);
    if (changed.isEmpty()) {
      rule(
          before != null && before.status() == IntentRecord.Status.PLANNED,
          "I1",
          "launch " + key + " was forgotten though it may be out");
      intents.remove(key);
      promised.remove(key);
      return;
    }
    IntentRecord now = changed.get();
    if (before == null) {
      rule(now.status() == IntentRecord.Status.PLANNED, "I1", "launch " + key + " began " + now);
      promised.add(key);
    } else {
      rule(
          before.unresolved() || before.status() == now.status(),
          "I9",
          "launch " + key + " reopened from " + before.status() + " to " + now.status());
      rule(
          before.frozen() == null || now.frozen() == null || before.frozen().equals(now.frozen()),
          "I1",
          "the request of launch " + key + " changed");
    }
    if (before == null || before.status() != now.status()) {
      seen.merge("launch " + now.status(), 1, Integer::sum);
    }
    intents.put(key, now);
  }

  /** Returns whether it is decided here that a machine ends as surplus. */
  private boolean machine(String id, Optional<MachineRecord> changed) {
    MachineRecord before = machines.get(id);
    if (changed.isEmpty()) {
      throw new AssertionError("I4 is broken: machine " + id + " was forgotten");
    }
    MachineRecord now = changed.get();
    machines.put(id, now);
    if (before == null || before.status() != now.status()) {
      seen.merge(
          "machine " + (before == null ? "" : before.status() + " to ") + now.status(),
          1,
          Integer::sum);
    }
    if (before == null) {
      bound.put(id, timeline.nanos());
      return false;
    }
    Status from = before.status();
    Status to = now.status();
    if (from == to) {
      return false;
    }
    rule(
        !from.terminal() || now.generation() == before.generation() + 1,
        "I9",
        "machine " + id + " reopened from " + from + " to " + to);
    rule(
        from != Status.DELETING || to == Status.GONE,
        "I9",
        "machine " + id + " went from DELETING to " + to);
    joined += from == Status.ATTACHING && to == Status.LIVE ? 1 : 0;
    if (to == Status.DELETING) {
      rule(now.reason() != null, "I5", "machine " + id + " is deleted for no reason");
      ends(now);
    }
    if (to != Status.RETIRING) {
      return false;
    }
    String reason = String.valueOf(now.reason());
    if (reason.startsWith("it did not run within") && bound.getOrDefault(id, 0L) >= lifeBegan) {
      rule(
          timeline.nanos() - bound.getOrDefault(id, 0L) >= config.bootDeadline().toNanos(),
          "I11",
          "machine " + id + " was given up too early");
    }
    boolean surplus = reason.startsWith("effective ");
    rule(
        !surplus || (!before.isProtected() && counts(before)),
        "I5",
        "machine " + id + " ended as surplus, protected " + before.isProtected() + ", service "
            + before.serviceState());
    return surplus;
  }

  /** Ends without a command stay within the hour's budget (I10). */
  private void ends(MachineRecord machine) {
    if (machine.byCommand()) {
      return;
    }
    ends.addLast(timeline.nanos());
    while (timeline.nanos() - ends.getFirst() >= HOUR) {
      ends.removeFirst();
    }
    rule(
        ends.size() <= config.pace().deletesPerHour(),
        "I10",
        ends.size() + " machines ended within an hour without a command");
  }

  /** An effect leaves for the cloud. */
  void leaves(Effect effect) {
    if (effect instanceof Effect.Launch launch) {
      launches(launch);
    } else if (effect instanceof Effect.Terminate terminate) {
      terminates(terminate.machine().value());
    } else if (effect instanceof Effect.Mark mark) {
      MachineRecord machine = machines.get(mark.machine().value());
      rule(
          machine != null && (machine.status() == Status.ATTACHING || machine.remark()),
          "I4",
          "machine " + mark.machine() + " is marked, but is " + machine);
    } else if (effect instanceof Effect.Unmark unmark) {
      MachineRecord machine = machines.get(unmark.machine().value());
      rule(
          machine != null && (machine.status() == Status.DETACHING || machine.remark()),
          "I4",
          "machine " + unmark.machine() + " is unmarked, but is " + machine);
    }
  }

  private void launches(Effect.Launch launch) {
    String key = launch.key().value();
    IntentRecord intent = intents.get(key);
    rule(
        intent != null
            && intent.status() == IntentRecord.Status.SENT
            && launch.frozen().equals(intent.frozen()),
        "I1",
        "launch " + key + " leaves, durable is " + intent);
    Request request = new Request(launch.frozen(), launch.count());
    Request before = sent.put(key, request);
    rule(
        before == null || before.equals(request),
        "I2",
        "launch " + key + " is repeated with another request: " + before + ", " + request);
    rule(
        before == null || weather.profile().keySupport().kind() != KeySupport.Kind.NONE,
        "I2",
        "launch " + key + " is repeated, but the cloud remembers no keys");
    rule(
        before != null || launch.count() <= intent.possible(),
        "I3",
        "launch " + key + " asks for " + launch.count() + ", promised are " + intent.possible());
  }

  private void terminates(String id) {
    MachineRecord machine = machines.get(id);
    rule(
        machine != null && machine.status() == Status.DELETING && machine.reason() != null,
        "I5",
        "machine " + id + " is ended, but durable is " + machine);
    Optional<CloudMachine> truth = cloud.machine(id).filter(CloudMachine::alive);
    rule(
        truth.isEmpty()
            || machine.remark()
            || truth.get().truth().marks().filter(this::ours).isPresent(),
        "I5",
        "machine " + id + " is ended, but carries " + truth.map(CloudMachine::truth));
  }

  private boolean ours(io.cloudadapter.spi.Marks marks) {
    return pool != null
        && marks.pool().equals(config.name())
        && marks.incarnation().value().equals(pool.incarnation());
  }

  /** A step is durable in part only: what it was about to do has no end to be judged by. */
  void cut() {
    promised.clear();
  }

  /** A step is durable as a whole, and what it asks for is about to leave. */
  void stepped() {
    if (!promised.isEmpty()) {
      promised.clear();
      rule(
          committed() <= desired() && committed() <= config.maxSize(),
          "I3",
          "after new promises committed is " + committed() + ", desired " + desired());
      long all = machines.values().stream()
              .filter(m -> !m.status().terminal()
                  && m.status() != Status.PRESUMED_GONE
                  && m.status() != Status.ATTACHING
                  && m.status() != Status.DETACHING)
              .count()
          + intents.values().stream().mapToInt(IntentRecord::possible).sum();
      rule(
          all <= config.maxSize() + config.effectiveSurge(),
          "I3",
          all + " machines are there or promised, with maxSize " + config.maxSize());
    }
  }

  /** Compares what is durable with the truth: every machine that we pay for has its place (I2, I3, I4). */
  void compare() {
    Map<String, Integer> unbound = new HashMap<>();
    for (CloudMachine machine : cloud.machines()) {
      String id = machine.id.value();
      if (machine.key == null || !machine.alive()) {
        continue;
      }
      MachineRecord record = machines.get(id);
      if (record == null) {
        unbound.merge(machine.key, 1, Integer::sum);
      } else {
        rule(
            !weather.honest()
                || (record.status() != Status.GONE && record.status() != Status.PRESUMED_GONE),
            "I4",
            "machine " + id + " is alive in the cloud, but recorded as " + record.status());
      }
    }
    unbound.forEach((key, count) -> {
      IntentRecord intent = intents.get(key);
      rule(intent != null, "I4", "launch " + key + " has machines, but no record");
      rule(
          !weather.honest() || count <= intent.possible(),
          "I4",
          count + " machines of launch " + key + " are alive, but unknown, and it is " + intent);
    });
    for (IntentRecord intent : intents.values()) {
      rule(
          !weather.honest() || cloud.ofKey(intent.key()).size() <= intent.asked(),
          "I2",
          "launch " + intent.key() + " was for " + intent.asked() + ", has "
              + cloud.ofKey(intent.key()).size());
    }
  }

  /** What is not yet as it must be in the end; empty if all is well. */
  List<String> unfinished() {
    List<String> reasons = new ArrayList<>();
    PoolRecord pool = this.pool;
    if (pool == null || pool.phase() != PoolRecord.Phase.ACTIVE) {
      return List.of("the pool is not active");
    }
    if (pool.frozen() != null) {
      reasons.add("the pool is frozen: " + pool.frozenMessage());
    }
    intents.values().stream()
        .filter(IntentRecord::unresolved)
        .forEach(intent -> reasons.add("open: " + intent));
    int ballast = 0;
    int free = 0;
    for (MachineRecord machine : machines.values()) {
      switch (machine.status()) {
        case ATTACHING, DETACHING, RETIRING, DELETING, PRESUMED_GONE ->
          reasons.add("under way: " + machine);
        case LIVE, QUARANTINED -> {
          ballast += counts(machine) ? 0 : 1;
          free += counts(machine) && !machine.isProtected() ? 1 : 0;
          if (machine.remark()) {
            reasons.add("to be marked: " + machine);
          }
        }
        case GONE, DETACHED -> {}
      }
    }
    int effective = effective();
    int desired = desired();
    int room = config.maxSize() + config.effectiveSurge() - ballast;
    if (effective < Math.min(desired, room) || (effective > desired && free > 0)) {
      reasons.add("effective " + effective + ", desired " + desired + ", room for " + room);
    }
    truths(reasons);
    return reasons;
  }

  private void truths(List<String> reasons) {
    for (CloudMachine machine : cloud.machines()) {
      MachineRecord record = machines.get(machine.id.value());
      boolean marked = machine.truth().marks().filter(this::ours).isPresent();
      if (machine.alive() && marked && (record == null || record.status() != Status.LIVE)) {
        reasons.add("stray: " + machine.id + ", recorded " + record);
      }
      if (record != null
          && record.status() == Status.LIVE
          && (!machine.alive() || !marked || !agrees(record, machine))) {
        reasons.add("recorded: " + record + ", truth " + machine.truth());
      }
    }
  }

  private static boolean agrees(MachineRecord record, CloudMachine machine) {
    return record.state() == machine.truth().state()
        && (record.end() == Sighting.End.STOPPED)
            == (machine.truth().end() == Sighting.End.STOPPED);
  }
}
