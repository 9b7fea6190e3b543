/** Sends notifications by mail; found by {@link java.util.ServiceLoader}. */
module io.cloudadapter.mail {
  requires static org.jspecify;
  requires transitive io.cloudadapter.api;
  requires io.cloudadapter.http;
  requires jakarta.mail;

  exports io.cloudadapter.mail;

  provides io.cloudadapter.spi.NotificationChannel with
      io.cloudadapter.mail.MailChannel;
}
