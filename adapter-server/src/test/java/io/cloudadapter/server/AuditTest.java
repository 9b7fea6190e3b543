package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuditTest {
  private final LogCapture log = new LogCapture("io.cloudadapter.audit");
  private final TestServer server = new TestServer(builder -> builder.tokens(
      List.of(BearerToken.sha256("ci", Role.OPERATE, HashedTokens.sha256("canary-token-4711")))));

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

  @Test
  void tellsWhoDidWhatOnWhichMachineWithWhichResult() {
    HttpResponse<String> reply = post(
        "/pools/batch/pool/i-123456/terminate",
        "{\"decrementDesiredSize\":true}",
        "Idempotency-Key",
        "k-1");

    assertThat(log.lines()).hasSize(1);
    assertThat(log.lines().get(0))
        .startsWith("INFO io.cloudadapter.audit who=\"token:ci\" role=OPERATE")
        .contains("what=\"POST /pools/{pool}/pool/{machine}/terminate\"")
        .contains("pool=\"batch\"", "machine=\"i-123456\"")
        .contains("body=\"{\\\"decrementDesiredSize\\\":true}\"")
        .contains("key=\"k-1\"", "status=200")
        .endsWith("request=" + reply.headers().firstValue("Request-Id").orElseThrow());
  }

  @Test
  void tellsOfWritesThatWereRefusedToo() {
    server.post("/pool/size", "{\"desiredSize\":5}");
    post("/pool/adopt", "");
    post("/pool/size", "{\"desiredSize\":\"canary-in-a-body\"}");
    post("/pool/i-9/terminate", "{\"decrementDesiredSize\":true}");

    assertThat(log.lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("who=unknown", "status=401"),
            line -> assertThat(line).contains("who=\"token:ci\"", "adopt", "status=403"),
            line -> assertThat(line).contains("status=400").doesNotContain("canary"),
            line -> assertThat(line).contains("machine=\"i-9\"", "status=404"));
  }

  @Test
  void tellsNoMoreThanTheBeginningOfAToken() {
    server.pools.web.hooks.add(HooksApiTest.DRAIN);

    post("/pool/hooks/" + HooksApiTest.TOKEN + "/complete", "");
    post("/pool/hooks/" + HooksApiTest.TOKEN + "/heartbeat", "{}");
    post("/pools/batch/pool/hooks/" + HooksApiTest.TOKEN + "/abandon", "");
    server.post("/pool/hooks/" + HooksApiTest.TOKEN + "/complete", "");

    assertThat(log.lines())
        .allSatisfy(line -> assertThat(line)
            .contains("/hooks/{token}/", " token=\"ffbb9175…\"")
            .doesNotContain("d510"))
        .satisfiesExactly(
            line -> assertThat(line).contains("{token}/complete", "status=200"),
            line -> assertThat(line).contains("{token}/heartbeat", "status=200"),
            line -> assertThat(line).contains("{token}/abandon", "status=404"),
            line -> assertThat(line).contains("{token}/complete", "status=401"));
  }

  @Test
  void tellsNoMoreThanTheBeginningOfATokenInABody() {
    server.pools.web.hooks.add(HooksApiTest.DRAIN);
    String complete =
        "{\"complete_lifecycle\": {\"lifecycle_action_token\" : \"" + HooksApiTest.TOKEN + "\"}}";

    post("/v1/clusters/web/actions", complete);
    post("/v1/clusters/batch/actions", complete);

    assertThat(log.lines())
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("ffbb9175…").doesNotContain("d510"));
  }

  @Test
  void saysNothingOfReads() {
    server.get("/pool", "Authorization", "Bearer canary-token-4711");

    assertThat(log.lines()).isEmpty();
  }

  @Test
  void staysOneLinePerWriteForAnyRequest() {
    post("/pool/a%0Astatus=200%20who=%22root%22%1b%5B2J%E2%80%AE/attach", "");
    post("/pool/size", "{\"desiredSize\":5\n\r\t}");

    assertThat(log.lines()).hasSize(2);
    assertThat(log.lines())
        .allSatisfy(line ->
            assertThat(line.chars().allMatch(c -> c >= ' ' && c < 127)).isTrue());
    assertThat(log.lines().get(0)).contains("\\u000astatus=200 who=\\\"root\\\"\\u001b[2J\\u202e");
  }
}
