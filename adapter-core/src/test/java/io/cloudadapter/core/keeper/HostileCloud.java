package io.cloudadapter.core.keeper;

import static io.cloudadapter.core.keeper.Dice.SECOND;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.Failure;
import io.cloudadapter.spi.Incarnation;
import io.cloudadapter.spi.KeySupport;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.Marks;
import io.cloudadapter.spi.Scope;
import io.cloudadapter.spi.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A cloud that keeps its promises and is as unpleasant as they allow: late and jumping lists, lost
 * requests and replies, refusals of every kind, launches accepted long after their call, machines that
 * die, stop, never start or are rejected.
 */
final class HostileCloud {
  static final PoolName POOL = new PoolName("web");

  private static final List<Kind> REFUSALS = List.of(
      Kind.INVALID,
      Kind.UNAUTHENTICATED,
      Kind.DENIED,
      Kind.NOT_FOUND,
      Kind.CONFLICT,
      Kind.UNSUPPORTED,
      Kind.QUOTA,
      Kind.CAPACITY,
      Kind.CAPACITY,
      Kind.CAPACITY,
      Kind.THROTTLED,
      Kind.THROTTLED,
      Kind.UNAVAILABLE,
      Kind.TIMEOUT,
      Kind.CANCELLED);
  private static final List<Kind> RIDDLES =
      List.of(Kind.TIMEOUT, Kind.UNAVAILABLE, Kind.CANCELLED, Kind.UNCLASSIFIED, Kind.THROTTLED);

  /** The connection of one process: cut when the process dies. */
  static final class Line {
    private final Consumer<Event> hears;
    private long cutAt = Long.MAX_VALUE;
    private long wrongUntil;

    Line(Consumer<Event> hears) {
      this.hears = hears;
    }
  }

  /** What came of a launch that has reached the cloud. */
  private record Outcome(Optional<LaunchResult> result, Optional<CloudException> error) {}

  private final Timeline timeline;
  private final Dice dice;
  private final Weather weather;
  private final Chronicle chronicle;
  private final Map<String, CloudMachine> machines = new TreeMap<>();
  private final Map<String, Outcome> answered = new TreeMap<>();
  private final Map<String, List<CloudMachine>> byKey = new TreeMap<>();
  private boolean calm;
  private int made;
  private long deniedUntil;

  HostileCloud(Timeline timeline, Dice dice, Weather weather, Chronicle chronicle) {
    this.timeline = timeline;
    this.dice = dice;
    this.weather = weather;
    this.chronicle = chronicle;
  }

  Collection<CloudMachine> machines() {
    return machines.values();
  }

  Optional<CloudMachine> machine(String id) {
    return Optional.ofNullable(machines.get(id));
  }

  List<CloudMachine> ofKey(String key) {
    return byKey.getOrDefault(key, List.of());
  }

  /** From here on nothing goes wrong any more, and there is room for all. */
  void calm() {
    calm = true;
  }

  private boolean fault(double probability) {
    return !calm && dice.chance(probability);
  }

  Line connect(Consumer<Event> hears, boolean first) {
    Line line = new Line(hears);
    if (!first && fault(weather.wrongAccount())) {
      line.wrongUntil = timeline.nanos() + dice.seconds(1, 300);
    }
    return line;
  }

  void cut(Line line) {
    line.cutAt = timeline.nanos();
  }

  private void reply(Line line, long wait, java.util.function.Supplier<Event> event) {
    timeline.after(wait, () -> {
      if (line.cutAt == Long.MAX_VALUE) {
        line.hears.accept(event.get());
      }
    });
  }

  private long callTime() {
    long most = weather.profile().callTimeout().toNanos();
    return fault(weather.slow()) ? dice.between(SECOND / 100, most) : dice.between(1, SECOND);
  }

  private static CloudException error(Kind kind, CloudException.Effect effect) {
    CloudException.Builder error = CloudException.of(kind, effect, "the cloud says " + kind);
    if (kind == Kind.CONFLICT) {
      error.conflict(Conflict.BUSY);
    }
    return error.build();
  }

