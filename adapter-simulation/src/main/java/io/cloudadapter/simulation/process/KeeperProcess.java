package io.cloudadapter.simulation.process;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.history.HistoryReader;
import io.cloudadapter.core.history.PoolHistory;
import io.cloudadapter.core.history.PoolHistory.Recorded;
import io.cloudadapter.core.history.StepTransactions;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.core.runtime.ActionHistory;
import io.cloudadapter.core.store.LeaderFence;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreChange;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.core.store.WatchEndReason;
import io.cloudadapter.core.store.WatchListener;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.oracle.ActionChecker;
import io.cloudadapter.simulation.oracle.CommandModel;
import io.cloudadapter.simulation.oracle.HookChecker;
import io.cloudadapter.simulation.oracle.InvariantChecker;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.config.ConfigSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One process of the library, with a keeper for each pool: takes steps, makes them durable, and only then
 * lets their effects out. It can die at any moment, and stand still between any two things that it does.
 */
public final class KeeperProcess {
  private final SimulationWorld world;
  private final StateStore store;
  private final ActionHistory feed;
  private final long epoch;
  private final HostileCloud.Line line;
  private final Map<PoolUnderTest, Kept> kept = new LinkedHashMap<>();
  private boolean dead;
  private long asleepUntil;

  KeeperProcess(SimulationWorld world, StateStore store, long epoch, HostileCloud.Line line) {
    this.world = world;
    this.store = store;
    this.feed = new ActionHistory(store);
    this.epoch = epoch;
    this.line = line;
    for (PoolUnderTest ward : world.wards()) {
      kept.put(ward, new Kept(ward));
    }
  }

  void start() {
    kept.values().forEach(pool -> pool.hear(new Event.Tick()));
  }

  void hear(PoolUnderTest ward, Event event) {
    kept(ward).hear(event);
  }

  public Kept kept(PoolUnderTest ward) {
    Kept pool = kept.get(ward);
    if (pool == null) {
      throw new IllegalStateException("no such pool: " + ward.config().name());
    }
    return pool;
  }

  /** The actions in the store that it works with. */
  public ActionList actions(PoolName pool) {
    return feed.list(pool);
  }

  /** Reads the history in the store that it works with. */
  public PoolEventPage events(PoolName pool, PoolEventQuery query) {
    return new HistoryReader(store, pool).read(query);
  }

  /** Returns the history of actions, for watches. */
  ActionHistory feed() {
    return feed;
  }

  /** Whether the store still has every change since a revision, and no action was dropped since. */
  boolean remembers(long revision) {
    boolean[] whole = {true};
    WatchListener listener = new WatchListener() {
      @Override
      public void changed(long at, List<StoreChange> changes) {
        for (StoreChange change : changes) {
          whole[0] &= change.value().isPresent() || !change.key().contains("/action/");
        }
      }

      @Override
      public void ended(WatchEndReason reason) {
        whole[0] = false;
      }
    };
    store.watch("pools/", revision, listener).close();
    return whole[0];
  }

  boolean dead() {
    return dead;
  }

  /** What is not durable is gone, and so are the replies to its calls. */
  void die() {
    if (!dead) {
      dead = true;
      feed.close();
      world.cloud.cut(line);
      world.hostDied(this);
    }
  }

  /** Stands still for a while; what it hears meanwhile it takes in afterwards. */
  long standStill() {
    long pause = world.dice.seconds(1, world.dice.chance(0.3) ? 600 : 30);
    world.chronicle.tell("world", () -> "process " + epoch + " stands still");
    asleepUntil = Math.max(asleepUntil, world.timeline.nanos() + pause);
    return pause;
  }

  boolean awake() {
    return !dead && !asleep();
  }

  private boolean asleep() {
    return world.timeline.nanos() < asleepUntil;
  }

  @Override
  public String toString() {
    return "process " + epoch;
  }

  /** One of its keepers, and what its keeper's actor would hold. */
  public final class Kept {
    private final PoolUnderTest ward;
    private final List<Event> inbox = new ArrayList<>();
    private @Nullable Keeper keeper;
    private @Nullable LeaderFence lead;
    private @Nullable PoolHistory history;
    private PoolConfig config;
    private final Set<LaunchKey> out = new HashSet<>();
    private int commands;
    private boolean turning;
    private long alarm;
    private final SpinCheck spins = new SpinCheck();

    @Nullable
    StepResult last;

    /** What readers see. */
    @Nullable
    public PoolView shown;

    Kept(PoolUnderTest ward) {
      this.ward = ward;
      this.config = ward.config();
    }

    public Optional<Keeper> keeper() {
      return Optional.ofNullable(keeper);
    }

