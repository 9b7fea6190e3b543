package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Defects of a well-known framework for machine pools that reach its HTTP face, each shown to be absent
 * here; the tags are the numbers of its list of defects. Those of its core are in the core's test of this
 * name.
 *
 * <pre>
 *   2   a missing or misspelt field scales to zero     here, and BadInputTest
 *  14   a write holds an HTTP thread for minutes       LimitsTest.writesThatWaitHoldUpNeitherReadsNorAttaches
 *  23   path traversal in pool names                   here, and RawPathTest
 *  25   origins, configuration, secrets, stack traces  here; SecretsTest, ConfigFileTest.neverPrintsASecret,
 *                                                      TlsTest.aSelfSignedCertificateIsMadeAtFirstStartAndKept
 *  26   OPTIONS, three kinds of error bodies, codes    here; LibraryErrorsTest, OpenApiTest
 *  28   each read writes the whole pool again          CachingTest
 * </pre>
 */
class KnownDefectsTest {
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
  void nothingWasDone() {
    server.pools.web.onRead = () -> {};
    server.pools.web.onWrite = () -> {};
    assertThat(server.pools.web.calls).isEmpty();
    assertThat(server.pools.batch.calls).isEmpty();
    assertThat(server.pools.web.view().desiredSize()).isEqualTo(3);
  }

  @ParameterizedTest
  @Tag("defect-2")
  @DisplayName("2: a missing or misspelt field set the size to 0, and every machine ended")
  @ValueSource(
      strings = {
        "",
        "{}",
        "null",
        "[]",
        "{\"desiredsize\":5}",
        "{\"size\":5}",
        "{\"DesiredSize\":5}"
      })
  void asksForTheSizeThatItIsToSet(String body) {
    HttpResponse<String> reply = server.post("/pool/size", body);

    assertThat(reply.statusCode()).isEqualTo(400);
    ErrorAssertions.read(reply.body());
  }

  @ParameterizedTest
  @Tag("defect-23")
  @DisplayName("23: a pool named .. was made, and deleted the whole storage directory")
  @ValueSource(
      strings = {
        "..",
        "%2e%2e",
        ".%2e",
        "%2E.",
        "..%2f..",
        "%2e%2e%2fetc",
        "..%5c..",
        "%252e%252e",
        ".",
        "%00",
        "web%00",
        "web%2f..%2fbatch",
        "..;",
        "web/../batch"
      })
  void letsNoPoolNameLeadElsewhere(String name) {
    for (String method : List.of("GET", "POST", "PUT", "DELETE")) {
      for (String rest : List.of("", "/pool", "/pool/size")) {
        try (RawClient client = new RawClient(server.uri("/"))) {
          String body = method.equals("GET") ? "" : "{\"desiredSize\":5}";
          RawClient.Raw reply = client
              .send(method + " /pools/" + name + rest + " HTTP/1.1\r\nHost: localhost\r\n"
                  + "Content-Type: application/json\r\nContent-Length: " + body.length()
                  + "\r\n\r\n"
                  + body)
              .reply();

          assertThat(reply.status()).as("%s %s%s", method, name, rest).isIn(400, 404, 405);
          ErrorAssertions.read(reply.body());
        }
      }
    }
  }

  @Test
  @Tag("defect-25")
  @DisplayName("25: every origin was let in, with credentials")
  void letsNoPageOfAnotherOriginIn() {
    for (String path : List.of("/pool", "/pool/size", "/pools", "/nowhere")) {
      for (String method : List.of("GET", "OPTIONS", "POST")) {
        HttpResponse<String> reply = server.send(
            method,
            path,
            "",
            "Origin",
            "https://evil.example",
            "Access-Control-Request-Method",
            "POST",
            "Access-Control-Request-Headers",
            "authorization");

        assertThat(reply.headers().map().keySet())
            .as("%s %s", method, path)
            .noneMatch(
                header -> header.toLowerCase(java.util.Locale.ROOT).startsWith("access-control"));
      }
    }
  }

