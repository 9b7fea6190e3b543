package io.cloudadapter.core.runtime;

import io.cloudadapter.core.protocol.Moment;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Threads, a timer and clocks that the test moves by hand, all on its own thread. */
final class ManualExecutor {

  /** Something that waits for its time. */
  private static final class Due {
    final long at;
    final Runnable work;
    boolean cancelled;

    Due(long at, Runnable work) {
      this.at = at;
      this.work = work;
    }
  }

  /** Runs nothing by itself. */
  static class Threads extends AbstractExecutorService {
    final Deque<Runnable> waiting = new ArrayDeque<>();

    @Override
    public void execute(Runnable work) {
      waiting.add(work);
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }

  final Threads calls = new Threads();
  final Threads steps = new Threads();
  private final List<Due> timers = new ArrayList<>();
  private Instant wall = Instant.parse("2026-01-01T00:00:00Z");
  private long nanos = 1_000_000;

  final Clocks clocks = new Clocks(() -> wall, () -> nanos);

  Moment now() {
    return clocks.now();
  }

  ScheduledExecutorService timer() {
    return (ScheduledExecutorService) Proxy.newProxyInstance(
        ManualExecutor.class.getClassLoader(),
        new Class<?>[] {ScheduledExecutorService.class},
        (proxy, method, args) -> {
          if (!method.getName().equals("schedule") || args == null) {
            throw new UnsupportedOperationException(method.getName());
          }
          long delay = ((TimeUnit) args[2]).toNanos((Long) args[1]);
          return scheduled(new Due(nanos + delay, (Runnable) args[0]));
        });
  }

  private ScheduledFuture<?> scheduled(Due due) {
    timers.add(due);
    return (ScheduledFuture<?>) Proxy.newProxyInstance(
        ManualExecutor.class.getClassLoader(),
        new Class<?>[] {ScheduledFuture.class},
        (proxy, method, args) -> {
          if (!method.getName().equals("cancel")) {
            throw new UnsupportedOperationException(method.getName());
          }
          due.cancelled = true;
          return true;
        });
  }

  /** How many timers have not gone off, cancelled ones included. */
  int timers() {
    return timers.size();
  }

  /** Runs all that waits for a thread, until nothing does. */
  void settle() {
    while (true) {
      Runnable next = steps.waiting.poll();
      if (next == null) {
        next = calls.waiting.poll();
      }
      if (next == null) {
        return;
      }
      next.run();
    }
  }

  void passes(Duration time) {
    nanos += time.toNanos();
    wall = wall.plus(time);
    for (Due due : List.copyOf(timers)) {
      if (due.at - nanos <= 0) {
        timers.remove(due);
        if (!due.cancelled) {
          due.work.run();
        }
      }
    }
  }
}
