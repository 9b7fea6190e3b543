package io.cloudadapter.cli.server;

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
import java.util.Map;
import java.util.Optional;
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

  private AdapterConfig config(int maxSize) {
    return new ConfigFileReader(ServeOptions.adapters(), Map.of())
        .parse(
            "accounts: {demo: {provider: simulated}}\npools: {web: {maxSize: " + maxSize + "}}",
            directory);
  }

  @Test
  void a_reload_that_has_stopped_is_tried_again_after_a_minute_without_a_change_of_the_file() {
    RefusingPools pools = new RefusingPools();
    AdapterConfig changed = config(3);
    ConfigReloader reloader =
        new ConfigReloader(config(2), () -> changed, pools, () -> Instant.EPOCH);
    Path file = directory.resolve("audit.jsonl");
    LocalAudit audit =
        new LocalAudit(AuditConfig.in(file), "server", () -> Instant.EPOCH, () -> "server-1");
    try (ConfigAutoReload reloads =
        new ConfigAutoReload(directory.resolve("adapter.yaml"), reloader, audit)) {
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
    assertThat(file)
        .content()
        .isEqualTo(line("").replace("OUTCOME", "failed")
            + line("\"updated\":\"web\",").replace("OUTCOME", "done"));
  }

  private String line(String changed) {
    return "{\"time\":\"1970-01-01T00:00:00Z\",\"request\":\"server-1\",\"principal\":\"server\","
        + "\"source\":\"local\",\"verb\":\"reload\",\"file\":\"" + directory.resolve("adapter.yaml")
        + "\"," + changed + "\"outcome\":\"OUTCOME\"}\n";
  }

  @Test
  void a_reload_waits_until_the_audit_log_can_be_written() throws IOException {
    RefusingPools pools = new RefusingPools();
    pools.allows = true;
    AdapterConfig changed = config(3);
    ConfigReloader reloader =
        new ConfigReloader(config(2), () -> changed, pools, () -> Instant.EPOCH);
    Path file = directory.resolve("logs/audit.jsonl");
    LocalAudit audit =
        new LocalAudit(AuditConfig.in(file), "server", () -> Instant.EPOCH, () -> "server-1");
    try (ConfigAutoReload reloads =
        new ConfigAutoReload(directory.resolve("adapter.yaml"), reloader, audit)) {
      reloads.reload();
      assertThat(reloader.last().outcome()).isEqualTo(ReloadOutcome.UNCHANGED);

      Files.createDirectory(file.getParent());
      reloads.look();

      assertThat(reloader.last().outcome()).isEqualTo(ReloadOutcome.APPLIED);
    }
  }
}
