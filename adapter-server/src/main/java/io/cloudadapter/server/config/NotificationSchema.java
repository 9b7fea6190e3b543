package io.cloudadapter.server.config;

import io.cloudadapter.notification.ReceiverSettings;
import io.cloudadapter.server.config.ConfigSchema.Part;
import io.cloudadapter.spi.config.ConfigSpec;

/** The keys of the file about notifications. */
final class NotificationSchema {
  static final Part NOTIFICATIONS = new Part(
      "notifications",
      ConfigSpec.builder().build(),
      Part.ordered("receivers", "The receivers, by name."));

  static final Part RECEIVER = new Part(
      "notifications.receivers.<name>",
      ReceiverSettings.spec(),
      Part.ordered(
          "target",
          "The channel's own keys. For webhook: url, allowPrivate, ca, as in hooks. For "
              + "alertmanager: the same; url is without /api/v2. For mail: host, port, tls, from, "
              + "to, user, ca. For sqs and zaqar: queue. For sns: topic."));

  private NotificationSchema() {}
}
