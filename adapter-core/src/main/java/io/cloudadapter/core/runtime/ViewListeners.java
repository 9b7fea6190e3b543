package io.cloudadapter.core.runtime;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolListener;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.event.PoolEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The listeners of one pool; they get views and events on threads of their own. Any thread may use it. */
final class ViewListeners {
  private final Executor threads;
  private final List<ListenerQueue> queues = new CopyOnWriteArrayList<>();
  private final AtomicLong dropped = new AtomicLong();

  ViewListeners(Executor threads) {
    this.threads = threads;
  }

  ListenerQueue add(PoolListener listener, Consumer<PoolException> atEnd) {
    ListenerQueue queue = new ListenerQueue(listener, atEnd, threads, queues::remove);
    queues.add(queue);
    return queue;
  }

  void publish(PoolView view) {
    queues.forEach(queue -> dropped.addAndGet(queue.offer(view)));
  }

  void publish(List<PoolEvent> events) {
    queues.forEach(queue -> events.forEach(queue::offer));
  }

  void end(PoolException why) {
    queues.forEach(queue -> queue.end(why));
  }

  /** How many views listeners lost since the pool was opened, those that are closed included. */
  long dropped() {
    return dropped.get();
  }
}
