package io.cloudadapter.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.LogLevels;
import io.cloudadapter.client.RemotePools;
import io.cloudadapter.server.TestServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The levels of a server's log over REST, and for Java programs elsewhere. */
class LogLevelsApiTest {
  private final TestServer server = new TestServer();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void a_level_is_set_for_a_time_and_shown() {
    assertThat(server.get("/log/levels").body()).isEqualTo("{\"levels\":{\"ROOT\":\"INFO\"}}");
    assertThat(server
            .post("/log/levels", "{\"logger\":\"a.b\",\"level\":\"DEBUG\",\"seconds\":60}")
            .body())
        .isEqualTo("{\"levels\":{\"ROOT\":\"INFO\",\"a.b\":\"DEBUG\"}}");
  }

  @Test
  void a_program_elsewhere_sets_and_sees_the_same() {
    LogLevels remote = RemotePools.at(server.uri("/")).build().logLevels();

    remote.set("a.b", LogLevels.Level.TRACE, Duration.ofMinutes(1));

    assertThat(remote.levels())
        .isEqualTo(Map.of("ROOT", LogLevels.Level.INFO, "a.b", LogLevels.Level.TRACE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"level\":\"DEBUG\",\"seconds\":60}|field logger is missing",
        "{\"logger\":\"a\",\"level\":\"LOUD\",\"seconds\":60}|field level must be one of [OFF, ERROR",
        "{\"logger\":\"a\",\"level\":\"DEBUG\",\"seconds\":0}|field seconds must be",
        "{\"logger\":\"a\",\"level\":\"DEBUG\",\"seconds\":86401}|field seconds must be",
        "{\"logger\":\"forbidden\",\"level\":\"DEBUG\",\"seconds\":1}|logger must not be forbidden"
      })
  void a_wrong_request_is_refused_with_what_is_allowed_and_changes_nothing(
      String body, String message) {
    HttpResponse<String> answer = server.post("/log/levels", body);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains(message);
    assertThat(server.get("/log/levels").body()).isEqualTo("{\"levels\":{\"ROOT\":\"INFO\"}}");
  }
}
