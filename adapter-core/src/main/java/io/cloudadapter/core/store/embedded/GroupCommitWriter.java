package io.cloudadapter.core.store.embedded;

import io.cloudadapter.core.store.CommitResult;
import io.cloudadapter.core.store.SerialTask;
import io.cloudadapter.core.store.StoreLifecycle;
import io.cloudadapter.core.store.StoreStatistics;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.Transaction.Write;
import io.cloudadapter.core.store.UncommittedState;
import io.cloudadapter.core.store.VersionedContents;
import io.cloudadapter.spi.Ticker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes transactions to the log: all that wait when the disk becomes free go as one batch, with one force. The
 * longer a force takes, the more transactions share the next.
 *
 * <p>Everything but {@link #submit}, {@link #stop} and the counters happens on one thread at a time.
 */
public final class GroupCommitWriter {
  /** Makes room for a new log to go on with. */
  interface Rotation {
    /** The log to go on with: the same, or a new one that follows it. */
    WriteAheadLog next(WriteAheadLog current) throws IOException;
  }

  private final VersionedContents contents;
  private final StoreLifecycle gate;
  private final long epoch;
  private final Rotation rotation;
  private final SerialTask draining;
  private final Queue<Pending> queue = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private final AtomicLong commits = new AtomicLong();
  private final AtomicLong conflicts = new AtomicLong();
  private final AtomicLong forces = new AtomicLong();
  private final AtomicLong forceNanos = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private volatile boolean stopping;
  private final DurabilityMarkFile marker;
  private final Ticker ticker;
  private WriteAheadLog log;

  private record Pending(Transaction transaction, CompletableFuture<Optional<CommitResult>> done) {}

  GroupCommitWriter(
      VersionedContents contents,
      StoreLifecycle gate,
      long epoch,
      WriteAheadLog log,
      DurabilityMarkFile marker,
      Rotation rotation,
      Executor executor,
      Ticker ticker) {
    this.ticker = ticker;
    this.contents = contents;
    this.gate = gate;
    this.epoch = epoch;
    this.log = log;
    this.marker = marker;
    this.rotation = rotation;
    this.draining = new SerialTask(executor, this::drain);
  }

  /** Queues a transaction; the result stays empty if the store closed or failed before its turn. */
  public CompletableFuture<Optional<CommitResult>> submit(Transaction transaction) {
    Pending pending = new Pending(transaction, new CompletableFuture<>());
    queue.add(pending);
    try {
      draining.signal();
    } catch (RejectedExecutionException e) { // closed a moment ago, also for those who came along
      for (Pending late = queue.poll(); late != null; late = queue.poll()) {
        late.done.complete(Optional.empty());
      }
    }
    return pending.done;
  }

  /** Serves what is queued, then closes the log. */
  public CompletableFuture<Void> stop() {
    stopping = true;
    draining.signal();
    return stopped;
  }

  StoreStatistics counters(long snapshots) {
    return new StoreStatistics(
        commits.get(), conflicts.get(), forces.get(), forceNanos.get(), bytes.get(), snapshots);
  }

  private void drain() {
    List<Pending> batch = take();
    while (!batch.isEmpty()) {
      serve(batch);
      batch = take();
    }
    if (stopping && !stopped.isDone()) {
      closeLog();
      stopped.complete(null);
    }
  }

  private List<Pending> take() {
    List<Pending> batch = new ArrayList<>();
    long size = 0;
    Pending next;
    while (size < CommitBatch.ENOUGH_BYTES && (next = queue.poll()) != null) {
      batch.add(next);
      size += next.transaction.size();
    }
    return batch;
  }

  private void serve(List<Pending> batch) {
    if (stopped.isDone() || gate.failed()) {
      batch.forEach(pending -> pending.done.complete(Optional.empty()));
      return;
    }
    List<CommitResult> results;
    try {
      results = commit(batch);
    } catch (IOException | RuntimeException | Error e) { // after any failure the outcome is unknown
      gate.fail(e);
      batch.forEach(pending -> pending.done.complete(Optional.of(CommitResult.unknown(e))));
      return;
    }
    rotate(); // before anybody returns, so that they see that a snapshot is due
    for (int i = 0; i < batch.size(); i++) {
      batch.get(i).done.complete(Optional.of(results.get(i)));
    }
  }

  /** Checks each against those before it, forces all changes at once, then shows them. */
  private List<CommitResult> commit(List<Pending> batch) throws IOException {
    UncommittedState staging = new UncommittedState(contents);
    long base = staging.revision();
    List<List<Write>> staged = new ArrayList<>();
    List<CommitResult> results = new ArrayList<>();
    for (Pending pending : batch) {
      Optional<String> conflict = staging.conflict(pending.transaction);
      if (conflict.isEmpty()) {
        List<Write> changes = staging.stage(pending.transaction);
        if (!changes.isEmpty()) {
          staged.add(changes);
        }
      }
      results.add(conflict
          .map(CommitResult::conflict)
          .orElseGet(() -> CommitResult.committed(staging.revision())));
    }
    if (!staged.isEmpty()) {
      CommitBatch durable = new CommitBatch(epoch, base, staged);
      long began = ticker.nanos();
      bytes.addAndGet(log.append(durable));
      forceNanos.addAndGet(ticker.nanos() - began);
      forces.incrementAndGet();
      marker.advance(log.mark(durable.lastRevision()));
    }
    for (int i = 0; i < staged.size(); i++) {
      contents.apply(base + i + 1, staged.get(i));
    }
    long committed = results.stream().filter(CommitResult::committed).count();
    commits.addAndGet(committed);
    conflicts.addAndGet(results.size() - committed);
    return results;
  }

  private void rotate() {
    try {
      WriteAheadLog before = log;
      log = rotation.next(before);
      if (log != before) {
        marker.settle(log.mark(contents.revision()));
      }
    } catch (IOException | RuntimeException | Error e) { // as in serve
      gate.fail(e);
    }
  }

  /** An empty batch at the end lets the next opening tell rot in the last commit from a crash. */
  private void closeLog() {
    try (WriteAheadLog last = log;
        DurabilityMarkFile mark = marker) {
      if (!gate.failed()) {
        last.append(new CommitBatch(epoch, contents.revision(), List.of()));
        mark.settle(last.mark(contents.revision()));
      }
    } catch (IOException | RuntimeException e) {
      gate.fail(e);
    }
  }
}
