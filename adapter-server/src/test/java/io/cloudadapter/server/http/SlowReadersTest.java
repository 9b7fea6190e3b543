package io.cloudadapter.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Metric;
import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.RawClient;
import io.cloudadapter.server.TestServer;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.ServerLimits;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that ask and do not read hold no more memory than answers may. */
@Timeout(300)
class SlowReadersTest {
  private static final int LIMIT = 80 << 20;
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  private TestServer server(ServerLimits limits) {
    TestServer server = new TestServer(builder -> builder
        .limits(limits)
        .tokens(List.of(
            BearerToken.sha256("a", Role.READ, HashedTokens.sha256("token-of-a")),
            BearerToken.sha256("b", Role.READ, HashedTokens.sha256("token-of-b")))));
    open.add(server);
    List<Metric> metrics = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      metrics.add(new Metric(
          "m", "help", Metric.Type.GAUGE, Map.of("pool", "p" + i + "x".repeat(50_000)), i));
    }
    server.pools.metrics = metrics;
    return server;
  }

  private static String get(String caller) {
    return "GET /metrics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer token-of-" + caller
        + "\r\n\r\n";
  }

  private RawClient slow(TestServer server) {
    RawClient client = new RawClient(server.uri("/"));
    open.add(client);
    return client.send(get("a"));
  }

  private static HttpResponse<String> metrics(TestServer server, String caller) {
    return server.get("/metrics", "Authorization", "Bearer token-of-" + caller);
  }

  /** Pages of 20 MB each, 80 MB in all. */
  @Test
  void aCallerThatReadsNothingIsRefusedAndOthersAreAnswered() {
    TestServer server = server(ServerLimits.defaults().withOutgoingBytes(LIMIT));
    List<RawClient> readers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      readers.add(slow(server));
    }
    List<Integer> statuses = readers.stream().map(reader -> reader.head()).toList();

    assertThat(statuses).contains(200, 503);
    assertThat(metrics(server, "b").statusCode()).isEqualTo(200);
    HttpResponse<String> refused = metrics(server, "a");
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.body()).contains("earlier answers that are not read yet");
  }

  @Test
  void thePageOfMetricsStaysSmallForAnyRequest() {
    TestServer server = server(ServerLimits.defaults());
    server.pools.metrics = List.of();
    for (String caller : List.of("a", "stranger")) {
      for (String method :
          List.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "FOO")) {
        for (String path : List.of(
            "/pool",
            "/pool/size",
            "/pools/web/pool",
            "/metrics",
            "/v1/clusters",
            "/nowhere",
            "/pool/m/detach",
            "/pool/resize",
            "/v1/policies",
            "/accounts")) {
          server.send(method, path, "", "Authorization", "Bearer token-of-" + caller);
        }
      }
    }

    String page = metrics(server, "a").body();

    assertThat(page.lines().filter(line -> line.contains("_seconds_count{")).count())
        .isLessThan(40);
    assertThat(page).doesNotContain("PATCH", "FOO");
  }
}
