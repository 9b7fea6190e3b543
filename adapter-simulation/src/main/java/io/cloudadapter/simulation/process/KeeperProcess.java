package io.cloudadapter.simulation.process;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.core.history.HistoryReader;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.runtime.ActionHistory;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreChange;
import io.cloudadapter.core.store.WatchEndReason;
import io.cloudadapter.core.store.WatchListener;
import io.cloudadapter.simulation.cloud.HostileCloud;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
  private final Map<PoolUnderTest, KeeperActor> kept = new LinkedHashMap<>();
  private boolean dead;
  private long asleepUntil;

  KeeperProcess(SimulationWorld world, StateStore store, long epoch, HostileCloud.Line line) {
    this.world = world;
    this.store = store;
    this.feed = new ActionHistory(store);
    this.epoch = epoch;
    this.line = line;
    for (PoolUnderTest ward : world.wards()) {
      kept.put(ward, new KeeperActor(this, world, ward));
    }
  }

  void start() {
    kept.values().forEach(pool -> pool.hear(new Event.Tick()));
  }

  void hear(PoolUnderTest ward, Event event) {
    kept(ward).hear(event);
  }

  public KeeperActor kept(PoolUnderTest ward) {
    KeeperActor pool = kept.get(ward);
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

  boolean asleep() {
    return world.timeline.nanos() < asleepUntil;
  }

  /** How long it still stands still. */
  long sleepsFor() {
    return asleepUntil - world.timeline.nanos();
  }

  StateStore store() {
    return store;
  }

  long epoch() {
    return epoch;
  }

  /** Its way to the cloud. */
  HostileCloud.Line line() {
    return line;
  }

  @Override
  public String toString() {
    return "process " + epoch;
  }
}
