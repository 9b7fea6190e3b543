package io.cloudadapter.core.keeper;

import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Virtual time: what happens when, in order, on both clocks. Nothing ever waits. */
final class Timeline {
  private record Task(long at, long order, Runnable what) {}

  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::at).thenComparingLong(Task::order));
  private long now;
  private long wallJumped;
  private long order;

  long nanos() {
    return now;
  }

  Now now() {
    return new Now(START.plusNanos(now + wallJumped), now);
  }

  /** Somebody sets the wall clock. */
  void jump(long by) {
    wallJumped += by;
  }

  void after(long wait, Runnable what) {
    tasks.add(new Task(now + Math.max(0, wait), order++, what));
  }

  /** Does the next thing, unless it comes later than this. */
  boolean next(long until) {
    Task task = tasks.peek();
    if (task == null || task.at() > until) {
      return false;
    }
    tasks.remove();
    now = task.at();
    task.what().run();
    return true;
  }
}
