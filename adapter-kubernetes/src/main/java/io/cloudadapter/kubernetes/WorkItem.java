package io.cloudadapter.kubernetes;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.core.LeaderContext;
import io.cloudadapter.spi.CloudException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One message with its work, and when the next step is due. */
final class WorkItem {
  private static final Logger LOG = LoggerFactory.getLogger(WorkItem.class);

  private final NodeMessage message;
  private final NodeWork work;
  private final Optional<PoolHooks> pool;
  private final Supplier<Optional<String>> clusterTrouble;
  private final RetryPause pause;
  private final LeaderContext context;
  private volatile boolean running;
  private volatile boolean done;
  private volatile long next;
  private Optional<String> trouble = Optional.empty();

  /**
   * Work that begins at once.
   *
   * @param pool the pool, if this process keeps it
   * @param clusterTrouble what hinders the cluster's lists at present
   */
  WorkItem(
      NodeMessage message,
      NodeWork work,
      Optional<PoolHooks> pool,
      Supplier<Optional<String>> clusterTrouble,
      RetryPause pause,
      LeaderContext context) {
    this.message = message;
    this.work = work;
    this.pool = pool;
    this.clusterTrouble = clusterTrouble;
    this.pause = pause;
    this.context = context;
    this.next = context.ticker().nanos();
  }

  NodeMessage message() {
    return message;
  }

  boolean isIdle() {
    return !running;
  }

  /** Whether there was no hook for it. */
  boolean isLeft() {
    return work instanceof LeftMessage;
  }

  boolean isDone() {
    return done;
  }

  /** Begins a step if one is due; returns whether it has. */
  boolean begin(ExecutorService threads) {
    if (running || done || !pause.isOver() || context.ticker().nanos() - next < 0) {
      return false;
    }
    running = true;
    try {
      threads.execute(this::step);
      return true;
    } catch (RejectedExecutionException closing) {
      running = false;
      return false;
    }
  }

  private void step() {
    try {
      if (context.leads()) {
        NodeWork.NextStep step = work.step();
        done = step.after().isEmpty();
        next = context.ticker().nanos() + step.after().map(Duration::toNanos).orElse(0L);
        pause.reset();
        if (!done) {
          // A step may have had nothing to ask, and waited for a list that does not come.
          report(clusterTrouble.get());
        }
      }
    } catch (CloudException e) {
      pause.failed(e.retryAfter());
      if (e.kind() != CloudException.Kind.CANCELLED) {
        report(Optional.of(String.valueOf(e.getMessage())));
      }
    } catch (RuntimeException e) { // One message must not keep the others from their steps.
      pause.failed(Optional.empty());
      if (e instanceof PoolException) {
        LOG.debug("pool {} does not answer about {}", message.pool(), message, e);
      } else {
        LOG.warn("{} fails", message, e);
      }
    } finally {
      running = false;
    }
  }

  /** Logs what is new, and has the pool's alarm show it. */
  private void report(Optional<String> now) {
    if (now.equals(trouble)) {
      return;
    }
    try {
      pool.ifPresent(hooks -> hooks.report(message.token(), now));
    } catch (PoolException e) {
      LOG.debug("pool {} does not answer about {}", message.pool(), message, e);
      return; // The next step reports it.
    }
    trouble = now;
    if (now.isPresent()) {
      LOG.warn("{} waits: {}", message, now.get());
    } else {
      LOG.info("{} goes on", message);
    }
  }
}
