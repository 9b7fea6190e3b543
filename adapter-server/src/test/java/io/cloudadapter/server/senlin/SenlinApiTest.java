package io.cloudadapter.server.senlin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.DeletionCriteria;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.server.FakePool;
import io.cloudadapter.server.ManyMachines;
import io.cloudadapter.server.TestServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pools as clusters, machines as nodes. */
class SenlinApiTest {
  private final TestServer server = new TestServer();
  private final FakePool web = server.pools.web;

  @AfterEach
  void stop() {
    server.close();
  }

  private static AdjustmentPolicy outBy(int count) {
    return AdjustmentPolicy.of(
        ScalingDirection.SCALE_OUT, AdjustmentType.CHANGE_IN_CAPACITY, count);
  }

  private void rest() {
    web.changeAlarms(List.of());
    web.changeMachines(ManyMachines.many(3));
  }

  private List<String> names(String path, String key) {
    HttpResponse<String> reply = server.get(path);
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    List<String> names = new ArrayList<>();
    SenlinJson.json(reply).get(key).forEach(row -> names.add(row.get("name").asText()));
    return names;
  }

  @Test
  void tellsItsVersionsToAnybody() {
    for (String path : List.of("/v1", "/v1/")) {
      JsonNode version = SenlinJson.json(server.get(path)).get("version");

      assertThat(version.get("status").asText()).isEqualTo("CURRENT");
      assertThat(version.get("min_version").asText()).isEqualTo("1.0");
      assertThat(version.get("max_version").asText()).isEqualTo("1.14");
    }
  }

  @Test
  void answersInTheVersionThatIsAskedFor() {
    HttpResponse<String> reply =
        server.get("/v1/clusters", "OpenStack-API-Version", "compute 2.1, clustering 1.8");

    assertThat(reply.headers().firstValue("OpenStack-API-Version")).hasValue("clustering 1.8");
    assertThat(reply.headers().firstValue("X-OpenStack-Request-ID").orElseThrow())
        .isEqualTo("req-" + reply.headers().firstValue("Request-Id").orElseThrow());
  }

  @Test
  void showsEachPoolAsACluster() {
    rest();

    JsonNode cluster = SenlinJson.json(server.get("/v1/clusters/web")).get("cluster");

    assertThat(cluster.get("name").asText()).isEqualTo("web");
    assertThat(cluster.get("min_size").asInt()).isEqualTo(1);
    assertThat(cluster.get("max_size").asInt()).isEqualTo(10);
    assertThat(cluster.get("desired_capacity").asInt()).isEqualTo(3);
    assertThat(cluster.get("nodes")).hasSize(3);
    assertThat(cluster.get("status").asText()).isEqualTo("ACTIVE");
    assertThat(names("/v1/clusters", "clusters")).containsExactly("batch", "web");
  }

  @Test
  void findsAClusterByItsIdAndTheBeginningOfIt() {
    String id = SenlinJson.clusterId(server, "web");

    assertThat(UUID.fromString(id).version()).isEqualTo(3);
    for (String spelling : List.of(id, id.substring(0, 8))) {
      JsonNode cluster = SenlinJson.json(server.get("/v1/clusters/" + spelling)).get("cluster");
      assertThat(cluster.get("name").asText()).isEqualTo("web");
    }
  }

  @Test
  void givesTheSameIdsAfterARestart() {
    String nodes = server.get("/v1/nodes").body();

    try (TestServer other = new TestServer()) {
      assertThat(SenlinJson.clusterId(other, "web")).isEqualTo(SenlinJson.clusterId(server, "web"));
      assertThat(other.get("/v1/nodes").body()).isEqualTo(nodes);
    }
  }

  @Test
  void evaluatesAClusterAsSenlinDoes() {
    web.changeAlarms(List.of());
    web.changeMachines(ManyMachines.many(3));
    assertThat(status()).isEqualTo("ACTIVE");

    web.changeMachines(ManyMachines.many(2));
    assertThat(status()).isEqualTo("WARNING");

    web.changeMachines(List.of());
    assertThat(status()).isEqualTo("ERROR");

    web.changeMachines(ManyMachines.many(11));
    assertThat(status()).isEqualTo("WARNING");

    List<Machine> launching = new ArrayList<>(ManyMachines.many(2));
    launching.add(FakePool.bare("i-new", MachineState.PENDING));
    web.changeMachines(launching);
    assertThat(status()).isEqualTo("RESIZING");

    web.changeAlarms(
        List.of(new Alarm(Alarm.Code.AT_MAX_SIZE, "the cap holds", FakePool.LAUNCHED)));
    assertThat(status()).isEqualTo("WARNING");
  }