  private CloudException refusal() {
    Kind kind = dice.pick(REFUSALS);
    CloudException.Builder error =
        CloudException.of(kind, CloudException.Effect.NONE, "the cloud refuses: " + kind);
    if (kind == Kind.CONFLICT) {
      error.conflict(Conflict.BUSY);
    }
    if (kind == Kind.THROTTLED && dice.chance(0.5)) {
      error.retryAfter(Duration.ofSeconds(dice.between(1, 60)));
    }
    if (!weather.zones().isEmpty() && dice.chance(0.5)) {
      error.scope(Scope.zone(dice.pick(weather.zones())));
    } else if (dice.chance(0.3)) {
      error.scope(dice.pick(List.of(Scope.region(), Scope.machine())));
    }
    return error.build();
  }

  private CloudException riddle() {
    return error(dice.pick(RIDDLES), CloudException.Effect.UNKNOWN);
  }

  /** Does what the keeper asks, or not. */
  void run(Effect effect, Line line) {
    if (effect instanceof Effect.Identify) {
      identify(line);
    } else if (effect instanceof Effect.ListPool) {
      list(line, Optional.empty());
    } else if (effect instanceof Effect.Describe describe) {
      list(line, Optional.of(describe.ids()));
    } else if (effect instanceof Effect.Prepare prepare) {
      prepare(prepare, line);
    } else if (effect instanceof Effect.Launch launch) {
      launch(launch, line);
    } else if (effect instanceof Effect.Terminate terminate) {
      terminate(terminate.machine(), line);
    } else if (effect instanceof Effect.Mark mark) {
      mark(mark, line);
    } else if (effect instanceof Effect.Unmark unmark) {
      unmark(unmark, line);
    }
  }

  private void identify(Line line) {
    boolean fails = fault(weather.listFails());
    String who = line.wrongUntil > timeline.nanos() ? "account-2" : "account-1";
    reply(
        line,
        callTime(),
        () -> fails
            ? new Event.Identified(Optional.empty(), Optional.of(riddle()))
            : new Event.Identified(Optional.of(who), Optional.empty()));
  }

  private void prepare(Effect.Prepare prepare, Line line) {
    boolean fails = fault(weather.refusal() / 2);
    String frozen = "launch " + made++ + " in " + prepare.zone().orElse("any zone");
    reply(
        line,
        callTime(),
        () -> fails
            ? new Event.Prepared(
                prepare.zone(), prepare.profile(), Optional.empty(), Optional.of(refusal()))
            : new Event.Prepared(
                prepare.zone(), prepare.profile(), Optional.of(frozen), Optional.empty()));
  }

  private void list(Line line, Optional<Set<MachineId>> ids) {
    Now started = timeline.now();
    boolean overdue = fault(weather.overdue());
    long took = overdue ? weather.profile().callTimeout().toNanos() + SECOND : callTime();
    boolean fails = overdue || fault(weather.listFails());
    boolean gaps = fails || fault(weather.listGaps());
    boolean wrong = line.wrongUntil > timeline.nanos();
    reply(line, took, () -> {
      List<Sighting> rows = wrong ? List.of() : rows(started.nanos(), ids, gaps ? 0.5 : 0);
      chronicle.tell(
          "cloud",
          () -> (ids.isPresent() ? "describes " : "lists ")
              + rows
              + (fails ? " and fails" : gaps ? " with gaps" : ""));
      Optional<CloudException> error = fails ? Optional.of(riddle()) : Optional.empty();
      return ids.<Event>map(asked -> new Event.Described(started, asked, rows, !gaps, error))
          .orElseGet(() -> new Event.Listed(started, rows, !gaps, error));
    });
  }

  private List<Sighting> rows(long started, Optional<Set<MachineId>> ids, double missing) {
    List<Sighting> rows = new ArrayList<>();
    for (CloudMachine machine : machines.values()) {
      int times = fault(weather.stale() / 10) ? 2 : 1;
      for (int i = 0; i < times; i++) {
        long lag = weather.profile().listLag().toNanos();
        long old = fault(weather.stale()) ? dice.chance(0.5) ? lag : dice.between(0, lag) : 0;
        machine
            .seen(started, timeline.nanos() - old, weather.profile(), weather.retention() * SECOND)
            .filter(fact -> ids.isPresent()
                ? ids.get().contains(machine.id)
                : fact.marks().filter(m -> m.pool().equals(POOL)).isPresent())
            .filter(fact -> !dice.chance(missing))
            .ifPresent(fact -> rows.add(sighting(machine, fact)));
      }
    }
    return rows;
  }

