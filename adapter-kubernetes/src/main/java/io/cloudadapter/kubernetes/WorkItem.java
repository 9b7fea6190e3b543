package io.cloudadapter.kubernetes;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.core.LeaderContext;
import io.cloudadapter.spi.CloudException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One message with its work: steps, and heartbeats beside them. */
final class WorkItem {
  private static final Logger LOG = LoggerFactory.getLogger(WorkItem.class);
  private static final Duration BEAT_AGAIN = Duration.ofSeconds(1);

  private final NodeMessage message;
  private final NodeWork work;
  private final Object basis;
  private final Optional<PoolHooks> pool;
  private final Supplier<Optional<String>> clusterTrouble;
  private final RetryPause pause;
  private final LeaderContext context;
  private final Turn steps;
  private final Turn beats;
  private Optional<String> trouble = Optional.empty();

  /**
   * Work that begins at once.
   *
   * @param basis what its settings follow from; work by another basis takes its place
   * @param pool the pool, if it is to show trouble
   * @param clusterTrouble what hinders the cluster's lists at present
   */
  WorkItem(
      NodeMessage message,
      NodeWork work,
      Object basis,
      Optional<PoolHooks> pool,
      Supplier<Optional<String>> clusterTrouble,
      RetryPause pause,
      LeaderContext context) {
    this.message = message;
    this.work = work;
    this.basis = basis;
    this.pool = pool;
    this.clusterTrouble = clusterTrouble;
    this.pause = pause;
    this.context = context;
    this.steps = new Turn(context.ticker().nanos(), this::step);
    this.beats = new Turn(context.ticker().nanos(), this::beat);
  }

  NodeMessage message() {
    return message;
  }

  Turn steps() {
    return steps;
  }

  Turn beats() {
    return beats;
  }

  /** Whether work by another basis is to take its place now. */
  boolean isOutdated(Object now) {
    return steps.isIdle() && !steps.isDone() && !basis.equals(now) && work.isReplaceable();
  }

  /** Takes the place of another, whose trouble the pool may still show. */
  void replace(WorkItem before) {
    trouble = before.trouble;
  }

  private OptionalLong step() {
    try {
      if (!context.leads()) {
        return OptionalLong.of(context.ticker().nanos());
      }
      Optional<Duration> after = work.step().after();
      pause.reset();
      if (after.isPresent()) {
        // A step may have had nothing to ask, and waited for a list that does not come.
        report(clusterTrouble.get());
      }
      return from(after);
    } catch (CloudException e) {
      pause.failed(e.retryAfter());
      if (e.kind() != CloudException.Kind.CANCELLED) {
        report(Optional.of(String.valueOf(e.getMessage())));
      }
    } catch (RuntimeException e) { // One message must not keep the others from their steps.
      pause.failed(Optional.empty());
      log(e);
    }
    return OptionalLong.of(afterError());
  }

  /** When to take a step again: after a pause, and no later than the work's own moment. */
  private long afterError() {
    long until = pause.until();
    OptionalLong due = work.due();
    boolean isSooner = due.isPresent()
        && due.getAsLong() - context.ticker().nanos() > 0
        && due.getAsLong() - until < 0;
    return isSooner ? due.getAsLong() : until;
  }

  private OptionalLong beat() {
    try {
      return context.leads() && !steps.isDone()
          ? from(work.beat().after())
          : from(Optional.of(BEAT_AGAIN));
    } catch (RuntimeException e) { // As above.
      log(e);
      return from(Optional.of(BEAT_AGAIN));
    }
  }

  private OptionalLong from(Optional<Duration> after) {
    return after.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(context.ticker().nanos() + after.get().toNanos());
  }

  private void log(RuntimeException e) {
    if (e instanceof PoolException) {
      LOG.debug("pool {} does not answer about {}", message.pool(), message, e);
    } else {
      LOG.warn("{} fails", message, e);
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
