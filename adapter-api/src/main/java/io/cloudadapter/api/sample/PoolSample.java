package io.cloudadapter.api.sample;

import java.time.Instant;
import java.util.Objects;

/**
 * A pool during a minute, ten minutes or an hour. Immutable; any number of threads may use it.
 *
 * @param from when that time begins; a multiple of its length since 1970
 * @param desiredSize the desired size at its end
 * @param inService the machines in service at its end
 * @param leastInService the fewest machines in service during it
 * @param launched the machines that launches have made during it
 * @param launchFailures the launches that made no machine, as was found during it
 * @param cloudCalls the calls to the cloud of the pool's account that ended during it; the pools of an account share
 *     them
 * @param secondsPerCall how long such a call took on average; 0 if there was none
 */
public record PoolSample(
    Instant from,
    int desiredSize,
    int inService,
    int leastInService,
    long launched,
    long launchFailures,
    long cloudCalls,
    double secondsPerCall) {

  /**
   * Checks that no number is negative.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public PoolSample {
    Objects.requireNonNull(from, "from");
    check("desiredSize", desiredSize);
    check("inService", inService);
    check("leastInService", leastInService);
    check("launched", launched);
    check("launchFailures", launchFailures);
    check("cloudCalls", cloudCalls);
    if (!(secondsPerCall >= 0) || Double.isInfinite(secondsPerCall)) {
      throw new IllegalArgumentException("secondsPerCall must be 0 or more, was " + secondsPerCall);
    }
  }

  private static void check(String field, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(field + " must be 0 or more, was " + value);
    }
  }
}
