package io.cloudadapter.api;

import io.cloudadapter.api.event.PoolEvent;

/** Receives the views and the events of a pool; see {@link AsyncOperations#addListener}. */
@FunctionalInterface
public interface PoolListener {

  /**
   * Takes a view. The library calls it on a thread of its own, for one view at a time. It may take its time: that
   * delays this listener only.
   *
   * @param view the pool as it is now; each view has a higher revision than the one before, or a later list of the
   *     cloud
   */
  void viewChanged(PoolView view);

  /**
   * Takes an event of the pool, once it is durable: in the order of the sequence numbers, on the thread that brings the
   * views. A listener that falls far behind loses the oldest events; a hole in the sequence numbers shows that, and
   * {@link MachinePool#events} has what is missing.
   *
   * @param event what has happened
   */
  default void onEvent(PoolEvent event) {}
}
