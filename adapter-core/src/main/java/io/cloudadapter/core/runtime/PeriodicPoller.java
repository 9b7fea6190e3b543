package io.cloudadapter.core.runtime;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls a cloud every few seconds, one call at a time; it logs an error once until the error changes. */
final class PeriodicPoller {
  private static final Logger LOG = LoggerFactory.getLogger(PeriodicPoller.class);
  private static final Duration EVERY = Duration.ofSeconds(5);

  private final String failing;
  private final Runnable round;
  private final Executor threads;
  private final AtomicBoolean asking = new AtomicBoolean();

  /** Said last; of the asking thread. */
  private @Nullable String said;

  /**
   * Rounds that have not begun.
   *
   * @param failing for the log, what does not work if there is an error
   * @param round one of them; may throw {@link CloudException}
   * @param threads does it
   */
  PeriodicPoller(String failing, Runnable round, Executor threads) {
    this.failing = failing;
    this.round = round;
    this.threads = threads;
  }

  /** Begins, and goes on until the timer is shut down. */
  void start(ScheduledExecutorService timer) {
    long nanos = EVERY.toNanos();
    var unused = timer.scheduleAtFixedRate(this::ask, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  /** Does one round on a thread of its own, unless an earlier one still lasts. */
  void ask() {
    if (asking.compareAndSet(false, true)) {
      threads.execute(() -> {
        try {
          round.run();
          said = null;
        } catch (CloudException error) {
          say(error);
        } finally {
          asking.set(false);
        }
      });
    }
  }

  private void say(CloudException error) {
    String problem = error.summary();
    if (error.kind() != Kind.CANCELLED && !problem.equals(said)) {
      LOG.warn("{}: {}", failing, problem);
      said = problem;
    }
  }
}
