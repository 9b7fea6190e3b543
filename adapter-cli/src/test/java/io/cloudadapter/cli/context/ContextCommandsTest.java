package io.cloudadapter.cli.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.cli.CommandRunner;
import io.cloudadapter.cli.FakeServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A context keeps a server under a name; commands use the one in use, and mix it with no variable. */
class ContextCommandsTest {
  private static final String SIZE = "{\"desiredSize\": 3, \"allocated\": 4, \"outOfService\": 1}";

  @TempDir
  private Path home;

  private FakeServer one;
  private FakeServer other;
  private CommandRunner shell;

  @BeforeEach
  void open() throws IOException {
    one = new FakeServer().on("GET /pool/size", 200, SIZE);
    other = new FakeServer().on("GET /pools/db/pool/size", 200, SIZE.replace('3', '7'));
    shell = new CommandRunner().with("HOME", home.toString());
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
  }

  private Path file() {
    return home.resolve(".config/cloud-adapter/contexts.json");
  }

  private void adds() {
    assertThat(shell.run("context", "add", "lab", "--url", one.url()).out())
        .isEqualTo("context lab: added; use it with ./adapter context use lab\n");
    assertThat(shell
            .run("context", "add", "prod", "--url", other.url(), "--pool", "db")
            .code())
        .isZero();
  }

  @Test
  void a_command_uses_the_context_in_use_and_its_pool() {
    adds();
    assertThat(shell.run("context", "use", "lab").out())
        .isEqualTo("context lab: in use, " + one.url() + "\n");
    assertThat(shell.run("size").out()).startsWith("desired 3,");

    shell.run("context", "use", "prod");

    assertThat(shell.run("size").out()).startsWith("desired 7,");
    assertThat(shell.run("size", "--context", "lab").out()).startsWith("desired 3,");
    assertThat(shell.with("ADAPTER_CONTEXT", "lab").run("size").out()).startsWith("desired 3,");
  }

  @Test
  void contexts_are_listed_with_the_one_in_use_and_removed() throws IOException {
    adds();
    shell.run("context", "use", "prod");

    assertThat(shell.run("context", "list").lines())
        .containsExactly(
            "CONTEXT     URL                     POOL"
                .replace(" ".repeat(21), " ".repeat(one.url().length() - 1)),
            "lab         " + one.url() + "  -",
            "prod     *  " + other.url() + "  db");
    assertThat(shell
            .run("context", "list", "-o", "jsonpath={[?(@.current==true)].name}")
            .out())
        .isEqualTo("prod\n");
    assertThat(shell.run("context", "remove", "prod").out()).isEqualTo("context prod: removed\n");
    assertThat(shell.run("context", "list").out()).contains("lab").doesNotContain("prod", "*");
    assertThat(Files.getPosixFilePermissions(file()))
        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  }

  @Test
  void no_variable_and_no_token_of_another_server_is_mixed_into_a_context() throws IOException {
    Path token = Files.writeString(home.resolve("lab.token"), "lab-token-lab-token\n");
    shell.run("context", "add", "lab", "--url", one.url(), "--token-file", token.toString());
    shell.run("context", "use", "lab");
    shell.with("ADAPTER_TOKEN", "another-server-s-token").with("ADAPTER_POOL", "nowhere");

    assertThat(shell.run("size").code()).isZero();
    assertThat(one.tokens()).containsOnly("Bearer lab-token-lab-token");
    assertThat(file()).content().doesNotContain("lab-token-lab-token").contains("lab.token");
  }

  @Test
  void an_option_or_a_variable_that_names_a_server_leaves_the_context_in_use_out() {
    adds();
    shell.run("context", "use", "prod");

    assertThat(shell.run("size", "--url", one.url()).out()).startsWith("desired 3,");
    assertThat(shell.with("ADAPTER_URL", one.url()).run("size").out()).startsWith("desired 3,");
    assertThat(shell.with("ADAPTER_CONTEXT", "prod").run("size").err())
        .startsWith("adapter: ADAPTER_CONTEXT is set beside ADAPTER_URL or ADAPTER_DATA;");
    assertThat(shell.run("size", "--context", "prod", "--url", one.url()).err())
        .isEqualTo("adapter: --context and --url exclude each other\nTry: ./adapter size --help\n");
  }

  @Test
  void with_no_context_in_use_commands_look_at_the_data_directory() {
    adds();
    shell.run("context", "use", "lab");
    assertThat(shell.run("context", "use", "--off").out()).isEqualTo("no context is in use\n");

    assertThat(shell.run("size", "--data", home.toString()).err()).contains("no server runs on");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "context add lab --url http://127.0.0.1:1|1|there is a context lab already; replace it with --force",
        "context add a/b --url http://127.0.0.1:1|2|a context's name must be 1 to 63 of [A-Za-z0-9._-]",
        "context add new --url ftp://127.0.0.1|2|ftp://127.0.0.1",
        "context add new --url http://127.0.0.1:1 --cert a.pem|2|--cert and --key go together",
        "context add new --url http://127.0.0.1:1 --token-file /none|2|/none cannot be read: there is no such file",
        "context use lob|1|there is no context lob; did you mean lab?",
        "context use|2|must have either the name of a context or --off",
        "context remove prod|1|there is no context prod; there are lab",
        "size --context lob|1|there is no context lob; did you mean lab?"
      })
  void what_is_wrong_is_named_and_changes_nothing(String command, int code, String complaint)
      throws IOException {
    shell.run("context", "add", "lab", "--url", one.url());
    byte[] before = Files.readAllBytes(file());

    CommandRunner.Result result = shell.run(command.split(" "));

    assertThat(result.code()).isEqualTo(code);
    assertThat(result.err()).contains(complaint).doesNotContain("should not have happened");
    assertThat(Files.readAllBytes(file())).isEqualTo(before);
  }

  @Test
  void a_file_that_is_damaged_is_named() throws IOException {
    Path file = Files.writeString(home.resolve("mine.json"), "{\"contexts\": [{\"name\"");
    shell.with("ADAPTER_CONTEXTS", file.toString());

    assertThat(shell.run("context", "list").err())
        .startsWith("adapter: the contexts in " + file + " cannot be read: ");
    assertThat(shell.run("size").code()).isEqualTo(1);
  }
}
