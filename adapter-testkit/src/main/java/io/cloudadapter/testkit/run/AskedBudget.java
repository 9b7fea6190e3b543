package io.cloudadapter.testkit.run;

import io.cloudadapter.spi.RequestKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * How many exchanges of each kind the adapter has asked its budget for, over all calls since the exchanges were counted
 * from 1. Safe for any number of threads.
 */
final class AskedBudget {
  private final Map<RequestKind, Integer> units = new EnumMap<>(RequestKind.class);

  /** The budget was asked for so many exchanges more. */
  synchronized void add(RequestKind verb, int amount) {
    units.merge(verb, amount, Integer::sum);
  }

  /** By kind; none of a kind that was not asked for. */
  synchronized Map<RequestKind, Integer> units() {
    return Map.copyOf(units);
  }

  /**
   * Counts anew, from nothing.
   *
   * @param seen the exchanges so far
   * @param gaveUp whether a call was given up: its request may be on the way, and arrive only among those that are
   *     counted next. So what was asked for and not seen yet stays
   */
  synchronized void countAnew(List<ExchangePoint> seen, boolean gaveUp) {
    if (!gaveUp) {
      units.clear();
      return;
    }
    seen.forEach(exchange -> units.merge(exchange.verb(), -1, Integer::sum));
    units.values().removeIf(left -> left <= 0);
  }
}
