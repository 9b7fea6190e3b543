package io.cloudadapter.core.store.embedded;

import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.core.store.VersionedContents;
import io.cloudadapter.core.store.embedded.FileHeader.Kind;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the logs from growing for ever. Once they are large beside what they hold, a new log is
 * begun; then, while commits go on in it, a snapshot of the moment between the logs is written, and
 * what came before it is deleted.
 */
final class LogCompactor implements GroupCommitWriter.Rotation {
  /** Logs may take this many times the entries. */
  private static final int RATIO = 2;

  private final ReentrantLock lock = new ReentrantLock();
  private final Disk disk;
  private final VersionedContents contents;
  private final long epoch;
  private final long threshold;
  private final int reserve;
  private final AtomicReference<@Nullable SnapshotFile> due = new AtomicReference<>();
  private final AtomicLong done = new AtomicLong();
  private volatile boolean busy;
  private volatile boolean stopping;
  private long earlierLogs;

  LogCompactor(
      Disk disk,
      VersionedContents contents,
      long epoch,
      long threshold,
      int reserve,
      long earlierLogs) {
    this.disk = disk;
    this.contents = contents;
    this.epoch = epoch;
    this.threshold = threshold;
    this.reserve = reserve;
    this.earlierLogs = earlierLogs;
  }

  @Override
  public WriteAheadLog next(WriteAheadLog current) throws IOException {
    long logged = earlierLogs + current.bytes();
    if (busy || logged < threshold || logged < RATIO * contents.entryBytes()) {
      return current;
    }
    StoreRange all = contents.all();
    FileHeader header = header(Kind.LOG, current, all.revision());
    WriteAheadLog next = WriteAheadLog.create(disk, header, reserve);
    current.close();
    earlierLogs = 0;
    busy = true;
    due.set(new SnapshotFile(header(Kind.SNAPSHOT, current, all.revision()), all.entries()));
    return next;
  }

  /** Returns the snapshot file that is now due, once; the caller {@link #run runs} it. */
  Optional<SnapshotFile> takeDue() {
    return Optional.ofNullable(due.getAndSet(null));
  }

  void run(SnapshotFile snapshot) throws IOException {
    lock.lock();
    try {
      if (!stopping && snapshot.write(disk, () -> stopping)) {
        LogRecovery.tidy(disk, disk.names(), snapshot.header().generation());
        done.incrementAndGet();
        busy = false;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Gives up a snapshot that is being written, and waits until it has. */
  void stop() {
    stopping = true;
    lock.lock();
    try {
      due.set(null);
    } finally {
      lock.unlock();
    }
  }

  long snapshots() {
    return done.get();
  }

  private FileHeader header(Kind kind, WriteAheadLog before, long revision) {
    return new FileHeader(
        kind, before.header().storeId(), before.header().generation() + 1, revision, epoch);
  }
}
