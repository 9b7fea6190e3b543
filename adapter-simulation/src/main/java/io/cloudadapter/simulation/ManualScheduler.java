package io.cloudadapter.simulation;

import io.cloudadapter.spi.Ticker;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A timer that fires on request, by a clock that other code moves. */
final class ManualScheduler extends DirectExecutorService implements ScheduledExecutorService {
  private final Ticker ticker;
  private final PriorityQueue<Due> waiting =
      new PriorityQueue<>(Comparator.comparingLong((Due due) -> due.at));

  ManualScheduler(Ticker ticker) {
    this.ticker = ticker;
  }

  /** Something that waits for its time, or each time for its next one. */
  private final class Due extends FutureTask<Object> implements ScheduledFuture<Object> {
    private final long period;
    private long at;

    Due(Runnable work, long at, long period) {
      super(work, "done");
      this.at = at;
      this.period = period;
    }

    void fire() {
      if (period == 0) {
        run();
      } else if (runAndReset()) {
        at += period;
        waiting.add(this);
      }
    }

    @Override
    protected void done() {
      waiting.remove(this);
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(at - ticker.nanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }

  /** Runs all whose time has come, the earliest first. */
  void fire() {
    for (Due next = waiting.peek();
        next != null && next.at <= ticker.nanos();
        next = waiting.peek()) {
      waiting.remove(next);
      next.fire();
    }
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
    return wait(new Due(work, ticker.nanos() + unit.toNanos(delay), 0));
  }

  private Due wait(Due due) {
    waiting.add(due);
    return due;
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> work, long delay, TimeUnit unit) {
    throw new UnsupportedOperationException("the library schedules nothing that has a result");
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable work, long delay, long period, TimeUnit unit) {
    return wait(new Due(work, ticker.nanos() + unit.toNanos(delay), unit.toNanos(period)));
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable work, long delay, long pause, TimeUnit unit) {
    throw new UnsupportedOperationException("the library pauses between no repetitions");
  }
}
