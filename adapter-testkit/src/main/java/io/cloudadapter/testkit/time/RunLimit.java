package io.cloudadapter.testkit.time;

import java.time.Duration;

/**
 * When a run that does not end is given up: after the patience, unless it goes on making calls or the machine is too
 * busy, and at last in any case. Used by the thread that waits for the run.
 */
public final class RunLimit {
  /** The parts of the patience in one of which a run must make a call. */
  private static final int PARTS = 3;

  /** How many times the patience a run may take that goes on making calls. */
  private static final int MOST_WITH_CALLS = 4;

  /** How many times the patience a run may take on a machine that is too busy. */
  private static final int MOST_WHEN_BUSY = 10;

  private final SchedulingDelay delay;
  private final Duration part;
  private final Duration longest;
  private int parts;
  private int callsBefore;

  /**
   * A limit for one run that begins now.
   *
   * @param patience for how long a run may make no call
   * @param delay the delays of the thread that waits for the run
   */
  public RunLimit(Duration patience, SchedulingDelay delay) {
    this.delay = delay;
    this.part = patience.dividedBy(PARTS);
    this.longest = patience.multipliedBy(MOST_WHEN_BUSY);
  }

  /**
   * Whether the run is to be given up. To be asked after each wait.
   *
   * @param calls how many calls the run has begun so far
   */
  public boolean isOver(int calls) {
    if (delay.elapsed().compareTo(longest) >= 0) {
      return true;
    }
    if (delay.undelayed().compareTo(part.multipliedBy(parts + 1L)) < 0) {
      return false;
    }
    parts++;
    boolean idle = calls == callsBefore;
    callsBefore = calls;
    boolean enough = parts >= PARTS * MOST_WITH_CALLS || (parts >= PARTS && idle);
    return enough && !delay.isTooBusy();
  }
}
