package io.cloudadapter.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The alerts and dashboards in deploy/ name metrics, alarms and pages that there are. */
class DeployFilesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path ALERTS = ROOT.resolve("deploy/prometheus/alerts.yml");

  @Test
  void every_metric_is_one_of_the_page_of_metrics() throws IOException {
    Set<String> known = found("(?m)^\\| `(cloudadapter_[a-z_]+)`", page("metrics.md"));
    for (Path file : files()) {
      Set<String> named =
          found("(?<![a-z:])(cloudadapter_[a-z_]+)", Files.readString(file)).stream()
              .map(name ->
                  known.contains(name) ? name : name.replaceFirst("_(sum|count|bucket)$", ""))
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(known).as(file.toString()).containsAll(named);
    }
  }

  @Test
  void every_recorded_series_is_recorded() throws IOException {
    Set<String> recorded = found(
        "record: (cloudadapter:\\S+)",
        Files.readString(ROOT.resolve("deploy/prometheus/recording.yml")));
    for (Path file : files()) {
      assertThat(recorded)
          .as(file.toString())
          .containsAll(found("(cloudadapter:[a-z_0-9:]+)", Files.readString(file)));
    }
  }

  @Test
  void every_alert_has_a_severity_and_a_runbook_that_there_is() throws IOException {
    String alerts = Files.readString(ALERTS);
    List<String> each = List.of(alerts.split("- alert: ", -1));

    assertThat(each).hasSizeGreaterThan(10);
    for (String alert : each.subList(1, each.size())) {
      assertThat(alert).containsPattern("severity: (critical|warning)").contains("summary: ");
      String runbook = found("runbook: \"([^\"]+)\"", alert).iterator().next();
      String[] parts = runbook.split("#", 2);
      Path file = ROOT.resolve(parts[0]);
      assertThat(file).exists();
      if (parts.length > 1 && !parts[1].contains("{{")) {
        assertThat(anchors(file)).as(runbook).contains(parts[1]);
      }
    }
  }

  @Test
  void critical_alarms_are_those_of_the_notifications() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/how-to/notifications.md"));
    String row = found("(?m)^\\| critical \\| ([A-Z_, ]+) \\|", page).iterator().next();

    assertThat(found("code=~\"([A-Z_|]+)\"", Files.readString(ALERTS)))
        .containsExactly(row.replace(", ", "|"));
  }

  @Test
  void every_dashboard_has_an_id_of_its_own_and_panels_with_queries() throws IOException {
    Set<String> ids = new TreeSet<>();
    for (Path file : files().stream()
        .filter(one -> one.startsWith(ROOT.resolve("deploy/grafana")))
        .toList()) {
      JsonNode dashboard = new ObjectMapper().readTree(file.toFile());
      assertThat(ids.add(dashboard.path("uid").asText(""))).as(file.toString()).isTrue();
      assertThat(dashboard.path("panels")).as(file.toString()).isNotEmpty();
      for (JsonNode panel : dashboard.path("panels")) {
        assertThat(panel.path("description").asText("")).isNotBlank();
        assertThat(panel.path("targets")).as(panel.path("title").asText("")).isNotEmpty();
      }
    }
    assertThat(ids).hasSize(4);
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve("deploy"))) {
      return files
          .filter(file -> file.toString().matches(".*\\.(yml|json)"))
          .sorted()
          .toList();
    }
  }

  private static String page(String name) throws IOException {
    return Files.readString(ROOT.resolve("docs/reference").resolve(name));
  }

  private static Set<String> found(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> anchors(Path page) throws IOException {
    return Arrays.stream(Files.readString(page).split("\n", -1))
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(java.util.Locale.ROOT))
        .map(title -> title.replaceAll("[^a-z0-9_ -]", "").replace(' ', '-'))
        .toList();
  }
}
