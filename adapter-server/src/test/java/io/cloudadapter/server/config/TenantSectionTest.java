package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.config.ConfigError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The errors and warnings of tenants: all of them at once, and each only once. */
class TenantSectionTest {
  @TempDir
  private Path directory;

  /** What is found in a file that has a tenant, a token of that tenant and a client of that tenant. */
  private PartialConfig draft(String tenant) throws IOException {
    Path file = directory.resolve("adapter.yaml");
    Files.writeString(file, """
        server:
          tls: {clientCa: ca.pem}
          clients: {ops: {role: operate, tenant: team}}
          tokens: {a: {sha256: %s, role: operate, tenant: team}}
        accounts: {here: {provider: simulated}}
        pools: {web: {maxSize: 3}}
        tenants: {team: %s}
        """.formatted("ab".repeat(32), tenant));
    return new ConfigFileReader(List.of(new AnyCloud()), Map.of()).draft(file);
  }

  private static List<String> keys(List<ConfigError> errors) {
    return errors.stream().map(ConfigError::key).toList();
  }

  @Test
  void a_wrong_label_or_pool_leaves_a_tenant_that_callers_can_have() throws IOException {
    assertThat(keys(draft("{pools: [web], labels: [bad]}").faults()))
        .containsExactly("tenants.team.labels");
    assertThat(keys(draft("{pools: [Web Shop], labels: [team=a]}").faults()))
        .containsExactly("tenants.team.pools");
  }

  @Test
  void a_tenant_with_nothing_sound_is_no_second_error_of_its_callers() throws IOException {
    assertThat(keys(draft("{labels: [bad]}").faults())).containsExactly("tenants.team.labels");
    assertThat(keys(draft("{pools: {web: 1}}").faults())).containsExactly("tenants.team.pools");
    assertThat(keys(draft("{machines: 4}").faults())).containsExactly("tenants.team");
  }

  @Test
  void a_wrong_limit_does_not_hide_other_errors_and_warnings() throws IOException {
    PartialConfig draft = draft("{machines: -1, pools: [later], labels: [bad, worse]}");

    assertThat(keys(draft.faults()))
        .containsExactlyInAnyOrder(
            "tenants.team.machines", "tenants.team.labels", "tenants.team.labels");
    assertThat(keys(draft.doubts())).containsExactly("tenants.team.pools");
  }
}
