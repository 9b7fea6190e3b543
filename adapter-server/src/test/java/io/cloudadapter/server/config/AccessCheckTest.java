package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.config.ConfigError;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a check of the configuration finds about callers before a server starts. */
class AccessCheckTest {
  @TempDir
  private Path directory;

  private List<String> faults(String audit) {
    AdapterConfig config = new ConfigFileReader(List.of(new AnyCloud()), Map.of())
        .parse("""
            server:
              http: true
              audit: {file: %s}
              oidc: {a: {issuer: "https://i.example.org", audience: [x], ca: missing.pem}}
            accounts: {here: {provider: simulated}}
            pools: {web: {maxSize: 3}}
            """.formatted(audit), directory);
    return config.server().check(directory).stream().map(ConfigError::toString).toList();
  }

  @Test
  void filesThatAreNotThereAreNamed() {
    assertThat(faults("nowhere/audit.jsonl"))
        .satisfiesExactly(
            fault -> assertThat(fault).contains("server.audit.file", "nowhere"),
            fault -> assertThat(fault).contains("server.oidc", "missing.pem"));
    assertThat(faults("audit.jsonl")).hasSize(1);
  }
}
