package io.cloudadapter.server.config;

import io.cloudadapter.server.config.ConfigSchema.Part;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import java.util.List;

/** The keys of the file about notifications. */
final class NotificationSchema {
  static final Part NOTIFICATIONS = new Part(
      "notifications",
      ConfigSpec.builder().build(),
      Part.ordered("receivers", "The receivers, by name."));

  static final Part RECEIVER = new Part(
      "notifications.receivers.<name>",
      ConfigSpec.builder()
          .required(
              "channel",
              ConfigKey.Type.TEXT,
              "The channel to the receiver: webhook, alertmanager, mail, or one of an account's "
                  + "adapter: sqs, sns, zaqar.")
          .optional(
              "account",
              ConfigKey.Type.TEXT,
              "The account whose adapter has the channel; for sqs, sns and zaqar.")
          .optional(
              "secret",
              ConfigKey.Type.SECRET,
              "What the channel signs or signs in with: file:PATH, env:NAME, or the text itself.")
          .optional(
              "pools", ConfigKey.Type.LIST, "The pools that it is notified of; by default all.")
          .optional(
              "alarms",
              ConfigKey.Type.LIST,
              "The codes of the alarms that it gets, or none; by default all alarms.")
          .optional(
              "events", ConfigKey.Type.LIST, "The kinds of events that it gets; by default none.")
          .choice(
              "severity",
              List.of("info", "warning", "critical"),
              "The least severity of what it gets.")
          .optional(
              "groupWait",
              ConfigKey.Type.DURATION,
              "30s",
              "How long the first notification of a pool waits for others; 0s to 1h.")
          .optional(
              "groupInterval",
              ConfigKey.Type.DURATION,
              "5m",
              "How long after one message of a pool the next may follow; 0s to 1d.")
          .optional(
              "repeatInterval",
              ConfigKey.Type.DURATION,
              "How long until an alarm that still stands is sent again; 10s to 30d; by default 4h, "
                  + "for alertmanager 1m.")
          .build(),
      Part.ordered(
          "target",
          "The channel's own keys. For webhook: url, allowPrivate, ca, as in hooks. For "
              + "alertmanager: the same; url is without /api/v2. For mail: host, port, tls, from, "
              + "to, user, ca. For sqs and zaqar: queue. For sns: topic."));

  private NotificationSchema() {}
}
