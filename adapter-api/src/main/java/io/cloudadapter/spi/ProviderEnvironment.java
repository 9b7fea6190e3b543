package io.cloudadapter.spi;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What an adapter gets from the core in place of its own clock and random numbers.
 *
 * @param account the account's name in the configuration, for messages
 * @param clock wall time, for signatures and the like
 * @param ticker monotonic time, for ages and waits
 * @param random random numbers, for jitter; safe for use by several threads
 * @param dataDirectory the directory with the program's ledger; empty if the ledger is in memory or elsewhere.
 *     Adapters of real clouds store nothing; an adapter that simulates a cloud stores it here.
 */
public record ProviderEnvironment(
    String account,
    InstantSource clock,
    Ticker ticker,
    RandomGenerator random,
    Optional<Path> dataDirectory) {

  /** Checks that nothing is missing. */
  public ProviderEnvironment {
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(ticker, "ticker");
    Objects.requireNonNull(random, "random");
    Objects.requireNonNull(dataDirectory, "dataDirectory");
  }

  /**
   * Makes an environment without a data directory.
   *
   * @param account the account's name in the configuration
   * @param clock wall time
   * @param ticker monotonic time
   * @param random random numbers
   */
  public ProviderEnvironment(
      String account, InstantSource clock, Ticker ticker, RandomGenerator random) {
    this(account, clock, ticker, random, Optional.empty());
  }
}
