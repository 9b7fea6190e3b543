package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.notification.NotificationReceivers;
import io.cloudadapter.api.notification.ReceiverStatus;
import io.cloudadapter.client.RemotePools;
import io.cloudadapter.notification.NotificationSender;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The receivers of notifications over REST, and for Java programs elsewhere. */
class NotificationsApiTest {
  private final TestServer server = new TestServer();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void receivers_are_listed_with_what_they_have_taken_and_what_waits() {
    assertThat(server.get("/notifications/receivers").body())
        .isEqualTo("{\"receivers\":[{\"name\":\"oncall\",\"channel\":\"webhook\",\"failing\":true,"
            + "\"lastFailure\":\"2026-11-29T02:03:04.000Z\","
            + "\"error\":\"TIMEOUT: it did not answer in time\",\"sent\":1,\"failures\":2,"
            + "\"waiting\":3,\"oldest\":\"2026-11-29T02:00:00.000Z\",\"refused\":4,\"lost\":5,"
            + "\"settled\":6}]}");
  }

  @Test
  void a_test_is_answered_with_the_id_of_its_message_or_the_reason() {
    assertThat(server.post("/notifications/receivers/oncall/test", "").body())
        .isEqualTo("{\"id\":\"0b7e0d5c-0000-3000-8000-000000000001\"}");
    HttpResponse<String> unknown = server.post("/notifications/receivers/none/test", "");
    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.body()).contains("there is no receiver");
    server.pools.web.onWrite = () -> {
      throw new PoolException(PoolException.Reason.UNAVAILABLE, "it has not arrived", "");
    };
    HttpResponse<String> failed = server.post("/notifications/receivers/oncall/test", "");
    assertThat(failed.statusCode()).isEqualTo(500);
    assertThat(failed.body()).contains("it has not arrived");
  }

  @Test
  void a_program_elsewhere_sees_the_same() {
    NotificationReceivers remote = RemotePools.at(server.uri("/")).build().notifications();

    List<ReceiverStatus> receivers = remote.receivers();
    assertThat(receivers).isEqualTo(new FakeReceivers(server.pools).receivers());
    assertThat(remote.test("oncall")).isEqualTo("0b7e0d5c-0000-3000-8000-000000000001");
  }

  @Test
  void a_server_without_receivers_lists_none() {
    try (NotificationSender none = new NotificationSender(List.of());
        TestServer quiet = new TestServer(builder -> builder.notifications(none))) {
      assertThat(quiet.get("/notifications/receivers").body()).isEqualTo("{\"receivers\":[]}");
    }
  }
}
