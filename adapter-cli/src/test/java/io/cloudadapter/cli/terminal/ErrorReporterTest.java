package io.cloudadapter.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Each kind of failure has its exit code and words that help. */
class ErrorReporterTest {
  private final StringWriter err = new StringWriter();

  private int reported(Exception problem) {
    Terminal terminal = new Terminal(
        new PrintWriter(new StringWriter()),
        new PrintWriter(err),
        Map.of(),
        false,
        () -> Instant.EPOCH,
        time -> {},
        new BufferedReader(new StringReader("")));
    CommandLine command = new CommandLine(CommandSpec.create().name("adapter"));
    return new ErrorReporter(terminal).failed(problem, command, command.parseArgs());
  }

  static Stream<Arguments> files() {
    return Stream.of(
        Arguments.of(new NoSuchFileException("/a/b"), "/a/b: there is no such file or directory"),
        Arguments.of(new AccessDeniedException("/a/b"), "/a/b: this user may not use it"),
        Arguments.of(
            new FileSystemException("/a/b", null, "Is a directory"), "/a/b: Is a directory"));
  }

  @ParameterizedTest
  @MethodSource("files")
  void an_error_about_a_file_has_more_than_its_path(Exception problem, String words) {
    assertThat(reported(problem)).isEqualTo(1);
    assertThat(err).hasToString("adapter: " + words + "\n");
  }

  @Test
  void a_wrong_argument_is_not_understood_and_leads_to_the_help() {
    assertThat(reported(new UsageException("--a must be 1, was 2"))).isEqualTo(2);
    assertThat(err).hasToString("adapter: --a must be 1, was 2\nTry: ./adapter --help\n");
  }

  @Test
  void what_another_caller_has_changed_has_a_code_of_its_own() {
    assertThat(reported(new ChangedMeanwhileException(new PoolException(
            PoolException.Reason.CONFLICT, "the size is 7 by now", "See events."))))
        .isEqualTo(3);
    assertThat(err).hasToString("adapter: the size is 7 by now\n  See events.\n");
  }

  @Test
  void a_configuration_is_not_understood_only_if_nothing_but_options_is_at_fault() {
    ConfigError option = new ConfigError("--port", "must be 0 to 65535, was -1");
    ConfigError key = new ConfigError("pools", "are missing");

    assertThat(reported(new ConfigException(List.of(option)))).isEqualTo(2);
    assertThat(reported(new ConfigException(List.of(option, key)))).isEqualTo(1);
  }
}
