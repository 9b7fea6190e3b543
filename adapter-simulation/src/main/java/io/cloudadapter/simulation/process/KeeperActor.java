package io.cloudadapter.simulation.process;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.api.PoolView;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.history.PoolHistory.Recorded;
import io.cloudadapter.core.history.StepTransactions;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.core.store.LeaderFence;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.oracle.ActionChecker;
import io.cloudadapter.simulation.oracle.CommandModel;
import io.cloudadapter.simulation.oracle.HookChecker;
import io.cloudadapter.simulation.oracle.InvariantChecker;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.config.ConfigSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One pool of a process, with its keeper and what its keeper's actor would hold. */
public final class KeeperActor {
  private final KeeperProcess process;
  private final SimulationWorld world;
  private final PoolUnderTest ward;
  private final List<Event> inbox = new ArrayList<>();
  private @Nullable Keeper keeper;
  private @Nullable LeaderFence lead;
  private final HistoryRecorder history;
  private PoolConfig config;
  private final Set<LaunchKey> out = new HashSet<>();
  private int commands;
  private boolean turning;
  private long alarm;
  private final IdleWakeUpChecker spins = new IdleWakeUpChecker();

  @Nullable
  StepResult last;

  /** What readers see. */
  @Nullable
  public PoolView shown;

  KeeperActor(KeeperProcess process, SimulationWorld world, PoolUnderTest ward) {
    this.process = process;
    this.world = world;
    this.ward = ward;
    this.config = ward.config();
    this.history = new HistoryRecorder(process, world);
  }

  public Optional<Keeper> keeper() {
    return Optional.ofNullable(keeper);
  }

  void hear(Event event) {
    if (process.dead()) {
      return;
    }
    // Commands go first, so that what they meet can be foretold.
    inbox.add(event instanceof Event.Asked ? commands++ : inbox.size(), event);
    turnIn(world.dice.chance(0.8) ? 1 : world.dice.between(1, SECOND / 5));
  }

  private void turnIn(long wait) {
    if (!turning) {
      turning = true;
      world.timeline.after(wait, this::turn);
    }
  }

  private void turn() {
    turning = false;
    if (process.dead() || inbox.isEmpty()) {
      return;
    }
    if (process.asleep()) {
      turnIn(process.sleepsFor());
      return;
    }
    Keeper current = keeper == null ? load() : keeper;
    if (current == null) {
      turnIn(SECOND);
      return;
    }
    keeper = current;
    List<Event> events = List.copyOf(inbox);
    inbox.clear();
    commands = 0;
    for (Event event : events) {
      if (event instanceof Event.Launched launched) {
        out.remove(launched.key());
      }
    }
    spins.onStep(events, world.timeline.nanos());
    Moment decided = world.timeline.now();
    StepResult step = current.step(events, decided);
    last = step;
    world.stepped(step);
    boolean dies = world.faults.strikes(FaultKind.CRASH);
    if (!dies && world.faults.strikes(FaultKind.PAUSE)) {
      turning = true;
      world.timeline.after(process.standStill(), () -> {
        turning = false;
        if (!process.dead() && keeper == current) {
          commit(decided, events, step, false);
        }
        again();
      });
    } else {
      commit(decided, events, step, dies);
    }
  }

  private void again() {
    if (!inbox.isEmpty()) {
      turnIn(1);
    }
  }

  private @Nullable Keeper load() {
    StoreRange range;
    try {
      Optional<LeaderFence> taken = world.shelf.reachable()
          ? LeaderFence.take(process.store(), Keeper.prefix(ward.config()), process.epoch())
          : Optional.empty();
      if (taken.isEmpty()) {
        return null;
      }
      lead = taken.get();
      range = taken.get().read();
    } catch (StoreException e) {
      process.die();
      return null;
    }
    ward.leader = this;
    ward.recovered(range);
    ward.loaded();
    config = ward.config();
    world.chronicle.tell(
        "world", () -> process + " takes the lead of " + ward.config().name());
    KeeperConfig settings = KeeperConfig.builder(
            ward.config(),
            ConfigSpec.none().parse(Map.of()),
            world.weather.profile(),
            process.epoch(),
            world.dice.another())
        .adoption(true)
        .actions(ward.actions())
        .endsTogether(world.weather.endsTogether())
        .resources(world.weather.resources())
        .resolvesImages(world.cloud.images.moves())
        .perLaunchData(world.cloud.ownData.isThere())
        .versions(ward.versions())
        .build();
    Keeper loaded = Keeper.restore(settings, range, world.timeline.now(), 0, Set.copyOf(out));
    try {
      history.open(settings, loaded);
      ward.lookAtHistory(process.store());
    } catch (StoreException e) {
      process.die();
      return null;
    }
    return loaded;
  }

