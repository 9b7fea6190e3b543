package io.cloudadapter.core.store.shared;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.google.common.collect.Multimaps;
import io.cloudadapter.core.exception.StoreCorruptException;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.Transaction.Write;
import io.cloudadapter.core.store.VersionedContents;
import io.cloudadapter.core.store.quorum.ClusterEntry;
import io.cloudadapter.core.store.quorum.ClusterException;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.quorum.ClusterPage;
import io.cloudadapter.core.store.quorum.ClusterWatchListener;
import io.cloudadapter.core.store.quorum.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The mirror in memory of a store on a cluster: read once, page by page as of one revision, then kept up to date by a
 * watch.
 *
 * <pre>
 *   PREFIX/head        {@link HeadRecord}: how far it has come, who writes, what was written last
 *   PREFIX/entry/KEY   the revision in digits, a line feed, the value; a restore puts them into another place, which
 *                      the head names
 * </pre>
 *
 * <p>Threads: any; changes come one at a time.
 */
final class StoreMirror {
  private static final int FEWEST = 64;
  private static final int MOST = 4096;
  private static final long PAGE_BYTES = 2L << 20;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ClusterKv quorum;
  private final String prefix;
  private final VersionedContents contents = new VersionedContents();
  private HeadRecord head = new HeadRecord(0, 0, 0, List.of());
  private long headRevision;
  private boolean broken = true;
  private @Nullable Following following;

  StoreMirror(ClusterKv quorum, String prefix) {
    this.quorum = quorum;
    this.prefix = prefix;
  }

  VersionedContents contents() {
    return contents;
  }

  String headKey() {
    return prefix + "head";
  }

  String entryKey(String key) {
    return prefix + place() + key;
  }

  /** Where the entries are, after the prefix. */
  String place() {
    return head().place();
  }

  /** The head as of which the copy is. */
  HeadRecord head() {
    lock.lock();
    try {
      return head;
    } finally {
      lock.unlock();
    }
  }

  /** The quorum's revision of that head, 0 if there is none yet. */
  long headRevision() {
    lock.lock();
    try {
      return headRevision;
    } finally {
      lock.unlock();
    }
  }

  /** Whether it has to be read anew, since something was missed. */
  boolean broken() {
    lock.lock();
    try {
      return broken;
    } finally {
      lock.unlock();
    }
  }

