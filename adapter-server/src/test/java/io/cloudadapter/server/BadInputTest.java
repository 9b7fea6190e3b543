package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bad input is refused by name and value, and changes nothing. */
class BadInputTest {
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = new TestServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void nothingChanged() {
    assertThat(server.pools.web.calls).isEmpty();
    assertThat(server.pools.web.view().desiredSize()).isEqualTo(3);
  }

  static Stream<Arguments> bodies() {
    List<Arguments> all = new ArrayList<>();
    for (Object[] row : new Object[][] {
      // What is sent to /pool/size, and what the message must say.
      {"", "body is empty; it must have field desiredSize"},
      {" \n", "holds no JSON value"},
      {"null", "must be a JSON object, was: null"},
      {"{}", "field desiredSize is missing"},
      {"[]", "must be a JSON object, was: an array"},
      {"3", "must be a JSON object, was: 3"},
      {"\"3\"", "must be a JSON object, was: \"3\""},
      {"{\"desiredsize\":3}", "unknown field \"desiredsize\"; the only field allowed is desiredSize"
      },
      {"{\"desiredSize\":3,\"force\":true}", "unknown field \"force\""},
      {
        "{\"desiredSize\":3,\"desiredSize\":4}",
        "not valid JSON: it has field \"desiredSize\" twice, at line 1, column 18"
      },
      {
        "{\"desiredSize\":null}",
        "field desiredSize must be a whole number from 0 to the pool's maxSize, was: null"
      },
      {"{\"desiredSize\":\"3\"}", "was: \"3\""},
      {"{\"desiredSize\":2.5}", "was: 2.5"},
      {"{\"desiredSize\":3.0}", "was: 3.0"},
      {"{\"desiredSize\":1e400}", "was: 1e400"},
      {"{\"desiredSize\":3e0}", "was: 3e0"},
      {
        "{\"desiredSize\":-0}",
        "field desiredSize must be a whole number from 0 to the pool's maxSize, was: -0"
      },
      {"{\"desiredSize\":-1}", "(maxSize), was: -1"},
      {"{\"desiredSize\":2147483648}", "was: 2147483648"},
      {"{\"desiredSize\":" + "9".repeat(65) + "}", "too long"},
      {"{\"desiredSize\":true}", "was: true"},
      {"{\"desiredSize\":[3]}", "was: an array"},
      {"{\"desiredSize\":{\"n\":3}}", "was: an object"},
      {"{\"desiredSize\":NaN}", "not valid JSON, at line 1, column"},
      {"{\"desiredSize\":03}", "not valid JSON"},
      {"{\"desiredSize\":3", "not valid JSON"},
      {"{desiredSize:3}", "not valid JSON"},
      {"{'desiredSize':3}", "not valid JSON"},
      {"{\"desiredSize\":3,}", "not valid JSON"},
      {"{\"desiredSize\":3} // three", "not valid JSON"},
      {"{\"desiredSize\":3} 4", "something follows the JSON object"},
      {"{\"desiredSize\":3}{}", "something follows the JSON object"},
      {"\uFEFF{\"desiredSize\":3}", "byte order mark"},
      {"{\"desiredSize\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}", "deeper than 32 levels"
      },
      {"[".repeat(10_000), "JSON object, was: an array"},
      {"{\"" + "n".repeat(300) + "\":3}", "too long"},
      {"{\"a\\u001b[31m\\n\\\"b\":3}", "unknown field \"a\\u001b[31m\\u000a\\\"b\""},
      {"{\"desiredSize\":101}", "desiredSize must be 0 to 100 (maxSize), was: 101"},
    }) {
      all.add(Arguments.of("/pool/size", row[0], row[1]));
    }
    for (Object[] row : new Object[][] {
      {"{}", "field serviceState is missing"},
      {
        "{\"serviceState\":\"BOGUS\"}",
        "one of [BOOTING, IN_SERVICE, UNHEALTHY, OUT_OF_SERVICE," + " UNKNOWN], was: \"BOGUS\""
      },
      {"{\"serviceState\":\"in_service\"}", "was: \"in_service\""},
      {"{\"serviceState\":null}", "was: null"},
      {"{\"serviceState\":1}", "was: 1"},
      {"{\"serviceState\":\"" + "x".repeat(9_000) + "\"}", "was: \"" + "x".repeat(80) + "…\""},
    }) {
      all.add(Arguments.of("/pool/i-123456/serviceState", row[0], row[1]));
    }
    String health = "/pool/i-123456/health";
    all.add(Arguments.of(health, "{}", "field verdict is missing"));
    all.add(Arguments.of(
        health, "{\"verdict\":\"GOOD\"}", "one of [OK, BAD, CANNOT_TELL], was: \"GOOD\""));
    all.add(Arguments.of(
        health,
        "{\"verdict\":\"OK\",\"reason\":\"" + "x".repeat(201) + "\"}",
        "reason must be one line of at most 200 characters, had 201"));
    for (String verb : List.of("terminate", "detach")) {
      String path = "/pool/i-123456/" + verb;
      all.add(Arguments.of(path, "", "body is empty"));
      all.add(Arguments.of(path, "{}", "field decrementDesiredSize is missing"));
      all.add(Arguments.of(
          path,
          "{\"decrementDesiredSize\":\"true\"}",
          "field decrementDesiredSize must be true or false, was: \"true\""));
      all.add(Arguments.of(path, "{\"decrementDesiredSize\":0}", "was: 0"));
      all.add(Arguments.of(path, "{\"decrement\":true}", "unknown field \"decrement\""));
    }
    all.add(Arguments.of("/pool/i-1/attach", "{\"x\":1}", "unknown field \"x\"; this operation"));
    all.add(Arguments.of("/pool/i-1/attach", "null", "must be a JSON object, was: null"));
    all.add(Arguments.of("/pool/thaw", "[]", "must be a JSON object, was: an array"));
    String membership = "/pool/i-123456/membershipStatus";
    all.add(Arguments.of(membership, "{}", "field membershipStatus is missing"));
    all.add(Arguments.of(membership, "{\"membershipStatus\":null}", "was: null"));
    all.add(Arguments.of(
        membership, "{\"membershipStatus\":{\"active\":true}}", "evictable is missing"));
    all.add(Arguments.of(
        membership,
        "{\"membershipStatus\":{\"active\":1,\"evictable\":true}}",
        "active must be true or false, was: 1"));
    all.add(
        Arguments.of("/pool/i-123456/protection", "{\"protected\":1}", "true or false, was: 1"));
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void refusesABodyThatIsNotRight(String path, String body, String saying) {
    HttpResponse<String> reply = server.post(path, body, "Content-Type", "application/json");

    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(ErrorAssertions.message(reply.body())).contains(saying);
    assertThat(reply.body())
        .as("advice to programmers of the server")
        .doesNotContainPattern("(?i)feature|enable");
    assertThat(reply.body().length()).isLessThan(1000);
  }

  @Test
  void refusesABodyThatIsNotUtf8() {
    for (byte[] body : List.of(
        new byte[] {'{', '"', (byte) 0xff, '"', ':', '3', '}'},
        "{\"desiredSize\":3}".getBytes(StandardCharsets.UTF_16LE),
        "{\"desiredSize\":3}".getBytes(StandardCharsets.UTF_16))) {
      HttpResponse<String> reply = server.send(HttpRequest.newBuilder(server.uri("/pool/size"))
          .POST(HttpRequest.BodyPublishers.ofByteArray(body))
          .build());

      assertThat(reply.statusCode()).isEqualTo(400);
      ErrorAssertions.read(reply.body());
    }
  }

  @Test
  void refusesAnotherContentType() {
    for (String type : List.of(
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/jsonp",
        "application/json; charset=utf-16",
        "multipart/form-data; boundary=application/json",
        "")) {
      HttpResponse<String> reply =
          server.post("/pool/size", "{\"desiredSize\":5}", "Content-Type", type);

      assertThat(reply.statusCode()).as(type).isEqualTo(415);
      assertThat(ErrorAssertions.message(reply.body()))
          .contains("application/json", '"' + type + '"');
    }
  }

  @Test
  void refusesACompressedBody() {
    HttpResponse<String> reply =
        server.post("/pool/size", "{\"desiredSize\":5}", "Content-Encoding", "gzip");

    assertThat(reply.statusCode()).isEqualTo(415);
    assertThat(ErrorAssertions.message(reply.body())).contains("Content-Encoding \"gzip\"");
  }

  @Test
  void refusesUnknownMachines() {
    HttpResponse<String> reply =
        server.post("/pool/i-999/terminate", "{\"decrementDesiredSize\":true}");

    assertThat(reply.statusCode()).isEqualTo(404);
    assertThat(ErrorAssertions.message(reply.body())).contains("i-999");
  }

  @Test
  void refusesMachineIdsOfAnotherForm() {
    for (String id : List.of(
        "%2e%2e",
        "..",
        ".",
        "a%2Fb",
        "a%00b",
        "%C0%AE",
        "a%20b",
        "..%3b",
        "x".repeat(129),
        "%",
        "%zz",
        "%0a",
        "")) {
      try (RawClient client = new RawClient(server.uri("/"))) {
        RawClient.Raw raw = client
            .send("POST /pool/" + id + "/terminate HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Length: 29\r\n\r\n{\"decrementDesiredSize\":true}")
            .reply();
        assertThat(raw.status()).as(id).isEqualTo(400);
        ErrorAssertions.read(raw.body());
      }
    }
  }

  @Test
  void refusesUnknownPaths() {
    for (String path : List.of(
        "/nowhere",
        "/pool//",
        "//pool",
        "/pool/size//",
        "/POOL",
        "/pool/i-1",
        "/pool/../pool",
        "/pools/web",
        "/pools/web/pool//",
        "/pools//pool",
        "/pools/%2e%2e/pool")) {
      try (RawClient client = new RawClient(server.uri("/"))) {
        RawClient.Raw reply =
            client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").reply();

        assertThat(reply.status()).as(path).isEqualTo(404);
        ErrorAssertions.read(reply.body());
      }
    }
  }

  @Test
  void refusesAWrongMethodAndTellsTheRightOnes() {
    HttpResponse<String> reply = server.send("DELETE", "/pool", "");

    assertThat(reply.statusCode()).isEqualTo(405);
    assertThat(reply.headers().firstValue("Allow")).contains("GET, HEAD, OPTIONS");
    assertThat(ErrorAssertions.message(reply.body()))
        .contains("DELETE", "\"/pool\"", "GET, HEAD, OPTIONS");
    assertThat(server.get("/pool/i-1/terminate").headers().firstValue("Allow"))
        .contains("OPTIONS, POST");
    for (String method : List.of("PUT", "PATCH", "TRACE", "FOO")) {
      assertThat(server.send(method, "/pool/size", "").statusCode()).as(method).isEqualTo(405);
    }
  }

  @Test
  void endsTheConnectionOfAClientThatWantsATunnel() {
    try (RawClient client = new RawClient(server.uri("/"))) {
      RawClient.Raw reply = client
          .send("CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n")
          .reply();

      assertThat(reply.status()).isBetween(400, 405);
      assertThat(reply.head()).contains("Connection: close");
      assertThat(client.ended()).isTrue();
    }
  }

  @Test
  void refusesAQueryOnWrites() {
    HttpResponse<String> reply = server.post("/pool/size?dryRun=true", "{\"desiredSize\":5}");

    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(ErrorAssertions.message(reply.body())).contains("?dryRun=true");
  }

  @Test
  void refusesABodyOnReads() {
    assertThat(server.send("GET", "/pool", "{\"desiredSize\":5}").statusCode()).isEqualTo(400);
  }

  @Test
  void refusesWritesFromWebPages() {
    HttpResponse<String> reply =
        server.post("/pool/size", "{\"desiredSize\":5}", "Origin", "https://evil.example");

    assertThat(reply.statusCode()).isEqualTo(403);
    ErrorAssertions.read(reply.body());
  }

  @Test
  void refusesNamesThatAreNotLoopbackWhenItHasNoCredentials() {
    try (RawClient client = new RawClient(server.uri("/"))) {
      RawClient.Raw reply =
          client.send("GET /pool HTTP/1.1\r\nHost: rebound.example:80\r\n\r\n").reply();

      assertThat(reply.status()).isEqualTo(403);
      assertThat(ErrorAssertions.message(reply.body())).contains("rebound.example");
    }
  }
}
