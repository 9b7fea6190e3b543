package io.cloudadapter.proof;

import java.util.List;

/** Chapter 10: channels that carry notifications. Each is the webhook with one bug in what it does with them. */
final class NotificationMutants {
  private NotificationMutants() {}

  static List<AdapterMutant> all() {
    return List.of(
        AdapterMutant.of("MP-10.19", "cuts long messages of notifications", "bytes came as")
            .edit("WebhookChannel", """
                byte[] json = message.json().getBytes(StandardCharsets.UTF_8);
                """, """
                String cut = message.json();
                byte[] json = (cut.length() < 65536
                        ? cut
                        : "{\\"id\\":\\"" + message.id() + "\\"}")
                    .getBytes(StandardCharsets.UTF_8);
                """),
        AdapterMutant.of(
                "MP-10.19",
                "returns before a notification has gone",
                "of notifications has not arrived")
            .drags("MP-10.20")
            .edit("WebhookChannel", """
                mustBeTaken(to, reply(to, posted, over));
                """, """
                java.util.concurrent.CompletableFuture.runAsync(() -> {
                  java.util.concurrent.locks.LockSupport.parkNanos(300_000_000);
                  mustBeTaken(to, reply(to, posted, over));
                });
                """),
        AdapterMutant.of("MP-10.20", "draws the ids of notifications", "with different ids")
            .edit("WebhookChannel", """
                headers.put("webhook-id", message.id());
                """, """
                headers.put("webhook-id", UUID.randomUUID().toString());
                """),
        AdapterMutant.of(
                "MP-10.20", "names messages of notifications after their pool", "came with one id")
            .edit("WebhookChannel", """
                headers.put("webhook-id", message.id());
                """, """
                headers.put("webhook-id", message.pool().map(Object::toString).orElse(""));
                """),
        AdapterMutant.of("MP-10.21", "takes an outage for refused content", "must not be INVALID")
            .edit("WebhookChannel", """
                mustBeTaken(to, reply(to, posted, over));
                """, """
                try {
                  mustBeTaken(to, reply(to, posted, over));
                } catch (CloudException e) {
                  throw error(Kind.INVALID, "the receiver refuses the content");
                }
                """));
  }
}
