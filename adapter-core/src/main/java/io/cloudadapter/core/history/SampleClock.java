package io.cloudadapter.core.history;

import io.cloudadapter.api.sample.PoolSample;
import io.cloudadapter.api.sample.SampleSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the present minute of one pool from what each of its steps shows, and gives the minutes that have ended. A
 * pool takes a step whenever something changes, so minutes between two steps were as the first of them has left them.
 * One thread at a time may use it.
 */
public final class SampleClock {
  private static final Duration MINUTE = SampleSpan.HOUR.step();

  /** After a longer time without a step, such as an outage of the store, it is not known what the pool was like. */
  private static final Duration LONGEST_GAP = Duration.ofMinutes(10);

  /**
   * What a step shows.
   *
   * @param desiredSize the desired size
   * @param inService the machines in service
   */
  public record Sizes(int desiredSize, int inService) {}

  /**
   * What was counted since the beginning of a process or a keeper; a number that has become smaller began anew.
   *
   * @param launched machines that launches have made
   * @param launchFailures launches that made none
   * @param cloudCalls calls to the account's cloud
   * @param callNanos how long they took together
   */
  public record Counts(long launched, long launchFailures, long cloudCalls, long callNanos) {
    static final Counts NONE = new Counts(0, 0, 0, 0);

    private Counts since(Counts before) {
      return new Counts(
          since(before.launched, launched),
          since(before.launchFailures, launchFailures),
          since(before.cloudCalls, cloudCalls),
          since(before.callNanos, callNanos));
    }

    private static long since(long before, long now) {
      return now < before ? now : now - before;
    }

    private Counts plus(Counts other) {
      return new Counts(
          launched + other.launched,
          launchFailures + other.launchFailures,
          cloudCalls + other.cloudCalls,
          callNanos + other.callNanos);
    }
  }

  private @Nullable Instant minute;
  private Sizes sizes = new Sizes(0, 0);
  private int least;
  private Counts counted = Counts.NONE;
  private Counts gathered = Counts.NONE;

  /**
   * Begins when a process begins to keep the pool.
   *
   * @param counted what the account's calls count already
   */
  public SampleClock(Counts counted) {
    this.counted = counted;
  }

  /** A keeper begins, which counts launches from 0. */
  public void keeperBegins() {
    counted = new Counts(0, 0, counted.cloudCalls, counted.callNanos);
  }

  /**
   * Takes note of a step.
   *
   * @param now the time of the step
   * @param shown what the pool is like after it
   * @param counts what was counted until then
   * @return the minutes that have ended since the step before, in order
   */
  public List<PoolSample> step(Instant now, Sizes shown, Counts counts) {
    Instant present = SampleFolds.begin(now, MINUTE);
    List<PoolSample> ended = List.of();
    if (minute == null) {
      least = shown.inService();
    } else if (present.isAfter(minute)) {
      ended = ended(minute, present);
      // The minute begins as the step before has left the pool, unless nothing is known of that.
      Instant before = ended.get(ended.size() - 1).from();
      boolean follows = before.equals(present.minus(MINUTE));
      least = follows ? sizes.inService() : shown.inService();
      gathered = Counts.NONE;
    }
    minute = present; // An earlier one if the clock went back: what was gathered stays.
    least = Math.min(least, shown.inService());
    sizes = shown;
    gathered = gathered.plus(counts.since(counted));
    counted = counts;
    return ended;
  }

  private List<PoolSample> ended(Instant from, Instant present) {
    List<PoolSample> ended = new ArrayList<>();
    ended.add(sample(from, least, gathered));
    if (Duration.between(from, present).compareTo(LONGEST_GAP) <= 0) {
      for (Instant at = from.plus(MINUTE); at.isBefore(present); at = at.plus(MINUTE)) {
        ended.add(sample(at, sizes.inService(), Counts.NONE));
      }
    }
    return ended;
  }

  private PoolSample sample(Instant from, int fewest, Counts counts) {
    return new PoolSample(
        from,
        sizes.desiredSize(),
        sizes.inService(),
        fewest,
        counts.launched(),
        counts.launchFailures(),
        counts.cloudCalls(),
        counts.cloudCalls() == 0 ? 0 : counts.callNanos() / 1e9 / counts.cloudCalls());
  }
}
