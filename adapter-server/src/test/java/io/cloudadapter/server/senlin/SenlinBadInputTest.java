package io.cloudadapter.server.senlin;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.TestServer;
import java.math.BigInteger;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong requests to the Senlin face: each is refused in its words, and changes nothing. */
class SenlinBadInputTest {
  private static final String ACTIONS = "/v1/clusters/web/actions";
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = new TestServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void nothingHasChanged() {
    assertThat(server.pools.web.calls).isEmpty();
    assertThat(server.pools.batch.calls).isEmpty();
  }

  private static String refused(String body) {
    return SenlinJson.error(server.post(ACTIONS, body), 400);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | Count for scale-out request cannot be 0.",
        "\"0\" | Count for scale-out request cannot be 0.",
        "-1 | Value must be >= 0 for field 'count'.",
        "\"-1\" | Value must be >= 0 for field 'count'.",
        "1.5 | 1.5 is not of type 'integer', 'string', 'null'",
        "2.0 | 2.0 is not of type 'integer', 'string', 'null'",
        "true | True is not of type 'integer', 'string', 'null'",
        "[1] | [1] is not of type 'integer', 'string', 'null'",
        "\"x\" | The value for count must be an integer: 'x'.",
        "\"\" | The value for count must be an integer: ''.",
        "\"02\" | The value for count must be an integer: '02'.",
        "\"+2\" | The value for count must be an integer: '+2'.",
        "\" 2\" | The value for count must be an integer: ' 2'.",
      })
  void aCountIsAWholeNumberAboveZero(String count, String message) {
    assertThat(refused("{\"scale_out\": {\"count\": " + count + "}}")).isEqualTo(message);
  }

  @Test
  void aScaleInSaysSo() {
    assertThat(refused("{\"scale_in\": {\"count\": 0}}"))
        .isEqualTo("Count for scale-in request cannot be 0.");
  }

  @Test
  void aHugeCountIsRefusedByTheLimitsWithoutAnyHarm() {
    try (TestServer own = new TestServer()) {
      BigInteger huge = BigInteger.TEN.pow(60);

      assertThat(SenlinJson.act(own, "web", "{\"scale_out\": {\"count\": " + huge + "}}")
              .get("status")
              .asText())
          .isEqualTo("FAILED");
      assertThat(own.pools.web.view().desiredSize()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | Not enough parameters to do resize action.",
        "{\"strict\": true, \"min_step\": 2} | Not enough parameters to do resize action.",
        "{\"number\": 1} | Missing adjustment_type value for size adjustment.",
        "{\"adjustment_type\": \"EXACT_CAPACITY\"} | Missing number value for size adjustment.",
        "{\"adjustment_type\": \"EXACT_CAPACITY\", \"number\": -1}"
            + " | The 'number' must be non-negative integer for adjustment type 'EXACT_CAPACITY'.",
        "{\"adjustment_type\": \"EXACT_CAPACITY\", \"number\": \"1\"}"
            + " | '1' is not of type 'number', 'null'",
        "{\"min_size\": 5, \"max_size\": 3}"
            + " | The specified min_size (5) is greater than the specified max_size (3).",
        "{\"min_size\": -1} | Value must be >= 0 for field 'min_size'.",
        "{\"max_size\": -2} | Value must be >= -1 for field 'max_size'.",
        "{\"max_size\": 3, \"strict\": \"yes\"} | 'yes' is not of type 'boolean', 'null'",
        "{\"max_size\": 3, \"foo\": 1}"
            + " | Additional properties are not allowed ('foo' was unexpected)",
      })
  void aResizeNamesWhatIsWrong(String body, String message) {
    assertThat(refused("{\"resize\": " + body + "}")).startsWith(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | No action specified",
        "{\"scale_in\": {}, \"scale_out\": {}} | Multiple actions specified",
        "{\"scale_out\": 3} | 3 is not of type 'object'",
        "{\"scale_out\": {\"cuont\": 1}} | Additional properties are not allowed ('cuont'",
        "{\"resize\": null} | None is not of type 'object'",
        "{\"del_nodes\": {}} | 'nodes' is a required property",
        "{\"del_nodes\": {\"nodes\": []}} | Value for 'nodes' must be a list of one string",
        "{\"del_nodes\": {\"nodes\": [1]}} | Value for 'nodes' must be a list of one string",
        "{\"del_nodes\": {\"nodes\": [\"i-123456\", \"i-9\"]}} | Nodes not found in cluster web: [i-9]",
        "{\"del_nodes\": {\"nodes\": [\"i-123456\"], \"destroy_after_deletion\": 1}}"
            + " | Unrecognized value 1 for 'destroy_after_deletion'",
        "{\"policy_attach\": {}} | 'policy_id' is a required property",
        "{\"policy_attach\": {\"policy_id\": 5}} | 5 is not of type 'string'",
        "[] | the body must be a JSON object, was: an array",
        "{\"scale_out\": {}} {} | something follows the JSON object in the body",
        "{\"scale_out\": {}, \"scale_out\": {}}"
            + " | the body is not valid JSON: it has field \"scale_out\" twice, at line 1, column 19",
        "{\"scale_out\": {\"count\": NaN}} | the body is not valid JSON, at line 1, column",
        "nonsense | the body is not valid JSON, at line 1, column",
      })
  void anActionIsOneThatIsKnown(String body, String message) {
    assertThat(refused(body)).startsWith(message);
  }

  @Test
  void anActionHasABody() {
    assertThat(refused("")).startsWith("the body is empty; it must be a JSON object");
    // What is too deep or too long has no line and column.
    assertThat(refused("{\"a\":".repeat(1000)))
        .startsWith("the body is nested deeper than 32 levels");
    assertThat(refused("{\"scale_out\": {\"count\": " + "1".repeat(500) + "}}"))
        .startsWith("the body is nested deeper than 32 levels, or has a name, number or string");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET | /v1/clusters/nowhere | The cluster 'nowhere' could not be found.",
        "GET | /v1/clusters/nowhere/policies | The cluster 'nowhere' could not be found.",
        "GET | /v1/clusters/web/policies/none | The policy 'none' could not be found.",
        "GET | /v1/nodes/i-999 | The node 'i-999' could not be found.",
        "DELETE | /v1/nodes/i-999 | The node 'i-999' could not be found.",
        "GET | /v1/nodes?cluster_id=nowhere | The cluster 'nowhere' could not be found.",
        "GET | /v1/policies/none | The policy 'none' could not be found.",
        "DELETE | /v1/policies/none | The policy 'none' could not be found.",
        "GET | /v1/actions/none | The action 'none' could not be found.",
        "GET | /v1/nowhere | there is no resource at \"/v1/nowhere\"",
      })
  void whatIsNotThereIsSaidToBeMissing(String method, String path, String message) {
    assertThat(SenlinJson.error(server.send(method, path, ""), 404)).startsWith(message);
  }

  @Test
  void anIdOfSeveralIsRefused() {
    HttpResponse<String> reply = server.get("/v1/nodes/i-123456");

    // Both pools have a machine of that name.
    assertThat(SenlinJson.error(reply, 400))
        .isEqualTo("Multiple results found matching the query criteria 'i-123456'."
            + " Please be more specific.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/v1/clusters?foo=1 | Invalid parameter foo",
        "/v1/clusters?limit=-1 | The value for limit must be an integer: '-1'.",
        "/v1/clusters?limit=x | The value for limit must be an integer: 'x'.",
        "/v1/clusters?limit=1&limit=2 | The value for limit must be sent once.",
        "/v1/clusters?sort=foo | Unsupported sort key 'foo' for 'sort'.",
        "/v1/clusters?sort=name:up | Unsupported sort dir 'up' for 'sort'.",
        "/v1/clusters?marker=foo | The marker 'foo' could not be found.",
        "/v1/clusters?global_project=maybe | Invalid value 'maybe' specified for 'global_project'",
        "/v1/nodes?show_details=maybe&foo=1 | Invalid parameter foo",
        "/v1/policies?spec=1 | Invalid parameter spec",
        "/v1/actions?sort=id | Unsupported sort key 'id' for 'sort'.",
        "/v1/clusters/web/policies?sort=x | Unsupported sort key 'x' for 'sort'.",
      })
  void aListSaysWhichParameterItDoesNotKnow(String path, String message) {
    assertThat(SenlinJson.error(server.get(path), 400)).startsWith(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/clusters/web", "/v1/nodes/i-123456", "/v1/build-info"})
  void aMethodThatSenlinHasNotIsRefused(String path) {
    assertThat(SenlinJson.error(server.post(path, "{}"), 405))
        .contains("POST")
        .contains("allowed: ");
  }

  @Test
  void aVersionThatIsNotServedIsRefused() {
    String header = "OpenStack-API-Version";

    assertThat(SenlinJson.error(server.get("/v1/clusters", header, "clustering 1.99"), 406))
        .isEqualTo("Version '1.99' is not supported by the API. Minimum is '1.0' and maximum is"
            + " '1.14'.");
    SenlinJson.error(server.get("/v1/clusters", header, "clustering 2.0"), 406);
    SenlinJson.error(server.get("/v1/clusters", header, "clustering x"), 400);
    SenlinJson.error(server.get("/v1/clusters", header, "clustering"), 400);
  }

  @Test
  void aBodyTooLongIsRefusedInTheSameWords() {
    SenlinJson.error(server.post(ACTIONS, " ".repeat(70_000)), 413);
  }

  @Test
  void aDeletionTakesForceOnly() {
    String path = "/v1/nodes/"
        + SenlinJson.json(server.get("/v1/nodes")).get("nodes").get(0).get("id").asText();

    SenlinJson.error(server.send("DELETE", path, "{\"force\": 3}"), 400);
    SenlinJson.error(server.send("DELETE", path, "{\"fork\": true}"), 400);
  }
}
