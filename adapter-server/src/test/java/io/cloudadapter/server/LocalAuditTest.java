package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.options.AuditConfig;
import io.cloudadapter.server.options.AuditOutcome;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What happens to writes without a request while the audit log has no place for their lines. */
class LocalAuditTest {
  @TempDir
  private Path directory;

  private static LocalAudit audit(Path file, boolean required) {
    return new LocalAudit(
        new AuditConfig(Optional.of(file), 4096, 1, required),
        "server",
        () -> Instant.EPOCH,
        () -> "server-1");
  }

  @Test
  void the_metric_of_a_server_counts_its_own_lost_lines_too() {
    LocalAudit audit = audit(directory.resolve("none/audit.jsonl"), true);
    String token = "Bearer canary-token-4711";
    try (TestServer server = new TestServer(builder -> builder
        .localAudit(audit)
        .tokens(List.of(
            BearerToken.sha256("ci", Role.READ, HashedTokens.sha256("canary-token-4711")))))) {
      assertThat(server.get("/metrics", "Authorization", token).body())
          .contains("cloudadapter_audit_lost_total 0.0");

      assertThat(audit.record("server-1", "reload", Map.of(), AuditOutcome.DONE))
          .isFalse();

      assertThat(server.get("/metrics", "Authorization", token).body())
          .contains("cloudadapter_audit_lost_total 1.0");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_write_must_not_start_on_a_full_disk_and_no_line_is_lost_by_that() {
    LocalAudit audit = audit(Path.of("/dev/full"), true);

    assertThat(audit.started("server-1", "reload", Map.of()))
        .contains("the audit log /dev/full cannot be written");

    assertThat(audit.lost()).isZero();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_write_starts_on_a_full_disk_if_the_configuration_has_it_so_and_the_line_is_lost() {
    LocalAudit audit = audit(Path.of("/dev/full"), false);

    assertThat(audit.started("server-1", "reload", Map.of())).isEmpty();

    assertThat(audit.lost()).isEqualTo(1);
  }
}
