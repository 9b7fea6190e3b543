package io.cloudadapter.testkit.run;

import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.Ticker;
import io.cloudadapter.testkit.time.ClockMode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * The circumstances of one run.
 *
 * @param seed decides all chance
 * @param mode what kind of cloud it is
 * @param clock the time of adapter and cloud
 * @param callTime the time that calls are measured by: real on a wire, the clock's without one
 * @param time how time passes
 * @param config the account's configuration
 * @param shortCalls how long calls may take, where a fault lasts until they are over
 * @param limits what a real account must not be asked to exceed
 */
public record RunConfig(
    long seed,
    String mode,
    SimulatedClock clock,
    Ticker callTime,
    ClockMode time,
    Map<String, String> config,
    Optional<Duration> shortCalls,
    Optional<LiveAccountLimits> limits) {

  /** Random numbers for the adapter. */
  RandomGenerator randomGenerator() {
    return new Random(seed);
  }
}
