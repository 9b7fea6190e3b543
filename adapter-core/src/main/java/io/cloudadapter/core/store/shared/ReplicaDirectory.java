package io.cloudadapter.core.store.shared;

import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.store.quorum.ClusterEntry;
import io.cloudadapter.core.store.quorum.ClusterException;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.quorum.ClusterPage;
import io.cloudadapter.core.store.quorum.ClusterTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads from a store which replicas share it and which one leads, and what all of them must have alike. */
public final class ReplicaDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaDirectory.class);

  private final ClusterKv quorum;
  private final String prefix;

  ReplicaDirectory(ClusterKv quorum, String prefix) {
    this.quorum = quorum;
    this.prefix = prefix;
  }

  /**
   * Everybody who shares the store, this one included.
   *
   * @throws StoreException if the servers do not answer
   */
  public List<ElectedStore.Replica> replicas() {
    Optional<String> leads =
        quorum.get(ReplicaRecord.leader(prefix)).map(item -> replica(item, true).name());
    List<ElectedStore.Replica> found = new ArrayList<>();
    ClusterPage page = quorum.range(ReplicaRecord.all(prefix), "", 1000, 0);
    for (ClusterEntry item : page.items()) {
      List<String> lines = item.text().lines().toList();
      String its = item.key().substring(ReplicaRecord.all(prefix).length());
      found.add(new ElectedStore.Replica(
          its,
          lines.isEmpty() ? "" : lines.get(0),
          leads.filter(its::equals).isPresent(),
          lines.size() < 2 ? 0 : Long.parseLong(lines.get(1)),
          lines.size() < 3 ? List.of() : List.of(lines.get(2).split(" "))));
    }
    return found;
  }

  static ElectedStore.Replica replica(ClusterEntry item, boolean leads) {
    List<String> lines = item.text().lines().toList();
    return new ElectedStore.Replica(
        lines.isEmpty() ? "" : lines.get(0),
        lines.size() < 2 ? "" : lines.get(1),
        leads,
        0,
        List.of());
  }

  /**
   * The id of the key that all must have alike: that of the first one that came, or the one that took its place.
   *
   * @param value the id of this one's key, for the first one
   * @return the id
   * @throws StoreException if the servers do not answer
   */
  public String sealedBy(String value) {
    String key = ReplicaRecord.seal(prefix);
    Optional<ClusterEntry> there = quorum.get(key);
    if (there.isEmpty()) {
      try {
        quorum.commit(new ClusterTransaction().require(key, 0).put(key, value));
      } catch (ClusterException e) {
        if (e.kind() != ClusterException.Kind.UNKNOWN) {
          throw e;
        }
        LOG.debug("looking whether it was written all the same", e);
      }
      there = quorum.get(key);
    }
    return there.map(ClusterEntry::text).orElse("");
  }

  /**
   * Has all replicas that come from now on have another key.
   *
   * @param before the id of the key that they have had
   * @param after the id of the other one
   * @return whether it is so now; false if another key than these is demanded
   * @throws StoreException if the servers do not answer
   */
  public boolean reseal(String before, String after) {
    String key = ReplicaRecord.seal(prefix);
    Optional<ClusterEntry> there = quorum.get(key);
    if (there.map(ClusterEntry::text).filter(before::equals).isPresent()) {
      quorum.commit(
          new ClusterTransaction().require(key, there.get().modRevision()).put(key, after));
      there = quorum.get(key);
    }
    return there.map(ClusterEntry::text).filter(after::equals).isPresent();
  }

  /**
   * Describes a store for people, and checks whether it can be read and written; changes nothing in it.
   *
   * @throws StoreException if its servers do not answer, are full or refuse, or if something else lies there
   */
  public static String look(ClusterKv quorum, String prefix) {
    StoreMirror mirror = new StoreMirror(quorum, prefix);
    Optional<StoreMirror.Read> read = mirror.readHead();
    if (read.isEmpty()) {
      mirror.load(); // Few keys, or those of another program.
    }
    // No key has this revision, so nothing is written; but the cluster refuses here if it would
    // refuse writes.
    quorum.commit(new ClusterTransaction()
        .require(mirror.headKey(), Long.MAX_VALUE)
        .put(mirror.headKey(), ""));
    String who = quorum
        .get(ReplicaRecord.leader(prefix))
        .map(item -> replica(item, true))
        .map(leader ->
            leader.name() + " leads" + (leader.url().isEmpty() ? "" : ", at " + leader.url()))
        .orElse("no replica leads at present");
    return read.map(found -> quorum + " holds a ledger at revision "
            + found.head().revision() + ", epoch " + found.head().epoch() + "; " + who)
        .orElse(quorum + " holds no ledger yet; " + who);
  }
}
