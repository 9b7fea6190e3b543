package io.cloudadapter.core.runtime;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolListener;
import io.cloudadapter.api.PoolSubscription;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.event.PoolEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers views and events to one listener, in order and one at a time, never on the thread that offers them. Events
 * that wait go before views. A full queue loses its oldest, so that the newest always arrives. Any thread may use it.
 */
final class ListenerQueue implements PoolSubscription {
  private static final Logger LOG = LoggerFactory.getLogger(ListenerQueue.class);
  static final int CAPACITY = 64;
  static final int MOST_EVENTS = 1_024;

  private final PoolListener listener;
  private final Consumer<PoolException> atEnd;
  private final Executor threads;
  private final Consumer<ListenerQueue> removal;
  private final Deque<PoolView> waiting = new ArrayDeque<>();
  private final Deque<PoolEvent> events = new ArrayDeque<>();
  private @Nullable PoolException end;
  private boolean delivering;
  private boolean closed;
  private long dropped;

  /**
   * A queue without views.
   *
   * @param listener receives the views
   * @param atEnd receives why the pool is down for good, after the last view
   * @param threads run the deliveries
   * @param removal takes the queue from its pool's list when it is closed
   */
  ListenerQueue(
      PoolListener listener,
      Consumer<PoolException> atEnd,
      Executor threads,
      Consumer<ListenerQueue> removal) {
    this.listener = listener;
    this.atEnd = atEnd;
    this.threads = threads;
    this.removal = removal;
  }

  /** Queues a view; returns how many views were dropped for it. */
  int offer(PoolView view) {
    int lost = 0;
    synchronized (this) {
      if (closed || end != null) {
        return 0;
      }
      if (waiting.size() == CAPACITY) {
        waiting.removeFirst();
        dropped++;
        lost = 1;
      }
      waiting.addLast(view);
      if (delivering) {
        return lost;
      }
      delivering = true;
    }
    threads.execute(this::deliver);
    return lost;
  }

  /** Queues an event. */
  void offer(PoolEvent event) {
    synchronized (this) {
      if (closed || end != null) {
        return;
      }
      if (events.size() == MOST_EVENTS) {
        events.removeFirst();
      }
      events.addLast(event);
      if (delivering) {
        return;
      }
      delivering = true;
    }
    threads.execute(this::deliver);
  }

  /** Delivers what waits, and then the end. */
  void end(PoolException why) {
    synchronized (this) {
      if (closed || end != null) {
        return;
      }
      end = why;
      if (delivering) {
        return;
      }
      delivering = true;
    }
    threads.execute(this::deliver);
  }

  private void deliver() {
    while (true) {
      PoolEvent event;
      PoolView view;
      PoolException why;
      synchronized (this) {
        event = events.pollFirst();
        view = event == null ? waiting.pollFirst() : null;
        why = end;
        if (closed || (event == null && view == null && why == null)) {
          delivering = false;
          return;
        }
        if (event == null && view == null) {
          closed = true;
        }
      }
      try {
        if (event != null) {
          listener.onEvent(event);
        } else if (view != null) {
          listener.viewChanged(view);
        } else if (why != null) {
          removal.accept(this);
          atEnd.accept(why);
        }
      } catch (RuntimeException | Error e) {
        LOG.warn("a listener failed; it gets the next view", e);
      }
    }
  }

  @Override
  public synchronized long dropped() {
    return dropped;
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      waiting.clear();
      events.clear();
    }
    removal.accept(this);
  }
}
