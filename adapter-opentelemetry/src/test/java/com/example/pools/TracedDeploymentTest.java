package com.example.pools;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.opentelemetry.OpenTelemetryTracing;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The page docs/how-to/tracing.md, compared with what a traced deployment shows. */
class TracedDeploymentTest {
  private static final Path PAGE = Path.of("..", "docs", "how-to", "tracing.md");
  private static final Path SOURCES = Path.of("src", "test", "java", "com", "example", "pools");
  private static final Pattern BLOCK =
      Pattern.compile("<!-- from (\\w+\\.java) -->\n```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern ROW = Pattern.compile("\\| `([a-z ]+)` \\|");

  @RegisterExtension
  final OpenTelemetryExtension telemetry = OpenTelemetryExtension.create();

  @Test
  void thePageShowsThisProgram() throws IOException {
    List<MatchResult> blocks = BLOCK.matcher(Files.readString(PAGE)).results().toList();

    assertThat(blocks)
        .isNotEmpty()
        .allSatisfy(block -> assertThat(spaced(Files.readString(SOURCES.resolve(block.group(1)))))
            .contains(spaced(block.group(2))));
  }

  private static String spaced(String text) {
    return text.replaceAll("\\s+", " ").trim();
  }

  @Test
  void thePageNamesEachSpanOfTheLibrary() throws Exception {
    try (CloudAdapter adapter = CloudAdapter.builder()
        .inMemory()
        .account(new AccountConfig("demo", "simulated", Map.of("bootTime", "0s")))
        .pool(PoolConfig.named("web", "demo", 20).build())
        .tracing(new OpenTelemetryTracing(telemetry.getOpenTelemetry()))
        .open()) {
      new TracedDeployment(telemetry.getOpenTelemetry(), adapter.defaultPool()).run();
      adapter
          .defaultPool()
          .await(view -> view.settled() && view.size().allocated() == 12, Duration.ofMinutes(1));
      adapter.defaultPool().setDesiredSize(0);
      adapter
          .defaultPool()
          .await(view -> view.settled() && view.size().allocated() == 0, Duration.ofMinutes(1));
    }

    TreeSet<String> shown = telemetry.getSpans().stream()
        .map(SpanData::getName)
        .filter(name -> !name.equals("deploy") && !name.startsWith("pool "))
        .collect(Collectors.toCollection(TreeSet::new));
    assertThat(ROW.matcher(Files.readString(PAGE)).results().map(row -> row.group(1)))
        .containsExactlyInAnyOrderElementsOf(shown);
  }
}
