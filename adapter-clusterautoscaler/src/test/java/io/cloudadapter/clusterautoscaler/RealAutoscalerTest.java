package io.cloudadapter.clusterautoscaler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.ManagedPool;
import io.cloudadapter.fake.kubernetes.ApiStandIn;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.config.ConfigFileReader;
import io.cloudadapter.simulated.CloudFault;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The program {@code cluster-autoscaler}, if it is on the PATH, scales a cluster from nothing to fifty nodes and back,
 * over a cloud that loses replies, while a zone runs out of capacity and the server starts anew in the middle.
 */
@Timeout(900)
class RealAutoscalerTest {
  private static final int NODES = 50;

  /** What the program printed, for people who look. */
  private static final Path LOG = Path.of("target", "cluster-autoscaler.log");

  private static final String CONFIG = """
      server:
        address: 127.0.0.1
        tls: {cert: server.pem, key: server.key, clientCa: ca.pem}
        clients:
          autoscaler: {role: operate, pools: [workers], verbs: [resize, terminate]}
      accounts:
        lab: {provider: lab}
      pools:
        workers: {maxSize: 60, size: small, launchesPerHour: 1000, terminationsPerHour: 1000, zones: [zone-1, zone-2]}
      clusterAutoscaler:
        port: %d
        pools: [workers]
        groups:
          workers: {cpus: 2, memoryMiB: 4096, pods: 20}
      """;

  @TempDir
  private Path directory;

  private final SimulatedCloud cloud = SimulatedCloud.builder(11, SimulatedClock.wall())
      .zones(List.of("zone-1", "zone-2"))
      .sizes(List.of("small"))
      .bootTime(Duration.ofSeconds(2))
      .build();

  private ApiStandIn api;
  private ClusterStandIn cluster;
  private CloudAdapter pools;
  private AdapterServer server;
  private Process autoscaler;
  private int port;
  private long most;

  private static Optional<Path> program() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, "cluster-autoscaler"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @BeforeEach
  void start() throws IOException {
    assumeTrue(program().isPresent(), "cluster-autoscaler is not on the PATH");
    new TestAuthority().write(directory, "server", "autoscaler");
    serve();
    port = server.clusterAutoscalerPort().orElseThrow();
    api = ApiStandIn.start();
    api.acceptsAll();
    cluster = new ClusterStandIn(api.objects());
  }

  @AfterEach
  void stop() {
    if (autoscaler != null) {
      autoscaler.destroyForcibly();
    }
    if (api != null) {
      api.close();
      server.close();
      pools.close();
    }
  }

  private void serve() throws IOException {
    AdapterConfig config = new ConfigFileReader(List.of(new Lab(cloud)), Map.of())
        .parse(CONFIG.formatted(port), directory);
    pools = CloudAdapter.builder()
        .dataDirectory(directory.resolve("data"))
        .provider(new Lab(cloud))
        .account(config.accounts().get(0))
        .pool(config.pools().get(0))
        .open();
    server = AdapterServer.builder(pools, config.withPort(0).server(), config.tlsDirectory())
        .clusterAutoscaler(
            config.autoscaler().orElseThrow(),
            (PoolName pool) ->
                pools.administration().pool(pool.value()).flatMap(ManagedPool::config),
            pools::cloud)
        .start();
  }

  private void startAutoscaler() throws IOException {
    Path access = Files.writeString(
        directory.resolve("kubeconfig"), """
        {"apiVersion": "v1", "kind": "Config", "current-context": "it",
         "clusters": [{"name": "it", "cluster": {"server": "http://127.0.0.1:%d"}}],
         "contexts": [{"name": "it", "context": {"cluster": "it", "user": "it"}}],
         "users": [{"name": "it", "user": {}}]}""".formatted(api.uri().getPort()));
    Path provider = Files.writeString(
        directory.resolve("provider.yaml"), """
        address: 127.0.0.1:%d
        cert: %s/autoscaler.pem
        key: %s/autoscaler.key
        cacert: %s/ca.pem
        """.formatted(port, directory, directory, directory));
    List<String> command = new ArrayList<>(List.of(
        program().orElseThrow().toString(),
        "--cloud-provider=externalgrpc",
        "--cloud-config=" + provider,
        "--kubeconfig=" + access,
        "--leader-elect=false",
        "--address=127.0.0.1:0",
        "--write-status-configmap=false",
        "--scan-interval=2s",
        "--scale-down-unneeded-time=4s",
        "--scale-down-delay-after-add=4s",
        "--initial-node-group-backoff-duration=5s",
        "--v=2"));
    // Versions without the option speak JSON.
    String json = "--kube-api-content-type";
    if (help().contains(json)) {
      command.add(json + "=application/json");
    }
    autoscaler = new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(LOG.toFile())
        .start();
  }

