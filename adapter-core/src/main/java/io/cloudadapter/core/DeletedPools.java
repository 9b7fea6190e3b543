package io.cloudadapter.core;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.bootstrap.ThreadPools;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the records of deleted pools removed on the threads of metric sources, and again later while that cannot be. Any
 * number of threads may use it.
 */
final class DeletedPools {
  private static final Logger LOG = LoggerFactory.getLogger(CloudAdapter.class);
  private static final Duration AFTER_ERROR = Duration.ofSeconds(5);

  private final ThreadPools threads;
  private final Function<PoolName, Optional<Duration>> erase;

  /** Those whose records are being removed. */
  private final Set<PoolName> ending = new HashSet<>();

  /**
   * Makes it; nothing runs yet.
   *
   * @param threads what it runs on
   * @param erase removes the records of a pool; returns how long to wait before it is called again, if it is to be
   */
  DeletedPools(ThreadPools threads, Function<PoolName, Optional<Duration>> erase) {
    this.threads = threads;
    this.erase = erase;
  }

  /** A pool calls this from its own thread, after each step of a pool that is DELETED. */
  void add(PoolName name) {
    synchronized (ending) {
      if (!ending.add(name)) {
        return;
      }
    }
    threads.forMetrics().execute(() -> end(name));
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
      var unused = threads
          .timer()
          .schedule(
              () -> threads.forMetrics().execute(() -> end(name)),
              wait.get().toMillis(),
              TimeUnit.MILLISECONDS);
      return;
    }
    synchronized (ending) {
      ending.remove(name);
    }
  }
}
