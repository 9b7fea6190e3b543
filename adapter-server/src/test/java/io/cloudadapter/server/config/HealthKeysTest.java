package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ProbeKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which settings of health are warned of, since they change nothing or keep machines from service. */
class HealthKeysTest extends ConfigFileTests {
  private static String pool(String health) {
    return SMALL.replace("{maxSize: 10}", "{maxSize: 10, health: {" + health + "}}")
        + "healthHosts: [example.com]\n";
  }

  private List<String> warnings(String health) throws Exception {
    Path file = Files.writeString(directory.resolve("adapter.yaml"), pool(health));
    PartialConfig draft = new ConfigFileReader(List.of(new FakeCloud()), Map.of()).draft(file);
    assertThat(draft.faults()).isEmpty();
    return draft.doubts().stream().map(Object::toString).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "port: 8080",
        "path: /well",
        "method: head",
        "status: '200'",
        "checkCertificate: true",
        "command: check",
        "address: public",
        "response: up",
        "host: example.com",
        "timeout: 2s",
        "retryInterval: 2s"
      })
  void a_setting_of_the_probe_without_a_probe_is_a_warning(String setting) throws Exception {
    String key = setting.substring(0, setting.indexOf(':'));

    assertThat(warnings(setting + ", cloudStatus: true"))
        .containsExactly("pools.web.health." + key
            + ": changes nothing without health.probe beside it (line 4)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "interval: 20s",
        "failures: 5",
        "successes: 3",
        "grace: 1m",
        "jitter: 0.2",
        "suspendShare: 0.5"
      })
  void a_setting_of_all_sources_without_any_is_a_warning(String setting) throws Exception {
    String key = setting.substring(0, setting.indexOf(':'));

    assertThat(warnings(setting))
        .containsExactly("pools.web.health." + key + ": changes nothing without health.probe,"
            + " health.loadBalancers or health.cloudStatus beside it (line 4)");
    assertThat(warnings(setting + ", cloudStatus: true")).isEmpty();
    assertThat(warnings(setting + ", probe: http")).isEmpty();
  }

  @Test
  void each_of_them_is_named() throws Exception {
    assertThat(warnings("interval: 20s, port: 80, path: /well"))
        .extracting(warning -> warning.substring(0, warning.indexOf(':')))
        .containsExactly(
            "pools.web.health.interval", "pools.web.health.path", "pools.web.health.port");
  }

  @Test
  void a_pool_that_agents_watch_may_have_them_so_that_no_earlier_configuration_is_refused()
      throws Exception {
    String agents = "interval: 20s, failures: 5, port: 8080, beforeService: true";

    assertThat(warnings(agents)).hasSize(4);
    assertThat(parse(pool(agents)).pools().get(0).health().failures()).isEqualTo(5);
  }

  @Test
  void a_document_that_has_them_can_be_sent_back_as_it_was_read() {
    PoolDocumentReader documents = new PoolDocumentReader(
        List.of(new AccountConfig("lab", "fake", Map.of())), List.of(new FakeCloud()));
    PoolConfig before = documents.read(
        "jobs",
        Map.of("maxSize", "5", "health", Map.of("interval", "20s", "port", "8080")),
        Optional.empty());

    Map<String, Object> written = documents.write(before);

    assertThat(documents.read("jobs", written, Optional.of(before))).isEqualTo(before);
  }

  @Test
  void a_probe_that_is_switched_off_keeps_its_settings() throws Exception {
    assertThat(warnings("probe: none, port: 8080, interval: 20s")).isEmpty();
    assertThat(parse(pool("probe: none, port: 8080, interval: 20s"))
            .pools()
            .get(0)
            .health()
            .enabled())
        .isFalse();
  }

  @Test
  void entry_into_service_that_waits_for_people_and_agents_alone_is_a_warning() throws Exception {
    assertThat(warnings("beforeService: true"))
        .containsExactly("pools.web.health.beforeService: is true without health.probe and"
            + " health.cloudStatus, so a new machine enters service only when a caller or an agent"
            + " reports it IN_SERVICE (line 4)");
    assertThat(warnings("beforeService: true, probe: none")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "beforeService: true, probe: http",
        "beforeService: true, cloudStatus: true",
        "beforeService: false",
        "probe: http"
      })
  void there_is_no_warning_where_a_source_lets_machines_in(String health) throws Exception {
    assertThat(warnings(health)).isEmpty();
  }

  @Test
  void a_configuration_that_is_written_can_be_read_again_after_its_probe_was_switched_off() {
    PoolDocumentReader documents = new PoolDocumentReader(
        List.of(new AccountConfig("lab", "fake", Map.of())), List.of(new FakeCloud()));
    PoolConfig off = documents.read(
        "jobs",
        Map.of(
            "maxSize", "5",
            "health", Map.of("probe", "none", "port", "8080", "interval", "20s"),
            "warm", Map.of("size", "0", "startWithin", "1m")),
        Optional.empty());

    Map<String, ?> larger = documents.patched(off, Map.of("maxSize", "6"));

    assertThatCode(() -> documents.read("jobs", larger, Optional.of(off)))
        .doesNotThrowAnyException();
    PoolConfig read = documents.read("jobs", larger, Optional.of(off));
    assertThat(read.maxSize()).isEqualTo(6);
    assertThat(read.health()).isEqualTo(off.health());
    assertThat(read.health().probe().kind()).isEqualTo(ProbeKind.NONE);
    assertThat(read.warm()).isEqualTo(off.warm());
  }

  @Test
  void a_document_without_such_settings_gets_none() {
    PoolDocumentReader documents = new PoolDocumentReader(
        List.of(new AccountConfig("lab", "fake", Map.of())), List.of(new FakeCloud()));
    PoolConfig plain = documents.read(
        "jobs",
        Map.of("maxSize", "5", "health", Map.of("beforeService", "true")),
        Optional.empty());

    assertThat(documents.write(plain))
        .doesNotContainKey("warm")
        .containsEntry("health", Map.of("beforeService", true));
  }
}
