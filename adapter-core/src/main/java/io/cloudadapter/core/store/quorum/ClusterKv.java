package io.cloudadapter.core.store.quorum;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The client of a cluster's key-value store: a map from keys to bytes that several servers keep together and many
 * processes use.
 *
 * <p>The cluster's revision grows with every write of any client. Each method
 * sends requests to the servers and waits for their answer, for a bounded time; without one it throws a {@link
 * ClusterException} with what is known about the outcome.
 *
 * <p>Threads: any. None of the methods heeds an interrupt.
 */
public interface ClusterKv extends AutoCloseable {

  /**
   * The value at a key.
   *
   * @return the latest revision that any client got as written, or a later one
   */
  Optional<ClusterEntry> get(String key);

  /**
   * Some of the keys with a prefix, in order.
   *
   * @param prefix what they start with
   * @param after only what comes after this key; empty for all
   * @param most how many at most, 1 or more
   * @param revision as of when; 0 for now
   * @return those, with the revision as of which they are
   * @throws ClusterException COMPACTED if that revision is forgotten
   */
  ClusterPage range(String prefix, String after, int most, long revision);

  /**
   * Writes all of an attempt, or nothing of it.
   *
   * @return the revision of the writes; empty if a key was at another revision than required
   */
  Optional<Long> commit(ClusterTransaction attempt);

  /**
   * Watches every change to keys with a prefix, also across times when no server can be reached.
   *
   * @param prefix what they start with
   * @param from the first revision to deliver
   * @param watch gets the changes, on a thread of the client's choice
   */
  Subscription watch(String prefix, long from, ClusterWatchListener watch);

  /**
   * Begins a lease.
   *
   * @param time how long it lasts unless it is kept alive, whole seconds
   * @return its id
   */
  long grant(Duration time);

  /**
   * Makes a lease last its whole time from now on.
   *
   * @return whether it had not ended
   */
  boolean keepAlive(long lease);

  /** Ends a lease, and with it the keys that were written under it. */
  void revoke(long lease);

  /** Asks each server separately and returns the status of each; empty where that is not possible. */
  default List<ClusterMemberStatus> members() {
    return List.of();
  }

  /**
   * Waits, before something is asked again.
   *
   * @param time how long
   */
  void pause(Duration time);

  /** Where it is, for people; without secrets. */
  @Override
  String toString();

  /** Gives up the connection. */
  @Override
  void close();
}
