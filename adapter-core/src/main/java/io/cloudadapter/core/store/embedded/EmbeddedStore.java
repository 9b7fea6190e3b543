package io.cloudadapter.core.store.embedded;

import io.cloudadapter.core.exception.StoreCorruptException;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.exception.StoreInUseException;
import io.cloudadapter.core.store.CommitResult;
import io.cloudadapter.core.store.KeyLimits;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.StoreLifecycle;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.core.store.StoreStatistics;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.VersionedContents;
import io.cloudadapter.core.store.WatchEndReason;
import io.cloudadapter.core.store.WatchListener;
import io.cloudadapter.core.store.embedded.FileHeader.Kind;
import io.cloudadapter.core.store.quorum.Subscription;
import io.cloudadapter.spi.Ticker;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store in one directory: a log that is forced before a commit is acknowledged, snapshots so that
 * the log stays short, and all entries in memory.
 *
 * <pre>
 *   lock                 held while open
 *   marker               how far the log is durable
 *   snapshot-00000007    everything as of the start of log 7
 *   log-00000007         what came after, one frame per batch of commits
 * </pre>
 *
 * <p>One process at a time. Commits that arrive together share one force. Any I/O error stops the store for good,
 * because the contents of the disk are then unknown; opening it again reads them.
 * docs/decisions/001-embedded-store.md records the choice and the measurements.
 */
