package io.cloudadapter.notification;

import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.notification.Severity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One receiver of one pool, by a clock that a test moves. */
final class ReceiverWorld {
  static final Duration WAIT = Duration.ofSeconds(30);
  static final Duration INTERVAL = Duration.ofMinutes(5);
  static final Duration REPEAT = Duration.ofHours(4);

  final FakeSource pool = new FakeSource();
  final FakeChannel channel = new FakeChannel();
  final FakeContext context = new FakeContext();
  ReceiverHealth health = new ReceiverHealth("oncall", "fake");
  private ReceiverConfig receiver;
  private SourceDelivery delivery;
  private ReceiverWorker worker;

  ReceiverWorld(NotificationFilter filter) {
    this(filter, REPEAT, false);
  }

  ReceiverWorld(NotificationFilter filter, Duration repeat, boolean forgets) {
    channel.forgets = forgets;
    receiver = new ReceiverConfig(
        "oncall",
        Optional.empty(),
        new HookTarget("fake", Map.of(), Optional.empty()),
        filter,
        WAIT,
        INTERVAL,
        repeat);
    delivery = delivery();
    worker = new ReceiverWorker(List.of(delivery), health, context);
  }

  static NotificationFilter alarmsAnd(PoolEventKind... events) {
    return new NotificationFilter(Set.of(), Optional.empty(), Set.of(events), Severity.INFO);
  }

  private SourceDelivery delivery() {
    return new SourceDelivery(
        pool,
        new MessageSender(receiver, channel, context.wall(), context.ticker()),
        context,
        health);
  }

  /** Another process goes on, with what is stored. */
  void restart() {
    health = new ReceiverHealth("oncall", "fake");
    delivery = delivery();
    worker = new ReceiverWorker(List.of(delivery), health, context);
  }

  /** Another process goes on, whose configuration has another filter. */
  void restart(NotificationFilter filter) {
    receiver = new ReceiverConfig(
        receiver.name(),
        receiver.account(),
        receiver.target(),
        filter,
        receiver.groupWait(),
        receiver.groupInterval(),
        receiver.repeatInterval());
    restart();
  }

  void raise(String code) {
    note(pool.raise(code, context.now));
  }

  void clear(String code) {
    note(pool.clear(code, context.now));
  }

  PoolEvent event(PoolEventKind kind, String code) {
    PoolEvent event = pool.add(kind, code, context.now);
    note(event);
    return event;
  }

  private void note(PoolEvent event) {
    delivery.noted(event);
  }

  /** Looks once, as happens each second. */
  void look() {
    worker.run();
  }

  /** Lets time pass, with a look each second. */
  void pass(Duration time) {
    for (long second = 0; second < time.toSeconds(); second++) {
      context.pass(Duration.ofSeconds(1));
      worker.run();
    }
  }

  void passQuickly(Duration time) {
    context.pass(time);
    worker.run();
  }
}
