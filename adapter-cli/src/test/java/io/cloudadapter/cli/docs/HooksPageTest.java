package io.cloudadapter.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.cli.DemoConfig;
import io.cloudadapter.cli.server.RunningServer;
import io.cloudadapter.client.RemotePools;
import io.cloudadapter.fake.FreePort;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Does what the page on hooks says, with the configuration and the receiver that stand there. */
@Tag("proof")
@DisabledIfSystemProperty(named = "pages.part", matches = "[13]")
class HooksPageTest {
  private static final Path PAGE = Path.of("../docs/how-to/hooks.md");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir
  private Path directory;

  private static String block(String page, String language, String opening) {
    Matcher found = Pattern.compile(
            "```" + language + "\n(" + Pattern.quote(opening) + ".*?)```", Pattern.DOTALL)
        .matcher(page);
    assertThat(found.find()).as(language + " that begins with " + opening).isTrue();
    return found.group(1);
  }

  @Test
  void drainsAWorkerBeforeItEnds() throws Exception {
    String page = Files.readString(PAGE);
    int port = FreePort.onLoopback();
    Path config = Files.writeString(
        directory.resolve("hooks.yaml"),
        block(page, "yaml", "server:")
            .replace("8443", "0")
            .replace("9000", "" + port)
            // A cloud that is quicker than real ones, so that the test does not wait.
            .replace(
                "{provider: simulated}",
                "{provider: simulated, listLag: 0s, bootTime: 1s, shownAfterEnd: 1s}")
            .replace("maxSize: 10", "maxSize: 10\n    listInterval: {busy: 500ms}"));
    Path receiver =
        Files.writeString(directory.resolve("Drain.java"), block(page, "java", "import"));
    assertThat(Files.readAllLines(receiver)).as("a small receiver").hasSizeLessThan(30);
    try (RunningServer serving = RunningServer.start(DemoConfig.config(
        "--config", config.toString(), "--data", directory.resolve("data").toString()))) {
      MachinePool pool = RemotePools.at(serving.server().uri()).build().defaultPool();
      PoolView two = pool.await(PoolView::settled, PATIENCE);
      assertThat(two.machines()).hasSize(2);
      Process drain = start(receiver, port, serving);
      try (BufferedReader said = drain.inputReader(StandardCharsets.UTF_8)) {
        pool.setDesiredSize(1);
        PoolView one = pool.await(view -> view.machines().size() == 1, PATIENCE);

        List<String> gone = new ArrayList<>();
        two.machines().forEach(machine -> gone.add(machine.id().value()));
        one.machines().forEach(machine -> gone.remove(machine.id().value()));
        assertThat(List.of(said.readLine(), said.readLine()))
            .containsExactly("draining " + gone.get(0), "completed with 200");
      } finally {
        drain.destroyForcibly().waitFor();
      }
    }
  }

  private Process start(Path receiver, int port, RunningServer serving) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            receiver.toString(),
            "" + port,
            serving.server().uri().toString())
        .redirectError(directory.resolve("errors").toFile())
        .start();
  }

  @Test
  void showsLaunchHooksThatAPoolTakes() throws IOException {
    String page = Files.readString(PAGE);
    Path config = Files.writeString(
        directory.resolve("launch.yaml"),
        "accounts: {here: {provider: simulated}}\n"
            + block(page, "yaml", "pools:\n  workers:\n    maxSize: 10\n    hooks:\n      warm:"));

    assertThat(DemoConfig.config("--config", config.toString()).pools().get(0).hooks())
        .singleElement()
        .satisfies(hook -> assertThat(hook.name()).isEqualTo("warm"));
  }
}