  @Test
  @Tag("defect-25")
  @DisplayName("25: the configuration was served, with the cloud's secrets in clear")
  void servesNoConfigurationAndHasNoRemoteSwitch() {
    for (String path :
        List.of("/config", "/config/schema", "/exit", "/start", "/stop", "/status")) {
      for (String method : List.of("GET", "POST")) {
        HttpResponse<String> reply =
            server.send(method, path, method.equals("GET") ? "" : "{\"desiredSize\":5}");

        assertThat(reply.statusCode()).as("%s %s", method, path).isEqualTo(404);
        ErrorAssertions.read(reply.body());
      }
    }
  }

  @Test
  @Tag("defect-25")
  @DisplayName("25: every error carried a stack trace")
  void tellsNothingOfItsInsidesUnderAnyFailure() {
    List<RuntimeException> failures = List.of(
        new IllegalStateException("canary"),
        new NullPointerException("canary"),
        new PoolException(
            PoolException.Reason.UNKNOWN,
            "the outcome is unknown",
            "ask again",
            new IllegalStateException("canary")));
    for (RuntimeException failure : failures) {
      server.pools.web.onRead = () -> {
        throw failure;
      };
      server.pools.web.onWrite = server.pools.web.onRead;
      for (HttpResponse<String> reply : List.of(
          server.get("/pool"),
          server.get("/pool/size"),
          server.get("/pool/plan"),
          server.post("/pool/size", "{\"desiredSize\":5}"),
          server.post("/pool/i-123456/terminate", "{\"decrementDesiredSize\":true}"))) {
        assertThat(reply.statusCode()).isEqualTo(500);
        ErrorAssertions.read(reply.body());
        assertThat(reply.body()).doesNotContain("canary");
      }
    }
  }

  @Test
  @Tag("defect-26")
  @DisplayName("26: OPTIONS answered 500, and a precondition that fails 502")
  void answersOptionsEverywhereAndRefusalsAsTheClientsFault() {
    for (String path : List.of("/pool", "/pool/size", "/pool/i-1/terminate", "/pool/i-1/attach")) {
      assertThat(server.send("OPTIONS", path, "").statusCode()).as(path).isEqualTo(204);
    }
    server.pools.web.onWrite = () -> {
      throw new PoolException(PoolException.Reason.CONFLICT, "not now", "later");
    };
    assertThat(server.post("/pool/i-9/attach", "").statusCode()).isEqualTo(409);
  }

  @Test
  @Tag("defect-26")
  @DisplayName("26: one pool and several had different paths and codes")
  void answersAlikeForTheDefaultPoolAndForThePoolByName() {
    Map<String, String> bodies = Map.of(
        "/size", "{\"desiredSize\":-1}",
        "/i-123456/terminate", "{}",
        "/i-123456/detach", "{\"decrementDesiredSize\":1}",
        "/i-123456/serviceState", "{\"serviceState\":\"BOGUS\"}",
        "/missing/terminate", "{\"decrementDesiredSize\":true}",
        "/i-123456/attach", "[]",
        "/i-123456/nothing", "{}");
    bodies.forEach((path, body) -> {
      HttpResponse<String> byDefault = server.post("/pool" + path, body);
      HttpResponse<String> byName = server.post("/pools/web/pool" + path, body);

      assertThat(byDefault.statusCode()).as(path).isBetween(400, 404);
      assertThat(byName.statusCode()).as(path).isEqualTo(byDefault.statusCode());
      assertThat(ErrorAssertions.message(byName.body()).replace("/pools/web/pool", "/pool"))
          .isEqualTo(ErrorAssertions.message(byDefault.body()));
    });
    assertThat(server.get("/pools/web/pool").body())
        .isEqualTo(server.get("/pool").body());
  }
}
