package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What shells complete, asked of the shells themselves. */
class CompletionTest {
  @TempDir
  private Path directory;

  private Path script(String shell) throws IOException {
    CommandRunner.Result result = new CommandRunner().run("completion", shell);
    assertThat(result.code()).isZero();
    assertThat(result.err()).isEmpty();
    return Files.writeString(directory.resolve("adapter." + shell), result.out());
  }

  private List<String> ask(String shell, String command) throws Exception {
    Process process = new ProcessBuilder(shell, "-c", command)
        .redirectError(directory.resolve("err").toFile())
        .start();
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue())
        .as(Files.readString(directory.resolve("err")))
        .isZero();
    return lines;
  }

  private List<String> bash(String... words) throws Exception {
    return ask(
        "bash",
        "source '" + script("bash") + "'; COMP_WORDS=(adapter " + String.join(" ", words)
            + "); COMP_CWORD=" + words.length
            + "; COMP_LINE=\"${COMP_WORDS[*]}\"; _complete_adapter; printf '%s\\n' \"${COMPREPLY[@]}\"");
  }

  /** Fish shows a description behind each candidate. */
  private List<String> fish(String line) throws Exception {
    boolean installed = Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "fish")));
    assumeThat(installed).as("fish is installed").isTrue();
    return ask("fish", "source '" + script("fish") + "'; complete -C 'adapter " + line + "'");
  }

  @Test
  void bash_completes_commands() throws Exception {
    assertThat(bash("res"))
        .map(String::strip)
        .containsExactlyInAnyOrder("resize", "restore", "restore-report", "restore-accept");
    assertThat(bash("quarantine", "a")).map(String::strip).contains("adopt");
  }

  @Test
  void bash_completes_options() throws Exception {
    assertThat(bash("resize", "--tok")).map(String::strip).contains("--token", "--token-file");
  }

  @Test
  void bash_completes_alarms_and_sections_to_explain() throws Exception {
    assertThat(bash("explain", "MASS"))
        .map(String::strip)
        .containsExactlyInAnyOrder("MASS_DISAPPEARANCE", "MASS_UNHEALTHY");
    assertThat(bash("explain", "start-errors.md#se"))
        .map(String::strip)
        .containsExactly("start-errors.md#server");
  }

  @Test
  void fish_completes_alarms_and_sections_to_explain() throws Exception {
    assertThat(fish("explain MASS"))
        .map(line -> line.split("\t")[0])
        .containsExactlyInAnyOrder("MASS_DISAPPEARANCE", "MASS_UNHEALTHY");
    assertThat(fish("explain start-errors.md#se"))
        .map(line -> line.split("\t")[0])
        .containsExactly("start-errors.md#server");
    assertThat(fish("status MASS")).isEmpty();
  }

  @Test
  void fish_completes_commands_with_what_they_do() throws Exception {
    assertThat(fish("res"))
        .map(line -> line.split("\t")[0])
        .containsExactlyInAnyOrder("resize", "restore", "restore-report", "restore-accept");
    assertThat(fish("quarantine ")).anyMatch(line -> line.matches("adopt\t.+"));
  }

  @Test
  void fish_completes_options_of_the_command_at_hand_only() throws Exception {
    assertThat(fish("resize --tok")).map(line -> line.split("\t")[0]).contains("--token-file");
    assertThat(fish("--tok")).isEmpty();
  }

  @Test
  void another_shell_is_refused_with_those_that_are_known() {
    CommandRunner.Result result = new CommandRunner().run("completion", "tcsh");

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains("tcsh").containsIgnoringCase("bash, zsh, fish");
  }
}
