package io.cloudadapter.testkit.concurrent;

import io.cloudadapter.testkit.run.TestBench;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.IntFunction;

/** Does something in several threads at once, for rules about adapters that many threads use. */
public final class ConcurrentCalls {
  private ConcurrentCalls() {}

  /** Does something in several threads at once, and gives what came of it, by the thread's number. */
  public static <T> List<T> together(TestBench bench, int threads, IntFunction<T> what)
      throws Exception {
    bench.sweep(false);
    CountDownLatch start = new CountDownLatch(1);
    List<FutureTask<T>> tasks = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      FutureTask<T> task = new FutureTask<>(() -> {
        start.await();
        return what.apply(number);
      });
      Thread thread = new Thread(task, "certify together " + number);
      thread.setDaemon(true);
      thread.start();
      tasks.add(task);
    }
    start.countDown();
    List<T> results = new ArrayList<>();
    for (FutureTask<T> task : tasks) {
      try {
        results.add(task.get());
      } catch (ExecutionException wrong) {
        if (wrong.getCause() instanceof RuntimeException seen) {
          throw seen;
        }
        throw wrong;
      }
    }
    return results;
  }
}
