package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuditTest {
  private final LogCapture log = new LogCapture("io.cloudadapter.audit");
  private final TestServer server = new TestServer(builder -> builder
      .clock(Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC))
      .tokens(List.of(
          BearerToken.sha256("ci", Role.OPERATE, HashedTokens.sha256("canary-token-4711")))));

  @AfterEach
  void stop() {
    server.close();
    log.close();
  }

  private HttpResponse<String> post(String path, String body, String... more) {
    String[] headers = new String[more.length + 2];
    headers[0] = "Authorization";
    headers[1] = "Bearer canary-token-4711";
    System.arraycopy(more, 0, headers, 2, more.length);
    return server.post(path, body, headers);
  }

  private static String fields(String line) {
    return line.substring(line.indexOf('{')).replaceAll("\"time\":\"[^\"]*\",", "");
  }

  @Test
  void tellsWhoDidWhatOnWhichMachineWithWhichResult() {
    HttpResponse<String> reply = post(
        "/pools/batch/pool/i-123456/terminate",
        "{\"decrementDesiredSize\":true}",
        "Idempotency-Key",
        "k-1");

    assertThat(log.lines()).hasSize(1);
    assertThat(fields(log.lines().get(0)))
        .isEqualTo("{\"request\":\"" + reply.headers().firstValue("Request-Id").orElseThrow()
            + "\",\"principal\":\"token:ci\",\"caller\":\"token:ci\",\"role\":\"OPERATE\""
            + ",\"source\":\"127.0.0.1\""
            + ",\"verb\":\"POST /pools/{pool}/pool/{machine}/terminate\""
            + ",\"machine\":\"i-123456\",\"pool\":\"batch\",\"outcome\":\"done\",\"status\":200}");
  }

  @Test
  void tellsOfWhatWasRefusedToo() {
    server.post("/pool/size", "{\"desiredSize\":5}");
    server.get("/pools/batch/pool");
    post("/pool/adopt", "");
    post("/pool/size", "{\"desiredSize\":\"canary-in-a-body\"}");
    post("/pool/i-9/terminate", "{\"decrementDesiredSize\":true}");

    assertThat(log.lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("\"status\":401").doesNotContain("principal"),
            line -> assertThat(line).contains("GET /pools/{pool}/pool", "\"status\":401"),
            line -> assertThat(line).contains("token:ci", "adopt", "refused", "\"status\":403"),
            line -> assertThat(line).contains("\"status\":400").doesNotContain("canary"),
            line -> assertThat(line).contains("{machine}", "\"status\":404").doesNotContain("i-9"));
  }

  @Test
  void tellsNoMoreThanTheBeginningOfAToken() {
    server.pools.web.hooks.add(HooksApiTest.DRAIN);

    post("/pool/hooks/" + HooksApiTest.TOKEN + "/complete", "");
    post("/pool/hooks/" + HooksApiTest.TOKEN + "/heartbeat", "{}");
    post("/pools/batch/pool/hooks/" + HooksApiTest.TOKEN + "/abandon", "");
    server.post("/pool/hooks/" + HooksApiTest.TOKEN + "/complete", "");
    post(
        "/v1/clusters/web/actions",
        "{\"complete_lifecycle\": {\"lifecycle_action_token\" : \"" + HooksApiTest.TOKEN + "\"}}");

    assertThat(log.lines()).hasSize(5).allSatisfy(line -> assertThat(line).doesNotContain("d510"));
    assertThat(log.lines().get(0)).contains("\"token\":\"ffbb9175\\u2026\"");
  }

  @Test
  void saysNothingOfReadsThatAreAllowed() {
    server.get("/pool", "Authorization", "Bearer canary-token-4711");

    assertThat(log.lines()).isEmpty();
  }

  @Test
  void staysOneLinePerWriteForAnyRequest() {
    post("/pool/hooks/a%0Astatus=200%20who=%22root%22%1b%5B2J%E2%80%AE/attach", "");
    post("/pool/size", "{\"desiredSize\":5\n\r\t}");
    server.send("DELETE", "/nowhere%0A%E2%80%AE", "");

    assertThat(log.lines()).hasSize(3);
    assertThat(log.lines())
        .allSatisfy(line ->
            assertThat(line.chars().allMatch(c -> c >= ' ' && c < 127)).isTrue());
    assertThat(log.lines().get(2)).contains("\"verb\":\"DELETE none\"");
  }

  @Test
  void aFloodOfWrongCredentialsIsCutAndCounted() {
    for (int i = 0; i < 60; i++) {
      server.get("/pool", "Authorization", "Bearer wrong-" + i);
    }
    post("/pool/size", "{\"desiredSize\":5}");

    assertThat(log.lines()).hasSizeLessThan(60);
    assertThat(String.join("\n", log.lines())).contains("\"leftOut\":");
    assertThat(log.lines().get(log.lines().size() - 1)).contains("token:ci");
  }
}
