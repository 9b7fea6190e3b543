package io.cloudadapter.clusterautoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.api.PoolName;
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
    assertThat(blocks).hasSize(5);
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
        blocks().get(0).replaceAll("(?s)clusterAutoscaler:.*", blocks().get(3));

    assertThat(parse(whole)
            .autoscaler()
            .orElseThrow()
            .group(new PoolName("workers"))
            .labels())
        .containsEntry("team", "a");
  }

  @Test
  void theComponentOfThePageIsInTheManifests() throws IOException {
    String component = blocks().get(4).replaceAll("(?s).*- \\.\\./", "").strip();

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