  private String status() {
    return SenlinJson.json(server.get("/v1/clusters/web"))
        .get("cluster")
        .get("status")
        .asText();
  }

  @Test
  void listsTheOthersWhileAPoolCannotBeRead() {
    web.onRead = () -> {
      throw new PoolException(PoolException.Reason.UNAVAILABLE, "not listed yet", "");
    };

    JsonNode clusters =
        SenlinJson.json(server.get("/v1/clusters?sort=name:desc")).get("clusters");

    assertThat(clusters.get(0).get("name").asText()).isEqualTo("web");
    assertThat(clusters.get(0).get("status").asText()).isEqualTo("INIT");
    assertThat(clusters.get(0).get("status_reason").asText()).isEqualTo("not listed yet");
    assertThat(clusters.get(1).get("name").asText()).isEqualTo("batch");
    assertThat(names("/v1/nodes", "nodes")).containsExactly("i-123456", "i-123457");
  }

  @Test
  void filtersSortsAndPagesLists() {
    assertThat(names("/v1/clusters?name=web", "clusters")).containsExactly("web");
    assertThat(names("/v1/clusters?sort=name:desc", "clusters")).containsExactly("web", "batch");
    assertThat(names("/v1/clusters?limit=1&global_project=False", "clusters"))
        .containsExactly("batch");
    String marker = SenlinJson.clusterId(server, "batch");
    assertThat(names("/v1/clusters?limit=1&marker=" + marker, "clusters")).containsExactly("web");
    assertThat(names("/v1/nodes?cluster_id=web&status=ACTIVE", "nodes"))
        .containsExactly("i-123456");
  }

  @Test
  void showsAMachineAsANodeUnderItsOwnIdAndTheClouds() {
    JsonNode byName =
        SenlinJson.json(server.get("/v1/nodes?cluster_id=web")).get("nodes").get(0);
    String id = byName.get("id").asText();

    JsonNode node =
        SenlinJson.json(server.get("/v1/nodes/" + id + "?show_details=True")).get("node");

    assertThat(node.get("name").asText()).isEqualTo("i-123456");
    assertThat(node.get("physical_id").asText()).isEqualTo("i-123456");
    assertThat(node.get("cluster_id").asText()).isEqualTo(SenlinJson.clusterId(server, "web"));
    assertThat(node.get("status").asText()).isEqualTo("ACTIVE");
    assertThat(node.get("created_at").asText()).isEqualTo("2013-11-07T14:50:00Z");
    assertThat(node.get("details").get("publicIps").get(0).asText()).isEqualTo("54.211.230.169");
  }

  @Test
  void scalesOutByACountAndTellsWhenItIsDone() {
    web.changeAlarms(List.of());

    JsonNode action = SenlinJson.act(
        server, SenlinJson.clusterId(server, "web"), "{\"scale_out\": {\"count\": \"2\"}}");

    assertThat(action.get("action").asText()).isEqualTo("CLUSTER_SCALE_OUT");
    assertThat(action.get("status").asText()).isEqualTo("RUNNING");
    assertThat(action.get("outputs").get("creation").get("count").asInt()).isEqualTo(2);
    assertThat(web.view().desiredSize()).isEqualTo(5);
    web.changeMachines(ManyMachines.many(5));
    String path = "/v1/actions/" + action.get("id").asText();
    JsonNode done = SenlinJson.json(server.get(path)).get("action");
    assertThat(done.get("status").asText()).isEqualTo("SUCCEEDED");
    assertThat(done.get("end_time").asDouble()).isPositive();
    web.changeMachines(ManyMachines.many(1));
    assertThat(SenlinJson.json(server.get(path)).get("action")).isEqualTo(done);
  }

  @Test
  void scalesWithoutACountInAllSpellingsOfNone() {
    for (String none : List.of("{}", "null", "{\"count\": null}")) {
      SenlinJson.act(server, "web", "{\"scale_in\": " + none + "}");
      SenlinJson.act(server, "web", "{\"scale_out\": " + none + "}");
    }

    assertThat(web.view().desiredSize()).isEqualTo(3);
    assertThat(web.calls).hasSize(6);
  }

  @Test
  void failsTheActionOfARequestBeyondTheLimits() {
    JsonNode action = SenlinJson.act(server, "web", "{\"scale_out\": {\"count\": 50}}");

    assertThat(action.get("status").asText()).isEqualTo("FAILED");
    assertThat(action.get("status_reason").asText())
        .isEqualTo("The target capacity (53) is greater than the cluster's max_size (10).");
    assertThat(web.view().desiredSize()).isEqualTo(3);
  }

