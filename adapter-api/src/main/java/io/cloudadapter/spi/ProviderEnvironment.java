package io.cloudadapter.spi;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What an adapter gets instead of reading clocks and drawing random numbers by itself.
 *
 * @param account the name under which the account is configured, for messages
 * @param clock wall time, for signatures and the like
 * @param ticker monotonic time, for ages and waits
 * @param random random numbers, for jitter; safe for use by several threads
 * @param dataDirectory where the program keeps its ledger; empty if it keeps it in memory or elsewhere.
 *     Adapters of real clouds keep nothing of their own; one that imitates a cloud keeps it here.
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
   * An environment without a data directory.
   *
   * @param account the name under which the account is configured
   * @param clock wall time
   * @param ticker monotonic time
   * @param random random numbers
   */
  public ProviderEnvironment(
      String account, InstantSource clock, Ticker ticker, RandomGenerator random) {
    this(account, clock, ticker, random, Optional.empty());
  }
}
