package io.cloudadapter.core.keeper;

import io.cloudadapter.spi.Sighting;
import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The last list that was gone through, changed nothing, and left nothing to wait for. The very same row
 * again can change nothing either, as long as the ledger stays as it is; so of most lists of a large pool
 * nothing has to be gone through. What an adapter keeps of a list it may hand out again; so rows are
 * compared by what they are, not by what they say, and not held on to.
 */
final class LastList {
  private final Work work;
  private WeakReference<List<Sighting>> rows = new WeakReference<>(null);
  private long changes;
  private boolean lookAgain = true;
  private boolean triedAgain;

  LastList(Work work) {
    this.work = work;
  }

  /**
   * The rows of a list that are not those of the last one, by id, or empty if all have to be gone through. A
   * row may come twice, and an incomplete list may lack some.
   */
  Optional<Map<String, Sighting>> news(List<Sighting> list, boolean complete) {
    List<Sighting> before = rows.get();
    return lookAgain
            || before == null
            || changes != work.ledger.changes()
            || work.frozen()
            || !work.listed
        ? Optional.empty()
        : Optional.ofNullable(compare(before, list, complete));
  }

  /** What differs, by id; null if that cannot be told row by row. */
  @SuppressWarnings("ReferenceEquality")
  static @Nullable Map<String, Sighting> compare(
      List<Sighting> before, List<Sighting> list, boolean complete) {
    Map<String, Sighting> news = Map.of();
    Iterator<Sighting> expected = before.iterator();
    Sighting known = null;
    for (Sighting row : list) {
      if (known != null && row.id().equals(known.id())) {
        if (news.containsKey(row.id().value())) {
          news = with(news, row);
        } else if (row != known) {
          news = with(with(news, known), row);
        }
        continue;
      }
      do {
        known = next(expected, known);
        if (known == null) {
          return null;
        }
      } while (!complete && !row.id().equals(known.id()));
      if (row != known) {
        if (!row.id().equals(known.id())) {
          return null;
        }
        news = with(news, row);
      }
    }
    return complete && next(expected, known) != null ? null : news;
  }

  /** The next machine's row. One that had two different rows has no row that was gone through alone. */
  @SuppressWarnings("ReferenceEquality")
  private static @Nullable Sighting next(Iterator<Sighting> rows, @Nullable Sighting known) {
    while (rows.hasNext()) {
      Sighting row = rows.next();
      if (known == null || !row.id().equals(known.id())) {
        return row;
      } else if (row != known) {
        return null;
      }
    }
    return null;
  }

  private static Map<String, Sighting> with(Map<String, Sighting> news, Sighting row) {
    Map<String, Sighting> all = news.isEmpty() ? new LinkedHashMap<>() : news;
    all.merge(row.id().value(), row, Recorder::further);
    return all;
  }

  /** A complete list was gone through. */
  void was(List<Sighting> list, long changesBefore, boolean again) {
    // A row that differs for once says nothing about the rest: the list before is worth another
    // try.
    triedAgain = !again && !lookAgain && changes == changesBefore && !triedAgain;
    if (!triedAgain) {
      rows = new WeakReference<>(list);
    }
    lookAgain = again;
    changes = work.ledger.changes();
  }
}
