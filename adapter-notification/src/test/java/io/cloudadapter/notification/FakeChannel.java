package io.cloudadapter.notification;

import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.notification.Notification;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.NotificationChannel;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A channel to a receiver that keeps what it gets, and fails when a test wants it to. */
final class FakeChannel implements NotificationChannel {
  final List<NotificationMessage> attempts = new CopyOnWriteArrayList<>();
  final List<NotificationMessage> arrived = new CopyOnWriteArrayList<>();
  volatile Optional<Kind> fails = Optional.empty();
  volatile Consumer<NotificationMessage> before = message -> {};
  volatile boolean forgets;

  @Override
  public String channel() {
    return "fake";
  }

  @Override
  public void check(HookTarget target) {
    if (target.parameters().containsKey("wrong")) {
      throw new IllegalArgumentException("wrong is unknown; no parameters are allowed");
    }
  }

  @Override
  public void send(NotificationMessage message, HookTarget target, CallContext call) {
    attempts.add(message);
    before.accept(message);
    if (fails.isPresent()) {
      throw CloudException.of(fails.get(), Effect.UNKNOWN, "the receiver fails").build();
    }
    arrived.add(message);
  }

  @Override
  public boolean forgetsAlarms() {
    return forgets;
  }

  @Override
  public boolean carriesEvents() {
    return !forgets;
  }

  List<Notification> notifications() {
    return arrived.stream().flatMap(message -> message.notifications().stream()).toList();
  }

  List<String> summaries() {
    return notifications().stream().map(one -> one.kind() + " " + one.code()).toList();
  }
}
