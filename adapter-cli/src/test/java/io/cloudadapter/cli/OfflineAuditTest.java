package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.cli.server.RunningServer;
import io.cloudadapter.cli.server.ServeOptions;
import io.cloudadapter.core.LedgerKeys;
import io.cloudadapter.server.config.ConfigFileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What writes to a ledger without a request is in the audit log, refusals too. */
class OfflineAuditTest {
  @TempDir
  private Path directory;

  private Path config;

  @BeforeEach
  void configure() throws IOException {
    config = Files.writeString(
        directory.resolve("adapter.yaml"),
        """
        data: DATA
        server: {port: 0, audit: {file: DIR/audit.jsonl}}
        accounts: {lab: {provider: simulated}}
        pools: {web: {maxSize: 2}}
        """.replace("DIR", directory.toString()).replace("DATA", data().toString()));
  }

  private Path data() {
    return directory.resolve("data");
  }

  private void serve() throws IOException {
    var read = new ConfigFileReader(ServeOptions.adapters(), Map.of()).read(config);
    RunningServer.start(read).close();
  }

  private CommandRunner.Result run(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--config", config.toString()));
    return new CommandRunner().run(all.toArray(String[]::new));
  }

  private static List<JsonNode> lines(Path file) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      lines.add(new ObjectMapper().readTree(line));
    }
    return lines;
  }

  private List<JsonNode> lines() throws IOException {
    return lines(directory.resolve("audit.jsonl"));
  }

  private static String fields(JsonNode line, String... names) {
    List<String> values = new ArrayList<>();
    for (String name : names) {
      values.add(line.path(name).asText());
    }
    return String.join(" ", values);
  }

  @Test
  void a_rotation_of_the_ledgers_key_has_a_line_of_the_command_and_one_of_the_server()
      throws Exception {
    serve();
    String from = LedgerKeys.in(data()).present().orElseThrow();

    assertThat(run("rotate-ledger-key").code()).isZero();
    String to = LedgerKeys.in(data()).next().orElseThrow();
    serve();

    assertThat(lines()).hasSize(2);
    JsonNode command = lines().get(0);
    assertThat(fields(command, "verb", "from", "to", "outcome", "source"))
        .isEqualTo("rotate-ledger-key " + from + " " + to + " done local");
    assertThat(fields(command, "principal")).isEqualTo("os:" + System.getProperty("user.name"));
    assertThat(fields(command, "request")).startsWith("command-");
    assertThat(fields(lines().get(1), "principal", "verb", "from", "to", "outcome"))
        .isEqualTo("server rotation of ledger.key " + from + " " + to + " done");
    assertThat(fields(lines().get(1), "request")).startsWith("server-");
  }

  @Test
  void a_refused_command_has_a_line_too() throws Exception {
    Files.createDirectory(data());
    assertThat(run("rotate-ledger-key").code()).isNotZero();
    assertThat(run("restore", "no-backup").code()).isNotZero();
    assertThat(run("restore", "no-backup", "--old-writer-stopped").code()).isNotZero();
    assertThat(run("move-ledger", "--to", "store").code()).isNotZero();

    assertThat(lines())
        .extracting(line -> fields(line, "verb", "outcome"))
        .containsExactly(
            "rotate-ledger-key refused",
            "restore refused",
            "restore refused",
            "move-ledger refused");
  }

  @Test
  void a_command_changes_nothing_while_the_audit_log_cannot_be_written() throws Exception {
    serve();
    Files.deleteIfExists(directory.resolve("audit.jsonl"));
    Files.createDirectory(directory.resolve("audit.jsonl"));

    CommandRunner.Result refused = run("rotate-ledger-key");

    assertThat(refused.code()).isNotZero();
    assertThat(refused.err())
        .contains("audit.jsonl cannot be opened")
        .contains("nothing was changed");
    assertThat(LedgerKeys.in(data()).next()).isEmpty();
  }

  @Test
  void a_command_changes_nothing_while_the_directory_of_the_audit_log_is_not_there()
      throws Exception {
    serve();
    Files.writeString(
        config, Files.readString(config).replace("/audit.jsonl", "/logs/audit.jsonl"));

    assertThat(run("rotate-ledger-key").code()).isNotZero();

    assertThat(LedgerKeys.in(data()).next()).isEmpty();
  }

  @Test
  void without_a_file_for_the_audit_log_the_line_of_a_command_is_in_the_data_directory()
      throws Exception {
    serve();
    Files.writeString(config, Files.readString(config).replaceAll(", audit: [{].*?[}]", ""));

    assertThat(run("rotate-ledger-key").code()).isZero();

    assertThat(lines(data().resolve("audit.jsonl")))
        .singleElement()
        .satisfies(line -> assertThat(fields(line, "outcome")).isEqualTo("done"));
  }
}
