package io.cloudadapter.server.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.server.ActionsApiTest;
import io.cloudadapter.server.FakePool;
import io.cloudadapter.server.TestServer;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Actions of machines as clients of Kubernetes see them. */
class KubeApiTest {
  private static final UUID UID = ActionsApiTest.UID;
  private static final String NAME = "reboot-" + UID;
  private static final String POST = "/api/v1/namespaces/web/pods/i-123456/action";
  private static final String ONE = "/api/v1/namespaces/web/actions/" + NAME;
  private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
  private static final String SHOWN = "{\"kind\":\"Action\",\"apiVersion\":\"v1\",\"metadata\":{"
      + "\"name\":\"" + NAME + "\",\"namespace\":\"web\",\"uid\":\"" + UID
      + "\",\"resourceVersion\":\"17\",\"creationTimestamp\":\"2026-11-22T10:00:00Z\","
      + "\"labels\":{\"cloudadapter.io/machine\":\"i-123456\",\"cloudadapter.io/pool\":\"web\","
      + "\"cloudadapter.io/type\":\"Reboot\",\"team\":\"blue\"}},"
      + "\"spec\":{\"nodeName\":\"i-123456\",\"podAction\":{\"podName\":\"i-123456\","
      + "\"podID\":\"6f6d3b0e-0f3a-3f8e-9d61-3a2d7c5f0a11\","
      + "\"rebootAction\":{\"delayInSeconds\":10,\"mode\":\"soft\"}},"
      + "\"deadline\":\"2026-11-22T11:00:10Z\",\"requestedBy\":\"ops\"},"
      + "\"status\":{\"complete\":true,\"phase\":\"SUCCEEDED\",\"podActionStatus\":{"
      + "\"podName\":\"i-123456\",\"podID\":\"6f6d3b0e-0f3a-3f8e-9d61-3a2d7c5f0a11\","
      + "\"rebootStatus\":{\"rebootSuccessful\":true}},\"startTime\":\"2026-11-22T10:00:10Z\","
      + "\"completionTime\":\"2026-11-22T10:00:12Z\",\"conditions\":[{\"type\":\"Complete\","
      + "\"status\":\"True\",\"lastTransitionTime\":\"2026-11-22T10:00:12Z\",\"reason\":\"Succeeded\","
      + "\"message\":\"\"},{\"type\":\"Succeeded\",\"status\":\"True\","
      + "\"lastTransitionTime\":\"2026-11-22T10:00:12Z\",\"reason\":\"Succeeded\",\"message\":\"\"}],"
      + "\"attempts\":[{\"number\":1,"
      + "\"startTime\":\"2026-11-22T10:00:10Z\",\"completionTime\":\"2026-11-22T10:00:12Z\"}],"
      + "\"result\":{\"k\":\"v\"}}}";

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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'kind':'CustomAction','apiVersion':'v1','actionName':'Reboot',"
            + "'rebootParams':{'delayInSeconds':10}} | Reboot[mode=SOFT] after PT10S",
        "{'operation':'reboot','rebootParams':{'mode':'hard'}} | Reboot[mode=HARD] after PT0S",
        "{'operation':'reboot'} | Reboot[mode=SOFT] after PT0S",
        "{'actionName':'Reboot','operation':'reboot'} | Reboot[mode=SOFT] after PT0S",
        "{'actionName':'Snapshot','snapshotParams':{'snapshotLocation':'/var/tmp/'}}"
            + " | Snapshot[name=/var/tmp/] after PT0S",
        "{'operation':'snapshot','snapshotParams':{'snapshotName':'nightly'}}"
            + " | Snapshot[name=nightly] after PT0S",
        "{'operation':'restore','restoreParams':{'snapshotID':'s-1'}}"
            + " | Restore[snapshot=s-1] after PT0S",
        "{'operation':'drainDisk','drainDiskParams':{'disk':'sda','delayInSeconds':3}}"
            + " | Custom[type=DrainDisk, parameters={disk=sda}] after PT3S",
        "{'actionName':'Stop','stopParams':{}} | Stop[] after PT0S",
        // As a client in Go sends it, which leaves nothing out.
        "{'metadata':{'creationTimestamp':null},'startParams':null,'operation':'reboot','rebootParams':"
            + "{'delayInSeconds':5},'snapshotParams':{'snapshotName':''},'restoreParams':"
            + "{'snapshotID':''}} | Reboot[mode=SOFT] after PT5S"
      })
  void acceptsAnActionInBothDialectsAndTellsItsUid(String body, String call) {
    HttpResponse<String> reply = server.post(POST, body.replace('\'', '"'));

    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    assertThat(reply.body())
        .startsWith("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"
            + "\"status\":\"Success\",\"message\":\"")
        .endsWith("-" + UID + "\",\"kind\":\"actions\",\"uid\":\"" + UID + "\"},\"code\":201}");
    assertThat(web.calls).containsExactly(call + " within PT1H");
  }

  @Test
  void metadataTellWhichMachineIsMeantAndLabelTheAction() {
    UUID machine = UUID.randomUUID();

    server.post(
        POST,
        "{\"actionName\":\"Stop\",\"metadata\":{\"name\":\"i-123456\",\"namespace\":\"web\",\"uid\":\""
            + machine + "\",\"labels\":{\"team\":\"blue\"}}}");

    ActionRequest requested = web.requested;
    assertThat(requested).isNotNull();
    assertThat(requested.machineUid()).contains(machine);
    assertThat(requested.labels()).isEqualTo(Map.of("team", "blue"));
  }

  @ParameterizedTest
  @MethodSource("tooDeepOrTooLong")
  void refusesWhatIsTooDeepOrTooLong(String value) {
    HttpResponse<String> reply = server.post(
        "/api/v1/namespaces/web/pods/i-123456/action",
        "{\"actionName\":\"Reboot\",\"rebootParams\":" + value + "}");

    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(400);
    assertThat(reply.body()).contains("\"kind\":\"Status\"").contains("deeper than 32 levels");
  }

  static List<String> tooDeepOrTooLong() {
    return List.of(
        "[".repeat(40) + "]".repeat(40),
        "{\"delayInSeconds\":" + "9".repeat(100) + "}",
        "{\"" + "x".repeat(300) + "\":1}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[] | 400 | the body must be a JSON object",
        "{'actionName':'Reboot','x':1} | 400 | unknown field",
        "{'actionName':'Reboot','rebootParams':{'x':'y'}} | 400 | rebootParams.x",
        "{'actionName':'Reboot','actionName':'Reboot'} | 400 | not valid JSON",
        "{'kind':'Action','actionName':'Reboot'} | 400 | kind must be CustomAction",
        "{} | 422 | one of actionName and operation",
        "{'actionName':'Reboot','operation':'stop'} | 422 | must say the same",
        "{'actionName':'Reboot','snapshotParams':{'snapshotName':'x'}} | 422 | there was snapshotParams",
        "{'actionName':'Reboot','rebootParams':{'delayInSeconds':5},'restoreParams':{'snapshotID':'x'}}"
            + " | 422 | there was restoreParams",
        "{'actionName':'Reboot','rebootParams':{'delayInSeconds':'5'}} | 422 | must be a whole number",
        "{'actionName':'Reboot','rebootParams':{'delayInSeconds':-1}} | 422 | rebootParams.delayInSeconds must "
            + "be a whole number from 0 to 86400, was -1",
        "{'actionName':'Reboot','rebootParams':{'delayInSeconds':99999999999}}"
            + " | 422 | from 0 to 86400, was 99999999999",
        "{'actionName':'Reboot','rebootParams':{'mode':'x'}} | 422 | mode must be soft or hard",
        "{'actionName':'Snapshot','snapshotParams':{'snapshotName':'a','snapshotLocation':'b'}}"
            + " | 422 | must be the same",
        "{'operation':'restore'} | 422 | snapshot must be 1 to 255",
        "{'actionName':'Stop','metadata':{'name':'other'}} | 422 | metadata.name must be that of the path",
        "{'actionName':'Stop','metadata':{'namespace':'batch'}} | 422 | metadata.namespace",
        "{'actionName':'Stop','metadata':{'uid':'x'}} | 422 | metadata.uid must be a UUID, as an earlier action "
            + "shows it",
        "{'actionName':'Stop','metadata':{'labels':{'-':'x'}}} | 422 | metadata",
        "{'actionName':'Stop','metadata':{'labels':{'cloudadapter.io/pool':'x'}}} | 422 | are reserved for the pool"
      })
  void refusesWhatIsNoActionByItsField(String body, int code, String message) {
    HttpResponse<String> reply = server.post(POST, body.replace('\'', '"'));

    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(code);
    assertThat(reply.body())
        .startsWith("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"
            + "\"status\":\"Failure\"")
        .contains(message, code == 400 ? "\"BadRequest\"" : "\"FieldValueInvalid\"");
    assertThat(web.calls).isEmpty();
  }

  @Test
  void everyErrorIsAStatus() {
    assertThat(server.post("/api/v1/actions", "{}").body())
        .contains("\"MethodNotAllowed\"", "\"code\":405");
    assertThat(server.get("/api/v1/nodes").body()).contains("\"NotFound\"", "\"code\":404");
    assertThat(server.get("/apis/x").body()).contains("\"NotFound\"");
    assertThat(server.get("/api/v1/namespaces/x/actions").body())
        .contains("\"NotFound\"", "\"kind\":\"namespaces\"", "batch, web");
    assertThat(server.get("/api/v1/namespaces/web/actions/x").body())
        .contains("\"NotFound\"", "\"kind\":\"actions\"");
    assertThat(server.get("/api/v1/namespaces/web/actions/stop-" + UID).statusCode())
        .isEqualTo(404);
    assertThat(server.send("DELETE", ONE, "").body()).contains("\"MethodNotAllowed\"");
    assertThat(server
            .post("/api/v1/namespaces/web/pods/x/action", "{\"actionName\":\"Stop\"}")
            .body())
        .contains("\"NotFound\"", "is not a member");
  }

  @Test
  void whoAsksForTooMuchIsToldWhenToAskAgain() {
    web.onWrite = () -> {
      throw new PoolException(PoolException.Reason.THROTTLED, "enough", "")
          .retryAfter(Duration.ofSeconds(10));
    };

    HttpResponse<String> reply = server.post(POST, "{\"actionName\":\"Stop\"}");

    assertThat(reply.statusCode()).isEqualTo(429);
    assertThat(reply.headers().firstValue("Retry-After")).contains("10");
    assertThat(reply.body()).contains("\"TooManyRequests\"", "\"retryAfterSeconds\":10");
  }

  @Test
  void noClientIsToldToRepeatWhatMayHaveBeenDone() {
    web.onWrite = () -> {
      throw new PoolException(PoolException.Reason.UNKNOWN, "lost", "");
    };

    HttpResponse<String> reply = server.post(POST, "{\"actionName\":\"Reboot\"}");

    assertThat(reply.statusCode()).isEqualTo(500);
    assertThat(reply.headers().firstValue("Retry-After")).isEmpty();
  }

  @Test
  void listsActionsOfOnePoolOrAllAndShowsOne() {
    String list = "{\"kind\":\"ActionList\",\"apiVersion\":\"v1\","
        + "\"metadata\":{\"resourceVersion\":\"17\"},\"items\":[" + SHOWN + "]}";

    assertThat(server.get("/api/v1/actions?limit=500").body()).isEqualTo(list);
    assertThat(server.get("/api/v1/namespaces/web/actions").body()).isEqualTo(list);
    assertThat(server.get("/api/v1/namespaces/default/actions").body())
        .isEqualTo(list.replace("\"namespace\":\"web\"", "\"namespace\":\"default\""));
    assertThat(server.get(ONE).body()).isEqualTo(SHOWN);
    assertThat(server.get("/api/v1/namespaces/web/actions/" + UID).body()).isEqualTo(SHOWN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "metadata.uid=0d0c1c7e-52a4-4f0b-8a33-3a1a3b1f9a10 | true",
        "metadata.name=reboot-0d0c1c7e-52a4-4f0b-8a33-3a1a3b1f9a10,metadata.namespace==web | true",
        "metadata.namespace!=web | false",
        "spec.nodeName=i-123456 | true",
        "spec.podAction.podName!=i-123456 | false",
        "status.complete=true | true",
        "status.complete=false | false",
        "status.complete!=false | true",
        "status.phase=SUCCEEDED,spec.nodeName=other | false",
        "status.phase=Succeeded | true",
        "status.phase!=running,status.complete=True | true",
        "spec.nodeName=i\\,1 | false",
        "'' | true"
      })
  void fieldsSelect(String selector, boolean selected) {
    assertThat(selects("fieldSelector", selector)).isEqualTo(selected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "team=blue | true",
        "team == blue, cloudadapter.io/pool=web | true",
        "team!=blue | false",
        "nothing!=x | true",
        "team in (red, blue) | true",
        "team notin (red,blue) | false",
        "nothing notin (x) | true",
        "nothing in (x,) | false",
        "team | true",
        "!team | false",
        "!nothing,cloudadapter.io/machine=i-123456,cloudadapter.io/type in (Reboot) | true",
        "team= | false"
      })
  void labelsSelect(String selector, boolean selected) {
    assertThat(selects("labelSelector", selector)).isEqualTo(selected);
  }

  private boolean selects(String kind, String selector) {
    HttpResponse<String> reply = server.get(
        "/api/v1/actions?" + kind + "=" + URLEncoder.encode(selector, StandardCharsets.UTF_8));
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    return reply.body().contains(NAME);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fieldSelector=status.colour%3Dred",
        "fieldSelector=status.complete",
        "fieldSelector=metadata.name%3Da%3Db",
        "fieldSelector=metadata.name%3Da%5Cb",
        "labelSelector=%3Dx",
        "labelSelector=a%20in%20b",
        "labelSelector=a%2C%2Cb",
        "resourceVersion=x",
        "resourceVersion=x&resourceVersion=2"
      })
  void queriesThatCannotBeReadAreRefused(String query) {
    HttpResponse<String> reply = server.get("/api/v1/actions?" + query);

    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(400);
    assertThat(reply.body()).contains("\"BadRequest\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "status.phase%3DDone | status.phase must be one of PENDING, RUNNING, PROBING, SUCCEEDED, FAILED, UNKNOWN,"
            + " CANCELLED, EXPIRED, ORPHANED, was \\\"Done\\\"",
        "status.complete!%3Dyes | status.complete must be one of true, false, was \\\"yes\\\""
      })
  void valuesThatNoActionEverHasAreRefused(String selector, String message) {
    HttpResponse<String> reply = server.get("/api/v1/actions?fieldSelector=" + selector);

    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(reply.body()).contains(message);
  }

  @Test
  void theLayoutOfArktosIsThereForThoseWhoWantIt() {
    String flat = SHOWN
        .replace("\"podAction\":{", "")
        .replace("\"mode\":\"soft\"}}", "\"mode\":\"soft\"}")
        .replace("\"podActionStatus\":{", "")
        .replace("\"rebootSuccessful\":true}}", "\"rebootSuccessful\":true}");

    assertThat(flat)
        .contains("\"spec\":{\"nodeName\":\"i-123456\",\"podName\":\"i-123456\",\"podID\"");
    assertThat(server.get(ONE + "?view=arktos").body()).isEqualTo(flat);
    assertThat(server.get(ONE + "?view=doc").body()).isEqualTo(SHOWN);
    assertThat(server.get("/api/v1/actions?view=arktos").body()).contains("[" + flat + "]");
    assertThat(server.get("/api/v1/actions?view=flat").body())
        .contains("\"BadRequest\"", "view must be doc or arktos");
  }

  @Test
  void aListIsOfNow() {
    assertThat(server.get("/api/v1/actions?resourceVersion=5").statusCode()).isEqualTo(200);
    assertThat(server.get("/api/v1/actions?resourceVersion=18").body())
        .contains("\"Timeout\"", "\"ResourceVersionTooLarge\"", "\"code\":504");
    assertThat(server
            .get("/api/v1/actions?resourceVersion=5&resourceVersionMatch=Exact")
            .body())
        .contains("\"Expired\"", "\"code\":410");
    assertThat(server.get("/api/v1/actions?continue=x").statusCode()).isEqualTo(410);
  }

  @Test
  void whoAsksForATableGetsRowsForPeople() {
    String accept = TABLE + "," + TABLE.replace("v1;", "v1beta1;") + ",application/json";

    assertThat(server.get("/api/v1/actions", "Accept", accept).body())
        .startsWith("{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\","
            + "\"metadata\":{\"resourceVersion\":\"17\"},\"columnDefinitions\":[{\"name\":\"Name\"")
        .contains("\"rows\":[{\"cells\":[\"" + NAME
            + "\",\"Reboot\",\"i-123456\",\"Succeeded\",\"2026-11-22T10:00:00Z\",\"\"],"
            + "\"object\":{\"kind\":\"PartialObjectMetadata\"");
    assertThat(server.get(ONE + "?includeObject=Object", "Accept", accept).body())
        .contains("\"object\":" + SHOWN);
    assertThat(server.get(ONE, "Accept", "application/vnd.kubernetes.protobuf").body())
        .contains("\"NotAcceptable\"");
    assertThat(server
            .get(ONE, "Accept", "application/vnd.kubernetes.protobuf, */*")
            .body())
        .isEqualTo(SHOWN);
  }

  @Test
  void anExecutorOutsideClaimsAndReports() {
    HttpResponse<String> claimed =
        update("{\"status\":{\"lease\":{\"holder\":\"agent-7\",\"leaseSeconds\":60}}}");
    HttpResponse<String> reported =
        update("{\"status\":{\"lease\":{\"epoch\":3},\"complete\":true,\"result\":{\"a\":\"b\"}}}");
    HttpResponse<String> failed =
        update("{\"status\":{\"lease\":{\"epoch\":3},\"complete\":true,\"error\":\"no power\"}}");
    HttpResponse<String> late = update("{\"status\":{\"lease\":{\"epoch\":2},\"complete\":true}}");
    HttpResponse<String> unknown =
        update("{\"status\":{\"lease\":{\"epoch\":3},\"outcome\":\"UNKNOWN\"}}");

    assertThat(claimed.statusCode()).as(claimed.body()).isEqualTo(200);
    assertThat(claimed.body()).isEqualTo(SHOWN);
    assertThat(reported.statusCode()).isEqualTo(200);
    assertThat(failed.statusCode()).isEqualTo(200);
    assertThat(unknown.statusCode()).isEqualTo(200);
    assertThat(late.statusCode()).isEqualTo(409);
    assertThat(late.body()).contains("\"Conflict\"", "epoch 3");
    assertThat(web.calls)
        .containsExactly(
            "claim by agent-7 for PT1M",
            "report under 3: ActionProgress[state=DONE, result={a=b}, note=]",
            "report under 3: ActionProgress[state=FAILED, result={}, note=no power]",
            "report under 3: ActionProgress[state=UNKNOWN, result={}, note=]");
  }

  @Test
  void theWholeObjectMayComeBackChangedAndIsRefusedWhenItIsOld() {
    String changed =
        SHOWN.replace("\"complete\":true,", "\"complete\":true,\"lease\":{\"epoch\":3},");

    assertThat(update(changed).statusCode()).isEqualTo(200);
    assertThat(update(changed.replace("\"17\"", "\"16\"")).body())
        .contains("\"Conflict\"", "at version 17");
    assertThat(update(changed.replace("\"uid\":\"0", "\"uid\":\"1")).statusCode())
        .isEqualTo(409);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'status':{}}",
        "{'status':{'lease':{}}}",
        "{'status':{'lease':{'leaseSeconds':60}}}",
        "{'status':{'lease':{'epoch':3}}}",
        "{'status':{'lease':{'epoch':3},'complete':false}}",
        "{'status':{'lease':{'epoch':3},'outcome':'DOING'}}",
        "{'status':{'lease':{'epoch':3},'complete':true,'colour':'red'}}",
        "{'status':{'lease':{'epoch':'3'},'complete':true}}",
        "{'metadata':{'name':'other'},'status':{'lease':{'epoch':3},'complete':true}}"
      })
  void whatIsNeitherAClaimNorAReportIsRefused(String body) {
    assertThat(update(body.replace('\'', '"')).statusCode()).isIn(400, 422);
    assertThat(web.calls).isEmpty();
  }

  private HttpResponse<String> update(String body) {
    return server.send("PUT", ONE + "/status", body);
  }

  @Test
  void tellsClientsWhatThereIs() {
    assertThat(server.get("/version").body()).contains("\"major\":\"1\"");
    assertThat(server.get("/api").body()).contains("\"APIVersions\"", "\"v1\"");
    assertThat(server.get("/apis").body())
        .contains(
            "\"groups\":[{\"name\":\"authorization.k8s.io\"",
            "{\"name\":\"authentication.k8s.io\"");
    assertThat(server.get("/api/v1/namespaces/web").body())
        .contains("\"kind\":\"Namespace\"", "\"name\":\"web\"");
    assertThat(server.get("/api/v1").body())
        .contains("\"name\":\"actions\"", "\"shortNames\":[\"ac\"]", "\"name\":\"pods/action\"");
  }

  @Test
  void aKeyStandsForOneAction() {
    server.send("POST", POST, "{\"actionName\":\"Stop\"}", "Idempotency-Key", "k1");

    assertThat(web.lastOptions.idempotencyKey()).isEqualTo(Optional.of("k1"));
  }
}