  @Test
  void resizesAsTheClientsAsk() {
    JsonNode action = SenlinJson.act(server, "web", """
        {"resize": {"adjustment_type": "CHANGE_IN_PERCENTAGE", "number": 50.0, "min_size": null,
          "max_size": null, "min_step": 3, "strict": false}}""");

    assertThat(action.get("action").asText()).isEqualTo("CLUSTER_RESIZE");
    assertThat(web.view().desiredSize()).isEqualTo(6);
    assertThat(SenlinJson.act(
                server,
                "web",
                "{\"resize\": {\"adjustment_type\": \"EXACT_CAPACITY\", \"number\": 11}}")
            .get("status_reason")
            .asText())
        .isEqualTo("The target capacity (11) is greater than the cluster's max_size (10).");
  }

  @Test
  void takesNodesOutOfTheirClusterOrDestroysThem() {
    SenlinJson.act(server, "web", "{\"del_nodes\": {\"nodes\": [\"i-123456\"]}}");
    SenlinJson.act(
        server,
        "web",
        "{\"del_nodes\": {\"nodes\": [\"i-123457\"], \"destroy_after_deletion\": true}}");

    assertThat(web.calls).containsExactly("detach i-123456 true", "terminate i-123457 true");
    assertThat(web.lastOptions.api()).isEqualTo("senlin");
    assertThat(web.lastOptions.requestId()).isPresent();
  }

  @Test
  void takesOutNodesThatHaveStoppedToCountMeanwhileWithoutASmallerSize() {
    web.noneCounts = true;

    SenlinJson.act(server, "web", "{\"del_nodes\": {\"nodes\": [\"i-123456\"]}}");
    HttpResponse<String> deleted = server.send("DELETE", "/v1/nodes/" + firstNode(), "");

    assertThat(deleted.statusCode()).isEqualTo(204);
    assertThat(web.calls).containsExactly("detach i-123456 false", "terminate i-123456 false");
  }

  @Test
  void keepsTheSizeIfTheDeletionPolicySaysSo() {
    DeletionPolicy policy = new DeletionPolicy(
        DeletionCriteria.RANDOM, true, Duration.ZERO, false, java.util.Optional.empty());
    web.scaling = PoolScaling.of(1, 10, 100, Map.of("old", policy));

    SenlinJson.act(server, "web", "{\"del_nodes\": {\"nodes\": [\"i-123456\"]}}");

    assertThat(web.calls).containsExactly("detach i-123456 false");
  }

  @Test
  void deletesANodeAndTellsWhenItIsGone() {
    String id = SenlinJson.json(server.get("/v1/nodes?cluster_id=web"))
        .get("nodes")
        .get(0)
        .get("id")
        .asText();

    HttpResponse<String> reply = server.send("DELETE", "/v1/nodes/" + id, "");

    assertThat(reply.statusCode()).isEqualTo(204);
    assertThat(web.calls).containsExactly("terminate i-123456 true");
    String location = reply.headers().firstValue("Location").orElseThrow();
    JsonNode action = SenlinJson.json(server.get(location)).get("action");
    assertThat(action.get("target").asText()).isEqualTo(id);
    assertThat(action.get("status").asText()).isEqualTo("RUNNING");
    web.changeMachines(List.of());
    assertThat(SenlinJson.json(server.get(location)).get("action").get("status").asText())
        .isEqualTo("SUCCEEDED");
  }

  @Test
  void deletesNoNodeThatTheClusterNeedsForItsMinSize() {
    web.scaling = PoolScaling.of(3, 10, 100, Map.of());
    String refusal = "The target capacity (2) is less than the cluster's min_size (3).";

    HttpResponse<String> reply =
        server.post("/v1/clusters/web/actions", "{\"del_nodes\": {\"nodes\": [\"i-123456\"]}}");
    HttpResponse<String> deletion =
        server.send("DELETE", "/v1/nodes/" + firstNode(), "{\"force\": true}");

    assertThat(SenlinJson.error(reply, 400)).startsWith(refusal);
    JsonNode action = SenlinJson.json(
            server.get(deletion.headers().firstValue("Location").orElseThrow()))
        .get("action");
    assertThat(action.get("status").asText()).isEqualTo("FAILED");
    assertThat(action.get("status_reason").asText()).isEqualTo(refusal);
    assertThat(web.calls).isEmpty();
  }

