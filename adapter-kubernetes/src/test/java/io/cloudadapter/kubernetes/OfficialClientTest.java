package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Eviction;
import io.kubernetes.client.openapi.models.V1Node;
import io.kubernetes.client.openapi.models.V1NodeList;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The official Java client of Kubernetes takes the stand-in for an API server, and reads the same kubeconfig. */
class OfficialClientTest {
  @TempDir
  private Path directory;

  private TestCluster test;
  private ApiClient client;

  @BeforeEach
  void start() throws Exception {
    test = new TestCluster(directory);
    try (Reader kubeconfig = Files.newBufferedReader(test.kubeconfig)) {
      client = ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(kubeconfig)).build();
    }
  }

  @AfterEach
  void end() {
    client.getHttpClient().dispatcher().executorService().shutdownNow();
    test.close();
  }

  @Test
  void its_informer_follows_nodes_also_past_an_expired_version() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    test.standIn.objects().node("n1", "x://1", true);
    SharedInformerFactory factory = new SharedInformerFactory(client);
    SharedIndexInformer<V1Node> informer = factory.sharedIndexInformerFor(
        new GenericKubernetesApi<>(V1Node.class, V1NodeList.class, "", "v1", "nodes", client),
        V1Node.class,
        0);
    informer.addEventHandler(new ResourceEventHandler<>() {
      @Override
      public void onAdd(V1Node node) {
        seen.add("added " + node.getMetadata().getName());
      }

      @Override
      public void onUpdate(V1Node before, V1Node node) {
        seen.add("updated " + node.getMetadata().getName() + " "
            + Boolean.TRUE.equals(node.getSpec().getUnschedulable()));
      }

      @Override
      public void onDelete(V1Node node, boolean unknown) {
        seen.add("deleted " + node.getMetadata().getName());
      }
    });
    factory.startAllRegisteredInformers();
    try {
      assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo("added n1");
      test.advance();
      test.cluster.cordon(test.node("n1"));
      assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo("updated n1 true");
      test.standIn.objects().node("n2", "x://2", true);
      assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo("added n2");
      test.standIn.objects().compact();
      test.standIn.objects().node("n3", "x://3", true);
      assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo("added n3");
      test.cluster.deleteNode(test.node("n1"));
      assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo("deleted n1");
    } finally {
      factory.stopAllRegisteredInformers();
    }
  }

  @Test
  void both_clients_see_the_same_pods_and_the_same_refusal_of_an_eviction() throws Exception {
    CoreV1Api core = new CoreV1Api(client);
    test.standIn.objects().node("n1", "x://1", true);
    test.standIn.objects().pod("a", "n1");
    test.standIn.objects().pod("b", "n2");
    test.standIn.objects().budget("a", 2);
    test.advance();

    assertThat(core.listPodForAllNamespaces()
            .fieldSelector("spec.nodeName=n1")
            .execute()
            .getItems())
        .extracting(pod -> pod.getMetadata().getName())
        .containsExactlyElementsOf(
            test.cluster.pods(test.node("n1")).stream().map(Pod::name).toList());
    V1Eviction eviction =
        new V1Eviction().metadata(new V1ObjectMeta().name("a").namespace("default"));
    assertThatThrownBy(
            () -> core.createNamespacedPodEviction("a", "default", eviction).execute())
        .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.getCode()).isEqualTo(429));
    assertThat(test.cluster
            .evict(test.cluster.pods(test.node("n1")).get(0), Optional.empty())
            .result())
        .isEqualTo(Cluster.Eviction.REFUSED);
  }

  @Test
  void it_reads_the_secret_of_a_message() throws Exception {
    CoreV1Api core = new CoreV1Api(client);
    V1Secret secret = new V1Secret()
        .metadata(
            new V1ObjectMeta().name("s").labels(Map.of(NodeMessage.LABEL, NodeMessage.LABEL_VALUE)))
        .putDataItem("pool", new byte[] {'w'});
    core.createNamespacedSecret("cloudadapter", secret).execute();

    assertThat(core.listNamespacedSecret("cloudadapter")
            .labelSelector(NodeMessage.LABEL + "=" + NodeMessage.LABEL_VALUE)
            .execute()
            .getItems())
        .singleElement()
        .satisfies(read -> assertThat(read.getData().get("pool")).isEqualTo(new byte[] {'w'}));
  }
}
