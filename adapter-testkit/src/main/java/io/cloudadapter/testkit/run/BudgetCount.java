package io.cloudadapter.testkit.run;

import io.cloudadapter.spi.RequestKind;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

/**
 * Counts how many exchanges of each kind an adapter asked the budget for, since the last look at those that crossed.
 * May be used by any thread.
 */
final class BudgetCount {
  private final Map<RequestKind, Integer> asked = new EnumMap<>(RequestKind.class);

  /** What calls asked for before the last look, and had not spent by then. */
  private final Map<RequestKind, Integer> late = new EnumMap<>(RequestKind.class);

  synchronized void asks(RequestKind verb, int units) {
    asked.merge(verb, units, Integer::sum);
  }

  /** What was asked for since the last look. */
  synchronized Map<RequestKind, Integer> asked() {
    return Map.copyOf(asked);
  }

  /** How many exchanges may have crossed since the last look. */
  synchronized Map<RequestKind, Integer> allowed() {
    Map<RequestKind, Integer> all = new EnumMap<>(late);
    asked.forEach((verb, units) -> all.merge(verb, units, Integer::sum));
    return all;
  }

  /**
   * Counts from none again. A request whose call has ended without an answer may arrive only after this: what was asked
   * for and has not crossed stays allowed, until the next look.
   */
  synchronized void looked(Collection<ExchangePoint> crossed) {
    late.clear();
    late.putAll(asked);
    crossed.forEach(one -> late.computeIfPresent(one.verb(), (verb, left) -> left - 1));
    late.values().removeIf(left -> left <= 0);
    asked.clear();
  }
}
