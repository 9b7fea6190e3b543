/** Sends hook messages and notifications over HTTPS; found by {@link java.util.ServiceLoader}. */
module io.cloudadapter.webhook {
  requires static org.jspecify;
  requires transitive io.cloudadapter.api;
  requires io.cloudadapter.http;
  requires com.fasterxml.jackson.core;
  requires org.eclipse.jetty.client;

  exports io.cloudadapter.webhook;

  provides io.cloudadapter.spi.HookChannel with
      io.cloudadapter.webhook.WebhookChannel;
  provides io.cloudadapter.spi.NotificationChannel with
      io.cloudadapter.webhook.AlertmanagerChannel,
      io.cloudadapter.webhook.WebhookChannel;
}
