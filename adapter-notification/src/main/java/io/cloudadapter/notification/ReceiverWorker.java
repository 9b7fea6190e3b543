package io.cloudadapter.notification;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.core.LeaderContext;
import io.cloudadapter.spi.CloudException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves one receiver: sends what is due of each source, and waits longer after each failure. It is on one thread at a
 * time, which a receiver that hangs keeps; no other receiver waits for that.
 */
final class ReceiverWorker {
  private static final Logger LOG = LoggerFactory.getLogger(ReceiverWorker.class);
  private static final Duration FIRST_WAIT = Duration.ofSeconds(5);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

  /** The longest pause that a receiver may ask for. */
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

  private final List<SourceDelivery> deliveries;
  private final ReceiverHealth health;
  private final LeaderContext context;
  private final AtomicBoolean busy = new AtomicBoolean();
  private long notBefore;

  ReceiverWorker(List<SourceDelivery> deliveries, ReceiverHealth health, LeaderContext context) {
    this.deliveries = new CopyOnWriteArrayList<>(deliveries);
    this.health = health;
    this.context = context;
    this.notBefore = context.ticker().nanos();
  }

  /** Takes the only right to call {@link #run}; false if another thread has it. */
  boolean begin() {
    return busy.compareAndSet(false, true);
  }

  /** Gives the right back. */
  void end() {
    busy.set(false);
  }

  /** Finds out how far the receiver is, before anything happens that it is to get; no other thread runs it yet. */
  void load() {
    deliveries.forEach(this::load);
  }

  private void load(SourceDelivery delivery) {
    try {
      DeliveryState unused = delivery.begin();
    } catch (PoolException e) {
      LOG.warn("receiver {} gets what happens once the store can be read", health.name(), e);
    }
  }

  /** Serves a pool as well that was created meanwhile. */
  void add(SourceDelivery delivery) {
    load(delivery);
    deliveries.add(delivery);
  }

  /** Serves pools no more that are gone. */
  void remove(Collection<SourceDelivery> gone) {
    deliveries.removeAll(gone);
  }

  /** Sends what is due. */
  void run() {
    if (context.ticker().nanos() - notBefore < 0) {
      return;
    }
    for (SourceDelivery delivery : deliveries) {
      if (!context.leads()) {
        return;
      }
      try {
        delivery.step();
      } catch (CloudException e) {
        failed(e);
        return;
      } catch (PoolException e) {
        // The pool or the store is down; its own alarm is about that.
        LOG.debug("receiver {} waits for the store", health.name(), e);
      }
    }
  }

  private void failed(CloudException e) {
    health.failed(e.kind() + ": " + e.getMessage(), context.wall().instant());
    int failures = health.failuresInARow();
    Duration wait = FIRST_WAIT.multipliedBy(1L << Math.min(16, failures - 1));
    if (wait.compareTo(LONGEST_WAIT) > 0) {
      wait = LONGEST_WAIT;
    }
    Duration asked = e.retryAfter().orElse(Duration.ZERO);
    if (asked.compareTo(LONGEST_PAUSE) > 0) {
      asked = LONGEST_PAUSE;
    }
    notBefore = context.ticker().nanos() + (asked.compareTo(wait) > 0 ? asked : wait).toNanos();
    if (failures == 1 || failures == ReceiverHealth.FAILS_AFTER) {
      LOG.warn(
          "receiver {} has not taken its notifications: {}: {}",
          health.name(),
          e.kind(),
          e.getMessage());
    }
  }
}
