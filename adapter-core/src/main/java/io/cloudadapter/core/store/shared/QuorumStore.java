package io.cloudadapter.core.store.shared;

import io.cloudadapter.core.exception.StoreCorruptException;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.exception.StoreFailedException;
import io.cloudadapter.core.store.CommitResult;
import io.cloudadapter.core.store.KeyLimits;
import io.cloudadapter.core.store.SerialTask;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.StoreLifecycle;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.core.store.StoreStatistics;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.Transaction.Write;
import io.cloudadapter.core.store.UncommittedState;
import io.cloudadapter.core.store.VersionedContents;
import io.cloudadapter.core.store.WatchEndReason;
import io.cloudadapter.core.store.WatchListener;
import io.cloudadapter.core.store.quorum.ClusterException;
import io.cloudadapter.core.store.quorum.ClusterException.Kind;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.quorum.ClusterTransaction;
import io.cloudadapter.core.store.quorum.Subscription;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * A store on a quorum of servers, which several processes may open; only the last opening writes.
 *
 * <p><b>One key fences all.</b> Each write rewrites the {@link HeadRecord}, and requires it as the opening before
 * left it. A later opening rewrites it too, so the servers refuse everything that an earlier one sends, now or when
 * it resumes. No clock and no lock has a part in that.
 *
 * <p><b>Reads</b> come from a copy in memory, after the servers were asked whether this opening still is the last
 * one: at least as new as any earlier answer to any caller.
 *
 * <p><b>UNKNOWN is resolved.</b> When no answer comes, the head shows whether the write was done. If it was not, the
 * head is rewritten as it is: then the write cannot be done any more, however late it arrives, and is sent again.
 * Only if the servers stay silent for the patience does a commit end as UNKNOWN, and the opening with it.
 *
 * <p>Commits that wait share the next write, as far as it holds them. How that was chosen:
 * docs/decisions/015-etcd.md.
 */
public final class QuorumStore implements StateStore {
  /** The default of etcd is 128; the head is one of them. */
  private static final int OPERATIONS = 120;

  private static final long ENOUGH_BYTES = 1 << 20;
  private static final Duration PAUSE = Duration.ofMillis(50);

  private record Pending(Transaction transaction, CompletableFuture<Optional<CommitResult>> done) {}

  private final ClusterKv quorum;
  private final LeaderTerm term;
  private final HeadWriter writer;
  private final VersionedContents contents;
  private final StoreLifecycle gate;
  private final long epoch;
  private final Settings settings;
  private final Optional<ExecutorService> own;
  private final SerialTask draining;
  private final Queue<Pending> queue = new ConcurrentLinkedQueue<>();
  private final AtomicLong commits = new AtomicLong();
  private final AtomicLong conflicts = new AtomicLong();
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private volatile boolean stopping;

  private QuorumStore(
      ClusterKv quorum, StoreMirror mirror, LeaderTerm term, long epoch, Settings settings) {
    this.quorum = quorum;
    this.contents = mirror.contents();
    this.gate = new StoreLifecycle(quorum.toString());
    this.epoch = epoch;
    this.term = term;
    this.writer = new HeadWriter(quorum, mirror, term, epoch, settings, this::fenced);
    this.settings = settings;
    this.own = settings.executor().isPresent()
        ? Optional.empty()
        : Optional.of(DaemonThreads.named("store-quorum"));
    this.draining = new SerialTask(executor(), this::drain);
  }

  /**
   * How an opening works.
   *
   * @param executor runs all that it does, in tests on one thread; threads of its own unless given
   * @param ticker counts the patience
   * @param patience for how long a write without an answer is looked for before it ends as UNKNOWN
   */
  public record Settings(Optional<Executor> executor, Ticker ticker, Duration patience) {
    /** Threads of its own, and ten seconds. */
    public static Settings usual(Ticker ticker) {
      return new Settings(Optional.empty(), ticker, Duration.ofSeconds(10));
    }
  }

  /**
   * Opens the store under a prefix, and fences its present holder.
   *
   * @param quorum the servers; not closed with the store
   * @param prefix the beginning of all its keys, with a slash at its end
   * @throws StoreCorruptException if something else lies there
   * @throws StoreException if the servers do not answer or refuse
   */
  public static QuorumStore open(ClusterKv quorum, String prefix, Settings settings) {
    StoreMirror mirror = new StoreMirror(quorum, prefix);
    mirror.load();
    return open(quorum, mirror, mirror.readHead(), LeaderTerm.ENDLESS, settings);
  }

