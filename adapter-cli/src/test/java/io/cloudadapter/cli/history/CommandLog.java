package io.cloudadapter.cli.history;

import io.cloudadapter.cli.history.RegisterHistories.Deed;
import io.cloudadapter.cli.history.SizeAnswer.Unknown;
import io.cloudadapter.cli.history.SizeCommand.Attach;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The commands that all clients have sent since the pool was last at rest, with their answers, ordered by a clock that
 * counts what clients do.
 */
final class CommandLog {
  private final AtomicLong clock = new AtomicLong();
  private final List<Deed<SizeOperation>> known = new ArrayList<>();
  private final List<Deed<SizeOperation>> open = new ArrayList<>();

  long now() {
    return clock.incrementAndGet();
  }

  /** Notes an answer; an unknown outcome is open until {@link #serverDied}. */
  synchronized void add(SizeOperation operation, long began) {
    (operation.answer() instanceof Unknown ? open : known).add(new Deed<>(operation, began, now()));
  }

  /**
   * Notes that the server is dead: what is open was done before, or never will be. The exception is an attach, which
   * the next server goes on with; it stays open until the pool is at rest.
   */
  synchronized void serverDied() {
    long death = now();
    List<Deed<SizeOperation>> attaches = new ArrayList<>();
    for (Deed<SizeOperation> deed : open) {
      boolean goesOn = deed.what().command() instanceof Attach;
      (goesOn ? attaches : known).add(new Deed<>(deed.what(), deed.began(), death));
    }
    open.clear();
    open.addAll(attaches);
  }

  /** All commands up to a moment at which none is under way; the log is empty then. */
  synchronized List<Deed<SizeOperation>> close() {
    long end = now();
    open.forEach(deed -> known.add(new Deed<>(deed.what(), deed.began(), end)));
    List<Deed<SizeOperation>> all = List.copyOf(known);
    known.clear();
    open.clear();
    return all;
  }
}
