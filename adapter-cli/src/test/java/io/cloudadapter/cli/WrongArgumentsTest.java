package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Arguments that are wrong by themselves end each command with exit code 2, and no server is asked. */
class WrongArgumentsTest {
  /** A sound value for each parameter that a command needs, by what the help calls it. */
  private static final Map<String, String> SOUND = Map.ofEntries(
      Map.entry("BLOCK", "10.1.0.0/24"),
      Map.entry("CLUSTER", "k"),
      Map.entry("FILE", "none.yaml"),
      Map.entry("ID", "123e4567-e89b-12d3-a456-426614174000"),
      Map.entry("KEY", "none.pem"),
      Map.entry("MACHINE", "i-1"),
      Map.entry("N", "1"),
      Map.entry("NAME", "web"),
      Map.entry("OUTCOME", "done"),
      Map.entry("PORT", "80"),
      Map.entry("RECEIVER", "oncall"),
      Map.entry("ROUTE", "r"),
      Map.entry("SHELL", "bash"),
      Map.entry("SIZE", "1"),
      Map.entry("SNAPSHOT", "s"),
      Map.entry("FAULT", "NO_CAPACITY"),
      Map.entry("REQUEST", "LAUNCH"),
      Map.entry("STATE", "IN_SERVICE"),
      Map.entry("STATUS", "default"),
      Map.entry("TOKEN", "123e4567-e89b-12d3-a456-426614174000"),
      Map.entry("TYPE", "t"),
      Map.entry("URL", "http://127.0.0.1:1"),
      Map.entry("VERDICT", "BAD"),
      Map.entry("VERSION", "1"),
      Map.entry("WHERE", "data"));

  @TempDir
  private Path home;

  private FakeServer server;

  @BeforeEach
  void open() throws IOException {
    server = new FakeServer();
  }

  @AfterEach
  void close() {
    server.close();
  }

  private static CommandLine all() {
    return RootCommand.of(new CommandRunner().terminal(new StringWriter(), new StringWriter()));
  }

  /** The commands of a line that have an option, each with sound values for all that it needs. */
  private static void collect(
      CommandLine line, List<String> words, String option, List<List<String>> found) {
    line.getSubcommands().forEach((name, command) -> {
      List<String> sound = new ArrayList<>(words);
      sound.add(name);
      List<String> path = List.copyOf(sound);
      if (command.getCommandSpec().findOption(option) != null) {
        command.getCommandSpec().args().stream()
            .filter(ArgSpec::required)
            .forEach(argument -> add(argument, sound));
        found.add(sound);
      }
      collect(command, path, option, found);
    });
  }

  private static void add(ArgSpec argument, List<String> sound) {
    assertThat(SOUND).as("a value for a parameter of %s", sound).containsKey(argument.paramLabel());
    String value = SOUND.get(argument.paramLabel());
    if (argument instanceof OptionSpec option) {
      sound.add(option.longestName() + "=" + value);
    } else if (argument instanceof PositionalParamSpec) {
      sound.add(value);
    }
  }

  private static Stream<List<String>> having(String option) {
    List<List<String>> found = new ArrayList<>();
    collect(all(), List.of(), option, found);
    return found.stream();
  }

  static Stream<List<String>> commandsWithACertificate() {
    return having("--cert");
  }

  static Stream<List<String>> commandsThatWrite() {
    return having("--idempotency-key");
  }

  static Stream<List<String>> commandsWithAnOutput() {
    // Those of a server share it with the options above.
    List<List<String>> others = having("--cert").toList();
    return having("--output").filter(command -> !others.contains(command));
  }

  private void refuses(List<String> command, String complaint, String... wrong) {
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of(wrong));

    CommandRunner.Result result = new CommandRunner()
        .with("HOME", home.toString())
        .with("ADAPTER_URL", server.url())
        .run(words.toArray(String[]::new));

    assertThat(result.err()).startsWith("adapter: ").contains(complaint).contains("\nTry: ");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(server.asked()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("commandsWithACertificate")
  void a_certificate_without_its_key(List<String> command) {
    refuses(command, "--cert and --key go together", "--cert", "client.pem");
  }

  @ParameterizedTest
  @MethodSource("commandsThatWrite")
  void a_malformed_idempotency_key(List<String> command) {
    refuses(command, "--idempotency-key: idempotency key must be", "--idempotency-key", "a b");
  }

  @ParameterizedTest
  @MethodSource("commandsWithAnOutput")
  void two_formats_of_the_output(List<String> command) {
    refuses(command, "--json and --output exclude each other", "--json", "-o", "yaml");
  }

  @Test
  void there_are_commands_of_each_kind() {
    assertThat(commandsWithACertificate()).hasSizeGreaterThan(60);
    assertThat(commandsThatWrite()).hasSizeGreaterThan(20);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "membership i-1 blest|must be one of default, blessed, awaiting-service, disposable, was blest",
        "terminate i/1|machine id must be 1 to 128 of [A-Za-z0-9._~@-]",
        "quarantine adopt i/1|machine id must be",
        "simulated kill i/1|machine id must be",
        "events --machine i/1|machine id must be",
        "events --since soon|--since must be a time such as",
        "events --since 1h --until 2h|--until must be after --since, was 2h",
        "apply -f none.yaml --prune|--prune needs --set",
        "pools create web|--file is missing",
        "pools update web|give either KEY=VALUE or --file",
        "pools update web maxSize|must be KEY=VALUE, was maxSize",
        "pools delete web --mode burn|expected one of [REFUSE, TERMINATE, RELEASE]",
        "watch --every 0s|--every must be 100ms or more, was 0ms",
        "size --context a --url http://127.0.0.1:1|--context and --url exclude each other",
        "size --json -o yaml|--json and --output exclude each other",
        "size --url ftp://here|--url: server address must be like https://host:8443",
        "size --timeout 0s|--timeout: timeout must be above 0, was 0s",
        "size --token a\u00e4|--token: a token has printable ASCII characters only",
        "log-level ROOT DEBUG --for 2d|--for must be 1s to 1d, was 2d",
        "log-level ROOT DEBUG --for 1ms|--for must be 1s to 1d, was 1ms",
        "move-ledger --to attic|expected one of [STORE, DATA]",
        "explain server.prot|there is no key server.prot"
      })
  void a_value_that_its_own_command_refuses(String command, String complaint) {
    refuses(List.of(command.split(" ")), complaint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "serve --port 70000|--port: must be 0 to 65535, was 70000",
        "serve --store etcd://|--store: ",
        "serve --name a/b|--name: must be 1 to 64 of A-Z, a-z, 0-9, dot, dash and underscore, was a/b",
        "serve --advertise-url https://one.example|--advertise-url: has no effect without --store",
        "serve --store etcd://127.0.0.1:1/web --advertise-url one.example|--advertise-url: must be https://HOST:PORT",
        "rotate-ledger-key --port 70000|--port: must be"
      })
  void an_option_of_a_server_that_is_wrong_by_itself(String command, String complaint) {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("--data", home.resolve("data").toString()));

    CommandRunner.Result result = new CommandRunner().run(words.toArray(String[]::new));

    assertThat(result.err()).contains(complaint);
    assertThat(result.code()).isEqualTo(2);
    assertThat(home.resolve("data/ledger.key")).doesNotExist();
  }
}
