package io.cloudadapter.core.store;

import io.cloudadapter.core.store.quorum.Subscription;
import java.util.List;

/**
 * Receives changes, one transaction per call, in order of revision and never two calls at once.
 *
 * <p>The store calls it on a thread of its choice, without holding a lock: a slow listener delays no commit, no read
 * and (given threads enough) no other listener, only itself. A listener that throws gets {@link
 * WatchEndReason#FAILED} and no further changes.
 */
public interface WatchListener {

  /**
   * One transaction's changes to the watched keys.
   *
   * @param changes at least one, in the order of the transaction
   */
  void changed(long revision, List<StoreChange> changes);

  /** The last call, except after {@link Subscription#close}, which ends a watch without one. */
  void ended(WatchEndReason reason);
}
