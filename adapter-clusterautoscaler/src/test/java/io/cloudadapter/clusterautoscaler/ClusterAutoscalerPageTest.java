package io.cloudadapter.clusterautoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.cloud.ProviderIdFormat;
import io.cloudadapter.clusterautoscaler.proto.CloudProviderGrpc;
import io.cloudadapter.clusterautoscaler.proto.CloudProviderGrpc.CloudProviderBlockingStub;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.ManagedPool;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.config.ConfigFileReader;
import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.grpc.ManagedChannel;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** A server with the configuration of docs/how-to/cluster-autoscaler.md answers a client with the page's files. */
@Timeout(60)
class ClusterAutoscalerPageTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolve("docs/how-to/cluster-autoscaler.md");

  @TempDir
  private Path directory;

  private static List<String> blocks() throws IOException {
    return Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
        .matcher(Files.readString(PAGE))
        .results()
        .map((MatchResult block) -> block.group(1))
        .toList();
  }

  private AdapterConfig parse(String yaml) {
    return new ConfigFileReader(List.of(new SimulatedProviderFactory()), Map.of())
        .parse(yaml, directory);
  }

  @Test
  void theServerOfThePageScalesItsPool() throws Exception {
    List<String> blocks = blocks();
    assertThat(blocks).hasSize(6);
    TestAuthority authority = new TestAuthority();
    authority.write(directory, "server", "autoscaler");
    AdapterConfig config = parse(blocks.get(0).replace("port: 8086", "port: 0"));
    try (CloudAdapter pools = CloudAdapter.builder()
            .inMemory()
            .account(config.accounts().get(0))
            .pool(config.pools().get(0))
            .open();
        AdapterServer server = AdapterServer.builder(
                pools, config.withPort(0).server(), config.tlsDirectory())
            .clusterAutoscaler(
                config.autoscaler().orElseThrow(),
                (PoolName pool) ->
                    pools.administration().pool(pool.value()).flatMap(ManagedPool::config),
                pools::cloud)
            .start()) {
      ManagedChannel channel = NettyChannelBuilder.forAddress(
              "127.0.0.1", server.clusterAutoscalerPort().orElseThrow())
          .sslContext(GrpcSslContexts.forClient()
              .trustManager(directory.resolve("ca.pem").toFile())
              .keyManager(
                  directory.resolve("autoscaler.pem").toFile(),
                  directory.resolve("autoscaler.key").toFile())
              .build())
          .build();
      try {
        scale(CloudProviderGrpc.newBlockingStub(channel));
      } finally {
        channel.shutdownNow();
      }
    }
  }

  private static void scale(CloudProviderBlockingStub stub) throws InterruptedException {
    CloudProviderBlockingStub calls = stub.withDeadlineAfter(30, TimeUnit.SECONDS);
    while (true) {
      try {
        var unused = calls.refresh(ExternalGrpc.RefreshRequest.getDefaultInstance());
        assertThat(calls
                .nodeGroups(ExternalGrpc.NodeGroupsRequest.getDefaultInstance())
                .getNodeGroupsList())
            .singleElement()
            .extracting(ExternalGrpc.NodeGroup::getId, ExternalGrpc.NodeGroup::getMaxSize)
            .containsExactly("workers", 10);
        break;
      } catch (io.grpc.StatusRuntimeException e) {
        // The pool has not listed its cloud yet.
        assertThat(e.getStatus().getCode()).isEqualTo(io.grpc.Status.Code.UNAVAILABLE);
        Thread.onSpinWait();
      }
    }
    var unused = calls.nodeGroupIncreaseSize(ExternalGrpc.NodeGroupIncreaseSizeRequest.newBuilder()
        .setId("workers")
        .setDelta(2)
        .build());
    assertThat(calls
            .nodeGroupTargetSize(ExternalGrpc.NodeGroupTargetSizeRequest.newBuilder()
                .setId("workers")
                .build())
            .getTargetSize())
        .isEqualTo(2);
  }

  @Test
  void theGroupOfThePageCanBeAddedToItsConfiguration() throws IOException {
    String whole =
        blocks().get(0).replaceAll("(?s)clusterAutoscaler:.*", blocks().get(4));

    assertThat(parse(whole)
            .autoscaler()
            .orElseThrow()
            .group(new PoolName("workers"))
            .labels())
        .containsEntry("team", "a");
  }

  @Test
  void theUserDataOfThePageGivesTheKubeletTheProviderIdOfItsMachine() throws Exception {
    String yaml = "accounts:\n  lab: {provider: simulated}\n" + blocks().get(3);
    String script = parse(yaml).pools().get(0).launch().userData().orElseThrow().reveal();
    Path options = directory.resolve("kubelet");
    Path query = Files.writeString(
        directory.resolve("cloud-init"),
        "#!/bin/sh\necho \"i-7 $*\" | sed 's/ query instance_id//'\n");
    Path restart = Files.writeString(
        directory.resolve("systemctl"), "#!/bin/sh\ntest \"$*\" = 'restart kubelet'\n");
    for (Path stub : List.of(query, restart)) {
      assertThat(stub.toFile().setExecutable(true)).isTrue();
    }
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-ec", script.replace("/etc/default/kubelet", options.toString()));
    shell.environment().put("PATH", directory + ":" + System.getenv("PATH"));
    assertThat(shell.start().waitFor()).isZero();

    assertThat(options)
        .hasContent("KUBELET_EXTRA_ARGS=--provider-id="
            + ProviderIdFormat.USUAL
                .replace("{account}", "lab")
                .replace("{pool}", "workers")
                .replace("{id}", "i-7"));
  }

  @Test
  void theBalancerOfThePageLeadsToTheServersOfTheManifests() throws IOException {
    String page = Files.readString(PAGE);
    String balancer = page.substring(page.indexOf("```haproxy"));
    Path manifests = PAGE.resolveSibling("../../deploy/kubernetes");
    String set = Files.readString(manifests.resolve("replicas/statefulset.yaml"));
    int replicas = Integer.parseInt(set.replaceAll("(?s).*replicas: (\\d+).*", "$1"));

    for (int i = 0; i < replicas; i++) {
      assertThat(balancer)
          .contains("cloudadapter-" + i + ".cloudadapter-servers.cloudadapter.svc:8086");
    }
    assertThat(balancer).doesNotContain("cloudadapter-" + replicas + ".");
    assertThat(set)
        .contains(
            "name: cloudadapter\n", "serviceName: cloudadapter-servers", "containerPort: 8443");
    assertThat(manifests.resolve("common/service.yaml"))
        .content()
        .contains(
            "name: cloudadapter-servers", "clusterIP: None", "publishNotReadyAddresses: true");
    assertThat(manifests.resolve("autoscaler/service.yaml")).content().contains("port: 8086");
  }

  @Test
  void theComponentOfThePageIsInTheManifests() throws IOException {
    String component = blocks().get(5).replaceAll("(?s).*- \\.\\./", "").strip();

    assertThat(PAGE.resolveSibling("../../deploy/kubernetes")
            .resolve(component)
            .resolve("kustomization.yaml"))
        .content()
        .contains("kind: Component");
  }

  @Test
  void theFileForClusterAutoscalerHasTheKeysThatItReads() throws IOException {
    assertThat(blocks().get(1).lines().map(line -> line.replaceAll(":.*", "")))
        .containsExactly("address", "cert", "key", "cacert", "grpc_timeout");
  }

  @Test
  void theValuesForTheHelmChartHaveItReadTheFileOfTheMountedSecret() throws IOException {
    JsonNode values = new ObjectMapper()
        .valueToTree(new Yaml(new SafeConstructor(new LoaderOptions()))
            .<Object>load(blocks().get(2)));
    String mount = values.at("/extraVolumeSecrets/cloudadapter/mountPath").asText();

    assertThat(values.path("cloudProvider").asText()).isEqualTo("externalgrpc");
    assertThat(values.at("/extraArgs/cloud-config").asText())
        .isEqualTo(mount + "/externalgrpc.yaml");
    assertThat(Files.readString(PAGE)).contains("--from-file=externalgrpc.yaml");
    assertThat(blocks().get(1)).contains("cacert: " + mount + "/ca.pem");
  }
}
