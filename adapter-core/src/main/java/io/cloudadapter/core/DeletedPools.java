package io.cloudadapter.core;

import io.cloudadapter.api.PoolName;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the records of deleted pools removed, and again later while that cannot be. Any number of threads may use it.
 */
final class DeletedPools {
  private static final Logger LOG = LoggerFactory.getLogger(CloudAdapter.class);
  private static final Duration AFTER_ERROR = Duration.ofSeconds(5);

  private final Executor threads;
  private final BiConsumer<Runnable, Duration> timer;
  private final Function<PoolName, Optional<Duration>> erase;

  /** Those whose records are being removed. */
  private final Set<PoolName> ending = new HashSet<>();

  /**
   * Makes it; nothing runs yet.
   *
   * @param threads what it runs on
   * @param timer has work begin on these threads once some time has passed
   * @param erase removes the records of a pool; returns how long to wait before it is called again, if it is to be
   */
  DeletedPools(
      Executor threads,
      BiConsumer<Runnable, Duration> timer,
      Function<PoolName, Optional<Duration>> erase) {
    this.threads = threads;
    this.timer = timer;
    this.erase = erase;
  }

  /** A pool calls this from its own thread, after each step of a pool that is DELETED. */
  void add(PoolName name) {
    synchronized (ending) {
      if (!ending.add(name)) {
        return;
      }
    }
    threads.execute(() -> end(name));
  }

  private void end(PoolName name) {
    Optional<Duration> wait;
    try {
      wait = erase.apply(name);
    } catch (
        RuntimeException e) { // Any failure leaves the records, and only another try removes them.
      LOG.warn("the records of pool {}, which was deleted, cannot be removed yet", name, e);
      wait = Optional.of(AFTER_ERROR);
    }
    if (wait.isPresent()) {
      timer.accept(() -> end(name), wait.get());
      return;
    }
    synchronized (ending) {
      ending.remove(name);
    }
  }
}
