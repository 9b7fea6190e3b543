package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.senlin.SenlinJson;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Idempotency keys belong to the caller that sends them. */
class KeyScopeTest {
  private static final String KEY = "Idempotency-Key";

  @TempDir
  private Path directory;

  private TestServer server;

  @BeforeEach
  void start() {
    server = new TestServer(builder -> builder
        .policies(directory.resolve("policies.json"))
        .tokens(List.of(
            BearerToken.sha256("a", Role.OPERATE, HashedTokens.sha256("token-of-a")),
            BearerToken.sha256("b", Role.OPERATE, HashedTokens.sha256("token-of-b")))));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> post(String caller, String path, String body) {
    return server.post(path, body, "Authorization", "Bearer token-of-" + caller, KEY, "key-1");
  }

  @Test
  void aPoolHearsWhoseKeyItIs() {
    post("a", "/pool/size", "{\"desiredSize\":5}");
    assertThat(server.pools.web.lastOptions.caller()).isEqualTo("token:a");

    post("b", "/pool/size", "{\"desiredSize\":5}");
    assertThat(server.pools.web.lastOptions.caller()).isEqualTo("token:b");
    assertThat(server.pools.web.lastOptions.idempotencyKey()).contains("key-1");
  }

  @Test
  void anotherCallersPolicyIsNeitherReturnedNorInTheWay() {
    String first = id(post("a", "/v1/policies", SenlinJson.SCALE_IN_BY_TWO));

    String other =
        id(post("b", "/v1/policies", SenlinJson.SCALE_IN_BY_TWO.replace("\"half\"", "\"other\"")));

    assertThat(other).isNotEqualTo(first);
    assertThat(id(post("a", "/v1/policies", SenlinJson.SCALE_IN_BY_TWO))).isEqualTo(first);
  }

  @Test
  void theActionOfAnotherCallerIsNotReturned() {
    String body = "{\"scale_out\": {\"count\": 1}}";
    String first = action(post("a", "/v1/clusters/web/actions", body));

    assertThat(action(post("b", "/v1/clusters/web/actions", body))).isNotEqualTo(first);
    assertThat(action(post("a", "/v1/clusters/web/actions", body))).isEqualTo(first);
  }

  private static String id(HttpResponse<String> reply) {
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    return SenlinJson.json(reply).get("policy").get("id").asText();
  }

  private static String action(HttpResponse<String> reply) {
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(202);
    return SenlinJson.json(reply).get("action").asText();
  }
}