  private Sighting sighting(CloudMachine machine, CloudMachine.Fact fact) {
    Sighting.Builder row = Sighting.of(machine.id, fact.state());
    fact.marks().ifPresent(row::marks);
    machine.zone.ifPresent(row::zone);
    row.launchTime(Instant.EPOCH.plusNanos(fact.at()));
    if (fact.end() == Sighting.End.STOPPED) {
      row.stopped();
    }
    if (fact.state() == MachineState.REJECTED) {
      row.failure(new Failure(
          Kind.CAPACITY, machine.zone.map(Scope::zone).orElse(Scope.region()), "no room"));
    }
    if (fact.end() != Sighting.End.FINAL && fault(weather.opaque())) {
      row.stateUnknown();
    }
    return row.build();
  }

  private void launch(Effect.Launch ask, Line line) {
    long late = weather.profile().lateAcceptance().toNanos();
    long timeout = weather.profile().callTimeout().toNanos();
    long returns = fault(weather.overdue()) ? dice.between(timeout, 2 * timeout) : callTime();
    if (fault(weather.lostRequest())) {
      chronicle.tell("cloud", () -> "never hears of launch " + ask.key());
      reply(
          line, returns, () -> launched(ask, new Outcome(Optional.empty(), Optional.of(riddle()))));
    } else if (fault(weather.refusal())) {
      CloudException refusal = refusal();
      chronicle.tell("cloud", () -> "refuses launch " + ask.key() + ": " + refusal.kind());
      reply(
          line, returns, () -> launched(ask, new Outcome(Optional.empty(), Optional.of(refusal))));
    } else if (fault(weather.late())) {
      long most = weather.honest() ? late : 3 * late + 900 * SECOND;
      accept(ask, line, dice.between(1, returns + most), new Outcome[1]);
      reply(
          line, returns, () -> launched(ask, new Outcome(Optional.empty(), Optional.of(riddle()))));
    } else {
      Outcome[] outcome = new Outcome[1];
      accept(ask, line, dice.between(1, returns), outcome);
      duplicate(ask, line, returns + late);
      boolean lost = fault(weather.lostReply());
      reply(
          line,
          returns,
          () -> launched(
              ask, lost ? new Outcome(Optional.empty(), Optional.of(riddle())) : outcome[0]));
    }
  }

  /** The network delivers a request twice; only where the cloud absorbs that. */
  private void duplicate(Effect.Launch ask, Line line, long within) {
    if (weather.profile().keySupport().resendable() && fault(weather.duplicate())) {
      timeline.after(dice.between(1, within), () -> {
        if (answered.containsKey(ask.key().value())) {
          accept(ask, line, 0, new Outcome[1]);
        }
      });
    }
  }

  private Event launched(Effect.Launch ask, Outcome outcome) {
    return new Event.Launched(ask.key(), ask.attempt(), outcome.result(), outcome.error());
  }

  /** The request reaches the cloud after a while, unless the sender has died too long before. */
  private void accept(Effect.Launch ask, Line line, long wait, Outcome[] outcome) {
    timeline.after(wait, () -> {
      long late = weather.profile().lateAcceptance().toNanos();
      if (line.cutAt == Long.MAX_VALUE
          || timeline.nanos() - late <= line.cutAt
          || !weather.honest()) {
        outcome[0] = arrives(ask);
      }
    });
  }

  private Outcome arrives(Effect.Launch ask) {
    String key = ask.key().value();
    Outcome before = answered.get(key);
    KeySupport.Kind support = weather.profile().keySupport().kind();
    if (before != null && support == KeySupport.Kind.TOKEN) {
      return new Outcome(before.result().map(this::asOfNow), before.error());
    }
    if (before != null && support == KeySupport.Kind.NAME) {
      boolean alive = ofKey(key).stream().anyMatch(CloudMachine::alive);
      return new Outcome(
          Optional.empty(),
          Optional.of(CloudException.of(Kind.CONFLICT, CloudException.Effect.NONE, "name in use")
              .conflict(alive ? Conflict.NAME_TAKEN : Conflict.KEY_SPENT)
              .build()));
    }
    Outcome outcome = make(ask);
    if (outcome.result().isPresent()) {
      answered.put(key, outcome);
    }
    return outcome;
  }

  private LaunchResult asOfNow(LaunchResult result) {
    List<Sighting> rows = result.machines().stream()
        .map(row -> machines.get(row.id().value()))
        .map(machine -> sighting(machine, machine.truth()))
        .toList();
    return new LaunchResult(rows, result.shortfall());
  }

