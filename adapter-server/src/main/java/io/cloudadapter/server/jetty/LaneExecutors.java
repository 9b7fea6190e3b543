package io.cloudadapter.server.jetty;

import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.options.ServerLimits;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of handlers, per lane, with a limited queue. Reads and writes stay on the connection's thread as long
 * as not too many do: handing a read over costs more than most reads, and a write that has to wake another thread
 * waits for that about as long as for a fast disk.
 */
final class LaneExecutors {
  /** A disk that hangs holds at most as many of Jetty's threads. */
  static final int WRITES_IN_PLACE = 4;

  private final Map<ExecutionLane, ThreadPoolExecutor> pools = new EnumMap<>(ExecutionLane.class);
  private final Map<ExecutionLane, FairQueue> waiting = new EnumMap<>(ExecutionLane.class);
  private final Map<ExecutionLane, Semaphore> inPlace = new EnumMap<>(ExecutionLane.class);

  LaneExecutors(ServerLimits limits) {
    inPlace.put(ExecutionLane.READ, new Semaphore(limits.readers()));
    int writesInPlace = Math.min(WRITES_IN_PLACE, limits.writers() - 1);
    inPlace.put(ExecutionLane.WRITE, new Semaphore(writesInPlace));
    pools.put(ExecutionLane.READ, pool("read", limits.readers()));
    pools.put(ExecutionLane.WRITE, pool("write", limits.writers() - writesInPlace));
    pools.put(ExecutionLane.CLOUD, pool("cloud", limits.writers()));
    pools.keySet().forEach(lane -> waiting.put(lane, new FairQueue(limits.waiting())));
  }

  /** Its own queue holds one turn for each task that waits, so the fair queue bounds it. */
  private static ThreadPoolExecutor pool(String name, int threads) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool = new ThreadPoolExecutor(
        threads,
        threads,
        60,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        task -> new Thread(task, "adapter-" + name + "-" + number.incrementAndGet()));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** Runs a task in a lane; false if too many wait there already. Tasks that wait are taken in turn, by caller. */
  boolean run(ExecutionLane lane, FairQueue.Task task) {
    ThreadPoolExecutor pool = pools.get(lane);
    FairQueue queue = waiting.get(lane);
    if (pool == null || queue == null) {
      task.work().run();
      return true;
    }
    Semaphore places = inPlace.get(lane);
    // Never past those that wait.
    if (places != null && queue.isEmpty() && places.tryAcquire()) {
      try {
        task.work().run();
      } finally {
        places.release();
      }
      return true;
    }
    return switch (queue.offer(task)) {
      case ADDED -> takesTurn(pool, queue);
      case REPLACED -> true; // The turn of the displaced task is still to come.
      case REFUSED -> false;
    };
  }

  private static boolean takesTurn(ThreadPoolExecutor pool, FairQueue queue) {
    try {
      pool.execute(() -> queue.poll().ifPresent(task -> task.work().run()));
      return true;
    } catch (RejectedExecutionException e) {
      return false; // The server stops.
    }
  }

  /**
   * Lets tasks finish but takes no more; never interrupts, since that would hurt a ledger's file. Those
   * in place Jetty does interrupt in the end: pools touch no file on a caller's thread.
   */
  void stop() {
    pools.values().forEach(ThreadPoolExecutor::shutdown);
  }
}
