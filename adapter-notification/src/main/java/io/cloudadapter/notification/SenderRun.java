package io.cloudadapter.notification;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolListener;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolSubscription;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.notification.Notification;
import io.cloudadapter.api.notification.NotificationKind;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.api.notification.ReceiverStatus;
import io.cloudadapter.api.notification.Severity;
import io.cloudadapter.core.LeaderContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.NotificationChannel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sending of notifications while one process leads: a worker for each receiver, and what wakes it. */
final class SenderRun {
  private static final Logger LOG = LoggerFactory.getLogger(SenderRun.class);
  private static final long LOOKS_EACH_MILLIS = 1_000;

  private final LeaderContext context;
  private final Map<String, MessageSender> senders = new LinkedHashMap<>();
  private final List<ReceiverHealth> healths = new ArrayList<>();
  private final List<ReceiverWorker> workers = new ArrayList<>();

  /** One receiver with what serves it. */
  private record Served(MessageSender sender, ReceiverHealth health, ReceiverWorker worker) {}

  /** A pool whose events wake its deliveries. */
  private record Followed(
      MachinePool pool, List<SourceDelivery> deliveries, PoolSubscription subscription) {}

  private final List<Served> all = new ArrayList<>();
  private final ReentrantLock following = new ReentrantLock();
  private final Map<PoolName, Followed> followed = new LinkedHashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool(named("notification"));
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(named("notification-timer"));
  private final AtomicLong tests = new AtomicLong();

  SenderRun(LeaderContext context, Map<ReceiverConfig, NotificationChannel> served) {
    this.context = context;
    served.forEach((receiver, channel) ->
        healths.add(new ReceiverHealth(receiver.name(), receiver.target().channel())));
    int index = 0;
    for (Map.Entry<ReceiverConfig, NotificationChannel> one : served.entrySet()) {
      serve(one.getKey(), one.getValue(), healths.get(index));
      index++;
    }
  }

  private void serve(ReceiverConfig receiver, NotificationChannel channel, ReceiverHealth health) {
    MessageSender sender = new MessageSender(receiver, channel, context.wall(), context.ticker());
    senders.put(receiver.name(), sender);
    List<ReceiverHealth> others =
        healths.stream().filter(other -> !other.equals(health)).toList();
    ReceiverWorker worker = new ReceiverWorker(
        List.of(new SourceDelivery(new ReceiverSource(others), sender, context, health)),
        health,
        context);
    workers.add(worker);
    all.add(new Served(sender, health, worker));
  }

  /** Serves the pools that there are: some are created, and some deleted, while this runs. */
  private void followPools() {
    following.lock();
    try {
      Map<PoolName, MachinePool> present = new LinkedHashMap<>();
      context.pools().all().forEach(pool -> present.put(pool.name(), pool));
      for (Followed known : List.copyOf(followed.values())) {
        if (present.get(known.pool().name()) != known.pool()) {
          known.subscription().close();
          workers.forEach(worker -> worker.remove(known.deliveries()));
          followed.remove(known.pool().name());
        }
      }
      present.forEach((name, pool) -> {
        if (!followed.containsKey(name)) {
          followed.put(name, follow(pool));
        }
      });
    } finally {
      following.unlock();
    }
  }

  private Followed follow(MachinePool pool) {
    List<SourceDelivery> deliveries = new ArrayList<>();
    for (Served one : all) {
      if (one.sender().receiver().filter().pool(pool.name())) {
        SourceDelivery delivery = new SourceDelivery(
            new PoolSource(pool, context.wall()), one.sender(), context, one.health());
        one.worker().add(delivery);
        deliveries.add(delivery);
      }
    }
    return new Followed(pool, deliveries, pool.addListener(new Waker(deliveries)));
  }

  private static ThreadFactory named(String name) {
    AtomicInteger number = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  void begin() {
    workers.forEach(ReceiverWorker::load);
    followPools();
    var unused = timer.scheduleWithFixedDelay(
        this::look, LOOKS_EACH_MILLIS, LOOKS_EACH_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Wakes deliveries when a pool has an event; after a hole in the events, all of them. */
  private static final class Waker implements PoolListener {
    private final List<SourceDelivery> deliveries;
    private long last;

    Waker(List<SourceDelivery> deliveries) {
      this.deliveries = List.copyOf(deliveries);
    }

    @Override
    public void viewChanged(PoolView view) {
      // Events cover all that is sent.
    }

    @Override
    public void onEvent(PoolEvent event) {
      boolean hole = last != 0 && event.firstSequence() > last + 1;
      last = event.sequence();
      for (SourceDelivery delivery : deliveries) {
        delivery.noted(event);
        if (hole) {
          delivery.wake();
        }
      }
    }
  }

  private void look() {
    try {
      followPools();
    } catch (PoolException closing) {
      LOG.debug("pools cannot be looked at", closing);
    }
    senders.values().forEach(MessageSender::cancelOverdue);
    for (ReceiverWorker worker : workers) {
      if (worker.begin()) {
        try {
          threads.execute(() -> {
            try {
              worker.run();
            } finally {
              worker.end();
            }
          });
        } catch (RejectedExecutionException closing) {
          worker.end();
        }
      }
    }
  }

  private void closeSubscriptions() {
    following.lock();
    try {
      followed.values().forEach(known -> known.subscription().close());
    } finally {
      following.unlock();
    }
  }

  List<ReceiverStatus> status() {
    return healths.stream().map(ReceiverHealth::status).toList();
  }

  String test(String receiver) {
    MessageSender sender = Objects.requireNonNull(senders.get(receiver), "checked");
    Instant now = context.wall().instant();
    String id =
        MessageWriter.id("test", receiver, now.toString(), Long.toString(tests.incrementAndGet()));
    Notification one = new Notification(
        id,
        NotificationKind.TEST,
        Severity.INFO,
        Optional.empty(),
        Optional.of(receiver),
        "TEST",
        now,
        now,
        "a test of receiver " + receiver,
        Optional.empty());
    NotificationMessage message = new MessageWriter(receiver, sender.receiver().repeatInterval())
        .message(id, Optional.empty(), now, List.of(one))
        .orElseThrow();
    try {
      sender.send(message);
      return id;
    } catch (CloudException e) {
      throw new PoolException(
          Reason.UNAVAILABLE,
          "receiver " + receiver + " has not taken the test: " + e.kind() + ": " + e.getMessage(),
          "Correct its target, or the receiver.");
    }
  }

  void close() {
    timer.shutdownNow();
    closeSubscriptions();
    senders.values().forEach(MessageSender::close);
    threads.shutdownNow();
  }
}
