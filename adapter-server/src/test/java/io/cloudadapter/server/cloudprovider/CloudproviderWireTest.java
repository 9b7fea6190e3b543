package io.cloudadapter.server.cloudprovider;

import static io.cloudadapter.server.kube.KubernetesScene.balancer;
import static io.cloudadapter.server.kube.KubernetesScene.port;
import static io.cloudadapter.server.kube.KubernetesScene.route;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.server.kube.KubernetesClient;
import io.cloudadapter.server.kube.KubernetesClient.Reply;
import io.cloudadapter.server.kube.KubernetesScene;
import io.cloudadapter.spi.feature.Clusters;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every operation as the one client sends it, and exactly the answer that it takes for success. */
class CloudproviderWireTest {
  private final KubernetesScene scene = new KubernetesScene();
  private final KubernetesClient client = scene.client;

  @AfterEach
  void close() {
    scene.close();
  }

  private static void answers(Reply reply, int status, String body) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    assertThat(reply.body()).isEqualTo(body);
  }

  @Test
  void providerName() {
    answers(client.get("providerName"), 200, "{\"providerName\":\"simulated\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"instances", "tcpLoadBalancers", "zones", "clusters", "routes"})
  void anInterfaceIsSupportedWith200AndNoBody(String name) {
    answers(client.options(name), 200, "");
  }

  @Test
  void anInterfaceThatTheCloudLacksIsNotSupported() {
    scene.account.without(Clusters.class);

    answers(client.options("clusters"), 501, "");
    Reply asked = client.get("clusters");
    assertThat(asked.status()).isEqualTo(501);
    assertThat(asked.at("/reason").asText()).isEqualTo("MethodNotAllowed");
  }

  @Test
  void nodeAddresses() {
    String machine = scene.machine();

    Reply reply = client.get("instances/" + machine + "/nodeAddresses");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.at("/nodeAddresses").findValuesAsText("type"))
        .containsExactly("InternalIP", "ExternalIP", "Hostname", "Hostname");
    assertThat(reply.at("/nodeAddresses").findValuesAsText("address"))
        .doesNotContain("")
        .contains("203.0.113.1");
  }

  @Test
  void instanceId() {
    String machine = scene.machine();

    answers(
        client.get("instances/" + machine + "/ID"), 200, "{\"instanceID\":\"" + machine + "\"}");
  }

  @Test
  void instancesByExpression() {
    String machine = scene.machine();
    String all = "{\"instances\":[{\"instanceName\":\"" + machine + "\"}]}";

    answers(client.get("instances/%5Ei-%5B0-9a-f%5D+$"), 200, all);
    answers(client.get("instances/i-[0-9]"), 200, all);
    answers(client.get("instances/(i)-"), 200, all);
    answers(client.get("instances/i-x?0"), 200, all);
    answers(client.get("instances/zzz?"), 200, "{\"instances\":[]}");
    answers(client.get("instances/a%7Ci"), 200, all);
    answers(client.get("instances/%5Cd+"), 200, all);
    answers(client.get("instances/.."), 200, all);
    answers(client.get("instances/a/b"), 200, "{\"instances\":[]}");
    answers(client.get("instances/w%C3%A4b"), 200, "{\"instances\":[]}");
    answers(client.get("instances/"), 200, all);
    answers(client.get("instances"), 200, all);
  }

  @Test
  void nodeNameOfAHost() {
    String machine = scene.machine();
    String host = client
        .get("instances/" + machine + "/nodeAddresses")
        .at("/nodeAddresses/2/address")
        .asText();

    answers(client.get("instances/node/" + host), 200, "{\"nodeName\":\"" + machine + "\"}");
  }

  @Test
  void sshKey() {
    Reply reply =
        client.post("instances/sshKey", "{\"user\":\"core\",\"keyData\":\"c3NoLXJzYSBBQUFBIG1l\"}");

    answers(reply, 200, "{\"SSHKeyAdded\":true}");
    assertThat(scene.cloud.sshKeys()).containsExactly(new SshKey("core", "ssh-rsa AAAA me"));
  }

  @Test
  void aLoadBalancerFromItsFirstDayToItsLast() {
    String machine = scene.machine();
    String there = "{\"ingress\":[{\"ip\":\"198.18.0.1\"}],\"exists\":true}";
    String body = balancer(
        "a1b2", "[" + port("http", 80, 30080) + "]", "[{\"hostname\":\"" + machine + "\"}]");

    answers(
        client.get("tcpLoadBalancers/simulated/a1b2"), 200, "{\"ingress\":[],\"exists\":false}");
    answers(client.post("tcpLoadBalancers", body), 200, there);
    answers(client.post("tcpLoadBalancers", body), 200, there);
    answers(client.get("tcpLoadBalancers/simulated/a1b2"), 200, there);
    assertThat(scene.cloud.loadBalancers()).singleElement().satisfies(made -> {
      assertThat(made.spec().hosts()).containsExactly(machine);
      assertThat(made.spec().listeners().get(0).targetPort()).isEqualTo(30080);
      assertThat(made.spec().affinity()).isEqualTo(Affinity.NONE);
    });
    answers(client.put("tcpLoadBalancers/simulated/a1b2", "{\"hosts\":null}"), 204, "");
    assertThat(scene.cloud.loadBalancers().get(0).spec().hosts()).isEmpty();
    answers(client.delete("tcpLoadBalancers/simulated/a1b2"), 204, "");
    answers(client.delete("tcpLoadBalancers/simulated/a1b2"), 204, "");
    assertThat(scene.cloud.loadBalancers()).isEmpty();
  }

  @Test
  void zones() {
    Reply reply = client.get("zones");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.at("/failureDomain").asText()).isEqualTo("a");
    assertThat(reply.at("/region").asText()).isEqualTo("simulated");
  }

  @Test
  void clusters() {
    answers(client.get("clusters"), 200, "{\"clusters\":[{\"clusterName\":\"simulated\"}]}");
    answers(
        client.get("clusters/simulated/master"),
        200,
        "{\"masterAddress\":\"master.simulated.simulated.internal\"}");
  }

  @Test
  void routesFromTheirFirstDayToTheirLast() {
    String machine = scene.machine();

    answers(client.get("routes/k"), 200, "{\"routes\":[]}");
    answers(
        client.post("routes", route("uid-1", "", machine, "10.1.0.0/24")),
        200,
        "{\"routeCreated\":true}");
    answers(
        client.get("routes/k"),
        200,
        "{\"routes\":[{\"routeName\":\"k-uid-1\",\"targetInstance\":\"" + machine
            + "\",\"destinationCIDR\":\"10.1.0.0/24\"}]}");
    answers(client.delete("routes/k/k-uid-1"), 204, "");
    answers(client.delete("routes/k/k-uid-1"), 204, "");
    assertThat(scene.cloud.routes()).isEmpty();
  }

  @Test
  void anErrorIsA404WithAStatusThatHasTheTrueCodeInside() {
    Reply reply = client.get("instances/missing/ID");

    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.head()).contains("Content-Type: application/json");
    answers(
        reply,
        404,
        "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
            + "\"message\":\"there is no instance \\\"missing\\\"\",\"reason\":\"NotFound\","
            + "\"details\":{\"name\":\"missing\",\"kind\":\"instances\"},\"code\":404}");
    Reply conflict = client.post("routes", route("h", "", "missing", "10.1.0.1/24"));
    assertThat(conflict.status()).isEqualTo(404);
    assertThat(conflict.at("/code").asInt()).isEqualTo(422);
    assertThat(conflict.at("/reason").asText()).isEqualTo("Invalid");
  }

  @Test
  void theListenerServesNothingElse() {
    for (String path : List.of("/pool", "/v1/clusters", "/metrics", "/healthz")) {
      Reply reply = client.send("GET", path, "");

      assertThat(reply.status()).as(path).isEqualTo(404);
      assertThat(reply.at("/kind").asText()).as(path).isEqualTo("Status");
    }
  }

  @Test
  void whatNeverBecameARequestIsAStatusToo() {
    Reply reply = client.send("GET", "/" + "x".repeat(100_000), "");

    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.at("/kind").asText()).isEqualTo("Status");
    assertThat(reply.at("/code").asInt()).isEqualTo(414);
  }
}
