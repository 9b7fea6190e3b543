package io.cloudadapter.cli.server;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.reload.ReloadOutcome;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.LocalAudit;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.config.ConfigFileReader;
import io.cloudadapter.server.options.AuditConfig;
import io.cloudadapter.server.reload.ConfigReloader;
import io.cloudadapter.server.reload.FilePools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a server reads its configuration file again by itself. */
class ConfigAutoReloadTest {
  @TempDir
  Path directory;

  /** Pools of which each change is refused until it is allowed. */
  private static final class RefusingPools implements FilePools {
    boolean allows;

    @Override
    public Optional<String> refusal(String name) {
      return Optional.empty();
    }

    @Override
    public void keep(PoolConfig pool) {
      if (!allows) {
        throw new PoolException(PoolException.Reason.CONFLICT, "it is changed meanwhile", "");
      }
    }

    @Override
    public void forget(String name) {}
  }

  private final RefusingPools pools = new RefusingPools();

  private AdapterConfig config(String more) {
    return new ConfigFileReader(ServeOptions.adapters(), Map.of())
        .parse("accounts: {demo: {provider: simulated}}\npools: {" + more + "}", directory);
  }

  /** Reads this configuration instead of a pool web of two machines, and has its lines in a file. */
  private ConfigAutoReload reloads(String changed, Path lines) {
    AdapterConfig config = config(changed);
    Path file = directory.resolve("adapter.yaml");
    AtomicInteger ids = new AtomicInteger();
    LocalAudit audit = new LocalAudit(
        AuditConfig.in(lines),
        "server",
        () -> Instant.EPOCH,
        () -> "server-" + ids.incrementAndGet());
    ConfigReloader reloader = new ConfigReloader(
        config("web: {maxSize: 2}"),
        () -> config,
        pools,
        new ReloadRecord(file, audit),
        () -> Instant.EPOCH);
    return new ConfigAutoReload(file, reloader);
  }

  private String line(int id, String pool, String outcome) {
    return "{\"time\":\"1970-01-01T00:00:00Z\",\"request\":\"server-" + id
        + "\",\"principal\":\"server\",\"source\":\"local\",\"verb\":\"reload\","
        + (pool.isEmpty() ? "" : "\"change\":\"updated\",")
        + "\"file\":\"" + directory.resolve("adapter.yaml") + "\","
        + (pool.isEmpty() ? "" : "\"pool\":\"" + pool + "\",")
        + "\"outcome\":\"" + outcome + "\"}";
  }

  @Test
  void a_reload_that_has_stopped_is_tried_again_after_a_minute_without_a_change_of_the_file() {
    Path lines = directory.resolve("audit.jsonl");
    try (ConfigAutoReload reloads = reloads("web: {maxSize: 3}", lines)) {
      ConfigReloader reloader = reloads.reloader();
      reloads.reload();
      assertThat(reloader.last().outcome()).isEqualTo(ReloadOutcome.STOPPED);
      pools.allows = true;

      for (int looks = 1; looks < 12; looks++) {
        reloads.look();
        assertThat(reloader.last().outcome()).isEqualTo(ReloadOutcome.STOPPED);
      }
      reloads.look();

      assertThat(reloader.last().outcome()).isEqualTo(ReloadOutcome.APPLIED);
    }
    assertThat(lines)
        .content()
        .hasLineCount(5)
        .containsSubsequence(
            line(1, "", "started"),
            line(1, "", "failed"),
            line(2, "", "started"),
            line(2, "web", "done"),
            line(2, "", "done"));
  }

  @Test
  void a_reload_that_waits_for_the_audit_log_has_stopped_and_goes_on_within_a_minute()
      throws IOException {
    pools.allows = true;
    Path lines = directory.resolve("logs/audit.jsonl");
    try (ConfigAutoReload reloads = reloads("web: {maxSize: 3}", lines)) {
      ConfigReloader reloader = reloads.reloader();
      reloads.reload();

      assertThat(reloader.last().outcome()).isEqualTo(ReloadOutcome.STOPPED);
      assertThat(reloader.last().errors())
          .singleElement()
          .asString()
          .contains("the audit log " + lines + " cannot be opened");
      assertThat(reloader.last().updated()).isEmpty();
      assertThat(reloader.metrics())
          .filteredOn(metric -> metric.name().equals("cloudadapter_config_last_reload_successful"))
          .singleElement()
          .satisfies(metric -> assertThat(metric.value()).isZero());

      Files.createDirectory(lines.getParent());
      for (int looks = 1; looks <= 12; looks++) {
        reloads.look();
      }

      assertThat(reloader.last().outcome()).isEqualTo(ReloadOutcome.APPLIED);
    }
  }

  @Test
  void an_unchanged_file_needs_no_audit_log() {
    try (ConfigAutoReload reloads =
        reloads("web: {maxSize: 2}", directory.resolve("logs/audit.jsonl"))) {
      reloads.reload();

      assertThat(reloads.reloader().last().outcome()).isEqualTo(ReloadOutcome.UNCHANGED);
    }
  }

  @Test
  void each_pool_that_a_reload_changes_has_a_line_of_its_own() throws IOException {
    pools.allows = true;
    List<String> names =
        IntStream.range(0, 20).mapToObj(i -> "a-pool-with-a-long-name-" + i).toList();
    String many = names.stream().map(name -> name + ": {maxSize: 1}").collect(joining(", "));
    Path lines = directory.resolve("audit.jsonl");
    try (ConfigAutoReload reloads = reloads("web: {maxSize: 2}, " + many, lines)) {
      reloads.reload();
    }

    List<String> created = Files.readAllLines(lines).stream()
        .filter(line -> line.contains("\"change\":\"created\""))
        .toList();
    assertThat(created).hasSize(20).allMatch(line -> line.contains("\"request\":\"server-1\""));
    assertThat(names)
        .allSatisfy(name -> assertThat(created)
            .filteredOn(line -> line.contains("\"pool\":\"" + name + "\""))
            .hasSize(1));
  }
}
