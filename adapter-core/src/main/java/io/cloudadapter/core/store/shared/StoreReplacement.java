package io.cloudadapter.core.store.shared;

import io.cloudadapter.core.exception.StoreInUseException;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.quorum.ClusterEntry;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.quorum.ClusterPage;
import io.cloudadapter.core.store.quorum.ClusterTransaction;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Replaces the contents of a store on a cluster by others. The new entries are written beside the present ones, in a
 * place of their own; one transaction then has the head name that place. So a crash leaves the one or the other.
 */
public final class StoreReplacement {
  private static final int AT_ONCE = 100;
  private static final long BYTES_AT_ONCE = 1 << 20;

  private final ClusterKv cluster;
  private final String prefix;
  private final StoreMirror mirror;

  private StoreReplacement(ClusterKv cluster, String prefix) {
    this.cluster = cluster;
    this.prefix = prefix;
    this.mirror = new StoreMirror(cluster, prefix);
  }

  /**
   * Reads what is there.
   *
   * @param cluster the servers
   * @param prefix the beginning of all keys, with a slash at its end
   * @return the replacement
   * @throws StoreInUseException if a replica leads there
   * @throws io.cloudadapter.core.exception.StoreException if something else lies there
   */
  public static StoreReplacement of(ClusterKv cluster, String prefix) {
    Optional<ClusterEntry> leader = cluster.get(ReplicaRecord.leader(prefix));
    if (leader.isPresent()) {
      throw new StoreInUseException(leader.get().text().lines().findFirst().orElse("a replica")
          + " leads under " + prefix + " in " + cluster + "; stop all servers first");
    }
    StoreReplacement replacement = new StoreReplacement(cluster, prefix);
    replacement.mirror.load();
    return replacement;
  }

  /** Whether there is a store already. */
  public boolean isOccupied() {
    return mirror.headRevision() > 0;
  }

  /** The epoch of the store that is there, 0 if there is none. */
  public long epoch() {
    return mirror.head().epoch();
  }

  /** Its revision. */
  public long revision() {
    return mirror.head().revision();
  }

  /**
   * Writes other contents, and has the store consist of them.
   *
   * @param whole the contents
   * @param generation names their place; not used before under the prefix
   * @param seal the fingerprint of the key that all replicas must have, empty for none
   * @throws StoreInUseException if a server has begun to use the store meanwhile; nothing is changed then
   */
  public void write(StoreMigration.Whole whole, String generation, String seal) {
    String place = HeadRecord.placeOf(generation);
    clear(place::equals);
    ClusterTransaction batch = new ClusterTransaction();
    long bytes = 0;
    for (StoreEntry value : whole.range().entries()) {
      if (batch.writes().size() == AT_ONCE || bytes > BYTES_AT_ONCE) {
        cluster.commit(batch);
        batch = new ClusterTransaction();
        bytes = 0;
      }
      batch.put(
          prefix + place + value.key(),
          StoreMirror.stored(value.modRevision(), value.sharedBytes()));
      bytes += value.size();
    }
    if (!batch.writes().isEmpty()) {
      cluster.commit(batch);
    }
    HeadRecord head = new HeadRecord(whole.range().revision(), whole.epoch(), 0, List.of(), place);
    ClusterTransaction last = new ClusterTransaction()
        .require(mirror.headKey(), mirror.headRevision())
        .require(ReplicaRecord.leader(prefix), 0)
        .put(mirror.headKey(), head.bytes());
    if (!seal.isEmpty()) {
      last.put(ReplicaRecord.seal(prefix), seal);
    }
    if (cluster.commit(last).isEmpty()) {
      clear(place::equals);
      throw new StoreInUseException("a server has begun to use " + prefix + " in " + cluster
          + "; nothing was replaced; stop all servers first");
    }
    clear(other -> !place.equals(other));
  }

  /** Deletes the entries of the places that are not needed. */
  private void clear(Predicate<String> unneeded) {
    String after = "";
    ClusterPage page;
    do {
      page = cluster.range(prefix + HeadRecord.PLACES, after, AT_ONCE, 0);
      ClusterTransaction batch = new ClusterTransaction();
      for (ClusterEntry item : page.items()) {
        after = item.key();
        String rest = item.key().substring(prefix.length());
        if (unneeded.test(rest.substring(0, rest.indexOf('/') + 1))) {
          batch.delete(item.key());
        }
      }
      if (!batch.writes().isEmpty()) {
        cluster.commit(batch);
      }
    } while (page.more());
  }
}
