package io.cloudadapter.server.access;

import io.cloudadapter.api.action.ActionChange;
import io.cloudadapter.api.action.ActionWatch;
import java.time.Duration;
import java.util.List;

/** A watch of all pools' actions that leaves out those of pools outside of a caller's scope. */
final class ScopedWatch implements ActionWatch {
  private final ActionWatch watch;
  private final ScopedPools scope;

  ScopedWatch(ActionWatch watch, ScopedPools scope) {
    this.watch = watch;
    this.scope = scope;
  }

  /** Waits once; after changes of other pools it takes what is there, and may return before the time is over. */
  @Override
  public List<ActionChange> next(Duration atMost) throws InterruptedException {
    Duration wait = atMost;
    while (true) {
      List<ActionChange> changes = watch.next(wait);
      List<ActionChange> seen = changes.stream()
          .filter(change -> scope.covers(change.action().pool()))
          .toList();
      if (changes.isEmpty() || !seen.isEmpty()) {
        return seen;
      }
      wait = Duration.ZERO;
    }
  }

  @Override
  public long version() {
    return watch.version();
  }

  @Override
  public void close() {
    watch.close();
  }
}