  /** What was missed cannot be made up for by what comes. */
  void breaks() {
    lock.lock();
    try {
      broken = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Reads everything.
   *
   * @return the cluster's revision as of which it is read: later changes come from the watch
   * @throws StoreException if something else lies under the prefix
   */
  long load() {
    for (int attempts = 1; ; attempts++) {
      try {
        return loadOnce();
      } catch (ClusterException e) {
        if (e.kind() != ClusterException.Kind.COMPACTED || attempts == 5) {
          throw e;
        }
      }
    }
  }

  private long loadOnce() {
    Map<String, List<StoreEntry>> places = new HashMap<>();
    ClusterEntry found = null;
    ClusterEntry stranger = null;
    String after = "";
    long revision = 0;
    int most = FEWEST;
    ClusterPage page;
    do {
      page = quorum.range(prefix, after, most, revision);
      revision = page.revision();
      long bytes = 0;
      for (ClusterEntry item : page.items()) {
        bytes += item.value().length;
        after = item.key();
        if (item.key().equals(headKey())) {
          found = item;
          continue;
        }
        Optional<String> place = HeadRecord.placeIn(item.key().substring(prefix.length()));
        if (place.isPresent()) {
          places.computeIfAbsent(place.get(), p -> new ArrayList<>()).add(value(item, place.get()));
        } else if (!ReplicaRecord.owns(prefix, item.key())) {
          stranger = item;
        }
      }
      most = bytes < PAGE_BYTES ? Math.min(MOST, most * 2) : Math.max(FEWEST, most / 2);
    } while (page.more());
    if (stranger != null || (found == null && places.containsKey(HeadRecord.USUAL))) {
      throw new StoreCorruptException("under " + prefix + " in " + quorum
          + " lies something that no cloud adapter wrote"
          + (stranger == null ? "" : ", such as " + stranger.key())
          + "; use another prefix");
    }
    HeadRecord read = found == null
        ? new HeadRecord(0, 0, 0, List.of())
        : HeadRecord.read(headKey() + " in " + quorum, found.value());
    // Other places are what an interrupted restore has left.
    List<StoreEntry> values = places.getOrDefault(read.place(), List.of());
    lock.lock();
    try {
      contents.replaceAll(read.revision(), values);
      head = read;
      headRevision = found == null ? 0 : found.modRevision();
      broken = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    contents.signal();
    return revision;
  }

  private StoreEntry value(ClusterEntry item, String place) {
    byte[] bytes = item.value();
    int end = 0;
    while (end < bytes.length && bytes[end] != '\n') {
      end++;
    }
    try {
      return StoreEntry.owning(
          item.key().substring(prefix.length() + place.length()),
          Arrays.copyOfRange(bytes, Math.min(bytes.length, end + 1), bytes.length),
          Long.parseLong(new String(bytes, 0, end, ISO_8859_1)));
    } catch (NumberFormatException e) {
      throw new StoreCorruptException(
          item.key() + " in " + quorum + " is damaged: it does not begin with its revision");
    }
  }

  /** A value as it lies on the quorum. */
  static byte[] stored(long revision, byte[] value) {
    byte[] digits = (revision + "\n").getBytes(ISO_8859_1);
    byte[] whole = Arrays.copyOf(digits, digits.length + value.length);
    System.arraycopy(value, 0, whole, digits.length, value.length);
    return whole;
  }

  /** Has itself told of what others write, from where it is on. */
  void follow(ClusterWatchListener beside) {
    stopFollowing();
    Following next = new Following(beside);
    long from;
    lock.lock();
    try {
      following = next;
      from = headRevision + 1;
    } finally {
      lock.unlock();
    }
    next.watch = quorum.watch(prefix, from, next);
  }

  /** Takes in nothing more. */
  void stopFollowing() {
    Following last;
    lock.lock();
    try {
      last = following;
      following = null;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (last != null && last.watch != null) {
      last.watch.close();
    }
  }

  /** Waits for what others have written, in vain if they write no more. */
  void await(long revision, Duration atMost) {
    lock.lock();
    try {
      long left = atMost.toNanos();
      boolean interrupted = false;
      while (following != null && !broken && headRevision < revision && left > 0) {
        try {
          left = changed.awaitNanos(left);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Applies the changes of the watch. */
  private final class Following implements ClusterWatchListener {
    private final ClusterWatchListener beside;
    private volatile @Nullable Subscription watch;

    Following(ClusterWatchListener beside) {
      this.beside = beside;
    }

    @Override
    public void changed(List<Event> events) {
      for (Collection<Event> write :
          Multimaps.index(events, Event::revision).asMap().values()) {
        lock.lock();
        try {
          if (following != this) {
            return;
          }
          takeWrite(write);
        } finally {
          lock.unlock();
        }
      }
      contents.signal();
      beside.changed(events);
    }

    @Override
    public void lost(String why) {
      lock.lock();
      try {
        if (following != this) {
          return;
        }
        broken = true;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
      beside.lost(why);
    }
  }

  private void takeWrite(Collection<ClusterWatchListener.Event> write) {
    Map<String, Optional<ClusterEntry>> entries = new LinkedHashMap<>();
    ClusterWatchListener.Event change = null;
    for (ClusterWatchListener.Event event : write) {
      if (event.key().equals(headKey())) {
        change = event;
      } else if (event.key().startsWith(prefix + head.place())) {
        entries.put(event.key(), event.item());
      }
    }
    if (broken || (change == null && entries.isEmpty())) {
      return;
    }
    if (change == null || change.item().isEmpty()) {
      broken = true; // Another program has written here, or deleted everything.
      return;
    }
    if (change.revision() <= headRevision) {
      return;
    }
    HeadRecord next =
        HeadRecord.read(headKey() + " in " + quorum, change.item().get().value());
    if (!next.place().equals(head.place())) {
      broken = true; // A restore has replaced everything.
      changed.signalAll();
      return;
    }
    for (HeadRecord.Entry entry : next.log()) {
      if (entry.revision() > contents.revision()) {
        apply(entry, entries);
      }
    }
    broken |= contents.revision() != next.revision();
    head = next;
    headRevision = change.revision();
    changed.signalAll();
  }

  private void apply(HeadRecord.Entry entry, Map<String, Optional<ClusterEntry>> entries) {
    List<Write> writes = new ArrayList<>();
    for (String mark : entry.marks()) {
      String key = mark.substring(1);
      if (mark.startsWith("-")) {
        writes.add(new Write(key, null));
      } else {
        Optional<ClusterEntry> item = entries.getOrDefault(entryKey(key), Optional.empty());
        if (item.isEmpty()) {
          broken = true;
          return;
        }
        writes.add(new Write(key, value(item.get(), head.place()).sharedBytes()));
      }
    }
    if (entry.revision() == contents.revision() + 1) {
      contents.apply(entry.revision(), writes);
    } else {
      broken = true; // One before it was missed.
    }
  }

  /** Takes up one's own write, once the quorum has it. */
  void wrote(HeadRecord written, long revision, List<List<Write>> transactions) {
    lock.lock();
    try {
      for (int i = 0; i < transactions.size(); i++) {
        contents.apply(written.log().get(i).revision(), transactions.get(i));
      }
      head = written.at(head.place());
      headRevision = revision;
    } finally {
      lock.unlock();
    }
  }

  /** What a key of the quorum holds, if it is a head. */
  Optional<Read> readHead() {
    return quorum
        .get(headKey())
        .map(item -> new Read(
            HeadRecord.read(headKey() + " in " + quorum, item.value()), item.modRevision()));
  }

  /** A head and the quorum's revision of it. */
  record Read(HeadRecord head, long revision) {}
}
