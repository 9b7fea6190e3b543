package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.reload.ConfigReload;
import io.cloudadapter.api.reload.ReloadOutcome;
import io.cloudadapter.client.RemotePools;
import org.junit.jupiter.api.Test;

/** Reloads of the configuration file over REST, and for Java programs elsewhere. */
class ReloadApiTest {

  @Test
  void a_reload_is_answered_with_what_came_of_it_which_can_be_read_later() {
    try (TestServer server = new TestServer()) {
      assertThat(server.get("/config/reload").body()).contains("\"outcome\":\"UNCHANGED\"");
      assertThat(server.post("/config/reload", "").body())
          .isEqualTo("{\"time\":\"2026-11-29T05:00:00.000Z\",\"outcome\":\"REFUSED\","
              + "\"errors\":[\"pools.web.maxSize: must be 1 or more, was 0\"],\"created\":[],"
              + "\"updated\":[\"web\"],\"removed\":[],\"restart\":[\"server\"]}");
      assertThat(server.get("/config/reload").body()).contains("\"outcome\":\"REFUSED\"");
    }
  }

  @Test
  void a_program_elsewhere_sees_the_same() {
    try (TestServer server = new TestServer()) {
      ConfigReload remote = RemotePools.at(server.uri("/")).build().configReload();

      assertThat(remote.last().outcome()).isEqualTo(ReloadOutcome.UNCHANGED);
      assertThat(remote.reload())
          .isEqualTo(remote.last())
          .isEqualTo(new FakeReload(server.pools).reload());
    }
  }

  @Test
  void a_body_is_refused() {
    try (TestServer server = new TestServer()) {
      assertThat(server.post("/config/reload", "{\"file\":\"other\"}").statusCode())
          .isEqualTo(400);
    }
  }
}
