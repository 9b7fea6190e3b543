package io.cloudadapter.simulation.cloud;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.fault.FaultRates;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** How the hostile cloud launches: remembers keys as it has promised, loses and repeats what it may. */
final class LaunchBehavior {

  /** What came of a launch that has reached the cloud. */
  record Outcome(Optional<LaunchResult> result, Optional<CloudException> error) {
    static Outcome failed(CloudException error) {
      return new Outcome(Optional.empty(), Optional.of(error));
    }
  }

  /** What a key has led to. */
  record Answered(List<CloudMachine> machines, Optional<LaunchFailure> shortfall, long at) {}

  private final HostileCloud cloud;
  private final ErrorGenerator errors;
  private final Map<String, LaunchSpec> frozen = new HashMap<>();
  private final Map<String, Answered> answered = new HashMap<>();
  private final OperationBehavior operations;
  private int prepared;

  LaunchBehavior(HostileCloud cloud, ErrorGenerator errors) {
    this.cloud = cloud;
    this.errors = errors;
    this.operations = new OperationBehavior(cloud, errors, this);
  }

  void prepare(
      Effect.Prepare prepare,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away) {
    Optional<CloudException> error = away.isPresent()
        ? away
        : cloud.faults.strikes(FaultKind.REFUSED_PREPARE)
            ? Optional.of(errors.refusal())
            : Optional.empty();
    String request = "request-" + prepared++;
    frozen.put(request, resolved(prepare.spec()));
    cloud.ownData.prepared(request, prepare.launch());
    cloud.reply(
        hears,
        line,
        cloud.callTime(),
        () -> new Event.Prepared(
            prepare.zone(),
            prepare.profile(),
            prepare.launch(),
            prepare.asker(),
            error.isPresent() ? Optional.empty() : Optional.of(request),
            error));
  }

  /** A request has the image that its name leads to at this moment. */
  private LaunchSpec resolved(LaunchSpec spec) {
    return new LaunchSpec(
        spec.pool(),
        spec.incarnation(),
        spec.zone(),
        spec.size(),
        spec.image().map(cloud.images::resolve),
        spec.market(),
        spec.tags(),
        spec.userData(),
        spec.template());
  }

  /** What a request was prepared from. */
  LaunchSpec prepared(String request) {
    return Objects.requireNonNull(frozen.get(request), request);
  }

  void launch(
      Effect.Launch ask,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away) {
    long timeout = cloud.weather.profile().callTimeout().toNanos();
    long late = cloud.weather.latestArrival();
    long returns = cloud.faults.strikes(FaultKind.OVERDUE_CALL)
        ? cloud.dice.between(timeout, 6 * timeout)
        : cloud.callTime();
    Outcome[] outcome = new Outcome[1];
    Optional<Outcome> told = Optional.empty();
    if (away.isPresent()) {
      told = away.map(Outcome::failed);
    } else if (cloud.faults.strikes(FaultKind.LOST_REQUEST)) {
      told = Optional.of(Outcome.failed(errors.riddle()));
    } else if (cloud.faults.strikes(FaultKind.REFUSED_LAUNCH)) {
      cloud.resources.mayLeaveDisk(ask, frozen.get(ask.frozen()), line, returns);
      told = Optional.of(Outcome.failed(errors.refusal()));
    } else if (cloud.faults.strikes(FaultKind.LATE_ACCEPTANCE)) {
      long most = cloud.faults.strikes(FaultKind.BROKEN_PROMISE) ? 3 * late + 900 * SECOND : late;
      accept(ask, line, cloud.dice.between(1, returns + most), outcome);
      told = Optional.of(Outcome.failed(errors.riddle()));
    } else {
      cloud.resources.mayLeaveDisk(ask, frozen.get(ask.frozen()), line, returns);
      accept(ask, line, cloud.dice.between(1, returns), outcome);
      duplicate(ask, line, returns + late);
      if (cloud.faults.strikes(FaultKind.LOST_REPLY)) {
        told = Optional.of(Outcome.failed(errors.riddle()));
      }
    }
    Optional<Outcome> said = told;
    said.ifPresent(o -> cloud.chronicle.tell(
        "cloud",
        () -> "will say of launch " + ask.key() + ": " + o.error().orElseThrow().kind()));
    cloud.reply(
        hears,
        line,
        returns,
        () -> launched(
            ask,
            said.orElseGet(() -> outcome[0] != null
                ? outcome[0]
                : Outcome.failed(ErrorGenerator.of(Kind.TIMEOUT, CloudException.Effect.UNKNOWN)))));
  }

  /** The network delivers a request twice; only where the cloud absorbs that. */
  private void duplicate(Effect.Launch ask, HostileCloud.Line line, long within) {
    if (cloud.weather.profile().keySupport().resendable()
        && cloud.faults.strikes(FaultKind.DUPLICATE_REQUEST)) {
      cloud.timeline.after(cloud.dice.between(1, within), () -> {
        if (answered.containsKey(ask.key().value())
            || operations.has(ask.key())
            || ask.total().isPresent()) {
          accept(ask, line, 0, new Outcome[1]);
        }
      });
    }
  }

  private static Event launched(Effect.Launch ask, Outcome outcome) {
    return new Event.Launched(ask.key(), ask.attempt(), outcome.result(), outcome.error());
  }

