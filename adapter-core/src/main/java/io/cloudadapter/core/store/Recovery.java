package io.cloudadapter.core.store;

import io.cloudadapter.core.store.FileHeader.Kind;
import io.cloudadapter.core.store.disk.Disk;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Reads a directory back: the newest snapshot, then every log from its generation on, which must
 * follow each other without gap. Nothing is changed before all of it has been read and found whole.
 */
final class Recovery {
  private final Disk disk;
  private final Contents contents;
  private final int reserve;
  private long epoch;
  private long revision;
  private long earlierLogs;
  private String before = "nothing";

  Recovery(Disk disk, Contents contents, int reserve) {
    this.disk = disk;
    this.contents = contents;
    this.reserve = reserve;
  }

  /** The epoch of the last opening. */
  long epoch() {
    return epoch;
  }

  /** The bytes of the logs since the snapshot, but for the one to go on with. */
  long earlierLogs() {
    return earlierLogs;
  }

  /** Fills the contents and returns the log to go on with, mended. */
  Log run(RandomGenerator random) throws IOException {
    List<String> names = disk.names();
    long snapshot = newest(Kind.SNAPSHOT, names);
    long last = newest(Kind.LOG, names);
    if (last == 0 && snapshot == 0) {
      UUID id = new UUID(random.nextLong(), random.nextLong());
      return Log.create(disk, new FileHeader(Kind.LOG, id, 1, 0, 0), reserve);
    }
    if (snapshot > 0) {
      load(Snapshot.read(disk, snapshot));
    }
    Log log = replay(Math.max(snapshot, 1), last);
    try {
      disk.forceNames(); // a killed process may have left names that are not durable yet
      log.mend();
      tidy(disk, names, snapshot);
      return log;
    } catch (IOException | RuntimeException e) {
      log.close();
      throw e;
    }
  }

  /** Deletes what a snapshot made superfluous, and what never got its name. */
  static void tidy(Disk disk, List<String> names, long snapshot) throws IOException {
    for (String name : names) {
      long generation = Math.max(Kind.SNAPSHOT.generationOf(name), Kind.LOG.generationOf(name));
      boolean superfluous = generation > 0 && generation < snapshot;
      if (superfluous || name.endsWith(Log.TEMPORARY)) {
        disk.delete(name);
      }
    }
  }

  private void load(Snapshot snapshot) {
    contents.load(snapshot.header().revision(), snapshot.entries());
    revision = snapshot.header().revision();
    epoch = snapshot.header().epoch();
    before = snapshot.header().name();
  }

  private Log replay(long first, long last) throws IOException {
    UUID storeId = null;
    for (long generation = first; ; generation++) {
      if (!disk.names().contains(Kind.LOG.nameOf(generation))) {
        throw new StoreCorruptException(Kind.LOG.nameOf(generation) + " is missing");
      }
      Log log = Log.open(disk, generation, reserve);
      try {
        follow(log);
        if (storeId != null && !storeId.equals(log.header().storeId())) {
          throw log.corrupt(0, "belongs to another store");
        }
        storeId = log.header().storeId();
        if (generation == last) {
          return log;
        }
        earlierLogs += log.bytes();
      } catch (IOException | RuntimeException e) {
        log.close();
        throw e;
      }
      log.close();
    }
  }

  private void follow(Log log) throws IOException {
    if (log.header().revision() != revision || log.header().epoch() < epoch) {
      throw log.corrupt(
          0,
          "begins after revision %d, but what comes before it (%s) ends at %d"
              .formatted(log.header().revision(), before, revision));
    }
    epoch = log.header().epoch();
    log.replay(batch -> follow(log, batch));
    before = log.header().name();
  }

  private void follow(Log log, Batch batch) {
    if (batch.base() != revision || batch.epoch() < epoch) {
      throw log.corrupt(
          log.bytes(),
          "revision %d of epoch %d follows revision %d of epoch %d"
              .formatted(batch.base(), batch.epoch(), revision, epoch));
    }
    batch.transactions().forEach(writes -> contents.apply(++revision, writes));
    epoch = batch.epoch();
  }

  private static long newest(Kind kind, List<String> names) {
    return names.stream().mapToLong(kind::generationOf).max().orElse(0);
  }
}
