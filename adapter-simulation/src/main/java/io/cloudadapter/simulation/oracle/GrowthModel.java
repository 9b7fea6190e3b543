package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.warm.GrowthHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a pool's record has to keep of the growths of its desired size (I21): computed anew from all changes, where the
 * pool keeps a few.
 */
final class GrowthModel {
  private record Change(Instant at, int before, int after) {}

  private final List<Change> changes = new ArrayList<>();
  private boolean clockWentBack;
  private GrowthHistory stored = GrowthHistory.NONE;

  /** The largest growth that the pool's record has. */
  int largest(Instant now, Duration window) {
    return stored.largest(now, window);
  }

  void changes(
      @Nullable PoolRecord before, PoolRecord now, Instant at, Duration span, Duration window) {
    stored = now.growth() == null ? GrowthHistory.NONE : now.growth();
    if (before == null) {
      return;
    }
    if (!changes.isEmpty() && at.isBefore(changes.get(changes.size() - 1).at())) {
      changes.clear();
      clockWentBack = true;
    }
    if (before.desiredSet() && before.desired() != now.desired()) {
      changes.add(new Change(at, before.desired(), now.desired()));
    }
    int expected = expected(at, span, window);
    int largest = largest(at, window);
    rule(
        clockWentBack ? largest >= expected : largest == expected,
        "I21",
        () -> "the largest growth is " + expected + ", stored is " + now.growth() + " of "
            + now.desired());
  }

  private int expected(Instant now, Duration span, Duration window) {
    int most = 0;
    for (int i = 0; i < changes.size(); i++) {
      Change change = changes.get(i);
      int low = change.before();
      for (Change earlier : changes.subList(0, i)) {
        if (counts(earlier.at(), span, 10, change.at())) {
          low = Math.min(low, earlier.before());
        }
      }
      boolean rises = change.after() > change.before();
      if (rises && counts(change.at(), window, 60, now)) {
        most = Math.max(most, change.after() - low);
      }
    }
    return most;
  }

  /** Up to the end of the slot in which it was, and so long after that. */
  private static boolean counts(Instant at, Duration length, int parts, Instant now) {
    long slot = length.toMillis() / parts;
    long until = at.toEpochMilli() - Math.floorMod(at.toEpochMilli(), slot) + slot;
    return Instant.ofEpochMilli(until).plus(length).isAfter(now);
  }
}
