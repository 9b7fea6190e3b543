package io.cloudadapter.core.store.shared;

import io.cloudadapter.core.exception.StoreFailedException;
import io.cloudadapter.core.store.Transaction.Write;
import io.cloudadapter.core.store.quorum.ClusterException;
import io.cloudadapter.core.store.quorum.ClusterException.Kind;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.quorum.ClusterTransaction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Writes the {@link HeadRecord} together with changes to a quorum of servers. When no answer comes, the head shows
 * whether the write was done; if it was not, the head is rewritten as it is, so that the write cannot be done any more.
 */
final class HeadWriter {
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final ClusterKv quorum;
  private final StoreMirror mirror;
  private final LeaderTerm term;
  private final long epoch;
  private final QuorumStore.Settings settings;
  private final Function<Optional<StoreMirror.Read>, StoreFailedException> fenced;
  private final AtomicLong forces = new AtomicLong();
  private final AtomicLong forceNanos = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private long writes = 1; // of the draining, which is one at a time

  /**
   * A writer of one opening.
   *
   * @param fenced ends the opening, since a later one has written the head, and returns why
   */
  HeadWriter(
      ClusterKv quorum,
      StoreMirror mirror,
      LeaderTerm term,
      long epoch,
      QuorumStore.Settings settings,
      Function<Optional<StoreMirror.Read>, StoreFailedException> fenced) {
    this.quorum = quorum;
    this.mirror = mirror;
    this.term = term;
    this.epoch = epoch;
    this.settings = settings;
    this.fenced = fenced;
  }

  /** How long writes have waited for the servers. */
  long forceNanos() {
    return forceNanos.get();
  }

  /** How many writes the servers have taken. */
  long forces() {
    return forces.get();
  }

  long bytes() {
    return bytes.get();
  }

  /** Asks the servers whether this opening still is the last one; throws if it is not. */
  void checkIsLast() {
    Optional<StoreMirror.Read> found = mirror.readHead();
    if (found.map(StoreMirror.Read::head).filter(head -> head.epoch() == epoch).isEmpty()) {
      throw fenced.apply(found);
    }
  }

  /** Writes all changes at once, and resolves what became of them. */
  void write(long revision, List<HeadRecord.Entry> log, List<List<Write>> staged) {
    long began = settings.ticker().nanos();
    while (true) {
      Optional<String> over = term.over();
      if (over.isPresent()) {
        throw new StoreFailedException(over.get());
      }
      HeadRecord next = new HeadRecord(revision, epoch, ++writes, log);
      Optional<Long> written;
      try {
        written = send(next, staged);
        if (written.isEmpty()) {
          checkIsLast(); // Refused, and so not done; by a later opening, as a rule.
          written = lookFor(next, began);
        }
      } catch (Unanswered e) {
        written = lookFor(next, began);
      }
      if (written.isPresent()) {
        mirror.wrote(next, written.get(), staged);
        return;
      }
    }
  }

  /** Whether a write was done has to be looked for. */
  private static final class Unanswered extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /** The revision of the write, or empty if it was refused. */
  private Optional<Long> send(HeadRecord next, List<List<Write>> staged) throws Unanswered {
    byte[] text = next.at(mirror.place()).bytes();
    ClusterTransaction attempt = new ClusterTransaction()
        .require(mirror.headKey(), mirror.headRevision())
        .put(mirror.headKey(), text);
    long size = text.length;
    for (int i = 0; i < staged.size(); i++) {
      long revision = next.log().get(i).revision();
      for (Write write : staged.get(i)) {
        byte[] value = write.sharedBytes();
        if (value == null) {
          attempt.delete(mirror.entryKey(write.key()));
        } else {
          size += value.length;
          attempt.put(mirror.entryKey(write.key()), StoreMirror.stored(revision, value));
        }
      }
    }
    long began = settings.ticker().nanos();
    try {
      Optional<Long> written = quorum.commit(attempt);
      forceNanos.addAndGet(settings.ticker().nanos() - began);
      forces.incrementAndGet();
      bytes.addAndGet(size);
      return written;
    } catch (ClusterException e) {
      return switch (e.kind()) {
        case UNKNOWN -> throw new Unanswered();
        case FULL -> Optional.of(doneAllTheSame(next).orElseThrow(() -> e));
        case REFUSED, COMPACTED -> throw e;
      };
    }
  }

  /** The write that fills the servers gets the error that they are full, and yet is done. */
  private Optional<Long> doneAllTheSame(HeadRecord sent) {
    try {
      return mirror
          .readHead()
          .filter(read -> read.head().epoch() == epoch && read.head().write() == sent.write())
          .map(StoreMirror.Read::revision);
    } catch (ClusterException e) {
      throw new IllegalStateException(
          "the outcome of the last write is unknown: " + e.getMessage(), e);
    }
  }

  /**
   * Finds out what became of a write without an answer.
   *
   * @return the revision of the write; empty if it was not done, and cannot be any more
   * @throws StoreFailedException if it was not done, since a later opening is there
   */
  private Optional<Long> lookFor(HeadRecord sent, long began) {
    while (true) {
      try {
        Optional<StoreMirror.Read> found = mirror.readHead();
        if (found.isEmpty() || found.get().head().epoch() != epoch) {
          throw superseded(sent, found);
        }
        HeadRecord now = found.get().head();
        if (now.write() == sent.write()) {
          return Optional.of(found.get().revision());
        }
        if (now.write() > sent.write()) { // The bar below was set, although its reply was lost.
          mirror.wrote(now, found.get().revision(), List.of());
          return Optional.empty();
        }
        HeadRecord bar = new HeadRecord(now.revision(), epoch, ++writes, List.of());
        Optional<Long> set = quorum.commit(new ClusterTransaction()
            .require(mirror.headKey(), found.get().revision())
            .put(mirror.headKey(), bar.at(now.place()).bytes()));
        if (set.isPresent()) {
          mirror.wrote(bar, set.get(), List.of());
          return Optional.empty();
        }
      } catch (ClusterException e) {
        if (e.kind() != Kind.UNKNOWN) {
          throw new IllegalStateException(
              "the outcome of a write is unknown: " + e.getMessage(), e);
        }
      }
      if (term.over().isPresent()) {
        throw new IllegalStateException(
            term.over().get() + "; the outcome of the last write is unknown");
      }
      if (settings.ticker().nanos() - began > settings.patience().toNanos()) {
        throw new IllegalStateException(quorum + " has not answered for " + settings.patience()
            + "; the outcome of the last write is unknown");
      }
      quorum.pause(PAUSE);
    }
  }

  private RuntimeException superseded(HeadRecord sent, Optional<StoreMirror.Read> found) {
    StoreFailedException later = fenced.apply(found);
    boolean undone = found.map(read -> read.head().revision() < sent.revision()).orElse(false);
    return undone
        ? later
        : new IllegalStateException(
            later.getMessage() + "; the outcome of the last write is unknown", later);
  }
}