  private Outcome make(Effect.Launch ask) {
    Optional<String> zone =
        weather.zones().stream().filter(z -> ask.frozen().endsWith(z)).findFirst();
    long inZone =
        machines.values().stream().filter(m -> m.alive() && m.zone.equals(zone)).count();
    long all = machines.values().stream().filter(CloudMachine::alive).count();
    long room =
        calm ? ask.count() : Math.min(weather.zoneCapacity() - inZone, weather.quota() - all);
    if (room <= 0) {
      Kind kind = weather.quota() <= all ? Kind.QUOTA : Kind.CAPACITY;
      return new Outcome(
          Optional.empty(),
          Optional.of(CloudException.of(kind, CloudException.Effect.NONE, "there is no room")
              .scope(zone.map(Scope::zone).orElse(Scope.region()))
              .build()));
    }
    int count = (int) Math.min(room, ask.count());
    if (fault(weather.partial())) {
      count = (int) dice.between(1, count);
    }
    List<Sighting> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      CloudMachine machine = born(ask, zone);
      rows.add(sighting(machine, machine.truth()));
    }
    Optional<Failure> shortfall = count == ask.count()
        ? Optional.empty()
        : Optional.of(new Failure(
            Kind.CAPACITY, zone.map(Scope::zone).orElse(Scope.region()), "no more room"));
    return new Outcome(Optional.of(new LaunchResult(rows, shortfall)), Optional.empty());
  }

  private CloudMachine born(Effect.Launch ask, Optional<String> zone) {
    // The marks are in the frozen request of a real adapter; here the newest process knows them.
    Marks marks = new Marks(POOL, incarnation, Optional.of(ask.key()));
    CloudMachine machine = add("m-" + made++, ask.key(), zone, MachineState.REQUESTED, marks);
    byKey.computeIfAbsent(ask.key().value(), k -> new ArrayList<>()).add(machine);
    if (!fault(weather.stuck())) {
      boolean rejected = fault(weather.rejected());
      timeline.after(dice.seconds(0, 30), () -> move(machine, MachineState.PENDING));
      timeline.after(
          dice.seconds(30, 120),
          () -> move(machine, rejected ? MachineState.REJECTED : MachineState.RUNNING));
    }
    return machine;
  }

  private Incarnation incarnation = new Incarnation("0".repeat(27));

  /** The pool's marks from here on. */
  void incarnation(Incarnation pools) {
    incarnation = pools;
  }

  private CloudMachine add(
      String id,
      @org.jspecify.annotations.Nullable LaunchKey key,
      Optional<String> zone,
      MachineState state,
      @org.jspecify.annotations.Nullable Marks marks) {
    CloudMachine machine = new CloudMachine(
        id,
        key == null ? null : key.value(),
        zone,
        timeline.nanos(),
        state,
        Optional.ofNullable(marks));
    machines.put(id, machine);
    chronicle.tell("cloud", () -> "makes " + id + (key == null ? "" : " for launch " + key));
    return machine;
  }

  /** Somebody makes a machine by other means; without marks, or with theirs. */
  String outsider(String kind, Optional<Marks> marks) {
    return add(
            kind + "-" + made++, null, Optional.empty(), MachineState.RUNNING, marks.orElse(null))
        .id
        .value();
  }

  private void move(CloudMachine machine, MachineState state) {
    boolean growing = machine.truth().state() == MachineState.REQUESTED
        || machine.truth().state() == MachineState.PENDING;
    if (machine.alive() && growing) {
      become(machine, state, Sighting.End.NOT_ENDED);
    }
  }

  private void become(CloudMachine machine, MachineState state, Sighting.End end) {
    chronicle.tell("cloud", () -> machine.id + " is " + state + " " + end);
    machine.become(timeline.nanos(), state, end);
  }

  private void terminate(MachineId id, Line line) {
    boolean denied = deniedUntil > timeline.nanos() && !calm;
    boolean fails = denied || fault(weather.endFails());
    CloudException error = denied
        ? error(Kind.DENIED, CloudException.Effect.NONE)
        : dice.chance(0.5) ? refusal() : riddle();
    if (fails && error.kind() == Kind.DENIED && dice.chance(0.3)) {
      deniedUntil = timeline.nanos() + dice.seconds(10, 1200);
    }
    long returns = callTime();
    if (!fails || (error.effect() == CloudException.Effect.UNKNOWN && dice.chance(0.5))) {
      timeline.after(dice.between(0, returns), () -> end(id));
    }
    boolean gone =
        !machines.containsKey(id.value()) || !machines.get(id.value()).alive();
    CloudException notFound = error(Kind.NOT_FOUND, CloudException.Effect.NONE);
    reply(
        line,
        returns,
        () -> new Event.Terminated(
            id,
            fails
                ? Optional.of(error)
                : gone && dice.chance(0.5) ? Optional.of(notFound) : Optional.empty()));
  }

  private void end(MachineId id) {
    CloudMachine machine = machines.get(id.value());
    if (machine == null || !machine.alive()) {
      return;
    }
    if (machine.truth().state() != MachineState.TERMINATING) {
      become(machine, MachineState.TERMINATING, Sighting.End.NOT_ENDED);
    }
    timeline.after(dice.seconds(0, 60), () -> die(machine));
  }

  private void die(CloudMachine machine) {
    if (machine.alive()) {
      become(machine, MachineState.TERMINATED, Sighting.End.FINAL);
    }
  }

  private void mark(Effect.Mark mark, Line line) {
    marking(mark.machine(), line, error -> new Event.Marked(mark.machine(), error), machine -> {
      Optional<Marks> old = machine.truth().marks();
      boolean foreign = old.filter(m -> !m.pool().equals(mark.marks().pool())
              || !m.incarnation().equals(mark.marks().incarnation()))
          .isPresent();
      if (!foreign && old.isEmpty()) {
        machine.mark(timeline.nanos(), Optional.of(mark.marks()));
      }
      return foreign;
    });
  }

  private void unmark(Effect.Unmark unmark, Line line) {
    marking(
        unmark.machine(), line, error -> new Event.Unmarked(unmark.machine(), error), machine -> {
          Optional<Marks> old = machine.truth().marks();
          boolean foreign = old.filter(m -> !m.pool().equals(unmark.marks().pool())
                  || !m.incarnation().equals(unmark.marks().incarnation()))
              .isPresent();
          if (!foreign && old.isPresent()) {
            machine.mark(timeline.nanos(), Optional.empty());
          }
          return foreign;
        });
  }

  private void marking(
      MachineId id,
      Line line,
      java.util.function.Function<Optional<CloudException>, Event> event,
      java.util.function.Predicate<CloudMachine> change) {
    CloudMachine machine = machines.get(id.value());
    long returns = callTime();
    boolean fails = fault(weather.marksFail());
    CloudException error = dice.chance(0.5) ? refusal() : riddle();
    CloudException[] result = new CloudException[1];
    if (fails) {
      result[0] = error;
    }
    if (!fails || (error.effect() == CloudException.Effect.UNKNOWN && dice.chance(0.5))) {
      timeline.after(dice.between(0, returns), () -> {
        boolean there = machine != null && machine.alive();
        boolean foreign = there && change.test(machine);
        chronicle.tell("cloud", () -> "marks of " + id + " change, foreign " + foreign);
        if (!fails && foreign) {
          result[0] = CloudException.of(Kind.CONFLICT, CloudException.Effect.NONE, "theirs")
              .conflict(Conflict.FOREIGN)
              .build();
        } else if (!fails && !there && event.apply(Optional.empty()) instanceof Event.Marked) {
          result[0] = error(Kind.NOT_FOUND, CloudException.Effect.NONE);
        }
      });
    }
    reply(line, returns, () -> event.apply(Optional.ofNullable(result[0])));
  }

  /** Something befalls a machine by itself. */
  void mishap() {
    List<CloudMachine> alive = machines.values().stream()
        .filter(m -> m.alive() && m.truth().state() != MachineState.TERMINATING)
        .toList();
    if (alive.isEmpty()) {
      return;
    }
    CloudMachine machine = dice.pick(alive);
    boolean stopped = machine.truth().end() == Sighting.End.STOPPED;
    if (stopped) {
      become(machine, MachineState.RUNNING, Sighting.End.NOT_ENDED);
    } else if (dice.chance(0.25) && machine.truth().state() == MachineState.RUNNING) {
      become(machine, MachineState.TERMINATED, Sighting.End.STOPPED);
    } else if (dice.chance(0.5)) {
      end(machine.id);
    } else {
      die(machine);
    }
  }
}
