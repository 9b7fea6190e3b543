package io.cloudadapter.core.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The queue behind group commit under a model checker, which decides at each access to shared memory
 * whose turn it is. More schedules: {@code -Dlincheck.schedules=100000}.
 */
@Tag("interleavings")
class InterleavingsTest {
  private static final int SCHEDULES = Integer.getInteger("lincheck.schedules", 300);

  @Test
  void allThatIsQueuedIsServedOnceAndByOneThreadAtATime() {
    check(() -> {
      Counter counter = new Counter(Runnable::run);
      inParallel(() -> counter.queue(1), () -> counter.queue(2), () -> counter.queue(3));
      counter.check(6);
    });
    System.out.printf("interleavings: %d schedules of three callers of one queue%n", SCHEDULES);
  }

  @Test
  void aCallerThatComesWhileTheExecutorClosesIsServedOrLearnsThatItIsNot() {
    check(() -> {
      AtomicBoolean closed = new AtomicBoolean();
      Counter counter = new Counter(work -> {
        if (closed.get()) {
          throw new RejectedExecutionException("closed");
        }
        work.run();
      });
      AtomicInteger refused = new AtomicInteger();
      Runnable caller = () -> {
        try {
          counter.queue(1);
        } catch (RejectedExecutionException e) {
          refused.addAndGet(counter.takeBack());
        }
      };
      inParallel(caller, caller, () -> closed.set(true));
      counter.check(2 - refused.get());
    });
    System.out.printf("interleavings: %d schedules of two callers and a close%n", SCHEDULES);
  }

  /**
   * Tries a scenario in all schedules. The checker takes a scenario for hung by the clock alone, and the first schedule
   * waits until its classes are transformed: on a busy machine that proves nothing until it shows twice.
   */
  private static void check(Runnable scenario) {
    try {
      Lincheck.runConcurrentTest(SCHEDULES, scenario);
    } catch (LincheckAssertionError e) {
      if (!String.valueOf(e.getMessage()).contains("has hung")) {
        throw e;
      }
      Lincheck.runConcurrentTest(SCHEDULES, scenario);
    }
  }

  /** Adds up what it is given, as the writer commits it. */
  private static final class Counter {
    private final Queue<Integer> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger inside = new AtomicInteger();
    private final SerialTask serial;
    private int sum;

    Counter(Executor executor) {
      serial = new SerialTask(executor, this::drain);
    }

    void queue(int number) {
      queue.add(number);
      serial.signal();
    }

    int takeBack() {
      int taken = 0;
      while (queue.poll() != null) {
        taken++;
      }
      return taken;
    }

    void check(int expected) {
      if (sum != expected || !queue.isEmpty()) {
        throw new IllegalStateException(
            "served " + sum + " of " + expected + ", still waiting: " + queue.size());
      }
    }

    private void drain() {
      if (inside.incrementAndGet() > 1) {
        throw new IllegalStateException("two threads serve at once");
      }
      for (Integer next = queue.poll(); next != null; next = queue.poll()) {
        sum += next;
      }
      inside.decrementAndGet();
    }
  }

  private static void inParallel(Runnable... works) {
    List<Thread> threads = new ArrayList<>();
    for (Runnable work : works) {
      threads.add(new Thread(work));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
