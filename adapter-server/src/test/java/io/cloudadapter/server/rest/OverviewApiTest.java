package io.cloudadapter.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.server.FakePool;
import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.TestServer;
import io.cloudadapter.server.options.AccessConfig;
import io.cloudadapter.server.options.AccessScope;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.MachinePrices;
import io.cloudadapter.server.options.Role;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The overview has a row for each pool of the caller, and follows their changes. */
@Timeout(60)
class OverviewApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static JsonNode row(JsonNode overview, String pool) {
    for (JsonNode row : overview.get("pools")) {
      if (row.get("pool").asText().equals(pool)) {
        return row;
      }
    }
    throw new AssertionError("no row of " + pool + " in " + overview);
  }

  @Test
  void aRowHasTheNumbersOfItsPool() throws Exception {
    try (TestServer server = new TestServer(builder -> builder.access(
        AccessConfig.usual().withLabels(Map.of(new PoolName("web"), Map.of("team", "shop")))))) {
      JsonNode row = row(JSON.readTree(server.get("/overview").body()), "web");
      JsonNode size = JSON.readTree(server.get("/pools/web/pool/size").body());

      assertThat(row.get("labels").get("team").asText()).isEqualTo("shop");
      assertThat(row.get("desiredSize")).isEqualTo(size.get("desiredSize"));
      assertThat(row.get("outOfService")).isEqualTo(size.get("outOfService"));
      assertThat(row.get("inService").asInt()
              + row.get("waiting").asInt()
              + row.get("outOfService").asInt())
          .isEqualTo(size.get("allocated").asInt());
      assertThat(row.has("alarms")).isTrue();
    }
  }

  @Test
  void aRowHasTheCostOfItsPoolAsFarAsItIsKnown() throws Exception {
    try (TestServer server = new TestServer(builder -> builder.prices(
        MachinePrices.none().withPools(Map.of(new PoolName("web"), new BigDecimal("0.1")))))) {
      server.pools.web.changeMachines(List.of(
          FakePool.bare("i-1", MachineState.RUNNING),
          FakePool.bare("i-2", MachineState.RUNNING),
          FakePool.bare("i-3", MachineState.PENDING)));
      JsonNode overview = JSON.readTree(server.get("/overview").body());
      JsonNode row = row(overview, "web");

      assertThat(row.get("costPerHour").decimalValue()).isEqualByComparingTo("0.3");
      assertThat(row.get("desiredCostPerHour").decimalValue())
          .isEqualByComparingTo(
              new BigDecimal("0.1").multiply(row.get("desiredSize").decimalValue()));
      server.pools.web.changeMachines(List.of());
    }
    try (TestServer server = new TestServer()) {
      server.pools.web.changeMachines(List.of(FakePool.bare("i-1", MachineState.RUNNING)));

      assertThat(row(JSON.readTree(server.get("/overview").body()), "web").has("costPerHour"))
          .isFalse();
    }
  }

  @Test
  void aCallerOfSomePoolsSeesTheirRowsOnly() throws Exception {
    String token = "token-of-one-pool";
    try (TestServer server = new TestServer(builder ->
        builder.tokens(List.of(BearerToken.sha256("one", Role.READ, HashedTokens.sha256(token))
            .within(AccessScope.ofPools(new PoolName("web"))))))) {
      JsonNode pools = JSON.readTree(
              server.get("/overview", "Authorization", "Bearer " + token).body())
          .get("pools");

      assertThat(pools).hasSize(1);
      assertThat(pools.get(0).get("pool").asText()).isEqualTo("web");
    }
  }

  @Test
  void aQueryOfAnotherNameIsRefused() {
    try (TestServer server = new TestServer()) {
      assertThat(server.get("/overview?wtch=true").statusCode()).isEqualTo(400);
    }
  }

  @Test
  void aWatchHasAllRowsFirstAndThenThoseThatChange() throws Exception {
    try (TestServer server = new TestServer()) {
      HttpResponse<InputStream> answer = HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(server.uri("/overview?watch=true")).build(),
              HttpResponse.BodyHandlers.ofInputStream());
      assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/event-stream");
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
        assertThat(next(lines).get("pools").size()).isGreaterThan(1);

        server.pools.web.changeMachines(List.of(FakePool.bare("i-9", MachineState.PENDING)));

        JsonNode changed = next(lines).get("pools");
        assertThat(changed).hasSize(1);
        assertThat(changed.get(0).get("waiting").asInt()).isEqualTo(1);
        assertThat(changed.get(0).get("inService").asInt()).isZero();
      }
    }
  }

  private static JsonNode next(BufferedReader lines) throws IOException {
    String line = "";
    while (!line.startsWith("data: ")) {
      line = lines.readLine();
    }
    return JSON.readTree(line.substring(6));
  }
}
