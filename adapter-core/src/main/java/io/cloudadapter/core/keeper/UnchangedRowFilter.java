package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.spi.MachineSighting;
import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the last list, which was complete and changed nothing. An equal row of a machine with nothing left to
 * do can change nothing either, as long as the ledger stays the same; so most lists of a large pool need little work.
 * An adapter may hand out the same objects again; so rows are compared by value, not by their text, and are only
 * weakly referenced.
 */
final class UnchangedRowFilter {
  private final Ledger ledger;
  private final CloudContact cloud;
  private final PoolFreeze freeze;
  private WeakReference<List<MachineSighting>> rows = new WeakReference<>(null);
  private long changes;
  private boolean lookAgain = true;

  UnchangedRowFilter(Ledger ledger, CloudContact cloud, PoolFreeze freeze) {
    this.ledger = ledger;
    this.cloud = cloud;
    this.freeze = freeze;
  }

  /**
   * The rows of a list that are not those of the last one, or of machines that are attended to, by id; empty
   * if all have to be gone through. A row may come twice, and an incomplete list may lack some.
   */
  Optional<Map<String, MachineSighting>> news(
      List<MachineSighting> list, boolean complete, Predicate<String> attended) {
    List<MachineSighting> before = rows.get();
    return lookAgain
            || before == null
            || changes != ledger.changes()
            || freeze.isFrozen()
            || !cloud.listed
        ? Optional.empty()
        : Optional.ofNullable(compare(before, list, complete, attended));
  }

  /**
   * Returns the rows that differ, or whose machine has something left to do, by id; null if the rows cannot be
   * compared one by one.
   */
  @SuppressWarnings("ReferenceEquality")
  static @Nullable Map<String, MachineSighting> compare(
      List<MachineSighting> before,
      List<MachineSighting> list,
      boolean complete,
      Predicate<String> attended) {
    Map<String, MachineSighting> news = Map.of();
    MachineSighting known = null;
    int at = 0;
    for (MachineSighting row : list) {
      if (at < before.size() && row == before.get(at)) {
        known = row;
        at++;
        news = attended.test(row.id().value()) ? with(news, row) : news;
      } else if (known == null || !row.id().equals(known.id())) {
        at = find(before, at, known, row.id(), complete);
        if (at < 0 || twice(before, at)) {
          return null;
        }
        known = before.get(at);
        at++;
        news = row == known && !attended.test(row.id().value()) ? news : with(news, row);
      } else if (news.containsKey(row.id().value())) {
        news = with(news, row);
      } else if (row != known) {
        news = with(with(news, known), row);
      }
    }
    while (at < before.size() && before.get(at) == known) {
      at++;
    }
    boolean lacking = at < before.size() && (complete || sameMachine(before.get(at), known));
    return lacking ? null : news;
  }

  /** Where the last list has a machine; -1 if a machine before it is lacking that should not be. */
  @SuppressWarnings("ReferenceEquality")
  private static int find(
      List<MachineSighting> before,
      int from,
      @Nullable MachineSighting known,
      MachineId id,
      boolean complete) {
    for (int i = from; i < before.size(); i++) {
      MachineSighting row = before.get(i);
      if (row.id().equals(id)) {
        return i;
      } else if (row != known && (complete || sameMachine(row, known))) {
        return -1;
      }
    }
    return -1;
  }

  /** Whether a machine had two different rows: then neither was gone through alone. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean twice(List<MachineSighting> before, int at) {
    return at + 1 < before.size()
        && before.get(at) != before.get(at + 1)
        && sameMachine(before.get(at), before.get(at + 1));
  }

  private static boolean sameMachine(MachineSighting row, @Nullable MachineSighting other) {
    return other != null && row.id().equals(other.id());
  }

  private static Map<String, MachineSighting> with(
      Map<String, MachineSighting> news, MachineSighting row) {
    Map<String, MachineSighting> all = news.isEmpty() ? new LinkedHashMap<>() : news;
    all.merge(row.id().value(), row, MachineRecorder::furtherAlong);
    return all;
  }

  /**
   * Records a complete list. The next list is compared with its rows: for a machine with nothing left to do, only its
   * last row is known to change nothing.
   */
  void was(List<MachineSighting> list, boolean again) {
    rows = new WeakReference<>(list);
    lookAgain = again;
    changes = ledger.changes();
  }
}
