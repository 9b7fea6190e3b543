package io.cloudadapter.core.store;

import io.cloudadapter.core.exception.StoreFailedException;
import io.cloudadapter.core.store.quorum.Subscription;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A small map from keys to bytes with atomic, fenced and durable transactions, which holds the ledgers.
 *
 * <p><b>Reads see durable state only.</b> What {@link #get}, {@link #range} and {@link #watch} show has survived an
 * fsync (or a quorum), so no code acts on state that power loss can take back. Reads never wait for a disk.
 *
 * <p><b>One revision.</b> Each transaction that changes something raises the store's revision by one
 * and stamps it on every key it writes. Revisions are never reused, also across openings.
 *
 * <p><b>Fenced.</b> Opening a store raises its epoch, durably. Once a later opening exists, no
 * transaction of this one commits.
 *
 * <p><b>Fail-stop.</b> When the store no longer has certainty about what is durable, commits under way return UNKNOWN
 * and from then on every method but {@link #close} throws {@link StoreFailedException}: close it, open it again, and
 * read.
 *
 * <p>Any thread may call any method. After {@link #close}, every other method throws {@link IllegalStateException}.
 */
public interface StateStore extends AutoCloseable {

  /** The number of this opening: at least 1, higher than that of every earlier opening. */
  long epoch();

  /** The revision of the last durable transaction, 0 in a store that was never written. */
  long revision();

  /**
   * The value at a key, or empty if there is none.
   *
   * @throws IllegalArgumentException if the key breaks the rules of {@link Transaction}
   */
  Optional<StoreEntry> get(String key);

  /**
   * All entries whose key starts with the prefix, in key order, as of one revision. The empty prefix
   * means everything.
   */
  default StoreRange range(String prefix) {
    return range(prefix, directory -> true);
  }

  /**
   * The same of some directories only, at no cost for the others. The directory of a key is what it has up to
   * its last slash: {@code a/b/} of {@code a/b/c}, nothing of {@code c}.
   *
   * @param prefix what the keys start with
   * @param wanted asked about each directory, perhaps under a lock: only to look at its name
   * @return those entries, in key order, as of one revision
   */
  StoreRange range(String prefix, Predicate<String> wanted);

  /**
   * All entries whose key starts with the prefix, as of one revision, in any order: to put a million keys in
   * order takes as long as to read them.
   *
   * @param prefix what the keys start with
   * @return those entries
   */
  default StoreRange unordered(String prefix) {
    return range(prefix);
  }

  /**
   * Returns which keys have changed since a revision, for readers that avoid reading a large range again.
   *
   * @param prefix what the keys start with
   * @param since the revision of an earlier range
   * @return keys that were written or deleted since, or empty if the store cannot find out
   */
  default Optional<Set<String>> changed(String prefix, long since) {
    return Optional.empty();
  }

  /**
   * Commits all of a transaction, or nothing of it. Blocks until the outcome is known; COMMITTED
   * means durable. Calls from several threads share the cost of reaching the disk. An interrupt does
   * not end the wait and stays set.
   *
   * <p>COMMITTED: all of it is durable. CONFLICT: a requirement did not hold, nothing was written.
   * UNKNOWN: it may or may not have been written; read again (which may take a new opening) before
   * doing anything else.
   *
   * @throws StoreFailedException if the store had failed or was fenced before; nothing was written
   */
  CommitResult commit(Transaction transaction);

  /**
   * Delivers every change to keys with the prefix to the listener, from the first revision after {@code fromRevision}
   * on, without gap or repetition. A store keeps a bounded number of changes; a watch that asks for older ones, or
   * falls behind that far, ends with {@link WatchEndReason#COMPACTED}: read the range again and watch from its
   * revision.
   *
   * @param fromRevision the last revision that the caller has seen, 0 or more
   */
  Subscription watch(String prefix, long fromRevision, WatchListener listener);

  /**
   * Whether this opening is the last one, as far as that is known without I/O: calls that no transaction fences, such
   * as those to a cloud, must not begin once it is false.
   */
  default boolean mayAct() {
    return true;
  }

  /**
   * Returns why the store does not serve at present, if it will recover without being opened again. Until then every
   * method but {@link #close} and this one throws {@link StoreFailedException}; the store writes nothing.
   *
   * @return a sentence for people; empty while it serves, and from a store that never serves again
   */
  default Optional<String> outage() {
    return Optional.empty();
  }

  /**
   * Gives up this opening. Waits for commits under way; watches end with {@link WatchEndReason#CLOSED}.
   * Closing twice does nothing.
   */
  @Override
  void close();
}
