/** Sends alarms and chosen events of pools to receivers; {@link io.cloudadapter.notification.NotificationSender}. */
module io.cloudadapter.notification {
  requires static org.jspecify;
  requires transitive io.cloudadapter.core;
  requires com.fasterxml.jackson.databind;
  requires org.slf4j;

  exports io.cloudadapter.notification;

  uses io.cloudadapter.spi.NotificationChannel;
}
