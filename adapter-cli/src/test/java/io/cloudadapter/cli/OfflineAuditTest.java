package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.cli.server.RunningServer;
import io.cloudadapter.cli.server.ServeOptions;
import io.cloudadapter.cli.server.ServerFile;
import io.cloudadapter.core.LedgerKeys;
import io.cloudadapter.server.config.ConfigFileReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
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

    assertThat(lines()).hasSize(3);
    assertThat(fields(lines().get(0), "verb", "outcome")).isEqualTo("rotate-ledger-key started");
    JsonNode command = lines().get(1);
    assertThat(command.path("request")).isEqualTo(lines().get(0).path("request"));
    assertThat(fields(command, "verb", "from", "to", "outcome", "source"))
        .isEqualTo("rotate-ledger-key " + from + " " + to + " done local");
    assertThat(fields(command, "principal")).isEqualTo("os:" + System.getProperty("user.name"));
    assertThat(fields(command, "request")).startsWith("command-");
    assertThat(fields(lines().get(2), "principal", "verb", "from", "to", "outcome"))
        .isEqualTo("server rotation of ledger.key " + from + " " + to + " done");
    assertThat(fields(lines().get(2), "request")).startsWith("server-");
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
  void a_command_that_ends_with_an_error_after_it_has_begun_may_have_changed_something()
      throws Exception {
    Files.createDirectory(data());

    CommandRunner.Result failed =
        run("move-ledger", "--to", "store", "--store", "etcd://127.0.0.1:1/pools");

    assertThat(failed.code()).isNotZero();
    assertThat(failed.err()).contains("there is no ledger in");
    assertThat(lines())
        .extracting(line -> fields(line, "verb", "outcome"))
        .containsExactly("move-ledger started", "move-ledger failed");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_command_changes_nothing_while_there_is_no_room_for_a_line() throws Exception {
    serve();
    Files.deleteIfExists(directory.resolve("audit.jsonl"));
    Files.createSymbolicLink(directory.resolve("audit.jsonl"), Path.of("/dev/full"));

    CommandRunner.Result refused = run("rotate-ledger-key");

    assertThat(refused.code()).isNotZero();
    assertThat(refused.err())
        .contains("audit.jsonl cannot be written")
        .contains("nothing was changed");
    assertThat(LedgerKeys.in(data()).next()).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_lost_line_of_a_server_is_in_its_metric() throws Exception {
    serve();
    assertThat(run("rotate-ledger-key").code()).isZero();
    Files.delete(directory.resolve("audit.jsonl"));
    Files.createSymbolicLink(directory.resolve("audit.jsonl"), Path.of("/dev/full"));

    var read = new ConfigFileReader(ServeOptions.adapters(), Map.of()).read(config);
    try (RunningServer server = RunningServer.start(read)) {
      assertThat(metrics(server.file())).contains("cloudadapter_audit_lost_total 1.0");
    }
  }

  private static String metrics(ServerFile server) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (InputStream pem = Files.newInputStream(server.ca().orElseThrow())) {
      trusted.setCertificateEntry(
          "server", CertificateFactory.getInstance("X.509").generateCertificate(pem));
    }
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return HttpClient.newBuilder()
        .sslContext(context)
        .build()
        .send(
            HttpRequest.newBuilder(server.url().resolve("/metrics")).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
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
        .extracting(line -> fields(line, "outcome"))
        .containsExactly("started", "done");
  }
}
