package io.cloudadapter.api.action;

import java.time.Duration;
import java.util.List;

/**
 * Follows the actions of a pool from a version on: every change once, in order. Holds up nobody: a watch
 * that does not keep up ends, see {@link #next}. For use by one thread at a time; any may close it.
 */
public interface ActionWatch extends AutoCloseable {

  /**
   * Waits for changes.
   *
   * @param atMost how long; 0 takes what is there
   * @return at most a few hundred changes, the oldest first; none if nothing has changed in that time
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws io.cloudadapter.api.PoolException GONE if changes that it has not seen are forgotten: list
   *     again, and watch from there; UNAVAILABLE if the pool is down, or the watch was closed
   */
  List<ActionChange> next(Duration atMost) throws InterruptedException;

  /**
   * How far it is: everything up to here has been returned.
   *
   * @return a version to watch from later; it goes on also while nothing of interest changes
   */
  long version();

  /** Ends the watch. May be called again. */
  @Override
  void close();
}
