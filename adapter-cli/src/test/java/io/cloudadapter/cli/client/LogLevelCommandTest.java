package io.cloudadapter.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.cli.CommandRunner;
import io.cloudadapter.cli.FakeServer;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The levels of a server's log are shown, and changed for a time. */
class LogLevelCommandTest {
  private static final String LEVELS = "{\"levels\": {\"ROOT\": \"INFO\", \"io.grpc\": \"OFF\"}}";

  private FakeServer server;
  private CommandRunner shell;

  @BeforeEach
  void open() throws IOException {
    server =
        new FakeServer().on("GET /log/levels", 200, LEVELS).on("POST /log/levels", 200, LEVELS);
    shell = new CommandRunner().with("ADAPTER_URL", server.url());
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void levels_are_listed_by_logger() {
    assertThat(shell.run("log-level").lines())
        .containsExactly("LOGGER   LEVEL", "ROOT     INFO", "io.grpc  OFF");
    assertThat(shell.run("log-level", "-o", "jsonpath={.levels.ROOT}").out()).isEqualTo("INFO\n");
    assertThat(server.writes()).isEmpty();
  }

  @Test
  void a_level_is_set_for_ten_minutes_unless_another_time_is_given() {
    assertThat(shell.run("log-level", "io.cloudadapter.core", "debug").out())
        .isEqualTo("logger io.cloudadapter.core: DEBUG for 10m\n");
    shell.run("log-level", "ROOT", "WARN", "--for", "1h");

    assertThat(server.writes())
        .satisfiesExactly(
            first -> assertThat(first)
                .contains("\"io.cloudadapter.core\"", "\"DEBUG\"", "\"seconds\":600"),
            second -> assertThat(second).contains("\"ROOT\"", "\"WARN\"", "\"seconds\":3600"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "log-level ROOT|LEVEL is missing behind ROOT",
        "log-level ROOT LOUD|LOUD",
        "log-level ROOT DEBUG --for soon|must be a time span such as"
      })
  void what_is_wrong_is_named_and_changes_nothing(String command, String complaint) {
    CommandRunner.Result result = shell.run(command.split(" "));

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains(complaint);
    assertThat(server.writes()).isEmpty();
  }
}