  /**
   * The request reaches the cloud after a while, unless its sender has died too long before, or the cloud
   * has forgotten it over a restart.
   */
  private void accept(Effect.Launch ask, HostileCloud.Line line, long wait, Outcome[] outcome) {
    int restarts = cloud.restarts();
    cloud.timeline.after(wait, () -> {
      long late = cloud.weather.latestArrival();
      boolean inTime = line.open() || cloud.timeline.nanos() - late <= line.cutAt;
      boolean forgotten = restarts != cloud.restarts() && cloud.dice.chance(0.5);
      if (inTime && !forgotten) {
        outcome[0] = arrives(ask);
      }
    });
  }

  private Outcome arrives(Effect.Launch ask) {
    if (cloud.weather.operations() && ask.total().isEmpty()) {
      return operations.arrives(ask);
    }
    String key = ask.key().value();
    Answered before = answered.get(key);
    LaunchKeySupport.Kind support = cloud.weather.profile().keySupport().kind();
    if (before != null
        && support == LaunchKeySupport.Kind.TOKEN
        && cloud.timeline.nanos() - before.at()
            <= cloud.weather.profile().keySupport().lifetime().toNanos()) {
      return done(before);
    }
    if (before != null && support == LaunchKeySupport.Kind.NAME) {
      boolean alive = before.machines().stream().anyMatch(CloudMachine::alive);
      return nameInUse(alive);
    }
    return make(ask);
  }

  static Outcome nameInUse(boolean alive) {
    return Outcome.failed(
        CloudException.of(Kind.CONFLICT, CloudException.Effect.NONE, "name in use")
            .conflict(alive ? Conflict.NAME_TAKEN : Conflict.KEY_SPENT)
            .build());
  }

  void check(
      Effect.Check check,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away) {
    operations.check(check, line, hears, away);
  }

  /** What a key has led to, if it has led to machines. */
  Optional<Answered> answered(LaunchKey key) {
    return Optional.ofNullable(answered.get(key.value()));
  }

  /** Where a launch is to be. */
  ErrorScope scope(Effect.Launch ask) {
    LaunchSpec spec = frozen.get(ask.frozen());
    return spec == null
        ? ErrorScope.region()
        : spec.zone().map(ErrorScope::zone).orElse(ErrorScope.region());
  }

  Outcome make(Effect.Launch ask) {
    LaunchSpec spec = frozen.get(ask.frozen());
    if (spec == null) {
      throw new AssertionError("I1 is broken: " + ask.frozen() + " was never prepared");
    }
    if (ask.total().isPresent()) {
      cloud.groups.raise(spec, ask.total().getAsInt());
      return new Outcome(Optional.empty(), Optional.empty());
    }
    long inZone = cloud.weather.zoneCapacity() >= FaultRates.PLENTY
        ? 0
        : cloud.listed().stream()
            .filter(m -> m.alive() && m.zone.equals(spec.zone()))
            .count();
    long room = cloud.faults.isCalm()
        ? ask.count()
        : Math.min(
            cloud.weather.zoneCapacity() - inZone, cloud.weather.quota() - (long) cloud.alive());
    ErrorScope scope = spec.zone().map(ErrorScope::zone).orElse(ErrorScope.region());
    if (room <= 0) {
      Kind kind = cloud.weather.quota() <= cloud.alive() ? Kind.QUOTA : Kind.CAPACITY;
      return Outcome.failed(CloudException.of(kind, CloudException.Effect.NONE, "there is no room")
          .scope(scope)
          .build());
    }
    int count = (int) Math.min(room, ask.count());
    if (count > 1 && cloud.faults.strikes(FaultKind.PARTIAL_LAUNCH)) {
      count = (int) cloud.dice.between(1, count);
    }
    List<CloudMachine> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      made.add(born(ask, spec));
    }
    Optional<LaunchFailure> shortfall = count == ask.count()
        ? Optional.empty()
        : Optional.of(new LaunchFailure(Kind.CAPACITY, scope, "no more room"));
    Answered answer = new Answered(made, shortfall, cloud.timeline.nanos());
    answered.put(ask.key().value(), answer);
    return done(answer);
  }

  Outcome done(Answered answer) {
    List<MachineSighting> rows = new ArrayList<>();
    for (CloudMachine machine : answer.machines()) {
      rows.add(cloud.row(machine));
    }
    return new Outcome(Optional.of(new LaunchResult(rows, answer.shortfall())), Optional.empty());
  }

  private CloudMachine born(Effect.Launch ask, LaunchSpec spec) {
    OwnershipMarks marks =
        new OwnershipMarks(spec.pool(), spec.incarnation(), Optional.of(ask.key()));
    CloudMachine machine =
        cloud.add("m", ask.key().value(), spec.zone(), MachineState.REQUESTED, Optional.of(marks));
    cloud.resources.born(machine, marks);
    boolean stuck = cloud.faults.strikes(FaultKind.STUCK_MACHINE);
    boolean rejected = cloud.faults.strikes(FaultKind.REJECTED_MACHINE);
    if (!stuck) {
      cloud.timeline.after(
          cloud.dice.seconds(0, 30), () -> cloud.move(machine, MachineState.PENDING));
      cloud.timeline.after(
          cloud.dice.seconds(30, 120),
          () -> cloud.move(machine, rejected ? MachineState.REJECTED : MachineState.RUNNING));
    }
    return machine;
  }
}
