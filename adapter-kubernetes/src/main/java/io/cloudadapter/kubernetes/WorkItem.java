package io.cloudadapter.kubernetes;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.core.LeaderContext;
import io.cloudadapter.spi.CloudException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One message with its work, and when the next step is due. */
final class WorkItem {
  private static final Logger LOG = LoggerFactory.getLogger(WorkItem.class);

  private final NodeMessage message;
  private final NodeWork work;
  private final RetryPause pause;
  private final LeaderContext context;
  private volatile boolean running;
  private volatile boolean done;
  private volatile long next;
  private @Nullable String trouble;

  WorkItem(NodeMessage message, NodeWork work, RetryPause pause, LeaderContext context) {
    this.message = message;
    this.work = work;
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
        next =
            context.ticker().nanos() + step.after().map(wait -> wait.toNanos()).orElse(0L);
        pause.reset();
        if (trouble != null) {
          LOG.info("{} goes on", message);
          trouble = null;
        }
      }
    } catch (CloudException e) {
      if (e.kind() != CloudException.Kind.CANCELLED) {
        failed(String.valueOf(e.getMessage()), e.retryAfter());
      }
    } catch (PoolException e) {
      LOG.debug("pool {} does not answer about {}", message.pool(), message, e);
      pause.failed(Optional.empty());
    } catch (RuntimeException e) { // One message must not keep the others from their steps.
      LOG.warn("{} fails", message, e);
      pause.failed(Optional.empty());
    } finally {
      running = false;
    }
  }

  private void failed(String why, Optional<Duration> retryAfter) {
    if (!why.equals(trouble)) {
      LOG.warn("{} waits: {}", message, why);
      trouble = why;
    }
    pause.failed(retryAfter);
  }
}
