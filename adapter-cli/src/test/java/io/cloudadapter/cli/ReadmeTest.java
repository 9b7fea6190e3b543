package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.core.AccountConfig;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.PoolConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

  @Test
  void itsProgramBringsUpThreeMachines(@TempDir Path data) throws InterruptedException {
    program(data);

    assertThat(printed.toString(StandardCharsets.UTF_8).lines()).hasSize(3);
  }

  // The lines between the braces are those of the README, but for the stream that they print to.
  private void program(Path data) throws InterruptedException {
    // readme
    try (CloudAdapter adapter = CloudAdapter.builder()
        .dataDirectory(data)
        .account(new AccountConfig("demo", "simulated", Map.of()))
        .pool(PoolConfig.named("web", "demo", 20).build())
        .open()) {
      MachinePool web = adapter.defaultPool();
      web.setDesiredSize(3);
      PoolView view = web.await(PoolView::settled, Duration.ofMinutes(1));
      view.machines().forEach(machine -> out.println(machine.id() + " " + machine.privateIps()));
    }
    // readme
  }

  @Test
  void itsProgramIsTheOneThatWasRun() throws IOException {
    String readme = Files.readString(ROOT.resolve("README.md"));
    String shown = between(readme, "```java\n", "```");
    String test = Files.readString(
        ROOT.resolve("adapter-cli/src/test/java/io/cloudadapter/cli/ReadmeTest.java"));
    String run = between(test, "    // readme\n", "    // readme\n");

    assertThat(plain(shown).replace("System.out", "out")).isEqualTo(plain(run));
  }

  private static String between(String text, String from, String to) {
    int start = text.indexOf(from) + from.length();
    return text.substring(start, text.indexOf(to, start));
  }

  private static String plain(String code) {
    return code.replaceAll("\\s+", "");
  }
}
