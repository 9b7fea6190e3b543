package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.server.options.AccessGrant;
import io.cloudadapter.server.options.AccessScope;
import io.cloudadapter.server.options.AccessScope.PoolSelection;
import io.cloudadapter.server.options.PoolVerb;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.spi.config.ConfigException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The pools and verbs that callers are limited to, as the file has them. */
class ScopeSectionTest {
  private static AdapterConfig read(String callers, String pool) {
    return new ConfigFileReader(List.of(new AnyCloud()), Map.of())
        .parse("""
            server:
              tls: {clientCa: ca.pem}
              %s
            accounts: {here: {provider: simulated}}
            pools:
              web: {maxSize: 3, %s}
              batch: {maxSize: 3}
            """.formatted(callers.indent(2).strip(), pool), Path.of("/etc/adapter"));
  }

  private static String faults(String token) {
    return String.valueOf(catchThrowableOfType(
            ConfigException.class, () -> read("""
            clients: {a: read}
            tokens:
              a: {sha256: %s, role: operate, %s}
            """.formatted("ab".repeat(32), token), ""))
        .getMessage());
  }

  @Test
  void aTokenIsLimitedToPoolsByNameAndByLabelAndToVerbs() {
    AdapterConfig config = read("""
        clients:
          ops: {role: admin, labels: [team=a], verbs: [adopt]}
          monitor: read
        tokens:
          a: {sha256: %s, role: operate, pools: [batch], labels: [team=a, stage=test], verbs: [resize, service-state]}
        """.formatted("ab".repeat(32)), "labels: {team: a, stage: test}");

    assertThat(config.server().tokens().get(0).scope())
        .isEqualTo(AccessScope.everything()
            .withPools(new PoolSelection(
                Set.of(new PoolName("batch")), Map.of("team", "a", "stage", "test")))
            .withVerbs(Set.of(PoolVerb.RESIZE, PoolVerb.SERVICE_STATE)));
    assertThat(config.server().clients())
        .containsEntry("monitor", AccessGrant.of(Role.READ))
        .containsEntry(
            "ops",
            new AccessGrant(
                Role.ADMIN,
                AccessScope.everything()
                    .withPools(new PoolSelection(Set.of(), Map.of("team", "a")))
                    .withVerbs(Set.of(PoolVerb.ADOPT))));
    assertThat(config.pools().get(0).labels()).isEqualTo(Map.of("team", "a", "stage", "test"));
  }

  @Test
  void anEmptyListIsAnErrorAndNotEverything() {
    assertThat(faults("pools: []")).contains("server.tokens.a.pools: is empty");
    assertThat(faults("labels: []")).contains("server.tokens.a.labels: is empty");
    assertThat(faults("verbs: []")).contains("server.tokens.a.verbs: is empty");
  }

  @Test
  void aWrongEntryIsNamed() {
    assertThat(faults("pools: [Web]")).contains("server.tokens.a.pools", "was: \"Web\"");
    assertThat(faults("labels: [team]"))
        .contains("server.tokens.a.labels: must be labels of the form name=value, was team");
    assertThat(faults("verbs: [resise]"))
        .contains("server.tokens.a.verbs: must be some of resize", "did you mean resize?");
  }

  @Test
  void aWrongLabelOfAPoolIsNamed() {
    ConfigException refused = catchThrowableOfType(
        ConfigException.class,
        () -> read("clients: {a: read}", "labels: {team: \"a b\", \"-x\": y}"));

    assertThat(refused)
        .hasMessageContaining("pools.web.labels.team: must be 1 to 63 of [A-Za-z0-9._-], was a b")
        .hasMessageContaining("pools.web.labels.-x: must be a name");
  }
}
