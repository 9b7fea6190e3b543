package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.senlin.SenlinJson;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pauses of machines, over both faces. */
class HooksApiTest {
  static final UUID TOKEN = UUID.fromString("ffbb9175-d510-4bc1-b676-c6aba2a4ca81");
  private static final Instant SINCE = Instant.parse("2026-11-22T10:00:00Z");
  static final WaitingHook DRAIN = new WaitingHook(
      TOKEN,
      new MachineId("i-123456"),
      LifecycleTransition.TERMINATE,
      "drain",
      SINCE,
      SINCE.plusSeconds(60),
      SINCE.plusSeconds(6000),
      true);
  private static final String COMPLETE =
      "{\"complete_lifecycle\": {\"lifecycle_action_token\": \"" + TOKEN + "\"}}";

  private TestServer server;
  private FakePool web;

  @BeforeEach
  void pauses() {
    server = new TestServer();
    web = server.pools.web;
    web.hooks.add(DRAIN);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void listsThem() {
    assertThat(server.get("/pool/hooks").body())
        .isEqualTo("{\"hooks\":[{\"token\":\"" + TOKEN + "\",\"machine\":\"i-123456\","
            + "\"transition\":\"termination\",\"hook\":\"drain\","
            + "\"since\":\"2026-11-22T10:00:00.000Z\",\"deadline\":\"2026-11-22T10:01:00.000Z\","
            + "\"limit\":\"2026-11-22T11:40:00.000Z\",\"told\":true}]}");
  }

  @ParameterizedTest
  @CsvSource({"complete, CONTINUE", "abandon, ABANDON"})
  void answersThem(String word, String result) {
    HttpResponse<String> reply = server.post("/pools/web/pool/hooks/" + TOKEN + "/" + word, "");

    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.body()).isEmpty();
    assertThat(web.calls).containsExactly(result + " " + TOKEN);
  }

