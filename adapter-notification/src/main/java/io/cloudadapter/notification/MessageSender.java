package io.cloudadapter.notification;

import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.NotificationChannel;
import io.cloudadapter.spi.Ticker;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Sends single messages to one receiver, each with a deadline. Any thread may use it. */
final class MessageSender {
  private final ReceiverConfig receiver;
  private final NotificationChannel channel;
  private final InstantSource wall;
  private final Ticker ticker;
  private final Set<SendContext> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  MessageSender(
      ReceiverConfig receiver, NotificationChannel channel, InstantSource wall, Ticker ticker) {
    this.receiver = receiver;
    this.channel = channel;
    this.wall = wall;
    this.ticker = ticker;
  }

  ReceiverConfig receiver() {
    return receiver;
  }

  NotificationChannel channel() {
    return channel;
  }

  Instant now() {
    return wall.instant();
  }

  /**
   * Sends a message.
   *
   * @throws CloudException if it has not arrived, or the outcome is unknown
   */
  void send(NotificationMessage message) {
    SendContext call = new SendContext(ticker, "notification-" + message.id());
    open.add(call);
    try {
      if (closed) {
        call.cancel();
      }
      channel.send(message, receiver.target(), call);
    } catch (CloudException e) {
      throw e;
    } catch (RuntimeException e) {
      // A channel of another library may throw anything, with a secret in its text; the message is
      // sent again.
      throw CloudException.of(
              Kind.UNCLASSIFIED,
              Effect.UNKNOWN,
              "the channel failed with " + e.getClass().getSimpleName())
          .cause(e)
          .build();
    } finally {
      open.remove(call);
    }
  }

  /** Cancels what has taken longer than allowed. */
  void cancelOverdue() {
    for (SendContext call : open) {
      if (call.remaining().isNegative()) {
        call.cancel();
      }
    }
  }

  void close() {
    closed = true;
    open.forEach(SendContext::cancel);
  }
}
