package io.cloudadapter.core.store.embedded;

import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.exception.StoreFailedException;
import io.cloudadapter.core.exception.StoreInUseException;
import io.cloudadapter.core.store.CommitResult;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.core.store.StoreStatistics;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.WatchEndReason;
import io.cloudadapter.core.store.WatchListener;
import io.cloudadapter.core.store.quorum.Subscription;
import io.cloudadapter.spi.Ticker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An embedded store that opens itself again after its disk has failed or filled up.
 *
 * <pre>
 *   serving ── a write or a force fails ──► out: refuses with the cause, tries to open again
 *      ▲                                       │  after 1 s, 2 s, 4 s, … 30 s
 *      └──── recovery has read all of it ◄─────┘
 * </pre>
 *
 * <p>Each attempt is an opening like that of a new process. It reads the directory, writes the last record again,
 * forces it, and only then serves (decision 001). A force that has failed is never repeated: nothing rests on
 * what was written before it.
 *
 * <p>Watches end with {@link WatchEndReason#FAILED} when the store goes out.
 */
public final class ReopeningStore implements StateStore {
  private static final Logger LOG = LoggerFactory.getLogger(ReopeningStore.class);
  private static final Duration FIRST_DELAY = Duration.ofSeconds(1);
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(30);

  /** Opens the store; is called again for each attempt. */
  @FunctionalInterface
  interface Opener {
    /**
     * What an opening works with.
     *
     * @throws IOException if the directory cannot even be looked at
     */
    EmbeddedStore.Builder builder() throws IOException;
  }

  /** Runs work after a time, on a thread that may wait for a disk. */
  @FunctionalInterface
  interface Delay {
    /** Runs it once; may drop it after the store was closed. */
    void run(Duration after, Runnable work);
  }

  /** Since when, and why, the store does not serve. */
  private record Outage(String message, Throwable cause) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Opener opener;
  private final Disk disk;
  private final Delay delay;
  private final Optional<ExecutorService> own;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile EmbeddedStore current;
  private volatile @Nullable Outage outage;
  private volatile boolean closed;
  private final AtomicLong reopenings = new AtomicLong();
  private int attempts;

  /**
   * Opens the store.
   *
   * @param disk where it is, for its name and the room that is left
   * @param opener opens it, now and after each failure
   * @param delay brings attempts about
   * @throws StoreException as {@link EmbeddedStore#open}
   */
  ReopeningStore(Disk disk, Opener opener, Delay delay) {
    this(disk, opener, delay, Optional.empty());
  }

  private ReopeningStore(Disk disk, Opener opener, Delay delay, Optional<ExecutorService> own) {
    this.own = own;
    this.disk = disk;
    this.opener = opener;
    this.delay = delay;
    this.current = openOnce();
  }

  /**
   * Opens the store in a directory, which is made if it is missing, with a thread of its own for what it tries.
   *
   * @param random names a new store
   * @param ticker measures how long commits wait for the disk
   * @throws StoreException as {@link EmbeddedStore#open}
   */
  public static ReopeningStore open(Path directory, RandomGenerator random, Ticker ticker) {
    Disk disk;
    try {
      disk = new FileDisk(directory);
    } catch (IOException e) {
      throw new StoreException("cannot use the directory " + directory + ": " + e, e);
    }
    ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
      Thread made = new Thread(work, "store-reopen");
      made.setDaemon(true);
      return made;
    });
    try {
      return new ReopeningStore(
          disk,
          () -> EmbeddedStore.builder(disk, random).ticker(ticker),
          (after, work) -> schedule(thread, after, work),
          Optional.of(thread));
    } catch (RuntimeException | Error e) {
      thread.shutdownNow();
      throw e;
    }
  }

  private static void schedule(ScheduledExecutorService thread, Duration after, Runnable work) {
    try {
      var unused = thread.schedule(work, after.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("closed meanwhile", e);
    }
  }

  private EmbeddedStore openOnce() {
    try {
      return opener.builder().onFailure(this::failed).open();
    } catch (IOException e) {
      throw new StoreException("cannot open the store in " + disk + ": " + e, e);
    }
  }

  /** Runs a listener, on any thread, whenever the store goes out and whenever it serves again. */
  public void listen(Runnable listener) {
    listeners.add(listener);
  }

  /** Why the store does not serve at present, for people; empty if it does. */
  @Override
  public Optional<String> outage() {
    return Optional.ofNullable(outage).map(Outage::message);
  }

  /** How often it has been opened again. */
  public long reopenings() {
    return reopenings.get();
  }

  /** Returns the free bytes at its place; empty if they are not known. */
  public OptionalLong free() {
    return disk.free();
  }

  /** What the present opening has done, or the last one. */
  public StoreStatistics counters() {
    return current.counters();
  }

  /** Called by an opening that fails, before anything else can see that it has. */
  private void failed(EmbeddedStore store, Throwable cause) {
    lock.lock();
    try {
      if (closed || outage != null) {
        return;
      }
      if (store.counters().forces() > 0) {
        attempts = 0; // It did serve, so this is another trouble.
      }
      goOut(cause);
    } finally {
      lock.unlock();
    }
    tell();
  }

  private void goOut(Throwable cause) {
    String message = "the store in " + disk + " has failed: " + reason(cause) + room();
    outage = new Outage(message, cause);
    Duration wait = nextDelay();
    LOG.error("{}; it opens itself again, first in {} s", message, wait.toSeconds());
    delay.run(wait, this::reopen);
  }

  private Duration nextDelay() {
    Duration wait = FIRST_DELAY.multipliedBy(1L << Math.min(attempts, 10));
    attempts++;
    return wait.compareTo(LONGEST_DELAY) < 0 ? wait : LONGEST_DELAY;
  }

  private static String reason(Throwable cause) {
    String message = cause.getMessage();
    return message == null || message.isBlank() ? cause.toString() : message;
  }

  private String room() {
    OptionalLong free = disk.free();
    return free.isPresent() ? "; " + free.getAsLong() + " bytes are free there" : "";
  }

  private void reopen() {
    if (closed) {
      return;
    }
    try {
      current.close();
      EmbeddedStore fresh = openOnce();
      lock.lock();
      try {
        if (closed) {
          fresh.close();
          return;
        }
        current = fresh;
        reopenings.incrementAndGet();
        outage = null;
      } finally {
        lock.unlock();
      }
      fresh.failure().ifPresent(cause -> failed(fresh, cause));
      if (outage == null) {
        LOG.info("{} serves again, at revision {}", fresh, fresh.revision());
      }
    } catch (RuntimeException e) { // For any reason: the next attempt may open it.
      again(e);
    }
    tell();
  }

  private void again(RuntimeException e) {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      String message = reason(e) + room();
      outage = new Outage(message, e);
      Duration wait = nextDelay();
      LOG.warn("{}; next attempt in {} s", message, wait.toSeconds());
      delay.run(wait, this::reopen);
    } finally {
      lock.unlock();
    }
  }

  private void tell() {
    listeners.forEach(Runnable::run);
  }

  private EmbeddedStore serving() {
    Outage now = outage;
    if (now != null && !closed) {
      throw new StoreFailedException(now.message(), now.cause());
    }
    return current;
  }

  @Override
  public long epoch() {
    return current.epoch();
  }

  @Override
  public long revision() {
    return serving().revision();
  }

  @Override
  public Optional<StoreEntry> get(String key) {
    return serving().get(key);
  }

  @Override
  public StoreRange range(String prefix, Predicate<String> wanted) {
    return serving().range(prefix, wanted);
  }

  @Override
  public StoreRange unordered(String prefix) {
    return serving().unordered(prefix);
  }

  @Override
  public Optional<Set<String>> changed(String prefix, long since) {
    return serving().changed(prefix, since);
  }

  @Override
  public CommitResult commit(Transaction transaction) {
    return serving().commit(transaction);
  }

  @Override
  public Subscription watch(String prefix, long fromRevision, WatchListener listener) {
    return serving().watch(prefix, fromRevision, listener);
  }

  /** While the store is out, what is durable may be carried out, unless another process has the store. */
  @Override
  public boolean mayAct() {
    Outage now = outage;
    return now == null || !(now.cause() instanceof StoreInUseException);
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    own.ifPresent(ExecutorService::shutdownNow);
    current.close();
  }

  @Override
  public String toString() {
    return "store in " + disk;
  }
}
