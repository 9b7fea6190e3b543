package io.cloudadapter.core.store;

import io.cloudadapter.core.exception.StoreFailedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The fencing token of all keys with one prefix: only the last holder may write there (I8).
 *
 * <p>Taking it writes the key {@code leader} under the prefix; every later transaction requires that key to be
 * unchanged. So a writer that was paused, replaced and resumed changes nothing.
 *
 * <p>One thread at a time may use it.
 */
public final class LeaderFence {
  private static final String LEADER = "leader";

  /** One operation is the requirement of the lead. */
  private static final int OPERATIONS = Transaction.MAX_OPERATIONS - 1;

  private static final long BYTES = Transaction.MAX_BYTES - 64 * 1024L;

  private final StateStore store;
  private final String prefix;
  private final long fence;

  private LeaderFence(StateStore store, String prefix, long fence) {
    this.store = store;
    this.prefix = prefix;
    this.fence = fence;
  }

  /**
   * Takes the token from its present holder.
   *
   * @param store where
   * @param prefix the beginning of the keys that are written under this lead
   * @param epoch who takes it, for people who read the store
   * @return the token, or empty if the outcome is unknown: try again
   * @throws StoreFailedException if the store has failed
   */
  public static Optional<LeaderFence> take(StateStore store, String prefix, long epoch) {
    CommitResult taken = store.commit(
        Transaction.builder().put(prefix + LEADER, Long.toString(epoch)).build());
    return taken.committed()
        ? Optional.of(new LeaderFence(store, prefix, taken.revision()))
        : Optional.empty();
  }

  /**
   * Reads everything under the prefix.
   *
   * @return what is durable; read after the lead was taken, so no earlier leader changes it any more
   */
  public StoreRange read() {
    return store.unordered(prefix);
  }

  /**
   * Whether what was read under the prefix before this lead was taken still holds, but for the lead itself.
   *
   * @param since the revision of what was read
   * @return true if nothing has changed; false also if the store cannot find out
   */
  public boolean isStill(long since) {
    return store
        .changed(prefix, since)
        .filter(Set.of(prefix + LEADER)::containsAll)
        .isPresent();
  }

  /**
   * Whether no other process has taken the token since. An answer that needs no commit is true only if this holds
   * after it was computed, because a deposed leader may compute from old state.
   *
   * @return whether the lead is still this one
   * @throws StoreFailedException if the store has failed
   */
  public boolean held() {
    return store.get(prefix + LEADER).filter(l -> l.modRevision() == fence).isPresent();
  }

  /**
   * Puts atoms together into as few transactions as hold them. An atom becomes durable whole or not at all,
   * and never before an earlier one.
   *
   * @param atoms keys and their new values, empty for a deletion
   * @return the same atoms in the same order, in groups of which each fits into one transaction
   */
  public static List<List<Map<String, Optional<byte[]>>>> groupByTransaction(
      List<Map<String, Optional<byte[]>>> atoms) {
    return groupByTransaction(atoms, 0, 0);
  }

  /**
   * The same, with room for something else in each transaction.
   *
   * @param atoms keys and their new values, empty for a deletion
   * @param writes how many more writes each transaction is to hold
   * @param space how many more bytes of keys and values
   * @return the same atoms in the same order, in groups of which each fits into one transaction
   */
  public static List<List<Map<String, Optional<byte[]>>>> groupByTransaction(
      List<Map<String, Optional<byte[]>>> atoms, int writes, long space) {
    List<List<Map<String, Optional<byte[]>>>> groups = new ArrayList<>();
    List<Map<String, Optional<byte[]>>> group = new ArrayList<>();
    int operations = 0;
    long bytes = 0;
    for (Map<String, Optional<byte[]>> atom : atoms) {
      long size = size(atom);
      if (!group.isEmpty()
          && (operations + atom.size() > OPERATIONS - writes || bytes + size > BYTES - space)) {
        groups.add(group);
        group = new ArrayList<>();
        operations = 0;
        bytes = 0;
      }
      group.add(atom);
      operations += atom.size();
      bytes += size;
    }
    if (!group.isEmpty()) {
      groups.add(group);
    }
    return groups;
  }

  private static long size(Map<String, Optional<byte[]>> atom) {
    long size = 0;
    for (Map.Entry<String, Optional<byte[]>> entry : atom.entrySet()) {
      size += entry.getKey().length() + entry.getValue().map(b -> b.length).orElse(0);
    }
    return size;
  }

  /**
   * Makes a group of atoms durable, all or nothing.
   *
   * @param group one of {@link #groupByTransaction}; its values are not changed any more
   * @return how it ended; CONFLICT if another process has taken the token
   * @throws StoreFailedException if the store had failed before
   */
  public CommitResult commit(List<Map<String, Optional<byte[]>>> group) {
    Map<String, Optional<byte[]>> changes = new LinkedHashMap<>();
    group.forEach(changes::putAll);
    Transaction.Builder transaction = Transaction.builder().require(prefix + LEADER, fence);
    changes.forEach((key, value) -> value.ifPresentOrElse(
        bytes -> transaction.putShared(key, bytes), () -> transaction.delete(key)));
    return store.commit(transaction.build());
  }
}
