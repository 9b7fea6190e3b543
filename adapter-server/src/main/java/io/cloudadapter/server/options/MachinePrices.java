package io.cloudadapter.server.options;

import io.cloudadapter.api.PoolName;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The prices of machines for an hour, as far as they are known, from which the overview has the cost of pools. All are
 * of one currency, which the server does not need.
 *
 * @param ofPools the price of each machine of a pool; it precedes that of a size
 * @param ofSizes the price of each machine of a size
 */
public record MachinePrices(Map<PoolName, BigDecimal> ofPools, Map<String, BigDecimal> ofSizes) {
  private static final MachinePrices NONE = new MachinePrices(Map.of(), Map.of());

  /**
   * Checks and copies.
   *
   * @throws IllegalArgumentException if a price is negative
   */
  public MachinePrices {
    ofPools = Map.copyOf(ofPools);
    ofSizes = Map.copyOf(ofSizes);
    ofPools.forEach(MachinePrices::check);
    ofSizes.forEach(MachinePrices::check);
  }

  private static void check(Object of, BigDecimal price) {
    if (price.signum() < 0) {
      throw new IllegalArgumentException("the price of " + of + " must be 0 or more, was " + price);
    }
  }

  /**
   * No prices.
   *
   * @return prices of no pool and of no size
   */
  public static MachinePrices none() {
    return NONE;
  }

  /**
   * Prices of sizes.
   *
   * @param prices the price of each machine of a size
   * @return these prices, and those of no pool
   */
  public static MachinePrices bySize(Map<String, BigDecimal> prices) {
    return new MachinePrices(Map.of(), prices);
  }

  /**
   * The same with prices of further pools.
   *
   * @param others the price of each machine of a pool; it replaces one that is there
   * @return these prices with the others
   */
  public MachinePrices withPools(Map<PoolName, BigDecimal> others) {
    Map<PoolName, BigDecimal> all = new LinkedHashMap<>(ofPools);
    all.putAll(others);
    return new MachinePrices(all, ofSizes);
  }

  /**
   * The price of a machine.
   *
   * @param pool its pool
   * @param size its size, if it is known
   * @return the price for an hour; empty if it is not known
   */
  public Optional<BigDecimal> perHour(PoolName pool, Optional<String> size) {
    Objects.requireNonNull(pool, "pool");
    return Optional.ofNullable(ofPools.get(pool)).or(() -> size.map(ofSizes::get));
  }
}
