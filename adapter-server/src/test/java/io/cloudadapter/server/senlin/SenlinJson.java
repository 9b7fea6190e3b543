package io.cloudadapter.server.senlin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.server.TestServer;
import java.net.http.HttpResponse;

/** What tests of the Senlin face read. */
public final class SenlinJson {
  private static final ObjectMapper JSON = new ObjectMapper();
  public static final String SCALE_IN_BY_TWO = """
      {"policy": {"name": "half", "spec": {"type": "senlin.policy.scaling", "version": "1.0",
        "properties": {"event": "CLUSTER_SCALE_IN", "adjustment": {"number": 2}}}}}""";

  private SenlinJson() {}

  public static JsonNode json(HttpResponse<String> reply) {
    try {
      return JSON.readTree(reply.body());
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + reply.body(), e);
    }
  }

  /** Checks an error as OpenStack's clients read it, and returns its message. */
  public static String error(HttpResponse<String> reply, int status) {
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
    assertThat(reply.headers().firstValue("X-OpenStack-Request-ID").orElseThrow())
        .startsWith("req-");
    JsonNode error = json(reply).get("error");
    assertThat(error.get("code").asInt()).isEqualTo(status);
    assertThat(json(reply).get("code").asInt()).isEqualTo(status);
    assertThat(error.get("title").asText()).isNotBlank();
    assertThat(error.get("type").asText()).isNotBlank();
    assertThat(reply.body()).doesNotContain("Exception", "\\tat ", "<html");
    return error.get("message").asText();
  }

  /** Sends an action to a cluster that is to be accepted, and returns the action as it is then. */
  static JsonNode act(TestServer server, String cluster, String body, String... headers) {
    HttpResponse<String> reply = server.post("/v1/clusters/" + cluster + "/actions", body, headers);
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(202);
    String location = reply.headers().firstValue("Location").orElseThrow();
    assertThat(location).isEqualTo("/v1/actions/" + json(reply).get("action").asText());
    return json(server.get(location)).get("action");
  }

  static String clusterId(TestServer server, String name) {
    return json(server.get("/v1/clusters/" + name)).get("cluster").get("id").asText();
  }
}
