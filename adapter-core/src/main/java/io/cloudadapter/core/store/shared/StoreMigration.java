package io.cloudadapter.core.store.shared;

import io.cloudadapter.core.exception.StoreCorruptException;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.exception.StoreInUseException;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.core.store.embedded.Disk;
import io.cloudadapter.core.store.embedded.DurabilityMarkFile;
import io.cloudadapter.core.store.embedded.FileHeader;
import io.cloudadapter.core.store.embedded.FileHeader.Kind;
import io.cloudadapter.core.store.embedded.SnapshotFile;
import io.cloudadapter.core.store.embedded.WriteAheadLog;
import io.cloudadapter.core.store.quorum.ClusterEntry;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.quorum.ClusterPage;
import io.cloudadapter.core.store.quorum.ClusterTransaction;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the contents of a store to another kind of store: the same entries under the same revisions, with an epoch
 * that continues from there. No process may use either of the two meanwhile.
 */
public final class StoreMigration {
  /** The content of the head during a move; no process opens such a store. */
  static final String UNDER_WAY = "cloud-adapter move under way\n";

  /** The content of the head after everything was moved away. */
  static final String GONE = "cloud-adapter moved away\n";

  private static final Logger LOG = LoggerFactory.getLogger(StoreMigration.class);
  private static final int AT_ONCE = 100;
  private static final long BYTES_AT_ONCE = 1 << 20;
  private static final int RESERVE = 256 << 10;

  private StoreMigration() {}

  /** All that a store holds, the epoch under which it was last written, and where a cluster has its entries. */
  public record Whole(long epoch, StoreRange range, String place) {
    /** Contents for an empty store. */
    public Whole(long epoch, StoreRange range) {
      this(epoch, range, HeadRecord.USUAL);
    }
  }

  /**
   * Reads the contents of a store on a cluster, and closes it there for all processes.
   *
   * @param prefix the beginning of all its keys, with a slash at its end
   * @throws StoreException if a replica leads there, or there is no store
   */
  public static Whole takeFrom(ClusterKv quorum, String prefix) {
    Optional<ClusterEntry> leader = quorum.get(ReplicaRecord.leader(prefix));
    if (leader.isPresent()) {
      throw new StoreInUseException(leader.get().text().lines().findFirst().orElse("a replica")
          + " leads under " + prefix + " in " + quorum + "; stop all servers first");
    }
    StoreMirror mirror = new StoreMirror(quorum, prefix);
    mirror.load();
    if (mirror.headRevision() == 0) {
      throw new StoreException("there is no ledger under " + prefix + " in " + quorum);
    }
    Optional<Long> closed = quorum.commit(new ClusterTransaction()
        .require(mirror.headKey(), mirror.headRevision())
        .require(ReplicaRecord.leader(prefix), 0)
        .put(mirror.headKey(), GONE));
    if (closed.isEmpty()) {
      throw new StoreInUseException(
          "another process writes under " + prefix + " in " + quorum + "; stop all servers first");
    }
    return new Whole(
        mirror.head().epoch(), mirror.contents().range("", directory -> true), mirror.place());
  }

  /**
   * Has what was taken from a quorum be opened there again, since it did not arrive elsewhere.
   */
  public static void giveBack(ClusterKv quorum, String prefix, Whole whole) {
    StoreMirror mirror = new StoreMirror(quorum, prefix);
    quorum.commit(new ClusterTransaction()
        .put(
            mirror.headKey(),
            new HeadRecord(whole.range().revision(), whole.epoch(), 0, List.of(), whole.place())
                .bytes()));
  }

