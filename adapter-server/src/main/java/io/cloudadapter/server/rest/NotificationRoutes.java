package io.cloudadapter.server.rest;

import io.cloudadapter.api.notification.NotificationReceivers;
import io.cloudadapter.client.message.MessageFields;
import io.cloudadapter.client.message.NotificationMessages;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.options.Role;
import java.util.List;
import java.util.Optional;

/**
 * The receivers of notifications, not part of the specification: {@code /notifications/receivers} lists them with the
 * state of their delivery, and {@code /notifications/receivers/<name>/test} sends one of them a test.
 */
public final class NotificationRoutes {
  private final NotificationReceivers receivers;

  /**
   * Routes to some receivers.
   *
   * @param receivers the receivers
   */
  public NotificationRoutes(NotificationReceivers receivers) {
    this.receivers = receivers;
  }

  /**
   * The routes.
   *
   * @return the routes
   */
  public List<HttpRoute> routes() {
    return List.of(
        new HttpRoute(
            "GET",
            "/notifications/receivers",
            Optional.of(Role.READ),
            ExecutionLane.READ,
            request -> HttpReply.json(200, NotificationMessages.receivers(receivers.receivers()))),
        new HttpRoute(
            "POST",
            "/notifications/receivers/{receiver}/test",
            Optional.of(Role.OPERATE),
            ExecutionLane.CLOUD,
            this::test));
  }

  private HttpReply test(HttpRequest request) {
    RestErrors.none(request.body());
    return HttpReply.json(
        200, MessageFields.of("id", receivers.test(request.parameter("receiver"))));
  }
}
