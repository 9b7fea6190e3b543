package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.config.ProbeKind;
import io.cloudadapter.health.ProbeCommands;
import io.cloudadapter.health.ProbeHosts;
import io.cloudadapter.spi.config.ConfigException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Health probes in the configuration, and what they may run. */
class ProbeSectionTest extends ConfigFileTests {
  private static String pool(String health) {
    return """
        accounts: {lab: {provider: fake, region: north}}
        healthHosts: [health.example.com:8443, monitor]
        healthCommands:
          check-web: {run: [/usr/local/bin/check-web, --fast]}
        pools:
          web:
            maxSize: 10
            health: {%s}
        """.formatted(health);
  }

  @Test
  void reads_a_probe_and_the_commands() {
    AdapterConfig config =
        parse(pool("probe: http, port: 8080, path: \"/health?deep=1\", status: 200-299,"
            + " interval: 20s, retryInterval: 2s, timeout: 4s, failures: 5, beforeService: true,"
            + " host: monitor, response: up"));

    HealthConfig health = config.pools().get(0).health();
    assertThat(health.probe().kind()).isEqualTo(ProbeKind.HTTP);
    assertThat(health.probe().port()).isEqualTo(OptionalInt.of(8080));
    assertThat(health.probe().path()).isEqualTo("/health?deep=1");
    assertThat(health.probe().accepts(299)).isTrue();
    assertThat(health.probe().accepts(300)).isFalse();
    assertThat(health.interval()).isEqualTo(Duration.ofSeconds(20));
    assertThat(health.timeout()).isEqualTo(Duration.ofSeconds(4));
    assertThat(health.failures()).isEqualTo(5);
    assertThat(health.successes()).isEqualTo(2);
    assertThat(health.beforeService()).isTrue();
    assertThat(health.retryInterval()).contains(Duration.ofSeconds(2));
    assertThat(health.probe().host()).contains("monitor");
    assertThat(health.probe().response()).contains("up");
    assertThat(config.probeHosts().names())
        .containsExactlyInAnyOrder("health.example.com:8443", "monitor");
    assertThat(config.probeCommands().byName())
        .isEqualTo(Map.of("check-web", List.of("/usr/local/bin/check-web", "--fast")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "probe: tcp | pools.web.health.port: must be set, as health.probe is tcp",
        "probe: command | pools.web.health.command: must be set, as health.probe is command",
        "'probe: http, timeout: 10s' | pools.web.health.timeout: must be below health.interval, which is 10s, was 10s",
        "'probe: http, grace: 16m' | pools.web.health.grace: must be at most bootDeadline, which is 15m, was 16m",
        "interval: 2h | must be 1s to 1h, was 2h",
        "path: web | must be the path of a URI, with its query or without, of at most 1024 characters, was web",
        "status: well | must be a status or a range such as 200-399, was well",
        "status: 300-200 | must be a status or a range such as 200-399, was 300-200",
        "port: 70000 | must be a whole number, 1 to 65535, was 70000",
        "failures: 0 | must be a whole number, 1 to 100, was 0",
        "probe: ping | must be one of none, http, https, tcp, command, was ping",
        "'probe: http, retryInterval: 11s' | health.retryInterval: must be 1s to health.interval, which"
            + " is 10s, was 11s",
        "'probe: tcp, port: 1, host: monitor' | health.host: must not be set, as health.probe is tcp;"
            + " it is for http and https",
        "'probe: https, host: other.example.com' | health.host: must be one of healthHosts in the server's file, was"
            + " other.example.com with port 443; there are health.example.com:8443, monitor",
        "'probe: https, host: health.example.com' | was health.example.com with port 443",
        "'probe: http, response: (up' | health.response: must be a regular expression of RE2, was (up",
        "'probe: http, response: \"u{100}p\"' | health.response: must be a regular expression of 1 to 200 characters"
            + " without counted repetition, was u{100}p",
        "'probe: http, method: head, response: up' | health.method: must be get with health.response",
        "'probe: command, command: other' | must be a command of healthCommands in the server's file, was other; "
            + "there are check-web"
      })
  void refuses_what_is_wrong_with_the_value_and_what_is_allowed(String health, String fault) {
    assertThat(faults(pool(health))).anySatisfy(found -> assertThat(found).contains(fault));
  }

  @Test
  void a_pool_of_an_api_names_a_command_of_the_file_and_adds_none() {
    PoolDocumentReader reader = new PoolDocumentReader(
            List.of(new AccountConfig("lab", "fake", Map.of())), List.of(new FakeCloud()))
        .probes(
            new ProbeCommands(Map.of("check-web", List.of("/bin/true"))),
            new ProbeHosts(Set.of("health.example.com:8443")));

    assertThat(reader
            .read(
                "jobs",
                Map.of(
                    "account",
                    "lab",
                    "maxSize",
                    5,
                    "health",
                    Map.of("probe", "command", "command", "check-web")),
                Optional.empty())
            .health()
            .probe()
            .command())
        .contains("check-web");
    assertThatThrownBy(() -> reader.read(
            "jobs",
            Map.of(
                "account",
                "lab",
                "maxSize",
                5,
                "health",
                Map.of("probe", "command", "command", "sh")),
            Optional.empty()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("pools.jobs.health.command")
        .hasMessageContaining("there are check-web");
    assertThatThrownBy(() -> reader.read(
            "jobs",
            Map.of(
                "account",
                "lab",
                "maxSize",
                5,
                "healthCommands",
                Map.of("sh", Map.of("run", List.of("sh")))),
            Optional.empty()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("healthCommands");
  }
}
