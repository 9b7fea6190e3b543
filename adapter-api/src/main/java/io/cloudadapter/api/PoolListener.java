package io.cloudadapter.api;

/** Receives the views of a pool as they change; see {@link AsyncOperations#addListener}. */
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
}
