package io.cloudadapter.server.senlin;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.TestServer;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each operation of Senlin that pools have not is refused by its name, as Senlin refuses a feature. */
class SenlinUnsupportedTest {
  private static final TestServer SERVER = new TestServer();

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST | /clusters | POST /v1/clusters",
        "PATCH | /clusters/web | PATCH /v1/clusters/{cluster}",
        "DELETE | /clusters/web | DELETE /v1/clusters/{cluster}",
        "POST | /clusters/web/ops | POST /v1/clusters/{cluster}/ops",
        "GET | /clusters/web/attrs/details.name | GET /v1/clusters/{cluster}/attrs/{path}",
        "POST | /nodes | POST /v1/nodes",
        "POST | /nodes/adopt | POST /v1/nodes/adopt",
        "POST | /nodes/adopt-preview | POST /v1/nodes/adopt-preview",
        "PATCH | /nodes/i-123456 | PATCH /v1/nodes/{node}",
        "POST | /nodes/i-123456/actions | POST /v1/nodes/{node}/actions",
        "POST | /nodes/i-123456/ops | POST /v1/nodes/{node}/ops",
        "PATCH | /policies/p | PATCH /v1/policies/{policy}",
        "GET | /policy-types | GET /v1/policy-types",
        "GET | /policy-types/senlin.policy.scaling-1.0 | GET /v1/policy-types/{type}",
        "GET | /profile-types | GET /v1/profile-types",
        "GET | /profile-types/os.nova.server-1.0 | GET /v1/profile-types/{type}",
        "GET | /profile-types/os.nova.server-1.0/ops | GET /v1/profile-types/{type}/ops",
        "GET | /profiles | GET /v1/profiles",
        "POST | /profiles | POST /v1/profiles",
        "GET | /profiles/p | GET /v1/profiles/{profile}",
        "PATCH | /profiles/p | PATCH /v1/profiles/{profile}",
        "DELETE | /profiles/p | DELETE /v1/profiles/{profile}",
        "POST | /profiles/validate | POST /v1/profiles/validate",
        "POST | /actions | POST /v1/actions",
        "PATCH | /actions/a | PATCH /v1/actions/{action}",
        "GET | /receivers | GET /v1/receivers",
        "POST | /receivers | POST /v1/receivers",
        "GET | /receivers/r | GET /v1/receivers/{receiver}",
        "PATCH | /receivers/r | PATCH /v1/receivers/{receiver}",
        "DELETE | /receivers/r | DELETE /v1/receivers/{receiver}",
        "POST | /receivers/r/notify | POST /v1/receivers/{receiver}/notify",
        "POST | /webhooks/w/trigger | POST /v1/webhooks/{webhook}/trigger",
        "GET | /events | GET /v1/events",
        "GET | /events/e | GET /v1/events/{event}",
        "GET | /services | GET /v1/services",
      })
  void anOperationIsRefusedByItsMethodAndPath(String method, String path, String named) {
    for (String form : new String[] {"/v1", "/clustering/v1", "/clustering"}) {
      String body = method.equals("GET") || method.equals("DELETE") ? "" : "{}";
      HttpResponse<String> reply = SERVER.send(method, form + path, body);

      assertThat(SenlinJson.error(reply, 409)).startsWith(named + " is not supported (");
      assertThat(SenlinJson.json(reply).get("error").get("type").asText())
          .isEqualTo("FeatureNotSupported");
      assertThat(SenlinJson.json(reply).get("explanation").asText()).isNotBlank();
      assertThat(reply.headers().firstValue("Error-Type")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"check", "recover", "add_nodes", "replace_nodes"})
  void anActionOfAClusterIsRefusedByItsName(String action) {
    HttpResponse<String> reply =
        SERVER.post("/v1/clusters/web/actions", "{\"" + action + "\": {}}");

    assertThat(SenlinJson.error(reply, 409)).contains("'" + action + "' is not supported");
    assertThat(SERVER.pools.web.calls).isEmpty();
  }

  @Test
  void aStrangerIsNotToldWhatIsSupported() {
    try (TestServer guarded = new TestServer(builder -> builder.tokens(java.util.List.of(
        BearerToken.sha256("viewer", Role.READ, HashedTokens.sha256("token-for-reading-1")))))) {
      SenlinJson.error(guarded.get("/v1/profiles"), 401);
      SenlinJson.error(guarded.post("/v1/profiles", "{}"), 401);
      SenlinJson.error(
          guarded.post("/v1/profiles", "{}", "X-Auth-Token", "token-for-reading-1"), 409);
    }
  }

  @Test
  void aMethodThatSenlinHasNotIsNamed() {
    assertThat(SenlinJson.error(SERVER.send("PUT", "/v1/clusters", "{}"), 405)).contains("PUT");
    assertThat(SenlinJson.error(SERVER.send("PUT", "/clustering/v1/nowhere", "{}"), 404))
        .contains("PUT", "/clustering/v1/nowhere");
  }
}
