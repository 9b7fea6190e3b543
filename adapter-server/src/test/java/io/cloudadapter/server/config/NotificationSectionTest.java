package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.notification.Severity;
import io.cloudadapter.notification.NotificationFilter;
import io.cloudadapter.notification.ReceiverConfig;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The receivers of notifications in the configuration. */
class NotificationSectionTest {
  private static final String SMALL = """
      accounts:
        lab: {provider: fake, region: north}
      pools:
        web: {maxSize: 10}
      """;

  @TempDir
  private Path directory;

  private AdapterConfig parse(String yaml) {
    return new ConfigFileReader(List.of(new FakeCloud()), Map.of()).parse(yaml, directory);
  }

  private List<String> faults(String yaml) {
    try {
      parse(yaml);
      return List.of();
    } catch (ConfigException e) {
      return e.faults().stream().map(ConfigError::toString).toList();
    }
  }

  @Test
  void reads_receivers_with_what_they_get_and_at_which_pace() {
    List<ReceiverConfig> receivers = parse(String.join(
            "\n",
            SMALL.strip(),
            "notifications:",
            "  receivers:",
            "    oncall:",
            "      channel: webhook",
            "      target: {url: 'https://alerts.example.org/x'}",
            "      secret: a secret of some length",
            "      alarms: [CLOUD, RECEIVER_FAILED]",
            "      events: MACHINE_DIED",
            "      severity: warning",
            "      groupWait: 10s",
            "    manager:",
            "      channel: alertmanager",
            "      target: {url: 'http://10.0.0.7:9093', allowPrivate: true}",
            "    quiet: {channel: mail, alarms: none, events: [SIZE_CHANGED]}"))
        .receivers();

    assertThat(receivers)
        .extracting(ReceiverConfig::name)
        .containsExactly("oncall", "manager", "quiet");
    ReceiverConfig oncall = receivers.get(0);
    assertThat(oncall.target().secret()).isPresent();
    assertThat(oncall.filter())
        .isEqualTo(new NotificationFilter(
            Set.of(),
            Optional.of(Set.of("CLOUD", "RECEIVER_FAILED")),
            Set.of(PoolEventKind.MACHINE_DIED),
            Severity.WARNING));
    assertThat(oncall.groupWait()).isEqualTo(Duration.ofSeconds(10));
    assertThat(oncall.repeatInterval()).isEqualTo(Duration.ofHours(4));
    assertThat(receivers.get(1).repeatInterval()).isEqualTo(Duration.ofMinutes(1));
    assertThat(receivers.get(2).filter().alarms()).contains(Set.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "notifications: 5 | notifications: must be a mapping, was a single value",
        "notifications: {senders: {}} | notifications.senders: is unknown; allowed are receivers",
        "notifications: {receivers: {a: {}}} | notifications.receivers.a.channel: is missing",
        "notifications: {receivers: {A: {channel: mail}}} | notifications.receivers.A: has a name that must be"
            + " 1 to 63 lower-case letters",
        "notifications: {receivers: {a: {channel: mail, alarms: CLOUDS}}} | notifications.receivers.a.alarms:"
            + " must be one of those that there are, was CLOUDS; did you mean CLOUD?",
        "notifications: {receivers: {a: {channel: mail, events: DEATH}}} | notifications.receivers.a.events:"
            + " must be one of those that there are, was DEATH",
        "notifications: {receivers: {a: {channel: mail, pools: wep}}} | notifications.receivers.a.pools:"
            + " must be one of those that there are, was wep",
        "notifications: {receivers: {a: {channel: sqs, account: x}}} | notifications.receivers.a.account:"
            + " must be one of those that there are, was x",
        "notifications: {receivers: {a: {channel: mail, severity: bad}}} | notifications.receivers.a.severity:"
            + " must be one of info, warning, critical, was bad",
        "notifications: {receivers: {a: {channel: mail, groupWait: 2h}}} | notifications.receivers.a.groupWait:"
            + " must be 0s to 1h, was 2h",
        "notifications: {receivers: {a: {channel: mail, repeatInterval: 1s}}} |"
            + " notifications.receivers.a.repeatInterval: must be 10s to 30d, was 1s",
        "notifications: {receivers: {a: {channel: mail, target: 5}}} | notifications.receivers.a.target:"
            + " must be a mapping, was a single value",
      })
  void refuses_a_wrong_receiver_with_its_key_its_value_and_what_is_allowed(
      String yaml, String fault) {
    assertThat(faults(SMALL + "\n" + yaml)).anySatisfy(one -> assertThat(one).startsWith(fault));
  }
}
