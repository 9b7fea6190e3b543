package io.cloudadapter.server.kube;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.CallerBudgets;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.StreamingBody;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All watches of clients. One thread follows the actions of all pools for them, as long as there is a watch, and
 * wakes each watch when something has changed; each then reads for itself, and sends without waiting.
 */
public final class WatchHub implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WatchHub.class);

  /** How long a change may go unnoticed if a watcher's stream hears of it after the one that wakes it. */
  private static final Duration TICK = Duration.ofSeconds(1);

  /** Every so many ticks it is looked for clients that have hung up, or lost their rights. */
  private static final int LOOK_EVERY = 5;

  private static final Duration BOOKMARK_EVERY = Duration.ofSeconds(30);
  private static final Duration SHORTEST = Duration.ofMinutes(30);
  private static final Duration LONGEST = Duration.ofDays(1);

  private final Pools pools;
  private final Predicate<Caller> stands;
  private final CallerBudgets budgets;
  private final int most;
  private final LongSupplier nanos;
  private final RandomGenerator random;
  private final WatchEventEncoder frames = new WatchEventEncoder();
  private final Set<WatchConnection> watchers = ConcurrentHashMap.newKeySet();

  /** Guarded by this. */
  private boolean following;

  private volatile boolean closed;

  /**
   * Makes a hub without watches.
   *
   * @param pools whose actions
   * @param stands whether a caller still has its credential and its rights
   * @param budgets what each caller may take
   * @param most how many may watch at once: each has a connection
   * @param nanos tells elapsed time
   * @param random spreads the ends of watches
   */
  public WatchHub(
      Pools pools,
      Predicate<Caller> stands,
      CallerBudgets budgets,
      int most,
      LongSupplier nanos,
      RandomGenerator random) {
    this.pools = pools;
    this.stands = stands;
    this.budgets = budgets;
    this.most = most;
    this.nanos = nanos;
    this.random = random;
  }

  /** The answer to one who wants to watch. */
  HttpReply open(
      WatchOptions options, HttpRequest request, Pools seen, Optional<MachinePool> pool) {
    if (watchers.size() >= most || closed) {
      throw KubeStatus.failure(429, most + " watch already, which is the most allowed")
          .about(KubeStatus.Details.NONE.retryAfter(1))
          .error();
    }
    budgets.checkWatch(request);
    Caller caller = request.caller();
    return HttpReply.stream(HttpReply.JSON_TYPE, wire -> begin(options, caller, seen, pool, wire));
  }

  private void begin(
      WatchOptions options,
      Caller caller,
      Pools seen,
      Optional<MachinePool> pool,
      StreamingBody.Wire wire) {
    budgets.beginWatch(caller);
    try {
      ActionList list = options.from().isPresent()
          ? new ActionList(options.from().get(), List.of())
          : pool.map(MachinePool::actions).orElseGet(seen::actions);
      ActionWatch watch = pool.map(p -> p.watchActions(list.version()))
          .orElseGet(() -> seen.watchActions(list.version()));
      WatchConnection watcher = new WatchConnection(
          options,
          watch,
          list,
          frames,
          wire,
          times(options),
          nanos,
          () -> stands.test(caller),
          over -> {
            watchers.remove(over);
            budgets.endWatch(caller);
          });
      watchers.add(watcher);
      follow();
      watcher.begin();
      if (closed) {
        watcher.stop();
      }
    } catch (PoolException e) {
      budgets.endWatch(caller);
      wire.send(WatchEventEncoder.error(refusal(e)), sent -> {
        if (sent) {
          wire.end();
        }
      });
    }
  }

  private WatchConnection.Times times(WatchOptions options) {
    Duration lasts =
        options.time().orElseGet(() -> SHORTEST.plusMillis(random.nextLong(SHORTEST.toMillis())));
    return new WatchConnection.Times(
        lasts.compareTo(LONGEST) > 0 ? LONGEST : lasts, BOOKMARK_EVERY);
  }

  /** Why a watch ends, or does not begin. A version that is yet to come may come. */
  static KubeStatus refusal(PoolException e) {
    String message = e.getMessage() + (e.detail().isEmpty() ? "" : " (" + e.detail() + ")");
    return switch (e.reason()) {
      case GONE -> KubeStatus.failure(410, message);
      case INVALID -> KubeStatus.failure(504, message);
      case UNSUPPORTED -> KubeStatus.failure(405, message);
      default -> KubeStatus.failure(503, message).about(KubeStatus.Details.NONE.retryAfter(1));
    };
  }

  private synchronized void follow() {
    if (!following) {
      following = true;
      Thread thread = new Thread(this::keepFollowing, "adapter-watch");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private synchronized boolean needed() {
    following = !watchers.isEmpty();
    return following;
  }

  private void keepFollowing() {
    try {
      while (needed()) {
        wakeWhileAnybodyWatches();
      }
      frames.clear();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      watchers.forEach(WatchConnection::stop);
    }
  }

  private void wakeWhileAnybodyWatches() throws InterruptedException {
    try (ActionWatch waking = pools.watchActions(pools.actions().version())) {
      long looked = nanos.getAsLong();
      while (!watchers.isEmpty()) {
        waking.next(TICK);
        watchers.forEach(WatchConnection::pump);
        if (nanos.getAsLong() - looked >= TICK.toNanos() * LOOK_EVERY) {
          looked = nanos.getAsLong();
          watchers.forEach(WatchConnection::look);
        }
      }
    } catch (PoolException e) {
      if (e.reason() == Reason.GONE) {
        watchers.forEach(WatchConnection::pump);
        return; // So many changes at once that this thread was overtaken: it begins anew.
      }
      if (!watchers.isEmpty()) {
        LOG.warn("watches of actions end: {}", e.getMessage());
      }
      watchers.forEach(WatchConnection::stop);
      watchers.forEach(WatchConnection::cut); // Who does not take even that.
    }
  }

  /** Ends all. */
  @Override
  public void close() {
    closed = true;
    watchers.forEach(WatchConnection::stop);
  }
}
