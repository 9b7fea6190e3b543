package io.cloudadapter.core.store.quorum;

import java.util.List;
import java.util.Optional;

/** Receives the changes of a cluster, in order, never two calls at once. */
public interface ClusterWatchListener {

  /**
   * What happened to one key.
   *
   * @param key the key
   * @param item its new value; empty if it is gone
   * @param revision the quorum's revision that did it
   */
  record Event(String key, Optional<ClusterEntry> item, long revision) {}

  /**
   * Some changes. Those of one revision come in one call.
   *
   * @param events at least one, in order of revision
   */
  void changed(List<Event> events);

  /**
   * The last call: the watch cannot go on.
   *
   * @param why for people
   */
  void lost(String why);
}
