package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineState;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Readers of a pool are spared what they know, and large bodies come compressed. */
class CachingTest {
  private final TestServer server = new TestServer();
  private final FakePool web = server.pools.web;

  @AfterEach
  void stop() {
    server.close();
  }

  private String etag() {
    return server.get("/pool").headers().firstValue("ETag").orElseThrow();
  }

  @Test
  void aKnownRevisionIsNotSentAgain() {
    String etag = etag();
    assertThat(etag).startsWith("W/\"web-");

    for (String known : List.of(etag, etag.substring(2), "\"other\", " + etag, "*")) {
      HttpResponse<String> reply = server.get("/pool", "If-None-Match", known);

      assertThat(reply.statusCode()).as(known).isEqualTo(304);
      assertThat(reply.body()).isEmpty();
      assertThat(reply.headers().firstValue("ETag")).contains(etag);
      assertThat(reply.headers().firstValue("Content-Length")).isEmpty();
    }
  }

  @Test
  void aChangeIsSent() {
    String etag = etag();

    web.changeMachines(List.of(FakePool.bare("i-1", MachineState.RUNNING)));

    HttpResponse<String> reply = server.get("/pool", "If-None-Match", etag);
    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.body()).contains("\"i-1\"");
    assertThat(reply.headers().firstValue("ETag").orElseThrow()).isNotEqualTo(etag);
  }

  @Test
  void aNewListWithoutNewsMovesTheTimestampOnly() {
    String etag = etag();

    web.listAgain();

    HttpResponse<String> known = server.get("/pool", "If-None-Match", etag);
    assertThat(known.statusCode()).isEqualTo(304);
    assertThat(known.headers().firstValue("Pool-Timestamp")).contains("2013-11-07T13:50:01.000Z");
    assertThat(server.get("/pool").body()).contains("\"timestamp\":\"2013-11-07T13:50:01.000Z\"");
  }

  @Test
  void poolsHaveTagsOfTheirOwn() {
    assertThat(server.get("/pools/batch/pool", "If-None-Match", etag()).statusCode())
        .isEqualTo(200);
  }

  @Test
  void anotherLifeOfTheServerHasOtherTags() {
    String etag = etag();
    try (TestServer other = new TestServer()) {
      assertThat(other.get("/pool", "If-None-Match", etag).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void largeBodiesComeCompressedToThoseWhoTakeIt() throws Exception {
    web.changeMachines(ManyMachines.many(500));
    String plain = server.get("/pool").body();

    HttpResponse<byte[]> reply = bytes("gzip, deflate");

    assertThat(reply.headers().firstValue("Content-Encoding")).contains("gzip");
    assertThat(reply.headers().firstValue("Vary")).contains("Accept-Encoding");
    assertThat(reply.body().length).isLessThan(plain.length() / 4);
    assertThat(new GZIPInputStream(new ByteArrayInputStream(reply.body())).readAllBytes())
        .asString()
        .isEqualTo(plain);
  }

  @Test
  void bodiesComePlainToOthers() throws Exception {
    web.changeMachines(ManyMachines.many(500));

    for (String coding : List.of("identity", "gzip;q=0", "gzip; q=0.0", "br")) {
      assertThat(bytes(coding).headers().firstValue("Content-Encoding"))
          .as(coding)
          .isEmpty();
    }
  }

  @Test
  void smallBodiesComePlain() throws Exception {
    assertThat(bytes("gzip").headers().firstValue("Content-Encoding")).isEmpty();
  }

  private HttpResponse<byte[]> bytes(String coding) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(server.uri("/pool"))
                .header("Accept-Encoding", coding)
                .build(),
            HttpResponse.BodyHandlers.ofByteArray());
  }
}