  /**
   * Writes all to a quorum.
   *
   * @param keyId the id of the ledger key that all replicas must have; empty for that of the first one that comes
   * @throws StoreException if something lies there already
   */
  public static void bringTo(ClusterKv quorum, String prefix, Whole whole, Optional<String> keyId) {
    StoreMirror mirror = new StoreMirror(quorum, prefix);
    Optional<ClusterEntry> before = quorum.get(mirror.headKey());
    boolean broken = before.map(ClusterEntry::text).filter(UNDER_WAY::equals).isPresent();
    boolean gone = before.map(ClusterEntry::text).filter(GONE::equals).isPresent();
    if (before.isPresent() && !broken && !gone) {
      throw new StoreException("there is a ledger under " + prefix + " in " + quorum
          + " already; use another prefix, or delete it by hand: etcdctl del --prefix " + prefix);
    }
    refuseStrangers(quorum, prefix);
    long expected = before.map(ClusterEntry::modRevision).orElse(0L);
    Optional<Long> begun = quorum.commit(new ClusterTransaction()
        .require(mirror.headKey(), expected)
        .put(mirror.headKey(), UNDER_WAY));
    if (begun.isEmpty()) {
      throw new StoreInUseException("another process writes under " + prefix + " in " + quorum);
    }
    clear(quorum, prefix);
    ClusterTransaction attempt = new ClusterTransaction();
    long bytes = 0;
    for (StoreEntry value : whole.range().entries()) {
      if (attempt.writes().size() == AT_ONCE || bytes > BYTES_AT_ONCE) {
        quorum.commit(attempt);
        attempt = new ClusterTransaction();
        bytes = 0;
      }
      attempt.put(
          mirror.entryKey(value.key()),
          StoreMirror.stored(value.modRevision(), value.sharedBytes()));
      bytes += value.size();
    }
    if (!attempt.writes().isEmpty()) {
      quorum.commit(attempt);
    }
    HeadRecord head = new HeadRecord(whole.range().revision(), whole.epoch(), 0, List.of());
    ClusterTransaction last = new ClusterTransaction()
        .require(mirror.headKey(), begun.get())
        .put(mirror.headKey(), head.bytes());
    // The key that replicas had here before may have been rotated elsewhere since.
    keyId.ifPresentOrElse(
        id -> last.put(ReplicaRecord.seal(prefix), id),
        () -> last.delete(ReplicaRecord.seal(prefix)));
    quorum.commit(last);
  }

  /** What an earlier transfer has left. */
  private static void clear(ClusterKv quorum, String prefix) {
    ClusterPage page;
    do {
      page = quorum.range(prefix + HeadRecord.PLACES, "", AT_ONCE, 0);
      ClusterTransaction attempt = new ClusterTransaction();
      page.items().forEach(item -> attempt.delete(item.key()));
      if (!page.items().isEmpty()) {
        quorum.commit(attempt);
      }
    } while (page.more());
  }

  private static void refuseStrangers(ClusterKv quorum, String prefix) {
    for (ClusterEntry item : quorum.range(prefix, "", AT_ONCE, 0).items()) {
      boolean ours = item.key().equals(prefix + "head")
          || HeadRecord.placeIn(item.key().substring(prefix.length())).isPresent();
      if (!ours && !ReplicaRecord.owns(prefix, item.key())) {
        throw new StoreCorruptException("under " + prefix + " in " + quorum
            + " lies something that no cloud adapter wrote, such as " + item.key()
            + "; use another prefix");
      }
    }
  }

  /**
   * Writes all to an empty disk.
   *
   * @throws StoreException if it cannot be written
   */
  public static void bringTo(Disk disk, Whole whole, RandomGenerator random) {
    try (Closeable lock = lock(disk)) {
      write(disk, whole, random);
      LOG.debug("{} is given up", lock);
    } catch (IOException e) {
      throw new StoreException("cannot write the ledger to " + disk + ": " + e, e);
    }
  }

  private static Closeable lock(Disk disk) throws IOException {
    return disk.tryLock().orElseThrow(() -> new StoreInUseException(disk + " is in use"));
  }

  private static void write(Disk disk, Whole whole, RandomGenerator random) throws IOException {
    UUID id = new UUID(random.nextLong(), random.nextLong());
    long revision = whole.range().revision();
    if (!disk.names().stream().allMatch(name -> name.equals("lock"))) {
      throw new StoreException("there is a ledger in " + disk + " already; move it away first");
    }
    new SnapshotFile(
            new FileHeader(Kind.SNAPSHOT, id, 1, revision, whole.epoch()),
            whole.range().entries())
        .write(disk, () -> false);
    try (WriteAheadLog log = WriteAheadLog.create(
            disk, new FileHeader(Kind.LOG, id, 1, revision, whole.epoch()), RESERVE);
        DurabilityMarkFile marker = DurabilityMarkFile.begin(disk, log.mark(revision))) {
      LOG.debug("{} begins with {}", disk, marker);
    }
  }
}