public final class EmbeddedStore implements StateStore {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedStore.class);

  private final VersionedContents contents;
  private final StoreLifecycle gate;
  private final long epoch;
  private final GroupCommitWriter writer;
  private final LogCompactor compaction;
  private final Closeable lock;
  private final StoreThreads threads;
  private final Optional<String> tail;

  private EmbeddedStore(Builder builder, Closeable lock, StoreThreads threads) throws IOException {
    this.contents = new VersionedContents();
    this.gate =
        new StoreLifecycle(builder.disk.toString(), cause -> builder.onFailure.accept(this, cause));
    this.lock = lock;
    this.threads = threads;
    LogRecovery recovery = new LogRecovery(builder.disk, contents, builder.reserve);
    WriteAheadLog log = recovery.run(builder.random);
    this.tail = recovery.tail();
    this.epoch = recovery.epoch() + 1;
    DurabilityMarkFile marker = begin(builder.disk, log);
    this.compaction = new LogCompactor(
        builder.disk,
        contents,
        epoch,
        builder.compactAbove,
        builder.reserve,
        recovery.earlierLogs());
    this.writer = new GroupCommitWriter(
        contents, gate, epoch, log, marker, compaction, threads.writer, builder.ticker);
  }

  /**
   * Opens the store in a directory, which is made if it is missing.
   *
   * @param random names a new store
   * @throws StoreInUseException if it is already open
   * @throws StoreCorruptException if it holds something else than what was written
   * @throws StoreException if it cannot be read or written
   */
  public static EmbeddedStore open(Path directory, RandomGenerator random) {
    try {
      return builder(new FileDisk(directory), random).open();
    } catch (IOException e) {
      throw new StoreException("cannot use the directory " + directory + ": " + e, e);
    }
  }

  /**
   * Opens a copy in memory of the store in a directory, to check whether it can be opened; changes nothing there. The
   * store must not be open.
   *
   * @throws StoreCorruptException if it holds something else than what was written
   * @throws StoreException if it cannot be read
   */
  public static EmbeddedStore openCopy(Path directory, RandomGenerator random) {
    MemoryDisk copy = new MemoryDisk();
    try {
      if (Files.exists(directory)) {
        try (Stream<Path> files = Files.list(directory)) {
          for (Path file : files.filter(EmbeddedStore::ours).toList()) {
            copy.add(file.getFileName().toString(), Files.readAllBytes(file));
          }
        }
      }
      return builder(copy, random).executor(Runnable::run).openQuietly();
    } catch (IOException e) {
      throw new StoreException("cannot read the store in " + directory + ": " + e, e);
    }
  }

  private static boolean ours(Path file) {
    String name = file.getFileName().toString();
    return name.equals(DurabilityMarkFile.NAME)
        || Kind.LOG.generationOf(name) > 0
        || Kind.SNAPSHOT.generationOf(name) > 0;
  }

  /** For a disk of your own, or settings. */
  public static Builder builder(Disk disk, RandomGenerator random) {
    return new Builder(disk, random);
  }

  @Override
  public long epoch() {
    return epoch;
  }

  @Override
  public long revision() {
    gate.check();
    return contents.revision();
  }

  @Override
  public Optional<StoreEntry> get(String key) {
    gate.check();
    return contents.get(KeyLimits.checkKey(key));
  }

  @Override
  public StoreRange range(String prefix, Predicate<String> wanted) {
    gate.check();
    return contents.range(KeyLimits.checkPrefix(prefix), wanted);
  }

  @Override
  public StoreRange unordered(String prefix) {
    gate.check();
    return contents.unordered(KeyLimits.checkPrefix(prefix));
  }

  @Override
  public Optional<Set<String>> changed(String prefix, long since) {
    gate.check();
    return contents.changed(KeyLimits.checkPrefix(prefix), since);
  }

  @Override
  public CommitResult commit(Transaction transaction) {
    gate.check();
    Optional<CommitResult> result = writer.submit(transaction).join();
    afterCommit();
    return result.orElseGet(this::refuse);
  }

  @Override
  public Subscription watch(String prefix, long fromRevision, WatchListener listener) {
    gate.check();
    KeyLimits.checkPrefix(prefix);
    KeyLimits.checkRevision("fromRevision", fromRevision);
    return contents.watch(prefix, fromRevision, listener, threads.watches);
  }

  /**
   * What the opening has found behind the last whole record, in figures for people: the torn end of a write
   * that was never acknowledged, or damage that looks like one.
   *
   * @return empty if there was nothing
   */
  public Optional<String> tail() {
    return tail;
  }

  /** Why it serves no more; empty unless it has failed. */
  Optional<Throwable> failure() {
    return gate.failure();
  }

  /** What has been done since opening. */
  public StoreStatistics counters() {
    return writer.counters(compaction.snapshots());
  }

  @Override
  public void close() {
    if (!gate.close()) {
      return;
    }
    try (lock) {
      writer.stop().join();
      compaction.stop();
      contents.end(gate.failed() ? WatchEndReason.FAILED : WatchEndReason.CLOSED);
    } catch (IOException e) {
      LOG.warn("the lock of {} was not given up: {}", this, e.toString());
    } finally {
      threads.close();
    }
  }

  @Override
  public String toString() {
    return "store in " + gate;
  }

  /** Queues a transaction without waiting; for tests of what shares a batch. */
  public GroupCommitWriter writer() {
    return writer;
  }

  /** What the writer left to do without its turn: listeners may call back, snapshots take long. */
  public void afterCommit() {
    compaction.takeDue().ifPresent(this::schedule);
    contents.signal();
    if (gate.failed()) {
      contents.end(WatchEndReason.FAILED);
    }
  }

  private void schedule(SnapshotFile snapshot) {
    try {
      threads.background.execute(() -> run(snapshot));
    } catch (RejectedExecutionException e) {
      LOG.debug("{} closed before its snapshot; the next start continues from its logs", this, e);
    }
  }

  private void run(SnapshotFile snapshot) {
    try {
      compaction.run(snapshot);
    } catch (IOException | RuntimeException e) { // the disk fails: the store stops relying on it
      LOG.error("{} stops: no snapshot could be written", this, e);
      gate.fail(e);
      contents.end(WatchEndReason.FAILED);
    }
  }

  /** Makes the epoch durable, together with everything that a crashed process left unforced. */
  private DurabilityMarkFile begin(Disk disk, WriteAheadLog log) throws IOException {
    try {
      log.append(new CommitBatch(epoch, contents.revision(), List.of()));
      return DurabilityMarkFile.begin(disk, log.mark(contents.revision()));
    } catch (IOException | RuntimeException e) {
      log.close();
      throw e;
    }
  }

  private CommitResult refuse() {
    gate.check();
    throw new IllegalStateException("commit refused by a store that serves");
  }

  /** Settings of an opening. What is not set has a good value. */
  public static final class Builder {
    private final Disk disk;
    private final RandomGenerator random;
    private Optional<Executor> writer = Optional.empty();
    private Optional<Executor> background = Optional.empty();
    private Optional<Executor> watches = Optional.empty();
    private Ticker ticker = () -> 0;
    private int reserve = 256 << 10;
    private long compactAbove = 8L << 20;
    private BiConsumer<EmbeddedStore, Throwable> onFailure = (store, cause) -> {};

    private Builder(Disk disk, RandomGenerator random) {
      this.disk = disk;
      this.random = random;
    }

    /**
     * What runs all work of the store instead of threads of its own, in tests on one thread: {@code
     * Runnable::run}. Not for a {@link FileDisk} under threads that may be interrupted.
     */
    public Builder executor(Executor executor) {
      return writer(executor).background(executor).watches(executor);
    }

    /** What brings commits to the disk. */
    public Builder writer(Executor executor) {
      writer = Optional.of(executor);
      return this;
    }

    /** What writes snapshots. */
    public Builder background(Executor executor) {
      background = Optional.of(executor);
      return this;
    }

    /** What calls those who watch. */
    public Builder watches(Executor executor) {
      watches = Optional.of(executor);
      return this;
    }

    /** Called once if the store fails, before anything else can see that; must not wait for the store. */
    Builder onFailure(BiConsumer<EmbeddedStore, Throwable> listener) {
      onFailure = listener;
      return this;
    }

    /** What measures how long commits wait for the disk; without it that is 0. */
    Builder ticker(Ticker value) {
      ticker = value;
      return this;
    }

    /** The bytes by which a log grows ahead of what is written, 0 or more. */
    public Builder reserve(int bytes) {
      if (bytes < 0 || bytes > 64 << 20) {
        throw new IllegalArgumentException("reserve must be 0 to 64 MiB, was " + bytes);
      }
      reserve = bytes;
      return this;
    }

    /** Logs below this many bytes are left alone. */
    public Builder compactAbove(long bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("compactAbove must be 0 or more, was " + bytes);
      }
      compactAbove = bytes;
      return this;
    }

    /** Opens the store; fails as {@link EmbeddedStore#open} does. */
    public EmbeddedStore open() {
      EmbeddedStore store = openQuietly();
      store.tail.ifPresent(tail -> LOG.warn("{}: {}", store, tail));
      return store;
    }

    private EmbeddedStore openQuietly() {
      try {
        Closeable lock = disk.tryLock().orElseThrow(this::inUse);
        return open(lock);
      } catch (IOException e) {
        throw new StoreException("cannot open the store in " + disk + ": " + e, e);
      }
    }

    private EmbeddedStore open(Closeable lock) throws IOException {
      StoreThreads threads = new StoreThreads(writer, background, watches);
      try {
        return new EmbeddedStore(this, lock, threads);
      } catch (IOException | RuntimeException | Error e) {
        threads.close();
        lock.close();
        throw e;
      }
    }

    private StoreInUseException inUse() {
      return new StoreInUseException(
          "the store in " + disk + " is open already, here or in another process");
    }
  }
}
