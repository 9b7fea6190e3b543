package io.cloudadapter.core.bootstrap;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes the library's threads, all of them daemons with descriptive names. */
public final class ThreadPools {
  /** How many calls to one account may be under way; more wait their turn. */
  private static final int CALLS_AT_ONCE = 256;

  private static final int IDLE_SECONDS = 10;

  private final ExecutorService forPools = Executors.newCachedThreadPool(named("adapter-pool"));
  private final ExecutorService forMetrics = Executors.newCachedThreadPool(named("adapter-metric"));
  private final ExecutorService forHooks = Executors.newCachedThreadPool(named("adapter-hook"));
  private final ThreadPoolExecutor forCallbacks = new ThreadPoolExecutor(
      0,
      Integer.MAX_VALUE,
      IDLE_SECONDS,
      TimeUnit.SECONDS,
      new SynchronousQueue<>(),
      named("adapter-callback"));
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, named("adapter-timer"));
  private final List<ExecutorService> forAccounts = new ArrayList<>();

  public ThreadPools() {
    timer.setRemoveOnCancelPolicy(true);
    // After close, no task has to run.
    timer.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    // After close, a stage that is still open ends on the thread that ends it.
    forCallbacks.setRejectedExecutionHandler((work, closed) -> work.run());
  }

  private static ThreadFactory named(String name) {
    AtomicInteger number = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  public ExecutorService forPools() {
    return forPools;
  }

  /** A timer of one daemon thread, beside the pools' threads. */
  public static ScheduledExecutorService single(String name) {
    return Executors.newSingleThreadScheduledExecutor(named(name));
  }

  /** A source that hangs keeps its thread; it holds up nothing else. */
  public ExecutorService forMetrics() {
    return forMetrics;
  }

  /** Runs work on the threads of metric sources once some time has passed; never, if they are closed before. */
  public void metricsAfter(Runnable work, Duration time) {
    var unused =
        timer.schedule(() -> forMetrics.execute(work), time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** A receiver that hangs keeps its threads; it holds up nothing else. */
  public ExecutorService forHooks() {
    return forHooks;
  }

  /** Runs listeners and dependent stages of callers; one that hangs keeps its thread, and holds up nothing else. */
  public Executor forCallbacks() {
    return forCallbacks;
  }

  public ScheduledExecutorService timer() {
    return timer;
  }

  public ExecutorService forAccount(String account) {
    ThreadPoolExecutor threads = new ThreadPoolExecutor(
        CALLS_AT_ONCE,
        CALLS_AT_ONCE,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        named("adapter-call-" + account));
    threads.allowCoreThreadTimeOut(true);
    forAccounts.add(threads);
    return threads;
  }

  public void close(long atMost, TimeUnit unit) {
    timer.shutdownNow();
    forMetrics.shutdownNow();
    forHooks.shutdownNow();
    forAccounts.forEach(ExecutorService::shutdownNow);
    forPools.shutdown();
    try {
      if (!forPools.awaitTermination(atMost, unit)) {
        forPools.shutdownNow();
      }
      // Listeners last: they get what the pools had to show until their end.
      forCallbacks.shutdown();
      if (!forCallbacks.awaitTermination(atMost, unit)) {
        forCallbacks.shutdownNow();
      }
    } catch (InterruptedException e) {
      forPools.shutdownNow();
      forCallbacks.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