  /**
   * Opens it over a copy, which is read anew unless it is as far as the store.
   *
   * @param head as it was read a moment ago; if it has changed since, it is read again
   */
  static QuorumStore open(
      ClusterKv quorum,
      StoreMirror mirror,
      Optional<StoreMirror.Read> head,
      LeaderTerm term,
      Settings settings) {
    long began = settings.ticker().nanos();
    Optional<StoreMirror.Read> found = head;
    while (true) {
      long revision = found.map(StoreMirror.Read::revision).orElse(0L);
      if (mirror.broken() || revision != mirror.headRevision()) {
        mirror.load();
        revision = mirror.headRevision();
      }
      HeadRecord before = mirror.head();
      HeadRecord next = new HeadRecord(before.revision(), before.epoch() + 1, 1, List.of());
      try {
        ClusterTransaction attempt = new ClusterTransaction()
            .require(mirror.headKey(), revision)
            .put(mirror.headKey(), next.at(before.place()).bytes());
        Optional<Long> written = quorum.commit(term.on(attempt));
        if (written.isPresent()) {
          mirror.wrote(next, written.get(), List.of());
          return new QuorumStore(quorum, mirror, term, next.epoch(), settings);
        }
      } catch (ClusterException e) {
        // Whether it was done does not matter: a further opening fences it, too.
        if (e.kind() != Kind.UNKNOWN) {
          throw e;
        }
      }
      if (settings.ticker().nanos() - began > settings.patience().toNanos()) {
        throw new StoreException(quorum + ": the store could not be opened under "
            + mirror.headKey() + ": others write there, or its lead was lost; try again");
      }
      quorum.pause(PAUSE);
      found = mirror.readHead();
    }
  }

  private Executor executor() {
    return settings.executor().orElseGet(own::get);
  }

  @Override
  public long epoch() {
    return epoch;
  }

  /** Throws unless it serves. */
  private void check() {
    gate.check();
    term.over().ifPresent(why -> {
      end(new StoreFailedException(why));
      gate.check();
    });
  }

  @Override
  public long revision() {
    check();
    return contents.revision();
  }

  @Override
  public Optional<StoreEntry> get(String key) {
    KeyLimits.checkKey(key);
    ask();
    return contents.get(key);
  }

  @Override
  public StoreRange range(String prefix, Predicate<String> wanted) {
    KeyLimits.checkPrefix(prefix);
    ask();
    return contents.range(prefix, wanted);
  }

  @Override
  public Optional<Set<String>> changed(String prefix, long since) {
    check();
    return contents.changed(KeyLimits.checkPrefix(prefix), since);
  }

  /** Whether this opening still is the last one, by the servers' word. */
  private void ask() {
    check();
    writer.checkIsLast();
  }

  private StoreFailedException fenced(Optional<StoreMirror.Read> found) {
    StoreFailedException fenced = new StoreFailedException("epoch %d is fenced: %s"
        .formatted(
            epoch,
            found
                .map(read -> "epoch " + read.head().epoch() + " was opened since")
                .orElse("its head was deleted by hand")));
    end(fenced);
    return fenced;
  }

  /**
   * Ends this opening, as a failure would.
   *
   * @param why for callers that still use it
   */
  void end(StoreFailedException why) {
    gate.fail(why);
    contents.end(WatchEndReason.FAILED);
  }

  /** Whether it has failed, been fenced or ended. */
  public boolean ended() {
    return gate.failed() || term.over().isPresent();
  }

  @Override
  public boolean mayAct() {
    return !ended();
  }

  @Override
  public CommitResult commit(Transaction transaction) {
    check();
    Pending pending = new Pending(transaction, new CompletableFuture<>());
    queue.add(pending);
    try {
      draining.signal();
    } catch (RejectedExecutionException e) { // closed a moment ago, also for those who came along
      for (Pending late = queue.poll(); late != null; late = queue.poll()) {
        late.done.complete(Optional.empty());
      }
    }
    Optional<CommitResult> result;
    try {
      result = pending.done.join();
    } catch (java.util.concurrent.CompletionException e) {
      if (e.getCause() instanceof StoreException refused) {
        throw refused;
      }
      throw e;
    }
    contents.signal();
    return result.orElseGet(() -> {
      gate.check();
      throw new IllegalStateException("commit refused by a store that serves");
    });
  }

