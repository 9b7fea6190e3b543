package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.cloudadapter.server.autoscaler.NodeGroupConfig;
import io.cloudadapter.server.autoscaler.NodeGroupOptions;
import io.cloudadapter.server.autoscaler.NodeResources;
import io.cloudadapter.server.autoscaler.NodeTaint;
import io.cloudadapter.server.options.AccessScope.PoolSelection;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AutoscalerSectionTest {
  private static final String SERVER = """
      server:
        tls: {cert: server.pem, key: server.key, clientCa: ca.pem}
        clients:
          autoscaler: {role: operate}
      """;

  private static final String POOLS = """
      accounts:
        here: {provider: simulated}
      pools:
        web: {maxSize: 10, labels: {autoscaler: cluster}}
        batch:
          maxSize: 10
          policies:
            more:
              type: senlin.policy.scaling
              version: "1.0"
              properties: {event: CLUSTER_SCALE_OUT, adjustment: {type: CHANGE_IN_CAPACITY, number: 1}}
            oldest: {type: senlin.policy.deletion, version: "1.1", properties: {criteria: OLDEST_FIRST}}
          schedules:
            night: {cron: "0 20 * * *", desiredSize: 1}
      """;

  private static AdapterConfig parse(String server, String section) {
    return new ConfigFileReader(List.of(new AnyCloud()), Map.of())
        .parse(server + POOLS + section, Path.of("").toAbsolutePath());
  }

  private static List<String> faults(String server, String section) {
    return catchThrowableOfType(ConfigException.class, () -> parse(server, section))
        .faults()
        .stream()
        .map(Object::toString)
        .toList();
  }

  @TempDir
  private Path directory;

  @Test
  void withoutItThereIsNoListener() {
    assertThat(parse("", "").autoscaler()).isEmpty();
  }

  @Test
  void fewKeysAreEnough() {
    assertThat(parse(SERVER, "clusterAutoscaler: {pools: [web]}\n").autoscaler())
        .contains(new ClusterAutoscalerConfig(
            "127.0.0.1",
            8086,
            new PoolSelection(Set.of(new PoolName("web")), Map.of()),
            "cloudadapter://{account}/{pool}/{id}",
            "cloudadapter.io/gpu",
            List.of(),
            Map.of()));
  }

  @Test
  void everyKeyIsRead() {
    ClusterAutoscalerConfig read = parse(SERVER, """
        clusterAutoscaler:
          address: 0.0.0.0
          port: 9000
          labels: [autoscaler=cluster]
          providerId: openstack:///{id}
          gpuLabel: gpu
          gpuTypes: [t4, a100]
          groups:
            web:
              providerId: "aws:///{zone}/{id}"
              taints: ["dedicated=batch:NoSchedule", "slow:NoExecute"]
              cpus: 4
              memoryMiB: 8192
              diskGiB: 40
              gpus: 1
              gpuResource: amd.com/gpu
              pods: 30
              pricePerHour: 0.25
              scaleDown:
                utilizationThreshold: 0.7
                gpuUtilizationThreshold: 0.4
                unneededTime: 2m
                unreadyTime: 3m
                ignoreDaemonSets: true
              provisionTime: 5m
              nodeLabels: {team: a}
        """).autoscaler().orElseThrow();

    PoolName web = new PoolName("web");
    assertThat(read)
        .isEqualTo(new ClusterAutoscalerConfig(
            "0.0.0.0",
            9000,
            new PoolSelection(Set.of(web), Map.of("autoscaler", "cluster")),
            "openstack:///{id}",
            "gpu",
            List.of("t4", "a100"),
            Map.of(
                web,
                new NodeGroupConfig(
                    Optional.of("aws:///{zone}/{id}"),
                    Map.of("team", "a"),
                    List.of(
                        new NodeTaint("dedicated", "batch", "NoSchedule"),
                        new NodeTaint("slow", "", "NoExecute")),
                    new NodeResources(
                        OptionalInt.of(4),
                        OptionalInt.of(8192),
                        OptionalInt.of(40),
                        OptionalInt.of(1),
                        "amd.com/gpu",
                        30),
                    OptionalDouble.of(0.25),
                    new NodeGroupOptions(
                        OptionalDouble.of(0.7),
                        OptionalDouble.of(0.4),
                        Optional.of(Duration.ofMinutes(2)),
                        Optional.of(Duration.ofMinutes(3)),
                        Optional.of(Duration.ofMinutes(5)),
                        Optional.of(true))))));
    assertThat(read.prices()).isEqualTo(Map.of(web, new BigDecimal("0.25")));
    assertThat(read.providerId(web)).isEqualTo("aws:///{zone}/{id}");
    assertThat(read.providerId(new PoolName("other"))).isEqualTo("openstack:///{id}");
  }

  @Test
  void aPoolThatAPolicyOrAScheduleScalesIsRefused() {
    assertThat(faults(SERVER, "clusterAutoscaler: {pools: [batch]}\n"))
        .anySatisfy(fault -> assertThat(fault)
            .startsWith("pools.batch.policies.more: would scale a pool that Cluster Autoscaler"))
        .anySatisfy(fault -> assertThat(fault)
            .startsWith("pools.batch.schedules.night: would set the size of a pool"))
        .hasSize(2);
  }

  @Test
  void whatCannotBeIsRefusedWithItsKeyAndValue() {
    assertThat(faults("", "clusterAutoscaler: {pools: [web]}\n"))
        .singleElement()
        .asString()
        .startsWith("clusterAutoscaler: needs client certificates; give server.tls.clientCa");
    assertThat(faults(SERVER, "clusterAutoscaler: {port: 1}\n"))
        .singleElement()
        .asString()
        .startsWith("clusterAutoscaler: names no pool");
    assertThat(faults(SERVER, "clusterAutoscaler: {pools: [web], providerId: \"aws:///{zone}\"}\n"))
        .singleElement()
        .asString()
        .contains("must be of the form NAME://..., and have {id} in it, was aws:///{zone}");
    assertThat(
            faults(SERVER, "clusterAutoscaler: {pools: [web], providerId: \"a://{id}/{name}\"}\n"))
        .singleElement()
        .asString()
        .contains("may have {id}, {account}, {pool} and {zone} only, was a://{id}/{name}");
    assertThat(faults(SERVER, """
        clusterAutoscaler:
          groups:
            web: {taints: ["a=b"]}
        """))
        .singleElement()
        .asString()
        .startsWith("clusterAutoscaler.groups.web.taints: must be taints of the form");
  }

  @Test
  void aPoolThatIsNotInTheFileIsAWarning() {
    assertThat(parse(SERVER, "clusterAutoscaler: {pools: [web, later]}\n").autoscaler())
        .isPresent();
  }

  @Test
  void aPoolOfTheApiThatAScheduleScalesIsRefused() {
    AdapterConfig config = parse(SERVER, "clusterAutoscaler: {labels: [autoscaler=cluster]}\n");
    PoolDocumentReader plain = new PoolDocumentReader(config.accounts(), List.of(new AnyCloud()));
    PoolDocumentReader reader = plain.clusterAutoscaler(config.autoscaler().orElseThrow());
    Map<String, Object> document = Map.of(
        "maxSize",
        5,
        "labels",
        Map.of("autoscaler", "cluster"),
        "schedules",
        Map.of("night", Map.of("cron", "0 20 * * *", "desiredSize", 1)));

    assertThat(plain.read("new", document, Optional.empty()).name().value()).isEqualTo("new");
    assertThat(catchThrowableOfType(
                ConfigException.class, () -> reader.read("new", document, Optional.empty()))
            .faults())
        .singleElement()
        .asString()
        .startsWith("pools.new.schedules.night: would set the size of a pool that Cluster");
  }

  @Test
  void aGroupWhoseNodesHaveUnknownResourcesIsAWarning() throws IOException {
    assertThat(doubts("clusterAutoscaler: {pools: [web]}\n"))
        .singleElement()
        .asString()
        .contains("clusterAutoscaler.groups.web")
        .contains("give cpus and memoryMiB");
    assertThat(doubts("clusterAutoscaler: {groups: {web: {cpus: 2, memoryMiB: 4096}}}\n"))
        .isEmpty();
  }

  private List<ConfigError> doubts(String section) throws IOException {
    Path file = Files.writeString(directory.resolve("adapter.yaml"), SERVER + POOLS + section);
    return new ConfigFileReader(List.of(new AnyCloud()), Map.of()).draft(file).doubts();
  }
}
