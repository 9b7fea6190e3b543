package io.cloudadapter.api.notification;

import io.cloudadapter.api.PoolName;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Notifications that travel to a receiver together. The receiver may get a message more than once; its id is then the
 * same.
 *
 * @param id a UUID, the same each time that the message is sent
 * @param receiver the receiver's configured name
 * @param pool the pool that all of it is about; empty if it is about receivers, or about none
 * @param time when it was put together
 * @param expires when a receiver that forgets alarms may take those of this message for cleared, unless it has got them
 *     again
 * @param notifications 1 to {@value #MOST}, in the order in which things happened
 * @param json the same as a JSON object in ASCII, at most {@value #MOST_BYTES} bytes, for channels that carry texts
 */
public record NotificationMessage(
    String id,
    String receiver,
    Optional<PoolName> pool,
    Instant time,
    Instant expires,
    List<Notification> notifications,
    String json) {
  /** The most notifications of a message. */
  public static final int MOST = 100;

  /** The most bytes of the JSON. */
  public static final int MOST_BYTES = 192 * 1024;

  /** Copies the list. */
  public NotificationMessage {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(receiver, "receiver");
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(expires, "expires");
    Objects.requireNonNull(json, "json");
    notifications = List.copyOf(notifications);
    if (notifications.isEmpty() || notifications.size() > MOST) {
      throw new IllegalArgumentException(
          "notifications must be 1 to " + MOST + ", were " + notifications.size());
    }
  }

  /** Leaves the JSON out. */
  @Override
  public String toString() {
    return "message " + id + " of " + notifications.size() + " notifications to " + receiver;
  }
}