  private String firstNode() {
    return SenlinJson.json(server.get("/v1/nodes?cluster_id=web"))
        .get("nodes")
        .get(0)
        .get("id")
        .asText();
  }

  @Test
  void showsThePoliciesOfTheConfigurationAsBound() {
    web.scaling = PoolScaling.of(
        1,
        10,
        100,
        Map.of("out", outBy(3), "old", DeletionPolicy.of(DeletionCriteria.OLDEST_FIRST)));

    assertThat(names("/v1/policies", "policies")).containsExactly("old", "out");
    JsonNode policy = SenlinJson.json(server.get("/v1/policies/out")).get("policy");
    assertThat(policy.get("type").asText()).isEqualTo("senlin.policy.scaling-1.0");
    assertThat(policy.get("spec").get("properties").get("event").asText())
        .isEqualTo("CLUSTER_SCALE_OUT");
    JsonNode binding =
        SenlinJson.json(server.get("/v1/clusters/web/policies/out")).get("cluster_policy");
    assertThat(binding.get("policy_id")).isEqualTo(policy.get("id"));
    assertThat(binding.get("enabled").asBoolean()).isTrue();
    assertThat(SenlinJson.json(server.get("/v1/clusters/web/policies?policy_name=old"))
            .get("cluster_policies"))
        .hasSize(1);
    assertThat(SenlinJson.json(server.get("/v1/clusters/batch/policies")).get("cluster_policies"))
        .isEmpty();
  }

  @Test
  void repeatsNothingUnderAnIdempotencyKey() {
    String body = "{\"scale_out\": {\"count\": 1}}";

    JsonNode first = SenlinJson.act(server, "web", body, "Idempotency-Key", "k-1");
    JsonNode again = SenlinJson.act(server, "web", body, "Idempotency-Key", "k-1");

    assertThat(again.get("id")).isEqualTo(first.get("id"));
    assertThat(web.lastOptions.idempotencyKey()).hasValue("k-1");
  }

  @Test
  void answersTheSameUnderItsKeyWhenTheNodeIsGone() {
    String path = "/v1/nodes/" + firstNode();
    String body = "{\"del_nodes\": {\"nodes\": [\"i-123457\"]}}";
    HttpResponse<String> deleted = server.send("DELETE", path, "", "Idempotency-Key", "k-1");
    JsonNode taken = SenlinJson.act(server, "web", body, "Idempotency-Key", "k-2");

    web.changeMachines(List.of());

    HttpResponse<String> again = server.send("DELETE", path, "", "Idempotency-Key", "k-1");
    assertThat(again.statusCode()).isEqualTo(204);
    assertThat(again.headers().firstValue("Location"))
        .isEqualTo(deleted.headers().firstValue("Location"));
    assertThat(SenlinJson.act(server, "web", body, "Idempotency-Key", "k-2").get("id"))
        .isEqualTo(taken.get("id"));
    SenlinJson.error(server.send("DELETE", path, "", "Idempotency-Key", "k-3"), 404);
    SenlinJson.error(server.post("/v1/clusters/web/actions", body, "Idempotency-Key", "k-3"), 400);
    assertThat(web.calls).hasSize(2);
  }

  @Test
  void givesEachNodeOfOneRequestAKeyOfItsOwn() {
    String body = "{\"del_nodes\": {\"nodes\": [\"i-123456\", \"i-123457\"]}}";
    List<String> keys = new ArrayList<>();
    web.onWrite = () -> keys.add(web.lastOptions.idempotencyKey().orElse("none"));

    SenlinJson.act(server, "web", body, "Idempotency-Key", "k-1");
    keys.add(web.lastOptions.idempotencyKey().orElse("none"));

    assertThat(keys.subList(1, 3)).doesNotContain("none", "k-1").doesNotHaveDuplicates();
  }

  @Test
  void remembersAThousandActionsAndNoMore() {
    JsonNode first = SenlinJson.act(server, "web", "{\"scale_out\": {\"count\": 50}}");
    for (int i = 0; i < 1000; i++) {
      server.post("/v1/clusters/web/actions", "{\"scale_out\": {\"count\": 50}}");
    }

    assertThat(SenlinJson.json(server.get("/v1/actions")).get("actions")).hasSize(1000);
    SenlinJson.error(server.get("/v1/actions/" + first.get("id").asText()), 404);
  }

  @Test
  void tellsABuild() {
    JsonNode build = SenlinJson.json(server.get("/v1/build-info")).get("build_info");

    assertThat(build.get("api").get("revision").asText()).isNotBlank();
    assertThat(build.get("engine").get("revision").asText()).isNotBlank();
  }
}
