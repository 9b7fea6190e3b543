package io.cloudadapter.core.store.embedded;

import io.cloudadapter.core.exception.StoreCorruptException;
import io.cloudadapter.core.store.VersionedContents;
import io.cloudadapter.core.store.embedded.FileHeader.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Reads a directory back: the newest snapshot, then every log from its generation on, which must
 * follow each other without gap. Nothing is changed before all of it has been read and found whole.
 */
final class LogRecovery {
  private final Disk disk;
  private final VersionedContents contents;
  private final int reserve;
  private long epoch;
  private long revision;
  private long earlierLogs;
  private String before = "nothing";
  private Optional<DurabilityMark> mark = Optional.empty();
  private Optional<String> tail = Optional.empty();

  LogRecovery(Disk disk, VersionedContents contents, int reserve) {
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

  /** What is behind the last whole record and is none, in figures; empty if that is nothing. */
  Optional<String> tail() {
    return tail;
  }

  long revision() {
    return revision;
  }

  /** Fills the contents and returns the log to go on with, mended. */
  WriteAheadLog run(RandomGenerator random) throws IOException {
    List<String> names = disk.names();
    long snapshot = newest(Kind.SNAPSHOT, names);
    long last = newest(Kind.LOG, names);
    mark = DurabilityMarkFile.read(disk);
    if (mark.filter(m -> m.generation() > Math.max(last, snapshot)).isPresent()) {
      throw new StoreCorruptException(mark.get().log() + " is missing: " + mark.get()
          + "; restore the directory from a backup");
    }
    if (last == 0 && snapshot == 0) {
      UUID id = new UUID(random.nextLong(), random.nextLong());
      return WriteAheadLog.create(disk, new FileHeader(Kind.LOG, id, 1, 0, 0), reserve);
    }
    if (snapshot > 0) {
      load(SnapshotFile.read(disk, snapshot));
    }
    WriteAheadLog log = replay(Math.max(snapshot, 1), last);
    try {
      examineEnd(log);
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
      if (superfluous || name.endsWith(AtomicFile.TEMPORARY)) {
        disk.delete(name);
      }
    }
  }

  private void load(SnapshotFile snapshot) {
    contents.load(snapshot.header().revision(), snapshot.entries());
    revision = snapshot.header().revision();
    epoch = snapshot.header().epoch();
    before = snapshot.header().name();
  }

  private WriteAheadLog replay(long first, long last) throws IOException {
    UUID storeId = null;
    for (long generation = first; ; generation++) {
      if (!disk.names().contains(Kind.LOG.nameOf(generation))) {
        throw new StoreCorruptException(Kind.LOG.nameOf(generation) + " is missing"
            + described(generation) + "; restore the directory from a backup");
      }
      refuseIfShort(generation);
      WriteAheadLog log = WriteAheadLog.open(disk, generation, reserve);
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

  private Optional<DurabilityMark> markOf(long generation) {
    return mark.filter(m -> m.generation() == generation);
  }

  private String described(long generation) {
    return markOf(generation).map(m -> ": " + m).orElse("");
  }

  /** A file that is shorter than what was durable in it need not even have a header. */
  private void refuseIfShort(long generation) throws IOException {
    Optional<DurabilityMark> known = markOf(generation);
    if (known.isPresent()) {
      try (DiskFile file = disk.open(Kind.LOG.nameOf(generation))) {
        if (file.size() < Math.min(known.get().length(), FileHeader.BYTES)) {
          throw new StoreCorruptException(known.get().log() + " has " + file.size() + " bytes, but "
              + known.get() + "; restore the directory from a backup");
        }
      }
    }
  }

  /** Refuses a store that ends before its durability mark; examines what lies behind the end of one that does not. */
  private void examineEnd(WriteAheadLog log) throws IOException {
    Optional<DurabilityMark> known = mark;
    if (known.isPresent()) {
      DurabilityMark durable = known.get();
      if (!durable.storeId().equals(log.header().storeId())) {
        throw new StoreCorruptException(DurabilityMarkFile.NAME
            + " at offset 0: it belongs to another store than " + log.header().name());
      }
      boolean sameLog = durable.generation() == log.header().generation();
      if (revision < durable.revision() || (sameLog && log.bytes() < durable.length())) {
        throw log.corrupt(
            log.bytes(),
            ("the log ends here with revision %d, but %s: %d revisions%s are missing;"
                    + " restore the directory from a backup")
                .formatted(
                    revision,
                    durable,
                    Math.max(0, durable.revision() - revision),
                    sameLog ? " in " + (durable.length() - log.bytes()) + " bytes" : ""));
      }
    }
    tail = tailOf(log);
  }

  private Optional<String> tailOf(WriteAheadLog log) throws IOException {
    long torn = log.writtenUpTo() - log.bytes();
    long cut = markOf(log.header().generation())
        .map(m -> m.size() - log.size())
        .filter(bytes -> bytes > 0)
        .orElse(0L);
    if (torn == 0 && cut == 0) {
      return Optional.empty();
    }
    return Optional.of("%s ends at offset %d with revision %d. %s%s%s"
        .formatted(
            log.header().name(),
            log.bytes(),
            revision,
            torn == 0
                ? ""
                : ("%d bytes behind it, up to offset %d, are no whole record: a write that power loss"
                        + " cut short, or damage. ")
                    .formatted(torn, log.bytes() + torn),
            cut == 0 ? "" : "The file has lost %d bytes at its end. ".formatted(cut),
            mark.map(m -> "By the marker, revision " + m.revision()
                    + " was durable; nothing up to it is missing")
                .orElse("There is no marker to compare with")));
  }

  private void follow(WriteAheadLog log) throws IOException {
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

  private void follow(WriteAheadLog log, CommitBatch batch) {
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
