package io.cloudadapter.server.jetty;

import io.cloudadapter.server.Limits;
import io.cloudadapter.server.http.Lane;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of handlers, per lane, with a bounded number waiting. Reads stay on the thread that
 * brought them, as long as not too many do: handing a read over costs more than most reads do.
 */
final class Lanes {
  private final Map<Lane, ThreadPoolExecutor> pools = new EnumMap<>(Lane.class);
  private final Semaphore readsInPlace;

  Lanes(Limits limits) {
    readsInPlace = new Semaphore(limits.readers());
    pools.put(Lane.READ, pool("read", limits.readers(), limits.waiting()));
    pools.put(Lane.WRITE, pool("write", limits.writers(), limits.waiting()));
    pools.put(Lane.CLOUD, pool("cloud", limits.writers(), limits.waiting()));
  }

  private static ThreadPoolExecutor pool(String name, int threads, int waiting) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool = new ThreadPoolExecutor(
        threads,
        threads,
        60,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(waiting),
        task -> new Thread(task, "adapter-" + name + "-" + number.incrementAndGet()));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** Runs a task in a lane; false if too many wait there already. */
  boolean run(Lane lane, Runnable task) {
    ThreadPoolExecutor pool = pools.get(lane);
    if (pool == null) {
      task.run();
      return true;
    }
    if (lane == Lane.READ && readsInPlace.tryAcquire()) {
      try {
        task.run();
      } finally {
        readsInPlace.release();
      }
      return true;
    }
    try {
      pool.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  /** Lets tasks finish but takes no more; never interrupts, since that would hurt a ledger's file. */
  void stop() {
    pools.values().forEach(ThreadPoolExecutor::shutdown);
  }
}
