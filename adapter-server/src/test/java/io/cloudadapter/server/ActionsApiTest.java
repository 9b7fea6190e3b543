package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionAttempt;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionStatus;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Actions of machines over REST. */
public class ActionsApiTest {
  public static final UUID UID = UUID.fromString("0d0c1c7e-52a4-4f0b-8a33-3a1a3b1f9a10");
  private static final UUID MACHINE = UUID.fromString("6f6d3b0e-0f3a-3f8e-9d61-3a2d7c5f0a11");
  private static final Instant AT = Instant.parse("2026-11-22T10:00:00Z");
  public static final ActionStatus REBOOT = new ActionStatus(
      UID,
      17,
      new PoolName("web"),
      new MachineId("i-123456"),
      MACHINE,
      new Action.Reboot(Action.Mode.SOFT),
      ActionPhase.SUCCEEDED,
      "",
      AT,
      AT.plusSeconds(10),
      AT.plusSeconds(3610),
      Optional.of(AT.plusSeconds(10)),
      Optional.of(AT.plusSeconds(12)),
      List.of(new ActionAttempt(
          1, AT.plusSeconds(10), Optional.of(AT.plusSeconds(12)), Optional.empty())),
      Map.of("k", "v"),
      false,
      Map.of("team", "blue"),
      "ops",
      Optional.empty());
  private static final String SHOWN = "{\"id\":\"" + UID + "\",\"version\":17,\"pool\":\"web\","
      + "\"machine\":\"i-123456\",\"machineUid\":\"" + MACHINE + "\",\"type\":\"Reboot\","
      + "\"parameters\":{\"mode\":\"soft\"},\"phase\":\"SUCCEEDED\",\"reason\":\"\","
      + "\"createdAt\":\"2026-11-22T10:00:00.000Z\",\"notBefore\":\"2026-11-22T10:00:10.000Z\","
      + "\"deadline\":\"2026-11-22T11:00:10.000Z\",\"startedAt\":\"2026-11-22T10:00:10.000Z\","
      + "\"endedAt\":\"2026-11-22T10:00:12.000Z\",\"attempts\":[{\"number\":1,"
      + "\"startedAt\":\"2026-11-22T10:00:10.000Z\",\"endedAt\":\"2026-11-22T10:00:12.000Z\"}],"
      + "\"result\":{\"k\":\"v\"},\"cancelRequested\":false,\"labels\":{\"team\":\"blue\"},"
      + "\"requestedBy\":\"ops\"}";

  private TestServer server;
  private FakePool web;