  private static String help() throws IOException {
    Process asked = new ProcessBuilder(program().orElseThrow().toString(), "--help")
        .redirectErrorStream(true)
        .start();
    return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private List<MachineSighting> alive() {
    return cloud.machines().stream()
        .filter(machine -> machine.state() != MachineState.TERMINATED)
        .toList();
  }

  private Set<String> running() {
    return alive().stream()
        .filter(machine -> machine.state() == MachineState.RUNNING)
        .map(machine -> "cloudadapter://lab/workers/" + machine.id().value())
        .collect(Collectors.toSet());
  }

  /** Has the cluster live on until something holds. */
  private void until(String what, BooleanSupplier holds) throws Exception {
    for (int looks = 0; !holds.getAsBoolean(); looks++) {
      most = Math.max(most, alive().size());
      cluster.look(running());
      if (autoscaler.waitFor(200, TimeUnit.MILLISECONDS) || looks > 2000) {
        List<String> log = log();
        fail(
            what + " did not come about; %d nodes, %d pods run; the end of the log:\n%s",
            cluster.nodes(),
            cluster.running(),
            String.join("\n", log.subList(Math.max(0, log.size() - 40), log.size())));
      }
    }
  }

  private List<String> log() throws IOException {
    return Files.readAllLines(LOG);
  }

  @Test
  void fiftyNodesComeForPendingPodsAndGoWithThemThroughFaultsAndARestart() throws Exception {
    for (RequestKind verb : List.of(RequestKind.LAUNCH, RequestKind.TERMINATE)) {
      cloud.faults().rate(verb, CloudFault.LOSE_REPLY, 0.2);
      cloud.faults().rate(verb, CloudFault.LOSE_REQUEST, 0.1);
      cloud.faults().rate(verb, CloudFault.ERROR_AFTER_EFFECT, 0.1);
    }
    cloud.setCapacity("zone-1", "small", 15);
    cluster.look(running());
    startAutoscaler();

    cluster.want(NODES);
    until("ten nodes", () -> cluster.nodes() >= 10);
    server.close();
    pools.close();
    serve();
    until("a node for each pod", () -> cluster.running() == NODES);

    assertThat(alive()).hasSize(NODES);
    assertThat(cloud.created()).hasSize(NODES);
    assertThat(alive())
        .filteredOn(machine -> machine.zone().equals(Optional.of("zone-1")))
        .hasSize(15);
    assertThat(log()).anyMatch(line -> line.contains("setting group workers size to"));

    cluster.want(0);
    until("no node", () -> cluster.nodes() == 0 && alive().isEmpty());

    assertThat(cloud.created()).hasSize(NODES);
    assertThat(most).isEqualTo(NODES);
    assertThat(cloud.faults().strikes(CloudFault.LOSE_REPLY)).isPositive();
    System.out.printf(
        "%d machines were made, %d lived at once, the faults struck %s; calls since the restart: %s%n",
        cloud.created().size(), most, cloud.faults().strikes(), calls());
  }

  private Map<String, Double> calls() {
    return pools.metrics().stream()
        .filter(metric -> metric.name().contains("calls_total") || metric.name().contains("list"))
        .collect(Collectors.toMap(Metric::name, Metric::value, Double::sum, TreeMap::new));
  }

  private record Lab(SimulatedCloud cloud) implements MachineProviderFactory {
    @Override
    public String name() {
      return "lab";
    }

    @Override
    public ConfigSpec config() {
      return ConfigSpec.none();
    }

    @Override
    public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
      return cloud.provider();
    }
  }
}
