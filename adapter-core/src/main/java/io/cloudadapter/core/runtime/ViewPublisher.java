package io.cloudadapter.core.runtime;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolListener;
import io.cloudadapter.api.PoolSubscription;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.event.PoolEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Holds the latest pool view, and passes each one on to listeners; reads are lock-free. */
final class ViewPublisher {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private volatile @Nullable PoolView view;
  private volatile @Nullable PoolException closed;
  private volatile List<Alarm> alarms = List.of();
  private final ViewListeners listeners;

  /**
   * A publisher without a view.
   *
   * @param threads call the listeners
   */
  ViewPublisher(Executor threads) {
    this.listeners = new ViewListeners(threads);
  }

  /**
   * Adds a listener, which gets the present view first.
   *
   * @param listener receives the views
   * @param atEnd receives why the pool is down for good, after the last view
   */
  PoolSubscription listen(PoolListener listener, Consumer<PoolException> atEnd) {
    lock.lock();
    try {
      Optional<PoolView> now = view();
      ListenerQueue queue = listeners.add(listener, atEnd);
      now.ifPresent(queue::offer);
      return queue;
    } finally {
      lock.unlock();
    }
  }

  /** How many views listeners lost since the pool was opened. */
  long dropped() {
    return listeners.dropped();
  }

  void publish(PoolView next) {
    PoolView before = view;
    if (before != null
        && before.revision() == next.revision()
        && before.timestamp().equals(next.timestamp())) {
      return;
    }
    lock.lock();
    try {
      view = next;
      changed.signalAll();
      listeners.publish(next);
    } finally {
      lock.unlock();
    }
  }

  /** Passes on events that have become durable. */
  void publish(List<PoolEvent> events) {
    listeners.publish(events);
  }

  void close(PoolException why) {
    lock.lock();
    try {
      closed = why;
      changed.signalAll();
      listeners.end(why);
    } finally {
      lock.unlock();
    }
  }

  /** The last view, empty before the first; a pool that is down throws. */
  Optional<PoolView> view() {
    PoolException why = closed;
    if (why != null) {
      throw why;
    }
    return Optional.ofNullable(view);
  }

  void alarms(List<Alarm> standing) {
    alarms = standing;
  }

  /** The alarms that stand, also before the first view. */
  List<Alarm> alarms() {
    return alarms;
  }

  /** Adds an alarm to the last view, or gives it other words, for when no further view can be made. */
  void raise(Alarm alarm) {
    PoolView last = view;
    if (last != null && !last.alarms().contains(alarm)) {
      List<Alarm> more = new ArrayList<>(last.alarms());
      more.removeIf(known -> known.code() == alarm.code());
      more.add(alarm);
      publish(new PoolView(
          last.pool(),
          last.timestamp(),
          last.revision() + 1,
          last.desiredSize(),
          last.status(),
          last.machines(),
          more,
          last.listStatus(),
          last.template(),
          last.refresh(),
          last.headroom()));
    }
  }

  /** The last revision that hung here, 0 before the first. */
  long revision() {
    PoolView last = view;
    return last == null ? 0 : last.revision();
  }

  /** Waits for a view. Tries the wish without the lock: it may ask the pool, which publishes before it answers. */
  Optional<PoolView> await(Predicate<? super PoolView> wish, Duration atMost)
      throws InterruptedException {
    long left = atMost.toNanos();
    while (true) {
      Optional<PoolView> seen = view();
      Optional<PoolView> met = seen.filter(wish);
      if (met.isPresent() || left <= 0) {
        return met;
      }
      left = awaitOther(seen, left);
    }
  }

  /** Waits until there is another view than the one seen, or the pool is down. */
  @SuppressWarnings("ReferenceEquality") // each publication is another view
  private long awaitOther(Optional<PoolView> seen, long nanos) throws InterruptedException {
    long left = nanos;
    lock.lockInterruptibly();
    try {
      while (view == seen.orElse(null) && closed == null && left > 0) {
        left = changed.awaitNanos(left);
      }
      return left;
    } finally {
      lock.unlock();
    }
  }
}