    private void hear(Event event) {
      if (dead) {
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
      if (dead || inbox.isEmpty()) {
        return;
      }
      if (asleep()) {
        turnIn(asleepUntil - world.timeline.nanos());
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
        world.timeline.after(standStill(), () -> {
          turning = false;
          if (!dead && keeper == current) {
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
            ? LeaderFence.take(store, Keeper.prefix(ward.config()), epoch)
            : Optional.empty();
        if (taken.isEmpty()) {
          return null;
        }
        lead = taken.get();
        range = taken.get().read();
      } catch (StoreException e) {
        die();
        return null;
      }
      ward.leader = this;
      ward.recovered(range);
      ward.loaded();
      config = ward.config();
      world.chronicle.tell(
          "world",
          () -> KeeperProcess.this + " takes the lead of " + ward.config().name());
      KeeperConfig settings = new KeeperConfig(
          ward.config(),
          ConfigSpec.none().parse(Map.of()),
          world.weather.profile(),
          true,
          false,
          epoch,
          world.dice.another(),
          ward.actions(),
          world.weather.endsTogether(),
          world.weather.resources());
      Keeper loaded = Keeper.restore(settings, range, world.timeline.now(), 0, Set.copyOf(out));
      try {
        openHistory(settings, loaded);
      } catch (StoreException e) {
        die();
        return null;
      }
      return loaded;
    }

    private void openHistory(KeeperConfig settings, Keeper loaded) {
      history = world
          .history()
          .map(bounds -> PoolHistory.open(
              store, settings.config(), bounds, epoch, new Random(epoch), loaded::standing))
          .orElse(null);
      ward.lookAtHistory(store);
    }

    /** The transactions of some atoms of a step, with the history of what they change if it is recorded. */
    private Iterator<StepTransactions.Next> transactions(
        List<Map<String, Optional<byte[]>>> atoms, Moment decided) {
      PoolHistory recorder = history;
      Keeper current = keeper;
      return recorder == null || current == null
          ? LeaderFence.groupByTransaction(atoms).stream()
              .map(group -> new StepTransactions.Next(group, new Recorded(Map.of(), List.of())))
              .iterator()
          : recorder.transactions(atoms, current.changes(), decided.wall());
    }

    private void commit(Moment decided, List<Event> events, StepResult step, boolean dies) {
      ward.judge.decided(decided);
      int all = step.atoms().size();
      int part = dies ? world.dice.upTo(all) : all;
      CommandModel.Foretold foretold = ward.wishes.foretell(config, events, step);
      HookChecker.Asked answers = ward.judge.pauses.foretell(events, step);
      ActionChecker.Asked deeds = ward.judge.undertakings.foretell(events, step);
      if (ward.leader == this) {
        ward.judge.pauses.messages().replied(events);
      }
      LedgerStorage.Outcome outcome = LedgerStorage.Outcome.DONE;
      Iterator<StepTransactions.Next> transactions =
          transactions(step.atoms().subList(0, part), decided);
      while (transactions.hasNext()) {
        StepTransactions.Next next = transactions.next();
        List<Map<String, Optional<byte[]>>> group = next.ledger();
        outcome = world.shelf.commit(java.util.Objects.requireNonNull(lead), next.writes());
        if (outcome == LedgerStorage.Outcome.DONE
            || outcome == LedgerStorage.Outcome.DONE_UNKNOWN) {
          InvariantChecker.rule(
              ward.leader == this, "I8", KeeperProcess.this + " has written without the lead");
          ward.durable(group);
          ward.lookAtHistory(store);
        } else if (outcome == LedgerStorage.Outcome.STOPPED) {
          ward.unclear(group, foretold);
        }
        if (outcome != LedgerStorage.Outcome.DONE) {
          break;
        }
      }
      if (outcome == LedgerStorage.Outcome.STOPPED) {
        world.chronicle.tell("world", () -> "the store stops");
        die();
        return;
      }
      if (!dies && step.needsLeadershipCheck()) {
        outcome = world.shelf.check(java.util.Objects.requireNonNull(lead));
      }
      boolean whole = part == all && outcome == LedgerStorage.Outcome.DONE;
      // A deposed leader that dies before it learns of that has promised nothing.
      ward.wishes.compare(foretold, whole && ward.leader == this);
      if (whole && ward.leader == this) {
        ward.judge.pauses.compare(answers);
        ward.judge.undertakings.compare(deeds);
      }
      ward.judge.compare();
      if (outcome != LedgerStorage.Outcome.DONE) {
        doubt(outcome);
      } else if (!whole) {
        die();
      } else if (!dies && world.faults.strikes(FaultKind.PAUSE)) {
        turning = true;
        world.timeline.after(standStill(), () -> {
          turning = false;
          if (!dead) {
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
      world.chronicle.tell(
          "world", () -> "a commit of " + KeeperProcess.this + " ends as " + outcome);
      keeper = null;
      alarm++;
      inbox.removeIf(event -> event instanceof Event.Asked);
      commands = 0;
      if (outcome == LedgerStorage.Outcome.CONFLICT && world.someoneElse(KeeperProcess.this)) {
        die();
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
          ward.receivers().hear(tell, line, this::hear);
        } else {
          world.cloud.run(ward.config().name(), effect, line, this::hear);
        }
      }
      if (dies) {
        die();
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
      finish(step.view().isPresent());
    }

    /** As the library does once the callers have their answers. */
    private void finish(boolean listed) {
      PoolHistory recorder = history;
      Keeper current = keeper;
      if (recorder == null || current == null) {
        return;
      }
      Instant now = world.timeline.now().wall();
      if (record(recorder.observe(current.alarms(), listed, now))) {
        record(recorder.tidy(now));
      }
    }

    /** Makes durable what the history writes by itself; returns whether it has become that. */
    private boolean record(Recorded recorded) {
      if (recorded.writes().isEmpty()) {
        return true;
      }
      LedgerStorage.Outcome outcome =
          world.shelf.commit(java.util.Objects.requireNonNull(lead), List.of(recorded.writes()));
      if (outcome == LedgerStorage.Outcome.STOPPED) {
        world.chronicle.tell("world", () -> "the store stops");
        die();
      } else if (outcome != LedgerStorage.Outcome.DONE) {
        doubt(outcome);
      } else {
        ward.lookAtHistory(store);
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
}
