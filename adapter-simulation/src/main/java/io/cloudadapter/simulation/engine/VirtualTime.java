package io.cloudadapter.simulation.engine;

import io.cloudadapter.core.protocol.Moment;
import java.time.Instant;
import java.util.PriorityQueue;

/** Virtual time: what happens when, in order, on both clocks. Nothing ever waits. */
public final class VirtualTime {
  private record Task(long at, long order, Runnable what) implements Comparable<Task> {
    @Override
    public int compareTo(Task other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
    }
  }

  public static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private final PriorityQueue<Task> tasks = new PriorityQueue<>();
  private long now;
  private long wallJumped;
  private long furthest;
  private long least;
  private long order;
  private long happened;

  public long nanos() {
    return now;
  }

  public Moment now() {
    return new Moment(START.plusNanos(now + wallJumped), now);
  }

  /** How many things have happened. */
  public long happened() {
    return happened;
  }

  /** A user sets the wall clock. */
  public void jump(long by) {
    wallJumped += by;
    furthest = Math.max(furthest, wallJumped);
    least = Math.min(least, wallJumped);
  }

  /** The latest time that a wall clock may show which was read at some moment and has run on since. */
  public Instant latestWall() {
    return START.plusNanos(now + furthest);
  }

  /** How far apart two readings of the wall clock at one moment may be. */
  public long wallSpread() {
    return furthest - least;
  }

  public void after(long wait, Runnable what) {
    tasks.add(new Task(now + Math.max(0, wait), order++, what));
  }

  /** Does the next thing, unless it comes later than this. */
  public boolean next(long until) {
    Task task = tasks.peek();
    if (task == null || task.at() > until) {
      return false;
    }
    tasks.remove();
    now = task.at();
    happened++;
    task.what().run();
    return true;
  }

  /** Lets time pass to a moment at which nothing happens. */
  public void passTo(long moment) {
    now = Math.max(now, moment);
  }
}
