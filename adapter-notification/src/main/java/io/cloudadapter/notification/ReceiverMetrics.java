package io.cloudadapter.notification;

import io.cloudadapter.api.Metric;
import io.cloudadapter.api.notification.ReceiverStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The metrics of receivers. */
final class ReceiverMetrics {
  private ReceiverMetrics() {}

  static List<Metric> of(List<ReceiverStatus> receivers) {
    List<Metric> metrics = new ArrayList<>();
    add(
        metrics,
        receivers,
        "cloudadapter_notifications_sent_total",
        "Notifications that the receiver has taken.",
        Metric.Type.COUNTER,
        ReceiverStatus::sent);
    add(
        metrics,
        receivers,
        "cloudadapter_notification_failures_total",
        "Attempts to send a message that have failed.",
        Metric.Type.COUNTER,
        ReceiverStatus::failures);
    add(
        metrics,
        receivers,
        "cloudadapter_notifications_waiting",
        "Notifications that wait for the receiver, as far as they are counted.",
        Metric.Type.GAUGE,
        ReceiverStatus::waiting);
    add(
        metrics,
        receivers,
        "cloudadapter_notifications_refused_total",
        "Notifications that were given up since the receiver refused each of them again and again.",
        Metric.Type.COUNTER,
        ReceiverStatus::refused);
    add(
        metrics,
        receivers,
        "cloudadapter_notification_events_lost_total",
        "Events that the history dropped before the receiver was sent them.",
        Metric.Type.COUNTER,
        ReceiverStatus::lost);
    add(
        metrics,
        receivers,
        "cloudadapter_notification_alarms_settled_total",
        "Alarms that were raised and cleared again before the receiver could be notified.",
        Metric.Type.COUNTER,
        ReceiverStatus::settled);
    add(
        metrics,
        receivers,
        "cloudadapter_notification_receiver_failing",
        "1 if the receiver has failed for so long that the others are notified, otherwise 0.",
        Metric.Type.GAUGE,
        receiver -> receiver.failing() ? 1 : 0);
    return metrics;
  }

  private static void add(
      List<Metric> metrics,
      List<ReceiverStatus> receivers,
      String name,
      String help,
      Metric.Type type,
      ToDoubleFunction<ReceiverStatus> value) {
    for (ReceiverStatus receiver : receivers) {
      metrics.add(new Metric(
          name, help, type, Map.of("receiver", receiver.name()), value.applyAsDouble(receiver)));
    }
  }
}
