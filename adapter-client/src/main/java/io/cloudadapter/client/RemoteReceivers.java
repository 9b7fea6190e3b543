package io.cloudadapter.client;

import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.notification.NotificationReceivers;
import io.cloudadapter.api.notification.ReceiverStatus;
import io.cloudadapter.client.message.NotificationMessages;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The receivers of notifications of a server elsewhere. */
final class RemoteReceivers implements NotificationReceivers {
  private static final String PATH = "/notifications/receivers";

  private final RequestExchange exchange;
  private final WriteRetry writes;

  RemoteReceivers(RequestExchange exchange, WriteRetry writes) {
    this.exchange = exchange;
    this.writes = writes;
  }

  @Override
  public List<ReceiverStatus> receivers() {
    return RemotePools.read(exchange, PATH, NotificationMessages::receivers);
  }

  @Override
  public String test(String receiver) {
    String name = URLEncoder.encode(
            Objects.requireNonNull(receiver, "receiver"), StandardCharsets.UTF_8)
        .replace("+", "%20");
    return writes
        .write(PATH + "/" + name + "/test", WriteOptions.none())
        .fields()
        .text("id");
  }
}
