package io.cloudadapter.api.action;

import java.time.Duration;
import java.util.List;

/**
 * A stream of the changes of a pool's actions after a version: every change once, in order. A slow reader delays no
 * pool: its watch ends, see {@link #next}. One thread at a time may use a watch; any thread may close it.
 */
public interface ActionWatch extends AutoCloseable {

  /**
   * Waits for changes.
   *
   * @param atMost how long to wait; 0 returns the changes that are there
   * @return at most a few hundred changes, the oldest first; none if nothing changed in that time
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws io.cloudadapter.api.PoolException GONE if the watch missed changes that are no longer kept: list again,
   *     and watch from there; UNAVAILABLE if the pool is down, or the watch was closed
   */
  List<ActionChange> next(Duration atMost) throws InterruptedException;

  /**
   * Returns how far the watch has come: the caller has got every change up to this version.
   *
   * @return a version to watch from later; it grows also while nothing of interest changes
   */
  long version();

  /** Ends the watch. May be called again. */
  @Override
  void close();
}
