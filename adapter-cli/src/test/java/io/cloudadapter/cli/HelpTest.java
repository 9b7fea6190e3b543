package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class HelpTest {
  static Stream<String> commands() {
    List<String> names = new ArrayList<>();
    collect(
        "",
        RootCommand.of(new CommandRunner().terminal(new StringWriter(), new StringWriter())),
        names);
    return names.stream();
  }

  private static void collect(String prefix, CommandLine line, List<String> names) {
    line.getSubcommands().forEach((name, sub) -> {
      names.add(prefix + name);
      collect(prefix + name + " ", sub, names);
    });
  }

  static Stream<String> tableNames() {
    return CommandTable.NAMES.stream();
  }

  @ParameterizedTest
  @MethodSource("tableNames")
  void theTableHasEachCommandUnderItsOwnName(String name) {
    Object command = CommandTable.command(
        name, new CommandRunner().terminal(new StringWriter(), new StringWriter()));

    CommandLine line = command instanceof CommandLine made ? made : new CommandLine(command);
    assertThat(line.getCommandName()).isEqualTo(name);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void explainsEachCommand(String command) {
    CommandRunner.Result result = new CommandRunner().run((command + " --help").split(" "));

    assertThat(result.code()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).startsWith("Usage: adapter " + command).contains("--help");
    assertThat(result.lines()).allMatch(line -> line.length() <= 80);
  }

  static Stream<String> groups() {
    return commands()
        .filter(group -> !group.equals("doctor")) // It checks a configuration by itself.
        .filter(group -> commands().anyMatch(command -> command.startsWith(group + " ")));
  }

  @ParameterizedTest
  @MethodSource("groups")
  void aGroupWithoutACommandEndsWithASentence(String group) throws IOException {
    try (FakeServer server = new FakeServer()) {
      CommandRunner.Result result =
          new CommandRunner().with("ADAPTER_URL", server.url()).run(group.split(" "));

      assertThat(result.code()).isNotZero();
      assertThat(result.err())
          .startsWith("adapter: ")
          .doesNotContain("this should not have happened");
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void documentsEachCommand(String command) throws IOException {
    String docs = Files.readString(Path.of("../docs/reference/command-line.md"));

    assertThat(docs).contains("./adapter " + command);
  }

  @Test
  void namesAllCommandsExitCodesAndVariables() {
    CommandRunner.Result result = new CommandRunner().run("--help");

    assertThat(result.code()).isZero();
    assertThat(result.out())
        .contains("serve", "doctor", "watch", "service-state", "Exit codes: 0 done", "ADAPTER_URL");
  }

  @Test
  void helpsAsACommandToo() {
    assertThat(new CommandRunner().run("help")).isEqualTo(new CommandRunner().run("--help"));
    assertThat(new CommandRunner().run("help", "simulated", "kill"))
        .isEqualTo(new CommandRunner().run("simulated", "kill", "--help"));
    assertThat(new CommandRunner().run("help", "me").err())
        .startsWith("adapter: there is no command me");
  }

  @Test
  void saysItsVersionAndThatOfJava() {
    assertThat(new CommandRunner().run("--version").out())
        .isEqualTo("adapter (development), Java " + Runtime.version() + "\n");
  }

  @Test
  void asksForACommand() {
    CommandRunner.Result result = new CommandRunner().run();

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).isEqualTo("adapter: a command is missing\nTry: ./adapter --help\n");
  }
}
