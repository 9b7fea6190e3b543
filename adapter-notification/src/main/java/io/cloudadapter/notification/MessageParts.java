package io.cloudadapter.notification;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.notification.Notification;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.notification.MessageComposer.Composed;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What of one message is still to be sent. A message that is too long, or of which the receiver refuses the content, is
 * halved, so that one notification that the receiver cannot take holds up no other.
 */
final class MessageParts {
  private static final Logger LOG = LoggerFactory.getLogger(MessageParts.class);

  /** So often a receiver may refuse a single notification. With the growing waits between, that takes 15 minutes. */
  static final int MOST_REFUSALS = 8;

  private final Composed composed;
  private final String id;
  private final boolean refresh;
  private final Deque<List<Notification>> left = new ArrayDeque<>();
  private int refusals;

  /**
   * All parts of a message.
   *
   * @param refresh whether it only reminds a receiver that forgets
   */
  MessageParts(Composed composed, String id, boolean refresh) {
    this.composed = composed;
    this.id = id;
    this.refresh = refresh;
    left.add(composed.notifications());
  }

  Composed composed() {
    return composed;
  }

  boolean refresh() {
    return refresh;
  }

  boolean isEmpty() {
    return left.isEmpty();
  }

  /**
   * Sends the next part, or halves it.
   *
   * @throws CloudException if it has not arrived
   */
  void sendNext(
      MessageSender sender,
      MessageWriter writer,
      Optional<PoolName> pool,
      Instant at,
      ReceiverHealth health) {
    List<Notification> part = left.element();
    Optional<NotificationMessage> message = writer.message(idOf(part), pool, at, part);
    if (message.isEmpty()) {
      halve();
      return;
    }
    try {
      sender.send(message.get());
    } catch (CloudException e) {
      if (e.kind() != Kind.INVALID) {
        throw e;
      }
      refused(e, sender.receiver().name(), health);
      return;
    }
    left.remove();
    refusals = 0;
    if (health.failingSince().isPresent()) {
      LOG.info("receiver {} takes its notifications again", sender.receiver().name());
    }
    health.sent(part.size(), sender.now());
  }

  private void refused(CloudException why, String receiver, ReceiverHealth health) {
    List<Notification> part = left.element();
    if (part.size() > 1) {
      halve();
      return;
    }
    refusals++;
    if (refusals < MOST_REFUSALS) {
      throw why;
    }
    LOG.warn(
        "receiver {} refuses notification {}, which is given up: {}",
        receiver,
        part.get(0).id(),
        why.getMessage());
    left.remove();
    refusals = 0;
    health.refused();
  }

  private void halve() {
    List<Notification> part = left.remove();
    int half = part.size() / 2;
    left.addFirst(part.subList(half, part.size()));
    left.addFirst(part.subList(0, half));
  }

  private String idOf(List<Notification> part) {
    return part.size() == composed.notifications().size()
        ? id
        : MessageWriter.id(id, part.get(0).id(), part.get(part.size() - 1).id());
  }
}
