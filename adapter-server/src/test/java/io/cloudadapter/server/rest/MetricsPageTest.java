package io.cloudadapter.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.TenantConfig;
import io.cloudadapter.notification.NotificationFilter;
import io.cloudadapter.notification.NotificationSender;
import io.cloudadapter.notification.ReceiverConfig;
import io.cloudadapter.server.audit.LoggedAudit;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.config.ConfigFileReader;
import io.cloudadapter.server.http.AuditLog;
import io.cloudadapter.server.reload.ConfigReloader;
import io.cloudadapter.server.reload.FakeReloadAudit;
import io.cloudadapter.server.reload.FilePools;
import io.cloudadapter.simulated.SimulatedProviderFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/reference/metrics.md has each metric of a server that keeps a pool, and promtool accepts them all. */
class MetricsPageTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolve("docs/reference/metrics.md");

  /**
   * What a server has only as one of several, while it waits, in an outage, with a health probe, a warm pool, or a
   * limit of disruption.
   */
  private static final List<String> ON_OCCASION = List.of(
      "cloudadapter_autoscaler_calls_total",
      "cloudadapter_health_machines",
      "cloudadapter_health_probe_seconds",
      "cloudadapter_health_probes_in_flight",
      "cloudadapter_kubernetes_up",
      "cloudadapter_node_drains_total",
      "cloudadapter_node_evictions_refused_total",
      "cloudadapter_node_joins_total",
      "cloudadapter_nodes_draining",
      "cloudadapter_nodes_joining",
      "cloudadapter_rate_limit_wait_seconds",
      "cloudadapter_pool_actions",
      "cloudadapter_pool_disruption_limit",
      "cloudadapter_pool_warm_machines",
      "cloudadapter_replica_leads",
      "cloudadapter_replica_age_seconds",
      "cloudadapter_replica_lease_left_seconds",
      "cloudadapter_replica_epoch");

  /** A row of the page: name, type, labels, meaning. */
  private record Row(String type, String labels, String help) {}

  @TempDir
  private static Path data;

  private static String text;

  @BeforeAll
  static void scrape() throws Exception {
    try (CloudAdapter adapter = CloudAdapter.builder()
            .dataDirectory(data)
            .account(new AccountConfig("here", "simulated", Map.of("bootTime", "0s", "quota", "1")))
            .pool(PoolConfig.named("web", "here", 2)
                .initialSize(2)
                .health(HealthConfig.none().withCloudStatus(true))
                .build())
            .tenant(new TenantConfig(
                "team",
                Set.of(new PoolName("web")),
                Map.of(),
                OptionalInt.of(9),
                OptionalInt.empty(),
                OptionalInt.empty()))
            .task(new NotificationSender(List.of(receiver())))
            .open();
        AuditLog audit = new AuditLog(new LoggedAudit(), true, InstantSource.system());
        ServerMetrics metrics = new ServerMetrics(
            () -> Stream.concat(adapter.metrics().stream(), reloader().metrics().stream())
                .toList())) {
      metrics.show(audit, () -> 0);
      adapter
          .defaultPool()
          .await(
              view ->
                  !view.alarms().isEmpty() && view.machines().stream().anyMatch(Machine::effective),
              Duration.ofMinutes(2));
      metrics.requests().refusedByLibrary("GET", 400);
      text = metrics.text();
    }
  }

  private static ConfigReloader reloader() {
    AdapterConfig config = new ConfigFileReader(List.of(new SimulatedProviderFactory()), Map.of())
        .parse("accounts: {a: {provider: simulated}}\npools: {web: {maxSize: 1}}", data);
    return new ConfigReloader(
        config, () -> config, new NoFilePools(), new FakeReloadAudit(), Clock.systemUTC());
  }

  /** Pools that no reload changes. */
  private static final class NoFilePools implements FilePools {
    @Override
    public Optional<String> refusal(String name) {
      return Optional.empty();
    }

    @Override
    public void keep(PoolConfig pool) {}

    @Override
    public void forget(String name) {}
  }

  /** A receiver that does not answer. */
  private static ReceiverConfig receiver() {
    return new ReceiverConfig(
        "oncall",
        Optional.empty(),
        new HookTarget(
            HookTarget.WEBHOOK,
            Map.of("url", "https://127.0.0.1:1/", "allowPrivate", "true"),
            Optional.empty()),
        NotificationFilter.allAlarms(),
        Duration.ofHours(1),
        Duration.ofHours(1),
        Duration.ofHours(4));
  }

  @AfterAll
  static void forget() {
    text = "";
  }

  private static Map<String, Row> page() throws IOException {
    Map<String, Row> rows = new TreeMap<>();
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("| `cloudadapter_")) {
        List<String> cells = Arrays.stream(
                line.substring(1, line.lastIndexOf('|')).split(" \\| ", -1))
            .map(cell -> cell.strip().replace("`", ""))
            .toList();
        rows.put(cells.get(0), new Row(cells.get(1), cells.get(2), cells.get(3)));
      }
    }
    return rows;
  }

  /** The families of the scrape, with the labels of their first sample. */
  private static Map<String, Row> families() {
    Map<String, Row> families = new TreeMap<>();
    Matcher types = Pattern.compile("(?m)^# TYPE (cloudadapter_\\S+) (\\S+)$").matcher(text);
    while (types.find()) {
      String name = types.group(1);
      Matcher help = Pattern.compile("(?m)^# HELP " + name + " (.*)$").matcher(text);
      assertThat(help.find()).as("help of " + name).isTrue();
      Matcher sample =
          Pattern.compile("(?m)^" + name + "(?:_count)?(?:\\{(.*)})? \\S+$").matcher(text);
      assertThat(sample.find()).as("sample of " + name).isTrue();
      families.put(name, new Row(types.group(2), labels(sample.group(1)), help.group(1)));
    }
    return families;
  }

  private static String labels(@org.jspecify.annotations.Nullable String sample) {
    if (sample == null) {
      return "";
    }
    return Pattern.compile("([a-z_]+)=\"")
        .matcher(sample)
        .results()
        .map(label -> label.group(1))
        .filter(label -> !label.equals("le"))
        .sorted()
        .collect(Collectors.joining(", "));
  }

  @Test
  void thePageHasEachMetricWithItsTypeItsLabelsAndItsHelp() throws IOException {
    assertThat(page()).containsAllEntriesOf(families());
  }

  @Test
  void thePageHasNoMetricThatIsNot() throws IOException {
    TreeSet<String> more = new TreeSet<>(page().keySet());
    more.removeAll(families().keySet());

    assertThat(more).isEqualTo(new TreeSet<>(ON_OCCASION));
  }

  @Test
  void theJvmAndTheProcessAreMeasured() {
    assertThat(text)
        .contains("jvm_memory_used_bytes{")
        .contains("jvm_gc_")
        .contains("jvm_threads_live_threads ")
        .contains("process_cpu_usage ")
        .contains("process_files_open_files ")
        .contains("process_uptime_seconds ");
  }

  @Test
  void promtoolFindsNothingToBlame(@TempDir Path directory) throws Exception {
    Path own = directory.resolve("own");
    Files.writeString(
        own,
        text.lines()
            .filter(line -> line.contains("cloudadapter_"))
            .collect(Collectors.joining("\n", "", "\n")));
    Path output = directory.resolve("output");
    Process promtool;
    try {
      promtool = new ProcessBuilder("promtool", "check", "metrics")
          .redirectInput(own.toFile())
          .redirectErrorStream(true)
          .redirectOutput(output.toFile())
          .start();
    } catch (IOException e) {
      if (Boolean.getBoolean("promtool.required")) {
        throw e;
      }
      Assumptions.abort("there is no promtool here");
      return;
    }

    assertThat(promtool.waitFor()).as(() -> read(output)).isZero();
    assertThat(read(output)).isEmpty();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
