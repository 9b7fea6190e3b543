package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the HTTP library refuses by itself carries our error body too. */
class LibraryErrorsTest {
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
  @CsvSource(delimiter = '|', textBlock = """
          400 | GET\\r\\n\\r\\n
          400 | GET /pool HTTP/1.1\\r\\n\\r\\n
          400 | GET /pool HTTP/1.1\\r\\nHost: a\\r\\nHost: b\\r\\n\\r\\n
          400 | GET /pool HTTP/1.1\\r\\nHost: localhost\\r\\nBad Header: x\\r\\n\\r\\n
          400 | GET /pool HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 1x\\r\\n\\r\\n
          400 | GET /pool HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: -1\\r\\n\\r\\n
          400 | POST /pool/size HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 3\\r\\n\
          Content-Length: 4\\r\\n\\r\\n{}
          400 | POST /pool/size HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n
          400 | \\26\\3\\1\\2\\r\\n\\r\\n
          400 | GET http://user@localhost/pool HTTP/1.1\\r\\nHost: user@localhost\\r\\n\\r\\n
          417 | GET /pool HTTP/1.1\\r\\nHost: localhost\\r\\nExpect: miracles\\r\\n\\r\\n
          505 | GET /pool HTTP/3.1\\r\\nHost: localhost\\r\\n\\r\\n
          """)
  void carryOurErrorBody(int status, String request) {
    try (RawClient client = new RawClient(server.uri("/"))) {
      RawClient.Raw reply = client.send(request.translateEscapes()).reply();

      assertThat(reply.status()).isEqualTo(status);
      assertThat(reply.head()).contains("Content-Type: application/json");
      ErrorAssertions.read(reply.body());
    }
  }

  @Test
  void namesTheLimitOfHeaders() {
    try (RawClient client = new RawClient(server.uri("/"))) {
      RawClient.Raw reply = client
          .send("GET /pool HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(20_000) + "\r\n\r\n")
          .reply();

      assertThat(reply.status()).isEqualTo(431);
      assertThat(ErrorAssertions.message(reply.body())).contains("16384 bytes");
    }
  }

  @Test
  void namesTheLimitOfTheRequestLine() {
    try (RawClient client = new RawClient(server.uri("/"))) {
      RawClient.Raw reply = client
          .send("GET /" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
          .reply();

      assertThat(reply.status()).isEqualTo(414);
      assertThat(ErrorAssertions.message(reply.body())).contains("16384 bytes");
    }
  }

  @Test
  void reachClientsThatStillSend() {
    try (RawClient client = new RawClient(server.uri("/"))) {
      RawClient.Raw reply = client
          .sendUntilClosed("GET /pool HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(2_000_000))
          .reply();

      assertThat(reply.status()).isEqualTo(431);
    }
  }
}
