package io.cloudadapter.server.cloudprovider;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.server.kube.KubernetesClient.Reply;
import io.cloudadapter.server.kube.KubernetesScene;
import io.cloudadapter.spi.feature.Clusters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is ours, and in no document but our own. */
class CloudproviderExtensionsTest {
  private final KubernetesScene scene = new KubernetesScene();

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void theInterfacesAreToldInOneDocument() {
    scene.account.without(Clusters.class);

    for (String path : new String[] {"", "/"}) {
      Reply reply = scene.client.send("GET", "/cloudprovider/v1alpha1" + path, "");

      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.body())
          .startsWith("{\"providerName\":\"simulated\",\"interfaces\":{\"instances\":true,"
              + "\"tcpLoadBalancers\":true,\"zones\":true,\"clusters\":false,\"routes\":true},");
    }
  }

  @Test
  void anInstanceIsFoundByItsProviderIdItsIdOrItsName() {
    String machine = scene.machine();

    for (String which : new String[] {
      machine, "simulated://" + machine, "simulated:%2F%2F" + machine, "simulated:/%2F" + machine
    }) {
      Reply reply = scene.client.get("instances/" + which + "/metadata");

      assertThat(reply.at("/exists").asBoolean()).as(which).isTrue();
      assertThat(reply.at("/shutdown").asBoolean()).isFalse();
      assertThat(reply.at("/providerID").asText()).isEqualTo("simulated://" + machine);
      assertThat(reply.at("/instanceType").asText()).isEqualTo("small");
      assertThat(reply.at("/zone").asText()).isEqualTo("a");
      assertThat(reply.at("/region").asText()).isEqualTo("simulated");
      assertThat(reply.at("/nodeAddresses").findValuesAsText("type"))
          .containsExactly("InternalIP", "ExternalIP", "Hostname", "InternalDNS");
    }
  }

  @Test
  void theRootOfThePlainListenerTellsWhatIsServed() {
    Reply root = scene.client.send("GET", "/", "");

    assertThat(root.body())
        .isEqualTo("{\"paths\":[\"/cloudprovider/v1aplha1\",\"/cloudprovider/v1alpha1\"]}");
    assertThat(scene.client.send("GET", "/nope", "").at("/message").asText())
        .contains("there is no resource at");
  }

  @Test
  void whoIsBehindALoadBalancerIsTold() {
    String machine = scene.machine();
    scene.client.post(
        "tcpLoadBalancers",
        KubernetesScene.balancer("lb", "[]", "[{\"hostname\":\"" + machine + "\"}]"));

    assertThat(scene.client.get("tcpLoadBalancers/simulated/lb/hosts").body())
        .isEqualTo("{\"hosts\":[{\"hostname\":\"" + machine
            + "\",\"health\":\"HEALTHY\"}],\"exists\":true}");
    assertThat(scene.client.get("tcpLoadBalancers/simulated/missing/hosts").body())
        .isEqualTo("{\"hosts\":[],\"exists\":false}");
  }

  @Test
  void aStoppedMachineExistsAndOneThatIsGoneDoesNotAndNeitherIsAnError() {
    String stopped = scene.machine();
    String gone = scene.machine();
    scene.cloud.stop(new MachineId(stopped));
    scene.cloud.kill(new MachineId(gone));

    Reply exists = scene.client.get("instances/simulated://" + stopped + "/metadata");
    assertThat(exists.at("/exists").asBoolean()).isTrue();
    assertThat(exists.at("/shutdown").asBoolean()).isTrue();
    for (String which : new String[] {gone, "other://" + stopped, "no%20body"}) {
      Reply reply = scene.client.get("instances/" + which + "/metadata");

      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.body()).isEqualTo("{\"exists\":false}");
    }
  }
}
