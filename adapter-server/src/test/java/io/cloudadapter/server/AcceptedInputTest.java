package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Input that looks odd and is right. */
class AcceptedInputTest {
  private final TestServer server = new TestServer();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void takesJsonWithAndWithoutCharsetAndWithoutAnyType() {
    for (String type : List.of(
        "application/json",
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8",
        "Application/JSON; charset=\"utf-8\"")) {
      assertThat(server
              .post("/pool/size", "{\"desiredSize\":5}", "Content-Type", type)
              .statusCode())
          .as(type)
          .isEqualTo(200);
    }
    assertThat(server.post("/pool/size", "{\"desiredSize\":5}").statusCode()).isEqualTo(200);
  }

  @Test
  void takesWhatJsonAllows() {
    for (String body : List.of(
        "\r\n\t { \"desiredSize\" : 0 } \n",
        "{\"desired\\u0053ize\":0}",
        "{\"desiredSize\":100}")) {
      assertThat(server.post("/pool/size", body).statusCode()).as(body).isEqualTo(200);
    }
  }

  @Test
  void takesPathsWithNeedlessPercentSigns() {
    assertThat(server.get("/%70ool/s%69ze").statusCode()).isEqualTo(200);
  }

  @Test
  void ignoresAQueryOnReads() {
    assertThat(server.get("/pool?cachebuster=1").statusCode()).isEqualTo(200);
  }

  @Test
  void takesABodyInChunks() {
    try (RawClient client = new RawClient(server.uri("/"))) {
      RawClient.Raw reply = client
          .send("POST /pool/size HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
              + "8\r\n{\"desire\r\n9\r\ndSize\":7}\r\n0\r\n\r\n")
          .reply();

      assertThat(reply.status()).isEqualTo(200);
      assertThat(server.pools.web.calls).containsExactly("size 7");
    }
  }

  @Test
  void answersToClientsThatAskBeforeTheySend() {
    try (RawClient client = new RawClient(server.uri("/"))) {
      client.send("POST /pool/size HTTP/1.1\r\nHost: localhost\r\nContent-Length: 17\r\n"
          + "Expect: 100-continue\r\n\r\n");
      assertThat(client.reply().status()).isEqualTo(100);

      assertThat(client.send("{\"desiredSize\":7}").reply().status()).isEqualTo(200);
    }
  }

  @Test
  void refusesClientsThatAskBeforeTheySendTooMuch() {
    try (RawClient client = new RawClient(server.uri("/"))) {
      client.send("POST /pool/size HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n"
          + "Expect: 100-continue\r\n\r\n");

      assertThat(client.reply().status()).isEqualTo(413);
      assertThat(client.ended()).isTrue();
    }
  }

  @Test
  void answersRequestsOnOneConnectionInTheirOrder() {
    try (RawClient client = new RawClient(server.uri("/"))) {
      client.send("GET /pool/size HTTP/1.1\r\nHost: localhost\r\n\r\n"
          + "POST /pool/size HTTP/1.1\r\nHost: localhost\r\nContent-Length: 17\r\n\r\n"
          + "{\"desiredSize\":7}"
          + "GET /pool/size HTTP/1.1\r\nHost: localhost\r\n\r\n");

      assertThat(client.reply().body()).contains("\"desiredSize\":3");
      assertThat(client.reply().status()).isEqualTo(200);
      assertThat(client.reply().body()).contains("\"desiredSize\":7");
    }
  }
}
