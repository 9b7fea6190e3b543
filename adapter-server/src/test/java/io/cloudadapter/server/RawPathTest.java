package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Characters that a URI may not hold reach our handlers all the same: a face to come needs them. */
class RawPathTest {
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = new TestServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "web[0-9]", "^web$", "a|b", "a+b", "(x)", "a*b", "{x}", "a;b=c", "a\\b", "<x>", "a`b",
            "a'b",
        "%5B%5D", "%2F", "%2e", "a%25b", "ä", "%C3%A4", "a&b=c", "a,b", "a:b", "a$b", "a!b", "~a@b"
      })
  void reachHandlersAsTheyWereSent(String segment) {
    try (RawClient client = new RawClient(server.uri("/"))) {
      RawClient.Raw reply = client
          .send("GET /pools/" + segment + "/pool HTTP/1.1\r\nHost: localhost\r\n\r\n")
          .reply();

      assertThat(reply.status()).isEqualTo(404);
      assertThat(ErrorAssertions.message(reply.body())).startsWith("there is no pool \"");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/pools/we?b/pool", "/pools/we?b?/pool"})
  void leaveWhatFollowsAQuestionMarkToTheQuery(String path) {
    try (RawClient client = new RawClient(server.uri("/"))) {
      RawClient.Raw reply =
          client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").reply();

      assertThat(reply.status()).isEqualTo(404);
      assertThat(ErrorAssertions.message(reply.body())).contains("\"/pools/we\"");
    }
  }
}
