package io.cloudadapter.client.message;

import io.cloudadapter.api.notification.ReceiverStatus;
import java.util.List;
import java.util.Map;

/** Writes and reads how the receivers of notifications do. */
public final class NotificationMessages {
  private NotificationMessages() {}

  /** Writes receivers. */
  public static Map<String, Object> receivers(List<ReceiverStatus> receivers) {
    return MessageFields.of(
        "receivers", MessageFields.each(receivers, NotificationMessages::receiver));
  }

  private static Map<String, Object> receiver(ReceiverStatus receiver) {
    return MessageFields.of(
        "name", receiver.name(),
        "channel", receiver.channel(),
        "failing", receiver.failing(),
        "lastSuccess", receiver.lastSuccess(),
        "lastFailure", receiver.lastFailure(),
        "error", receiver.error(),
        "sent", receiver.sent(),
        "failures", receiver.failures(),
        "waiting", receiver.waiting(),
        "oldest", receiver.oldest(),
        "refused", receiver.refused(),
        "lost", receiver.lost(),
        "settled", receiver.settled());
  }

  /** Reads receivers. */
  public static List<ReceiverStatus> receivers(JsonFields message) {
    return message.list("receivers").stream()
        .map(NotificationMessages::receiver)
        .toList();
  }

  private static ReceiverStatus receiver(JsonFields receiver) {
    return new ReceiverStatus(
        receiver.text("name"),
        receiver.text("channel"),
        receiver.flag("failing"),
        receiver.optionalTime("lastSuccess"),
        receiver.optionalTime("lastFailure"),
        receiver.text("error"),
        receiver.number("sent"),
        receiver.number("failures"),
        receiver.number("waiting"),
        receiver.optionalTime("oldest"),
        receiver.number("refused"),
        receiver.number("lost"),
        receiver.number("settled"));
  }
}