  private void commit(Moment decided, List<Event> events, StepResult step, boolean dies) {
    ward.judge.decided(decided);
    int all = step.atoms().size();
    int part = dies ? world.dice.upTo(all) : all;
    if (ward.leader == this) {
      ward.judge.takesIn(events);
    }
    CommandModel.Foretold foretold = ward.wishes.foretell(config, events, step);
    HookChecker.Asked answers = ward.judge.pauses.foretell(events, step);
    ActionChecker.Asked deeds = ward.judge.undertakings.foretell(events, step);
    if (ward.leader == this) {
      ward.judge.pauses.messages().replied(events);
    }
    LedgerStorage.Outcome outcome = LedgerStorage.Outcome.DONE;
    Iterator<StepTransactions.Next> transactions =
        history.transactions(step.atoms().subList(0, part), keeper, decided);
    while (transactions.hasNext()) {
      StepTransactions.Next next = transactions.next();
      List<Map<String, Optional<byte[]>>> group = next.ledger();
      outcome = world.shelf.commit(Objects.requireNonNull(lead), next.writes());
      if (outcome == LedgerStorage.Outcome.DONE || outcome == LedgerStorage.Outcome.DONE_UNKNOWN) {
        InvariantChecker.rule(ward.leader == this, "I8", process + " has written without the lead");
        ward.durable(group);
        ward.lookAtHistory(process.store());
      } else if (outcome == LedgerStorage.Outcome.STOPPED) {
        ward.unclear(group, foretold);
      }
      if (outcome != LedgerStorage.Outcome.DONE) {
        break;
      }
    }
    if (outcome == LedgerStorage.Outcome.STOPPED) {
      world.chronicle.tell("world", () -> "the store stops");
      process.die();
      return;
    }
    if (!dies && step.needsLeadershipCheck()) {
      outcome = world.shelf.check(Objects.requireNonNull(lead));
    }
    boolean whole = part == all && outcome == LedgerStorage.Outcome.DONE;
    // A deposed leader that dies before it learns of that has promised nothing.
    ward.wishes.compare(foretold, whole && ward.leader == this);
    if (whole && ward.leader == this) {
      ward.judge.pauses.compare(answers);
      ward.judge.undertakings.compare(deeds);
      ward.judge.hasTakenIn(events);
    }
    ward.judge.compare();
    if (outcome != LedgerStorage.Outcome.DONE) {
      doubt(outcome);
    } else if (!whole) {
      process.die();
    } else if (!dies && world.faults.strikes(FaultKind.PAUSE)) {
      turning = true;
      world.timeline.after(process.standStill(), () -> {
        turning = false;
        if (!process.dead()) {
          release(step, false);
        }
        again();
      });
    } else {
      release(step, dies);
    }
  }

  /** A commit has not ended well: the keeper is read anew; calls under way will still be answered. */
  private void doubt(LedgerStorage.Outcome outcome) {
    world.chronicle.tell("world", () -> "a commit of " + process + " ends as " + outcome);
    keeper = null;
    alarm++;
    inbox.removeIf(event -> event instanceof Event.Asked);
    commands = 0;
    if (outcome == LedgerStorage.Outcome.CONFLICT && world.someoneElse(process)) {
      process.die();
    } else {
      inbox.add(new Event.Tick());
      turnIn(SECOND);
    }
  }

  private void release(StepResult step, boolean dies) {
    int all = step.effects().size();
    for (Effect effect : step.effects().subList(0, dies ? world.dice.upTo(all) : all)) {
      world.chronicle.tell("keeper", () -> ward.config().name() + " asks the cloud: " + effect);
      if (ward.leader == this) {
        ward.judge.leaves(effect);
      }
      if (effect instanceof Effect.Launch launch) {
        out.add(launch.key());
      }
      if (effect instanceof Effect.Tell tell) {
        ward.receivers().hear(tell, process.line(), this::hear);
      } else {
        world.cloud.run(ward.config().name(), effect, process.line(), this::hear);
      }
    }
    if (dies) {
      process.die();
      return;
    }
    step.view().ifPresent(view -> shown = view);
    for (StepResult.Answer answer : step.answers()) {
      world.chronicle.tell(
          "keeper",
          () -> "answers "
              + answer
                  .refusal()
                  .map(Object::toString)
                  .orElse("yes" + answer.outcome().map(o -> ", " + o).orElse("")));
      answer.give();
    }
    wakeAt(step.wake());
    if (keeper != null) {
      // As the library does once the callers have their answers.
      history.writes(keeper, step.view().isPresent(), this::record);
    }
  }

  /** Makes durable what the history writes by itself; returns whether it has become that. */
  private boolean record(Recorded recorded) {
    if (recorded.writes().isEmpty()) {
      return true;
    }
    LedgerStorage.Outcome outcome =
        world.shelf.commit(Objects.requireNonNull(lead), List.of(recorded.writes()));
    if (outcome == LedgerStorage.Outcome.STOPPED) {
      world.chronicle.tell("world", () -> "the store stops");
      process.die();
    } else if (outcome != LedgerStorage.Outcome.DONE) {
      doubt(outcome);
    } else {
      ward.lookAtHistory(process.store());
    }
    return outcome == LedgerStorage.Outcome.DONE;
  }

  private void wakeAt(long nanos) {
    long mine = ++alarm;
    world.timeline.after(Math.max(SECOND / 1000, nanos - world.timeline.nanos()), () -> {
      if (mine == alarm) {
        hear(new Event.Tick());
      }
    });
  }
}
