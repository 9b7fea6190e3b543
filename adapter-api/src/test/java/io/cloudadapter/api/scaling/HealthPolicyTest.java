package io.cloudadapter.api.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.PoolException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Senlin's health policy, as its examples write it. */
class HealthPolicyTest {

  private static Map<String, Object> spec(Map<String, ?> detection, Map<String, ?> recovery) {
    return Map.of(
        "type",
        "senlin.policy.health",
        "version",
        1.1,
        "description",
        "A policy for health checks.",
        "properties",
        Map.of("detection", detection, "recovery", recovery));
  }

  private static Map<String, Object> polls(Map<String, ?> options) {
    return Map.of(
        "detection_modes", List.of(Map.of("type", "NODE_STATUS_POLL_URL", "options", options)));
  }

  @Test
  void a_policy_that_looks_at_the_status_has_senlins_defaults() {
    HealthPolicy policy = HealthPolicy.parse(spec(
        Map.of("detection_modes", List.of(Map.of("type", "NODE_STATUS_POLLING"))),
        Map.of("actions", List.of(Map.of("name", "RECREATE")))));

    assertThat(policy.interval()).isEqualTo(Duration.ofSeconds(60));
    assertThat(policy.nodeUpdateTimeout()).isEqualTo(Duration.ofSeconds(300));
    assertThat(policy.pollUrl()).isEmpty();
    assertThat(policy.recovery()).isEqualTo(HealthPolicy.Recovery.RECREATE);
  }

  @Test
  void a_policy_that_polls_a_url_reads_all_that_senlin_has() {
    HealthPolicy policy = HealthPolicy.parse(spec(
        Map.of(
            "interval",
            120,
            "node_update_timeout",
            240,
            "recovery_conditional",
            "ANY_FAILED",
            "detection_modes",
            List.of(
                Map.of("type", "NODE_STATUS_POLLING"),
                Map.of(
                    "type",
                    "NODE_STATUS_POLL_URL",
                    "options",
                    Map.of(
                        "poll_url",
                        "https://{nodename}:8443/well?node={nodename}&deep=1",
                        "poll_url_ssl_verify",
                        false,
                        "poll_url_healthy_response",
                        "state.*up",
                        "poll_url_retry_limit",
                        "5",
                        "poll_url_retry_interval",
                        10)))),
        Map.of(
            "actions",
            List.of(Map.of("name", "REBOOT")),
            "fencing",
            List.of("COMPUTE"),
            "node_delete_timeout",
            90,
            "node_force_recreate",
            true)));

    assertThat(policy.interval()).isEqualTo(Duration.ofMinutes(2));
    assertThat(policy.nodeUpdateTimeout()).isEqualTo(Duration.ofMinutes(4));
    assertThat(policy.recovery()).isEqualTo(HealthPolicy.Recovery.REBOOT);
    HealthPolicy.PollUrl url = policy.pollUrl().orElseThrow();
    assertThat(url.https()).isTrue();
    assertThat(url.host()).isEmpty();
    assertThat(url.port()).contains(8443);
    assertThat(url.path()).isEqualTo("/well?node={machine}&deep=1");
    assertThat(url.sslVerify()).isFalse();
    assertThat(url.healthyResponse()).contains("state.*up");
    assertThat(url.retryLimit()).isEqualTo(5);
    assertThat(url.retryInterval()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void another_host_is_named_and_is_not_the_machine() {
    HealthPolicy policy = HealthPolicy.parse(
        spec(polls(Map.of("poll_url", "http://health.example.com/{nodename}")), Map.of()));

    HealthPolicy.PollUrl url = policy.pollUrl().orElseThrow();
    assertThat(url.host()).contains("health.example.com");
    assertThat(url.port()).isEmpty();
    assertThat(url.path()).isEqualTo("/{machine}");
    assertThat(HealthPolicy.parse(
                spec(polls(Map.of("poll_url", "http://{nodename}.example.com")), Map.of()))
            .pollUrl()
            .orElseThrow()
            .host())
        .contains("{nodename}.example.com");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "poll_url | ftp://{nodename}/ | must be a URL of http or https with a host",
        "poll_url | http://me:secret@{nodename}/ | must be a URL of http or https with a host",
        "poll_url | http:///well | must be a URL of http or https with a host",
        "poll_url_conn_error_as_unhealthy | false | must be true",
        "poll_url_retry_limit | 0 | must be 1 to 100, was 0",
        "poll_url_retry_interval | 61 | must be 1 to 'interval', which is 60, was 61",
        "poll_url_healthy | up | Unrecognizable spec item 'poll_url_healthy'"
      })
  void a_wrong_option_is_refused_with_its_name_and_what_is_allowed(
      String key, String value, String problem) {
    Map<String, Object> options = key.equals("poll_url")
        ? Map.of(key, value)
        : Map.of("poll_url", "http://{nodename}/", key, value);

    assertThatThrownBy(() -> HealthPolicy.parse(spec(polls(options), Map.of())))
        .isInstanceOf(PoolException.class)
        .hasMessageContaining(key)
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LIFECYCLE_EVENTS | is not supported; supported are NODE_STATUS_POLLING and NODE_STATUS_POLL_URL",
        "HYPERVISOR_STATUS_POLLING | is not supported",
        "LB_STATUS_POLLING | must be one of the allowed values: LIFECYCLE_EVENTS, NODE_STATUS_POLLING"
      })
  void a_mode_that_is_not_supported_is_refused(String mode, String problem) {
    assertThatThrownBy(() -> HealthPolicy.parse(
            spec(Map.of("detection_modes", List.of(Map.of("type", mode))), Map.of())))
        .hasMessageContaining(problem);
  }

  @Test
  void what_cannot_be_done_is_refused_rather_than_left_out() {
    Map<String, Object> status =
        Map.of("detection_modes", List.of(Map.of("type", "NODE_STATUS_POLLING")));

    assertThatThrownBy(() ->
            HealthPolicy.parse(spec(status, Map.of("actions", List.of(Map.of("name", "REBUILD"))))))
        .hasMessageContaining("REBUILD is not supported: RECREATE replaces the machine");
    assertThatThrownBy(
            () -> HealthPolicy.parse(spec(status, Map.of("fencing", List.of("STORAGE")))))
        .hasMessageContaining("'STORAGE' must be one of the allowed values: COMPUTE");
    assertThatThrownBy(() -> HealthPolicy.parse(spec(
            status,
            Map.of("actions", List.of(Map.of("name", "REBOOT"), Map.of("name", "RECREATE"))))))
        .hasMessageContaining("Only one 'actions' is supported for now.");
    assertThatThrownBy(() -> HealthPolicy.parse(spec(
            Map.of(
                "recovery_conditional",
                "ALL_FAILED",
                "detection_modes",
                List.of(
                    Map.of("type", "NODE_STATUS_POLLING"),
                    Map.of(
                        "type",
                        "NODE_STATUS_POLL_URL",
                        "options",
                        Map.of("poll_url", "http://{nodename}/")))),
            Map.of())))
        .hasMessageContaining("a machine that does not run is replaced in any case");
    assertThatThrownBy(() -> HealthPolicy.parse(
            Map.of("type", "senlin.policy.health", "version", "2.0", "properties", Map.of())))
        .hasMessageContaining("The policy_type 'senlin.policy.health-2.0' could not be found.");
  }
}