  @Override
  public Subscription watch(String prefix, long fromRevision, WatchListener listener) {
    check();
    KeyLimits.checkPrefix(prefix);
    KeyLimits.checkRevision("fromRevision", fromRevision);
    return contents.watch(prefix, fromRevision, listener, executor());
  }

  /** What has been done since opening; a force is a write to the quorum. */
  public StoreStatistics counters() {
    return new StoreStatistics(
        commits.get(), conflicts.get(), writer.forces(), writer.forceNanos(), writer.bytes(), 0);
  }

  @Override
  public void close() {
    if (!gate.close()) {
      return;
    }
    stopping = true;
    draining.signal();
    stopped.join();
    contents.end(gate.failed() ? WatchEndReason.FAILED : WatchEndReason.CLOSED);
    own.ifPresent(ExecutorService::shutdown);
  }

  @Override
  public String toString() {
    return "store in " + quorum;
  }

  private void drain() {
    List<Pending> batch = take();
    while (!batch.isEmpty()) {
      serve(batch);
      batch = take();
    }
    if (stopping) {
      stopped.complete(null);
    }
  }

  /** Those that fit into one write: few enough, small enough, and no key twice. */
  private List<Pending> take() {
    List<Pending> batch = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    long size = 0;
    Pending next = queue.peek();
    while (next != null && (batch.isEmpty() || fits(next.transaction, keys, size))) {
      batch.add(queue.remove());
      next.transaction.writes().forEach(write -> keys.add(write.key()));
      size += next.transaction.size();
      next = queue.peek();
    }
    return batch;
  }

  private static boolean fits(Transaction transaction, Set<String> keys, long size) {
    return size + transaction.size() <= ENOUGH_BYTES
        && keys.size() + transaction.writes().size() < OPERATIONS
        && transaction.writes().stream().noneMatch(write -> keys.contains(write.key()));
  }

  private void serve(List<Pending> batch) {
    if (stopped.isDone() || gate.failed()) {
      batch.forEach(pending -> pending.done.complete(Optional.empty()));
      return;
    }
    List<CommitResult> results;
    try {
      results = commit(batch);
    } catch (ClusterException e) { // refused, and nothing was written
      batch.forEach(pending -> pending.done.completeExceptionally(e));
      return;
    } catch (StoreFailedException e) { // fenced, and nothing was written
      end(e);
      batch.forEach(pending -> pending.done.complete(Optional.empty()));
      return;
    } catch (RuntimeException | Error e) { // after any failure the outcome is unknown
      end(new StoreFailedException(String.valueOf(e.getMessage()), e));
      batch.forEach(pending -> pending.done.complete(Optional.of(CommitResult.unknown(e))));
      return;
    }
    for (int i = 0; i < batch.size(); i++) {
      batch.get(i).done.complete(Optional.of(results.get(i)));
    }
  }

  /** Checks each against those before it, writes all changes at once, then shows them. */
  private List<CommitResult> commit(List<Pending> batch) {
    UncommittedState staging = new UncommittedState(contents);
    List<HeadRecord.Entry> log = new ArrayList<>();
    List<List<Write>> staged = new ArrayList<>();
    List<CommitResult> results = new ArrayList<>();
    for (Pending pending : batch) {
      Optional<String> conflict = staging.conflict(pending.transaction);
      if (conflict.isEmpty()) {
        List<Write> changes = staging.stage(pending.transaction);
        if (!changes.isEmpty()) {
          staged.add(changes);
          log.add(HeadRecord.Entry.of(staging.revision(), changes));
        }
      }
      results.add(conflict
          .map(CommitResult::conflict)
          .orElseGet(() -> CommitResult.committed(staging.revision())));
    }
    if (staged.isEmpty()) {
      writer
          .checkIsLast(); // An answer without a write is true only if no other opening has written.
    } else {
      writer.write(staging.revision(), log, staged);
    }
    long committed = results.stream().filter(CommitResult::committed).count();
    commits.addAndGet(committed);
    conflicts.addAndGet(results.size() - committed);
    return results;
  }
}
