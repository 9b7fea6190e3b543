package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.core.config.CronSchedule;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionWindow;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.config.ConfigException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WindowSectionTest {
  private static AdapterConfig parse(String windows) {
    return new ConfigFileReader(List.of(new AnyCloud()), Map.of())
        .parse("""
            accounts: {lab: {provider: simulated}}
            pools:
              web:
                maxSize: 10
            """ + windows.indent(4), Path.of("."));
  }

  private static final DisruptionConfig BOTH = DisruptionConfig.none()
      .with(
          "nights",
          new DisruptionWindow(
              CronSchedule.of("0 22 * * MON,FRI", ZoneId.of("Europe/Berlin")),
              Duration.ofHours(6),
              Set.of(DisruptionReason.SHRINK, DisruptionReason.REFRESH)))
      .with(
          "noon",
          DisruptionWindow.of(
              CronSchedule.of("0 12 * * *", ZoneId.of("UTC")), Duration.ofHours(1)));

  @Test
  void reads_windows_in_mappings_and_with_dots() {
    String nights =
        "{cron: '0 22 * * MON,FRI', duration: 6h, zone: Europe/Berlin, reasons: [shrink, refresh]}";
    String noon = "{cron: 0 12 * * *, duration: 1h}";

    assertThat(parse("disruption:\n  windows:\n    nights: " + nights + "\n    noon: " + noon)
            .pools()
            .get(0)
            .disruption())
        .isEqualTo(BOTH);
    assertThat(parse("disruption.windows:\n  nights: " + nights + "\n  noon: " + noon)
            .pools()
            .get(0)
            .disruption())
        .isEqualTo(BOTH);
  }

  @Test
  void a_pool_of_the_api_has_its_windows_in_its_document() {
    PoolConfig config = PoolConfig.named("web", "lab", 10).disruption(BOTH).build();
    PoolDocumentReader reader = new PoolDocumentReader(
        List.of(new io.cloudadapter.core.config.AccountConfig("lab", "simulated", Map.of())),
        List.of(new AnyCloud()));

    Map<String, Object> document = reader.write(config);

    assertThat(document.get("disruption").toString())
        .contains("cron=0 22 * * MON,FRI", "duration=6h", "reasons=[shrink, refresh]");
    assertThat(reader.read("web", document, Optional.of(config))).isEqualTo(config);
  }

  @Test
  void names_what_is_wrong_and_what_is_allowed() {
    ConfigException refused = catchThrowableOfType(ConfigException.class, () -> parse("""
            disruption:
              window: {}
              windows:
                one: {cron: 0 8 * *, duration: 1h}
                two: {cron: 0 8 * * *, duration: 8d}
                three: {cron: 0 8 * * *, duration: 1h, zone: Berlin}
                four: {cron: 0 8 * * *, duration: 1h, reasons: [refresh, action]}
                five: {cron: 0 8 * * *}
                "six 6": {cron: 0 8 * * *, duration: 1h}
                seven: always
            """));

    String path = "pools.web.disruption.";
    assertThat(refused.faults())
        .extracting(error -> error.key() + ": " + error.problem())
        .containsExactlyInAnyOrder(
            path + "window: is unknown; did you mean disruption.windows? (line 6)",
            path + "windows.one.cron: must be five fields, minute hour day month weekday, for"
                + " example '0 8 * * MON-FRI', was '0 8 * *', which has 4 (line 8)",
            path + "windows.two: duration must be 1m to 7d, was 8d (line 9)",
            path + "windows.three.zone: must be a time zone, such as Europe/Berlin or UTC, was"
                + " Berlin (line 10)",
            path + "windows.four: reasons must be one or more of shrink, refresh, drift, lifetime,"
                + " remediation, was action (line 11)",
            path + "windows.five.duration: is missing. How long it stays open, by elapsed time; 1m"
                + " to 7d. (line 12)",
            path + "windows.six 6: disruption.windows must have names of 1 to 64 letters, digits,"
                + " '.', '_' or '-', was 'six 6' (line 13)",
            path + "windows.seven: must be a mapping, was a single value (line 14)");
  }
}
