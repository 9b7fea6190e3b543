package io.cloudadapter.server.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.server.ActionsApiTest;
import io.cloudadapter.server.TestServer;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What clients of Kubernetes cannot do here is refused with what to do instead. */
class KubeRefusalsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NAME = "reboot-" + ActionsApiTest.UID;

  private TestServer server;

  @BeforeEach
  void start() {
    server = new TestServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private JsonNode refusal(String method, String path, String body, String type) throws Exception {
    HttpResponse<String> reply = server.send(method, path, body, "Content-Type", type);
    JsonNode status = JSON.readTree(reply.body());
    assertThat(status.path("kind").asText()).as(reply.body()).isEqualTo("Status");
    assertThat(status.path("code").asInt()).isEqualTo(reply.statusCode());
    assertThat(status.path("message").asText()).doesNotContain("\\", "…");
    return status;
  }

  /** As kubectl sends them, with what it adds to the query. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST | /api/v1/namespaces/web/actions?fieldManager=kubectl-create&fieldValidation=Strict"
            + " | kubectl create --raw /api/v1/namespaces/web/pods/MACHINE/action -f FILE",
        "POST | /api/v1/actions | /api/v1/namespaces/POOL/pods/MACHINE/action",
        "POST | /api/v1/tenants/system/namespaces/default/actions"
            + " | /api/v1/tenants/system/namespaces/default/pods/MACHINE/action",
        "DELETE | /api/v1/namespaces/web/actions/NAME | adapter action cancel NAME --pool web",
        "DELETE | /api/v1/namespaces/default/actions/NAME | POST /pool/actions/UID/cancel",
        "DELETE | /api/v1/namespaces/web/actions?labelSelector=x | adapter action cancel",
        "PATCH | /api/v1/namespaces/web/actions/NAME?fieldManager=kubectl-label | action NAME cannot be changed",
        "PATCH | /api/v1/namespaces/default/actions/NAME?dryRun=All | adapter action cancel NAME, then",
        "PATCH | /api/v1/tenants/system/namespaces/default/actions/NAME | action NAME cannot be changed",
        "PUT | /api/v1/namespaces/web/actions/NAME?fieldManager=kubectl-replace | action NAME cannot be changed",
        "PATCH | /api/v1/namespaces/web/actions/NAME/status | PUT /api/v1/namespaces/web/actions/NAME/status",
        "DELETE | /api/v1/namespaces/web | configuration",
        "PATCH | /api/v1/namespaces/web | configuration",
        "POST | /api/v1/namespaces | configuration",
        "DELETE | /api/v1/namespaces/web/pods/i-123456/action"
            + " | POST of a CustomAction to /api/v1/namespaces/web/pods/i-123456/action"
      })
  void aMethodThatIsNotSupportedIsRefusedWithWhatToDoInstead(
      String method, String path, String instead) throws Exception {
    JsonNode status = refusal(
        method,
        path.replace("NAME", NAME),
        "{\"kind\":\"Action\",\"apiVersion\":\"v1\"}",
        method.equals("PATCH") ? "application/merge-patch+json" : "application/json");

    assertThat(status.path("code").asInt()).isEqualTo(405);
    assertThat(status.path("reason").asText()).isEqualTo("MethodNotAllowed");
    assertThat(status.path("message").asText())
        .contains(instead.replace("NAME", NAME).replace("UID", ActionsApiTest.UID.toString()));
    if (path.contains("NAME")) {
      assertThat(status.at("/details/name").asText()).isEqualTo(NAME);
      assertThat(status.at("/details/kind").asText()).isEqualTo("actions");
    }
    assertThat(server.pools.web.calls).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/api/v1/namespaces/web/pods | adapter pool --pool web, or GET /pools/web/pool",
        "/api/v1/namespaces/web/pods/i-123456 | adapter pool --pool web",
        "/api/v1/namespaces/default/actions/NAME/scale | adapter resize SIZE, or POST /pool/size",
        "/api/v1/namespaces/web/actions/NAME/log | has the subresource status and no other",
        "/openapi/v3 | schemas are at /openapi/v2",
        "/api/v1/namespaces/web/customactions | -f FILE"
      })
  void aPathThatIsNotThereIsRefusedWithWhatIs(String path, String instead) throws Exception {
    JsonNode status = refusal("GET", path.replace("NAME", NAME), "", "application/json");

    assertThat(status.path("code").asInt()).isEqualTo(404);
    assertThat(status.path("reason").asText()).isEqualTo("NotFound");
    assertThat(status.path("message").asText()).contains(instead);
  }

  @Test
  void whatIsAboutAMachineStaysSo() throws Exception {
    assertThat(refusal(
                "POST",
                "/api/v1/namespaces/web/pods/x/action",
                "{\"actionName\":\"Stop\"}",
                "application/json")
            .path("message")
            .asText())
        .contains("is not a member");
  }

  @Test
  void theMethodsThatThereAreStandInTheHeaderAllow() {
    HttpResponse<String> reply =
        server.send("DELETE", "/api/v1/namespaces/web/actions/" + NAME, "");

    assertThat(reply.headers().firstValue("Allow")).contains("GET, HEAD, OPTIONS");
  }

  @ParameterizedTest
  @CsvSource({"dryRun=All, dryRun", "watch=1, watch"})
  void aWriteWhoseQueryWantsSomethingElseIsNotDone(String query, String named) throws Exception {
    JsonNode status = refusal(
        "POST",
        "/api/v1/namespaces/web/pods/i-123456/action?" + query,
        "{\"actionName\":\"Stop\"}",
        "application/json");

    assertThat(status.path("code").asInt()).isEqualTo(400);
    assertThat(status.path("message").asText()).contains(named, "fieldManager");
    assertThat(server.pools.web.calls).isEmpty();
  }

  @Test
  void aWriteMayHaveTheQueryThatClientsAdd() {
    assertThat(server
            .post(
                "/api/v1/namespaces/web/pods/i-123456/action?fieldManager=x&fieldValidation=Strict"
                    + "&pretty=true&timeout=30s",
                "{\"actionName\":\"Stop\"}")
            .statusCode())
        .isEqualTo(201);
  }

  @Test
  void aFieldThatIsThereTwiceIsNamedWithItsPlace() throws Exception {
    JsonNode status = refusal(
        "POST",
        "/api/v1/namespaces/web/pods/i-123456/action",
        "{\"actionName\":\"Reboot\",\n \"rebootParams\":{\"mode\":\"soft\",\"mode\":\"hard\"}}",
        "application/json");

    assertThat(status.path("code").asInt()).isEqualTo(400);
    assertThat(status.path("message").asText())
        .isEqualTo("the body is not valid JSON: it has field \"mode\" twice, at line 2, column 32");
    assertThat(server.pools.web.calls).isEmpty();
  }

  @Test
  void aValueIsShownAsItWasWritten() throws Exception {
    assertThat(refusal(
                "POST",
                "/api/v1/namespaces/web/pods/i-123456/action",
                "{\"actionName\":\"Reboot\",\"rebootParams\":{\"delayInSeconds\":\"5\"}}",
                "application/json")
            .path("message")
            .asText())
        .endsWith("must be a whole number from 0 to 86400, was \"5\"");
    assertThat(refusal(
                "POST",
                "/api/v1/namespaces/web/pods/i-123456/action",
                "{\"actionName\":\"Reboot\",\"rebootParams\":\"10\"}",
                "application/json")
            .path("message")
            .asText())
        .isEqualTo("rebootParams must be an object, was \"10\"");
  }
}
