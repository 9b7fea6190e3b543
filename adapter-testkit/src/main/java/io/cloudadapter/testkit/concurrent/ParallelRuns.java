package io.cloudadapter.testkit.concurrent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * Does several things at once, and handles their results one by one, in order: so the result does not depend on how
 * many ran at once.
 *
 * @param <T> what is done something with
 * @param <R> what comes of it
 */
public final class ParallelRuns<T, R> {
  /** Each thing has a much shorter time limit of its own. */
  private static final Duration LONGEST = Duration.ofHours(1);

  private final int atOnce;

  public ParallelRuns(int atOnce) {
    this.atOnce = atOnce;
  }

  /**
   * Does a thing with each.
   *
   * @param each in this order
   * @param work what is done, on any thread
   * @param look sees each outcome, on the caller's thread; says whether to go on
   */
  public void each(List<T> each, Function<T, R> work, BiPredicate<T, R> look) {
    if (atOnce == 1) {
      for (T one : each) {
        if (!look.test(one, work.apply(one))) {
          return;
        }
      }
      return;
    }
    ExecutorService threads = Executors.newFixedThreadPool(atOnce, task -> {
      Thread thread = new Thread(task, "certify");
      thread.setDaemon(true);
      return thread;
    });
    AtomicBoolean over = new AtomicBoolean();
    try {
      List<Future<List<R>>> outcomes = new ArrayList<>();
      for (T one : each) {
        outcomes.add(threads.submit(() -> over.get() ? List.of() : List.of(work.apply(one))));
      }
      for (int i = 0; i < each.size(); i++) {
        if (!look.test(each.get(i), outcome(outcomes.get(i)).get(0))) {
          return;
        }
      }
    } finally {
      over.set(true);
      end(threads);
    }
  }

  /** Waits for the end of everything under way, so that it does not disturb what follows. */
  private static void end(ExecutorService threads) {
    threads.shutdown();
    try {
      boolean ended = threads.awaitTermination(LONGEST.toNanos(), TimeUnit.NANOSECONDS);
      if (!ended) {
        throw new IllegalStateException(
            "a run of the certification goes on for more than " + LONGEST);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static <R> List<R> outcome(Future<List<R>> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the certification was interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a run of the certification failed", e.getCause());
    }
  }
}
