package io.cloudadapter.server.senlin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.server.TestServer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policies that are made over HTTP. */
class SenlinPoliciesTest {
  private static final String DELETION = """
      {"policy": {"name": "del", "spec": {"type": "senlin.policy.deletion", "version": 1.1,
        "description": "A policy for choosing victim node(s) from a cluster for deletion.",
        "properties": {"criteria": "OLDEST_FIRST", "destroy_after_deletion": true,
          "grace_period": 60, "reduce_desired_capacity": false,
          "hooks": {"type": "zaqar", "timeout": 120, "params": {"queue": "q"}}}}}}""";

  @TempDir
  private Path directory;

  private TestServer server;

  @BeforeEach
  void start() {
    server = new TestServer(builder -> builder.policies(file()));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Path file() {
    return directory.resolve("policies.json");
  }

  private void restart() {
    server.close();
    start();
  }

  private String create(String body) {
    HttpResponse<String> reply = server.post("/v1/policies", body);
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    return SenlinJson.json(reply).get("policy").get("id").asText();
  }

  private void attach(String policy) {
    SenlinJson.act(server, "web", "{\"policy_attach\": {\"policy_id\": \"" + policy + "\"}}");
  }

  private void detach(String policy) {
    SenlinJson.act(server, "web", "{\"policy_detach\": {\"policy_id\": \"" + policy + "\"}}");
  }

  private void shrink() {
    SenlinJson.act(server, "web", "{\"scale_in\": {}}");
  }

  @Test
  void anAttachedPolicyDecidesAndOutlastsARestart() {
    create(SenlinJson.SCALE_IN_BY_TWO);
    attach("half");

    restart();
    shrink();

    assertThat(server.pools.web.view().desiredSize()).isEqualTo(1);
    JsonNode cluster = SenlinJson.json(server.get("/v1/clusters/web")).get("cluster");
    assertThat(cluster.get("policies")).hasSize(1);
  }

  @Test
  void aFailureNamesThePolicy() {
    create(SenlinJson.SCALE_IN_BY_TWO);
    attach("half");
    shrink();

    JsonNode action = SenlinJson.act(server, "web", "{\"scale_in\": {}}");

    assertThat(action.get("status_reason").asText())
        .isEqualTo("Policy check failure: Failed policy 'half': The target capacity (-1) is less"
            + " than the cluster's min_size (1).");
  }

  @Test
  void aPolicyThatIsDetachedOrDisabledDecidesNothing() {
    create(SenlinJson.SCALE_IN_BY_TWO);
    attach("half");
    SenlinJson.act(
        server, "web", "{\"policy_update\": {\"policy_id\": \"half\", \"enabled\": false}}");
    shrink();
    detach("half");
    restart();
    server.pools.web.setDesiredSize(3);
    shrink();

    assertThat(server.pools.web.view().desiredSize()).isEqualTo(2);
    assertThat(server.pools.web.calls).containsExactly("size 3", "scale by the pool's own");
  }

  @Test
  void aSpecificationIsGivenBackAsItCame() {
    String id = create(DELETION);

    restart();

    JsonNode policy = SenlinJson.json(server.get("/v1/policies/" + id)).get("policy");
    assertThat(policy.get("type").asText()).isEqualTo("senlin.policy.deletion-1.1");
    JsonNode spec = policy.get("spec");
    assertThat(spec.get("version").asDouble()).isEqualTo(1.1);
    assertThat(spec.get("description").asText()).startsWith("A policy for choosing");
    assertThat(spec.get("properties").get("hooks").get("timeout").asInt()).isEqualTo(120);
  }

  @Test
  void attachingTwiceIsHarmless() {
    create(SenlinJson.SCALE_IN_BY_TWO);
    attach("half");
    attach("half");
    detach("half");

    assertThat(SenlinJson.json(server.get("/v1/clusters/web/policies")).get("cluster_policies"))
        .isEmpty();
    SenlinJson.error(
        server.post("/v1/clusters/web/actions", "{\"policy_detach\": {\"policy_id\": \"half\"}}"),
        400);
  }

  @Test
  void aPolicyInUseIsNotDeleted() {
    String id = create(SenlinJson.SCALE_IN_BY_TWO);
    attach("half");

    String refusal = SenlinJson.error(server.send("DELETE", "/v1/policies/half", ""), 409);

    assertThat(refusal)
        .startsWith("The policy '" + id + "' cannot be deleted: still attached to some clusters.");
    detach("half");
    assertThat(server.send("DELETE", "/v1/policies/half", "").statusCode()).isEqualTo(204);
    restart();
    SenlinJson.error(server.get("/v1/policies/half"), 404);
  }

  @Test
  void thereIsOnePolicyForEachDirection() {
    create(SenlinJson.SCALE_IN_BY_TWO);
    create(SenlinJson.SCALE_IN_BY_TWO.replace("half", "other"));
    attach("half");

    String refusal = SenlinJson.error(
        server.post("/v1/clusters/web/actions", "{\"policy_attach\": {\"policy_id\": \"other\"}}"),
        409);

    assertThat(refusal).startsWith("Policy half is attached to cluster web for CLUSTER_SCALE_IN");
  }

  @Test
  void whatTheConfigurationSaysIsChangedThere() {
    server.pools.web.scaling = PoolScaling.of(
        1,
        10,
        100,
        Map.of(
            "in",
            AdjustmentPolicy.of(ScalingDirection.SCALE_IN, AdjustmentType.CHANGE_IN_CAPACITY, 1)));
    create(SenlinJson.SCALE_IN_BY_TWO);
    String path = "/v1/clusters/web/actions";
    attach("in");

    for (String action : new String[] {"policy_detach", "policy_update"}) {
      String refusal =
          SenlinJson.error(server.post(path, "{\"" + action + "\": {\"policy_id\": \"in\"}}"), 409);
      assertThat(refusal).startsWith("Policy in of cluster web is part of the server's config");
    }
    SenlinJson.error(server.send("DELETE", "/v1/policies/in", ""), 409);
    SenlinJson.error(
        server.post("/v1/clusters/batch/actions", "{\"policy_attach\": {\"policy_id\": \"in\"}}"),
        409);
    assertThat(SenlinJson.error(
            server.post(path, "{\"policy_attach\": {\"policy_id\": \"half\"}}"), 409))
        .startsWith("Policy in is attached to cluster web for CLUSTER_SCALE_IN already,"
            + " by the server's configuration;");
  }

  @Test
  void policiesForAllShrinkingBelongIntoTheConfiguration() {
    create("""
        {"policy": {"name": "old", "spec": {"type": "senlin.policy.deletion", "version": 1.1,
          "properties": {"criteria": "OLDEST_FIRST"}}}}""");

    String refusal = SenlinJson.error(
        server.post("/v1/clusters/web/actions", "{\"policy_attach\": {\"policy_id\": \"old\"}}"),
        409);

    assertThat(refusal)
        .startsWith("Policy old is of the type senlin.policy.deletion-1.1; only"
            + " senlin.policy.scaling-1.0 and senlin.policy.health are attached over HTTP, since what"
            + " holds for all growing and shrinking belongs into the configuration.");
  }

  @Test
  void theHooksOfADeletionPolicyBelongIntoThoseOfThePool() {
    create(DELETION);

    for (String cluster : List.of("web", "batch")) {
      assertThat(SenlinJson.error(
              server.post(
                  "/v1/clusters/" + cluster + "/actions",
                  "{\"policy_attach\": {\"policy_id\": \"del\"}}"),
              409))
          .contains("Policy del has hooks", "pools." + cluster + ".hooks");
    }
  }

  @Test
  void policiesThatWatchMetricsBelongIntoTheConfiguration() {
    create("{\"policy\": {\"name\": \"load\", \"spec\": {\"type\": \"adapter.policy.target\","
        + " \"version\": 1.0, \"properties\": {\"target\": 50}}}}");

    assertThat(SenlinJson.error(
            server.post(
                "/v1/clusters/web/actions", "{\"policy_attach\": {\"policy_id\": \"load\"}}"),
            409))
        .contains(
            "only senlin.policy.scaling-1.0 and senlin.policy.health are attached over HTTP, since metrics do not come"
                + " by this face.");
  }

  @Test
  void whatIsNotAttachedCannotBeDetached() {
    create(SenlinJson.SCALE_IN_BY_TWO);

    for (String action : new String[] {"policy_detach", "policy_update"}) {
      assertThat(SenlinJson.error(
              server.post(
                  "/v1/clusters/web/actions", "{\"" + action + "\": {\"policy_id\": \"half\"}}"),
              400))
          .startsWith("The policy 'half' is not attached to the specified cluster 'web'.");
    }
  }

  @Test
  void policiesOfOneNameAreToldApartByTheirIds() {
    String one = create(SenlinJson.SCALE_IN_BY_TWO);
    create(SenlinJson.SCALE_IN_BY_TWO);

    assertThat(SenlinJson.error(server.get("/v1/policies/half"), 400))
        .startsWith("Multiple results");
    assertThat(server.get("/v1/policies/" + one).statusCode()).isEqualTo(200);
  }

  @Test
  void aPolicyIsMadeOnceUnderOneKey() {
    for (int i = 0; i < 2; i++) {
      assertThat(server
              .post("/v1/policies", SenlinJson.SCALE_IN_BY_TWO, "Idempotency-Key", "k")
              .statusCode())
          .isEqualTo(201);
    }

    assertThat(SenlinJson.json(server.get("/v1/policies")).get("policies")).hasSize(1);
    SenlinJson.error(server.post("/v1/policies", DELETION, "Idempotency-Key", "k"), 409);
  }

  @Test
  void aPolicyIsValidatedWithoutBeingKept() {
    String body = DELETION.replace("\"name\": \"del\", ", "");

    HttpResponse<String> reply = server.post("/v1/policies/validate", body);

    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    assertThat(file()).doesNotExist();
    SenlinJson.error(
        server.post("/v1/policies/validate", body.replace("OLDEST_FIRST", "FATTEST_FIRST")), 400);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | 'policy' is a required property",
        "{\"policy\": {\"name\": \"a\"}} | 'spec' is a required property",
        "{\"policy\": {\"spec\": {}}} | 'name' is a required property",
        "{\"policy\": {\"name\": \"\", \"spec\": {}}} | 'name' must be 1 to 255 characters",
        "{\"policy\": {\"name\": \"a\", \"spec\": {}}} | The 'type' key is missing",
        "{\"policy\": {\"name\": \"a\", \"spec\": []}} | [] is not of type 'object'",
        "{\"policy\": {\"name\": \"a\", \"spec\": {\"type\": \"x\", \"version\": 1}}}"
            + " | The policy_type 'x-1' could not be found.",
        "{\"policy\": {\"name\": \"a\", \"spec\": {\"type\": \"senlin.policy.scaling\","
            + " \"version\": 1.0, \"properties\": {\"event\": \"CLUSTER_SCALE_IN\","
            + " \"adjustment\": {\"number\": 0}}}}} | the 'number' for 'adjustment' must be > 0",
        "{\"policy\": {\"name\": \"a\", \"spec\": {}, \"foo\": 1}} | Additional properties are not",
      })
  void aWrongPolicyIsRefusedByName(String body, String message) {
    assertThat(SenlinJson.error(server.post("/v1/policies", body), 400)).startsWith(message);
    assertThat(file()).doesNotExist();
  }

  @Test
  void withoutAFileThereAreThePoliciesOfTheConfigurationOnly() {
    try (TestServer bare = new TestServer()) {
      String refusal = SenlinJson.error(bare.post("/v1/policies", SenlinJson.SCALE_IN_BY_TWO), 409);

      assertThat(refusal).startsWith("This server has no file to keep policies in");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ | cannot be read",
        "{\"version\": 7, \"policies\": [], \"bindings\": []} | are of version 7, known is 1",
        "{\"version\": 1, \"policies\": [{\"id\": \"a\", \"name\": \"a\", \"spec\": {},"
            + " \"createdAt\": \"\"}], \"bindings\": []} | hold one that is none",
      })
  void aFileThatIsNoneStopsTheStart(String text, String message) throws IOException {
    Files.writeString(file(), text);

    assertThatThrownBy(() -> new TestServer(builder -> builder.policies(file())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("policies.json")
        .hasMessageContaining(message);
  }
}
