package io.cloudadapter.cli.init;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.cli.CommandRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first configuration is asked for, checked, and written whole or not at all. */
class InitCommandTest {
  @TempDir
  private Path directory;

  private Path file;
  private final CommandRunner shell = new CommandRunner();

  @BeforeEach
  void name() {
    file = directory.resolve("adapter.yaml");
  }

  private CommandRunner.Result init(String... options) {
    List<String> all = new ArrayList<>(List.of("init", file.toString()));
    all.addAll(List.of(options));
    return shell.run(all.toArray(String[]::new));
  }

  @Test
  void empty_answers_take_the_defaults_and_the_file_is_one_that_doctor_accepts() {
    CommandRunner.Result result =
        shell.types("", "", "", "", "", "", "", "", "").run("init", file.toString());

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.lines())
        .containsExactly(
            file + ": written and checked",
            "  ./adapter doctor --config " + file + " --ask",
            "  ./adapter serve --config " + file);
    assertThat(file).content().isEqualTo("""
        # Made by ./adapter init. ./adapter explain lists all keys that there are.
        accounts:
          main:
            provider: simulated
        pools:
          web:
            account: main
            maxSize: 3
        """);
    assertThat(shell.run("doctor", "--config", file.toString(), "--port", "0").code())
        .isZero();
  }

  @Test
  void a_wrong_answer_is_refused_with_what_is_allowed_and_asked_for_again() {
    CommandRunner.Result result = shell
        .types("simulatd", "simulated", "", "", "", "0", "12", "", "small", "", "a, b")
        .run("init", file.toString());

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.err())
        .contains("  provider must be one of ", ", was simulatd\n")
        .contains("  pool.maxSize must be a whole number, 1 to ")
        .contains("pool.zones [none]: ");
    assertThat(file)
        .content()
        .contains("    maxSize: 12\n    size: small\n    zones:\n    - a\n    - b\n");
  }

  @Test
  void a_script_gives_answers_as_options_and_is_asked_nothing_that_has_a_default() {
    assertThat(init(
                "--defaults",
                "--set",
                "pool=db",
                "--set",
                "pool.listInterval.busy=2s",
                "--set",
                "server.port=9443")
            .code())
        .isZero();

    assertThat(file)
        .content()
        .contains("  db:\n", "    listInterval:\n      busy: 2s\n", "server:\n  port: 9443\n");
  }

  @Test
  void the_region_of_an_account_is_asked_for_where_the_adapter_has_one() {
    CommandRunner.Result result =
        shell.types("aws", "prod", "eu-west-1").run("init", file.toString(), "--force");

    assertThat(result.err())
        .contains("account.region [none]: ")
        .endsWith("adapter: there is no answer for pool; give it with --set pool=VALUE\n");
    assertThat(file).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pool.maxSize=0|pool.maxSize must be a whole number, 1 to",
        "pool.maxSiez=4|pools.web.maxSiez: is unknown; did you mean maxSize?",
        "provider=aws2|provider must be one of ",
        "server.port=none|server.port: must be a whole number",
        "port=1|--set must have provider, account, account.KEY, pool, pool.KEY or server.KEY before its =, was port",
        "account=A b|account is refused"
      })
  void what_is_wrong_is_named_and_nothing_is_written(String answer, String complaint) {
    CommandRunner.Result result = init("--defaults", "--set", answer);

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains(complaint);
    assertThat(file).doesNotExist();
  }

  @Test
  void a_directory_that_is_not_there_is_named_before_any_question() {
    file = directory.resolve("none/adapter.yaml");

    CommandRunner.Result result = shell.run("init", file.toString());

    assertThat(result)
        .isEqualTo(new CommandRunner.Result(
            1,
            "",
            "adapter: " + file + " cannot be written: there is no directory " + file.getParent()
                + "; make it first, or name another file\n"));
  }

  @Test
  void a_directory_is_no_file_and_a_file_is_no_directory() throws IOException {
    Files.writeString(directory.resolve("plain"), "");
    Path inside = directory.resolve("plain/adapter.yaml");

    assertThat(shell.run("init", directory.toString(), "--force").err())
        .isEqualTo("adapter: " + directory + " is a directory; name a file\n");
    assertThat(shell.run("init", inside.toString()).err())
        .isEqualTo("adapter: " + inside + " cannot be written: " + directory.resolve("plain")
            + " is no directory; name a file in another one\n");
  }

  @Test
  void a_file_that_is_there_stays_unless_it_is_to_be_replaced() throws IOException {
    Files.writeString(file, "mine");

    assertThat(init("--defaults").err())
        .isEqualTo("adapter: " + file
            + " is there already; name another file, or replace it with --force\n");
    assertThat(file).content().isEqualTo("mine");
    assertThat(init("--defaults", "--force").code()).isZero();
    assertThat(file).content().contains("provider: simulated");
  }
}