  @Test
  void putsThemOff() {
    HttpResponse<String> reply = server.post("/pool/hooks/" + TOKEN + "/heartbeat", "{}");

    assertThat(reply.body()).isEqualTo("{\"deadline\":\"2026-11-22T11:40:00.000Z\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"complete", "abandon", "heartbeat"})
  void unknownTokensAreNotFound(String word) {
    String path = "/pool/hooks/";

    assertThat(server.post(path + new UUID(1, 2) + "/" + word, "").statusCode()).isEqualTo(404);
    for (String none :
        new String[] {"1-1-1-1-1", "x", TOKEN.toString().toUpperCase(java.util.Locale.ROOT)}) {
      assertThat(server.post(path + none + "/" + word, "").statusCode()).isEqualTo(404);
    }
    assertThat(server.post(path + TOKEN + "/" + word, "{\"a\": 1}").statusCode())
        .isEqualTo(400);
    assertThat(web.calls).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/pool/hooks/T/complete",
        "/pool/hooks/T/extend",
        "/pool/hooks/T",
        "/pools/web/hooks/T/complete",
        "/pool/h%6Foks/T/done",
        "/pool/hook/T/complete",
        "/v1/actions/T",
        "/v1/actions/T/complete",
        "/v1/action/T"
      })
  void errorsThatNameAPathShowNoMoreThanTheBeginningOfAToken(String path) {
    String sent = path.replace("T", TOKEN.toString());

    HttpResponse<String> reply = server.send("DELETE", sent, "");

    assertThat(reply.statusCode()).isIn(404, 405);
    assertThat(reply.body())
        .contains(path.substring(0, path.indexOf('T')) + "ffbb9175…")
        .doesNotContain("d510");
  }

  @Test
  void failuresAreLoggedWithNoMoreThanTheBeginningOfAToken() {
    Runnable fails = () -> {
      throw new IllegalStateException("unexpected");
    };
    web.onWrite = fails;
    web.onRead = fails;
    try (LogCapture log = new LogCapture("io.cloudadapter");
        LogCapture audit = new LogCapture("io.cloudadapter.audit")) {
      assertThat(server.post("/pool/hooks/" + TOKEN + "/complete", "").statusCode())
          .isEqualTo(500);
      assertThat(server.get("/v1/actions/" + TOKEN).statusCode()).isEqualTo(500);

      assertThat(log.lines())
          .satisfiesExactly(
              line -> assertThat(line).contains("POST \"/pool/hooks/ffbb9175…/complete\""),
              line -> assertThat(line).contains("GET \"/v1/actions/ffbb9175…\""));
      assertThat(audit.lines()).hasSize(1);
      assertThat(String.join("\n", log.lines()) + audit.lines()).doesNotContain("d510");
    }
  }

  // ------------------------------------------------------------------------------- Senlin

  @Test
  void senlinListsThemAsActionsThatWait() {
    JsonNode actions = SenlinJson.json(server.get("/v1/actions")).get("actions");

    assertThat(actions).hasSize(1);
    JsonNode action = actions.get(0);
    assertThat(action.get("id").textValue()).isEqualTo(TOKEN.toString());
    assertThat(action.get("status").textValue()).isEqualTo("WAITING_LIFECYCLE_COMPLETION");
    assertThat(action.get("action").textValue()).isEqualTo("NODE_DELETE");
    assertThat(action.get("target").textValue())
        .isEqualTo(HookMessage.nodeId(web.name(), DRAIN.machine()).toString());
  }

  @Test
  void senlinCompletesThem() {
    HttpResponse<String> reply = server.post("/v1/clusters/web/actions", COMPLETE);

    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(202);
    assertThat(reply.headers().firstValue("Location")).contains("/v1/actions/" + TOKEN);
    assertThat(SenlinJson.json(reply).get("action").textValue()).isEqualTo(TOKEN.toString());
    assertThat(web.calls).containsExactly("CONTINUE " + TOKEN);
    web.hooks.clear();
    assertThat(SenlinJson.json(server.get("/v1/actions/" + TOKEN))
            .get("action")
            .get("status")
            .textValue())
        .isIn("RUNNING", "SUCCEEDED");
  }

  @Test
  void senlinShowsATokenAlsoWhenItIsSpentOnlyToThoseWhoMayUseIt() {
    String operates = "token-for-operating-1";
    String reads = "token-for-reading-1";
    try (TestServer guarded = new TestServer(builder -> builder.tokens(List.of(
        BearerToken.sha256("robot", Role.OPERATE, HashedTokens.sha256(operates)),
        BearerToken.sha256("viewer", Role.READ, HashedTokens.sha256(reads)))))) {
      guarded.pools.web.hooks.add(DRAIN);
      guarded.post("/v1/clusters/web/actions", COMPLETE, "Authorization", "Bearer " + operates);
      guarded.pools.web.hooks.clear();

      assertThat(
              guarded.get("/v1/actions", "Authorization", "Bearer " + operates).body())
          .contains(TOKEN.toString());
      assertThat(guarded.get("/v1/actions", "Authorization", "Bearer " + reads).body())
          .isEqualTo("{\"actions\":[]}");
    }
  }

  @Test
  void aTokenOfAnotherClusterIsNotFound() {
    HttpResponse<String> reply = server.post("/v1/clusters/batch/actions", COMPLETE);

    assertThat(SenlinJson.error(reply, 404))
        .isEqualTo("The action 'ffbb9175…' could not be found.");

    assertThat(web.calls).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | 400 | 'lifecycle_action_token' is a required property",
        "{\"lifecycle_action_token\": null} | 400 | 'lifecycle_action_token' is a required property",
        "{\"lifecycle_action_token\": 5} | 400 | 5 is not of type 'string'",
        "{\"lifecycle_action_token\": \"x\"} | 404 | The action 'x' could not be found.",
        "{\"lifecycle_action_token\": \"\"} | 404 | The action '' could not be found.",
        "{\"lifecycle_action_token\": \"x\", \"a\": 1} | 400 | Additional properties are not",
      })
  void whatIsNoTokenIsRefused(String body, int status, String message) {
    HttpResponse<String> reply =
        server.post("/v1/clusters/web/actions", "{\"complete_lifecycle\": " + body + "}");

    assertThat(SenlinJson.error(reply, status)).startsWith(message);
  }
}