  @BeforeEach
  void start() {
    server = new TestServer();
    web = server.pools.web;
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void acceptsOneAndSaysWhereItIs() {
    HttpResponse<String> reply = server.post(
        "/pools/web/pool/i-123456/actions",
        "{\"type\": \"reboot\", \"parameters\": {\"mode\": \"hard\"}, \"delay\": 10, \"within\": 60}");

    assertThat(reply.statusCode()).isEqualTo(202);
    assertThat(reply.body()).isEqualTo("{\"id\":\"" + UID + "\"}");
    assertThat(reply.headers().firstValue("Location")).contains("/pools/web/pool/actions/" + UID);
    assertThat(web.calls).containsExactly("Reboot[mode=HARD] after PT10S within PT1M");
  }

  @Test
  void listsThemAndShowsOne() {
    assertThat(server.get("/pool/actions").body())
        .isEqualTo("{\"version\":17,\"actions\":[" + SHOWN + "]}");
    assertThat(server.get("/pool/actions/" + UID).body()).isEqualTo(SHOWN);
    assertThat(server.get("/pool/actions/" + MACHINE).statusCode()).isEqualTo(404);
    assertThat(server.get("/pool/actions/x").statusCode()).isEqualTo(404);
  }

  @Test
  void tellsWhatHasChangedAndWaitsForIt() {
    assertThat(server.get("/pool/actions/changes?since=5&wait=20").body())
        .isEqualTo("{\"version\":17,\"changes\":[{\"kind\":\"MODIFIED\",\"version\":17,\"action\":"
            + SHOWN + "}]}");
    assertThat(server.get("/pool/actions/changes").body())
        .isEqualTo("{\"version\":17,\"changes\":[]}");
    assertThat(web.waits).containsExactly("waits 20", "closed", "waits 0", "closed");
    assertThat(server.get("/pool/actions/changes?since=3").statusCode()).isEqualTo(410);
  }

  @ParameterizedTest
  @CsvSource({
    "since=x",
    "since=-1",
    "since=1&since=2",
    "wait=26",
    "since=99999999999999999999",
    "from=1",
    "since"
  })
  void queriesThatAreNoneAreRefused(String query) {
    assertThat(server.get("/pool/actions/changes?" + query).statusCode()).isEqualTo(400);
  }

  /** As in a body. */
  @Test
  void minusZeroIsZero() {
    assertThat(server.get("/pool/actions/changes?since=17&wait=-0").body())
        .isEqualTo(server.get("/pool/actions/changes?since=17&wait=0").body());
    assertThat(server.get("/pool/actions/changes?since=-0").statusCode())
        .isEqualTo(server.get("/pool/actions/changes?since=0").statusCode());
    assertThat(server.get("/api/v1/actions?limit=-0").body())
        .isEqualTo(server.get("/api/v1/actions?limit=0").body());
    assertThat(server.get("/v1/clusters?limit=-0").statusCode())
        .isEqualTo(server.get("/v1/clusters?limit=0").statusCode())
        .isEqualTo(200);
    assertThat(server.get("/pool/actions/changes?since=-00").statusCode()).isEqualTo(400);
  }

  @Test
  void takesOneBack() {
    assertThat(server.post("/pool/actions/" + UID + "/cancel", "").statusCode()).isEqualTo(200);
    assertThat(server.post("/pool/actions/" + MACHINE + "/cancel", "").statusCode())
        .isEqualTo(404);
    assertThat(web.calls).containsExactly("cancel " + UID);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | field type is missing; it must be the name of a type",
        "{\"type\": {\"name\": \"one\"}} | field type must be the name of a type, was: an object",
        "{\"type\": 3} | field type must be the name of a type, was: 3",
        "{\"type\": \"Reboot\", \"mode\": \"soft\"} | unknown field \"mode\"",
        "{\"type\": \"Reboot\", \"parameters\": {\"mode\": 3}} | field parameters.mode must be a text, was: 3",
        "{\"type\": \"Reboot\", \"parameters\": \"x\"} | field parameters must be an object of texts",
        "{\"type\": \"Reboot\", \"parameters\": [\"x\"]} | field parameters must be an object of texts, was: an array",
        "{\"type\": \"Reboot\", \"parameters\": {\"x\": \"y\"}} | the parameters of Reboot may be mode",
        "{\"type\": \"Reboot\", \"delay\": -1} | field delay must be a whole number from 0 to 86400, was: -1",
        "{\"type\": \"Reboot\", \"delay\": 99999999999} | field delay must be a whole number from 0 to 86400, "
            + "was: 99999999999",
        "{\"type\": \"Reboot\", \"delay\": \"1m\"} | field delay must be a whole number",
        "{\"type\": \"Reboot\", \"attempts\": 11} | field attempts must be a whole number from 1 to 10, was: 11",
        "{\"type\": \"Reboot\", \"within\": 0} | field within must be a whole number from 1 to 604800, was: 0",
        "{\"type\": \"Reboot\", \"machineUid\": \"x\"} | field machineUid must be a UUID",
        "{\"type\": \"Stop\", \"labels\": {\"cloudadapter.io/pool\": \"x\"}} | names of labels that begin with "
            + "cloudadapter.io/ are reserved",
        "{\"type\": \"fly\"} | type must be 1 to 40 letters and digits, the first a capital, was 'fly'"
      })
  void requestsThatAreNoneAreRefusedByTheirFields(String body, String message) {
    HttpResponse<String> reply = server.post("/pool/i-123456/actions", body);

    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(reply.body()).contains(message.replace("\"", "\\\""));
    assertThat(web.calls).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"type\": \"Snapshot\", \"delay\": -1} | \"Snapshot\", \"parameters\": { \"name\": \"<name>\" }, ",
        "{\"type\": \"restore\", \"delay\": -1} | \"restore\", \"parameters\": { \"snapshot\": \"<id>\" }, ",
        "{\"type\": \"Stop\", \"delay\": -1} | \"Stop\", \"parameters\": {}, ",
        "{\"type\": \"Drain\", \"delay\": -1} | \"Drain\", \"parameters\": { \"<name>\": \"<text>\" }, ",
        "{\"delay\": 1} | \"<type>\", \"parameters\": { \"<name>\": \"<text>\" }, "
      })
  void whatIsExpectedIsOfTheTypeThatWasAskedFor(String body, String expected) {
    assertThat(ErrorAssertions.read(server.post("/pool/i-123456/actions", body).body())
            .get("detail")
            .asText())
        .startsWith("expected: { \"type\": " + expected);
  }

  @Test
  void executorsOutsideTakeOneUpAndReport() {
    String action = "/pools/web/pool/actions/" + UID;

    HttpResponse<String> lease =
        server.post(action + "/claim", "{\"holder\": \"agent-7\", \"lease\": 90}");
    HttpResponse<String> report = server.post(
        action + "/report",
        "{\"epoch\": 3, \"outcome\": \"FAILED\", \"result\": {\"disk\": \"sda\"}, \"note\": \"full\"}");
    HttpResponse<String> late =
        server.post(action + "/report", "{\"epoch\": 2, \"outcome\": \"DONE\"}");

    assertThat(lease.statusCode()).isEqualTo(200);
    assertThat(lease.body())
        .isEqualTo(
            "{\"holder\":\"agent-7\",\"epoch\":3,\"expiresAt\":\"2013-11-07T14:50:00.000Z\"}");
    assertThat(report.statusCode()).isEqualTo(200);
    assertThat(late.statusCode()).isEqualTo(409);
    assertThat(late.body()).contains("the last lease has epoch 3, this was 2");
    assertThat(web.calls)
        .containsExactly(
            "claim by agent-7 for PT1M30S",
            "report under 3: ActionProgress[state=FAILED, result={disk=sda}, note=full]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "claim | {\"lease\": 60} | field holder is missing; it must be a text: who takes it up",
        "claim | {\"holder\": \"a\"} | field lease is missing; it must be a whole number from 1 to 3600",
        "claim | {\"holder\": \"a\", \"lease\": 3601} | from 1 to 3600, was: 3601",
        "claim | {\"holder\": \"a\", \"lease\": 60, \"epoch\": 1} | unknown field \"epoch\"",
        "report | {\"outcome\": \"DONE\"} | field epoch is missing; it must be a whole number from 1 to 2147483647",
        "report | {\"epoch\": 3} | field outcome is missing; it must be one of [DONE, UNDER_WAY, NOT_DONE, FAILED, "
            + "UNKNOWN]",
        "report | {\"epoch\": 3, \"outcome\": \"done\"} | was: \"done\"",
        "report | {\"epoch\": 3, \"outcome\": \"DONE\", \"note\": 1} | field note must be a text, was: 1",
        "report | {\"epoch\": 3, \"outcome\": \"DONE\", \"result\": {\"x\": 1}} | field result.x must be a text, was: 1"
      })
  void claimsAndReportsThatAreNoneAreRefusedByTheirFields(
      String verb, String body, String message) {
    HttpResponse<String> reply = server.post("/pool/actions/" + UID + "/" + verb, body);

    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(reply.body()).contains(message.replace("\"", "\\\""));
    assertThat(web.calls).isEmpty();
  }

  @Test
  void tooManyAreToldWhenToAskAgain() {
    web.onWrite = () -> {
      throw new PoolException(PoolException.Reason.THROTTLED, "enough", "")
          .retryAfter(Duration.ofSeconds(10));
    };

    HttpResponse<String> reply = server.post("/pool/i-123456/actions", "{\"type\": \"Stop\"}");

    assertThat(reply.statusCode()).isEqualTo(429);
    assertThat(reply.headers().firstValue("Retry-After")).contains("10");
    assertThat(reply.headers().firstValue("Pool-Reason")).contains("THROTTLED");
  }
}
