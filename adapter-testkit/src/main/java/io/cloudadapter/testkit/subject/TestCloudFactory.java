package io.cloudadapter.testkit.subject;

import io.cloudadapter.simulated.SimulatedClock;

/**
 * Starts test clouds, one for each run, some at the same time: see {@link AdapterUnderTest#atOnce}. Called by any
 * thread.
 */
@FunctionalInterface
public interface TestCloudFactory {

  /**
   * Starts an empty cloud.
   *
   * @param clock the time of the run: it stands still until the kit moves it, but for the few rules that
   *     are about real time. A fake lives by it; an emulator or a real cloud has time of its own
   * @param seed decides everything that is left to chance, how far which list lags above all
   * @return the cloud; closed by the kit
   */
  TestCloud start(SimulatedClock clock, long seed);
}
