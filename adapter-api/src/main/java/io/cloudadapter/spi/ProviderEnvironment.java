package io.cloudadapter.spi;

import java.time.InstantSource;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * What an adapter gets instead of reading clocks and drawing random numbers by itself.
 *
 * @param account the name under which the account is configured, for messages
 * @param clock wall time, for signatures and the like
 * @param ticker monotonic time, for ages and waits
 * @param random random numbers, for jitter; safe for use by several threads
 */
public record ProviderEnvironment(
    String account, InstantSource clock, Ticker ticker, RandomGenerator random) {

  /** Checks that nothing is missing. */
  public ProviderEnvironment {
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(ticker, "ticker");
    Objects.requireNonNull(random, "random");
  }
}
