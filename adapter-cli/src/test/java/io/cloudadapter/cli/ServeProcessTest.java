package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A server as a process: its signals, its files, its log. */
@Tag("proof")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ServeProcessTest {
  private static final String TOKEN = "0123456789abcdef0123-a-token-for-tests";

  @TempDir
  private Path directory;

  private Path config(int port) throws IOException {
    Path token = Files.writeString(directory.resolve("ops.token"), TOKEN);
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    return Files.writeString(directory.resolve("adapter.yaml"), """
        data: data
        server: {port: %d, http: true, tokens: {ops: {role: admin, file: ops.token}}}
        accounts: {lab: {provider: simulated}}
        pools: {web: {maxSize: 3}}
        """.formatted(port));
  }

  private Path log() {
    return directory.resolve("data/adapter.log");
  }

  private static int get(URI server, String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
        .header("Authorization", "Bearer " + TOKEN)
        .build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  private void awaitLine(String text) throws IOException, InterruptedException {
    await(log(), text);
  }

  private static void await(Path file, String text) throws IOException, InterruptedException {
    while (!Files.exists(file) || !Files.readString(file).contains(text)) {
      Thread.sleep(20);
    }
  }

  /** A process that ignores hang-ups, as one under nohup does, has its children ignore them too. */
  private static boolean hangUpsArrive() throws IOException {
    Path status = Path.of("/proc/self/status");
    return !Files.exists(status)
        || Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .map(line ->
                Long.parseUnsignedLong(line.substring("SigIgn:".length()).strip(), 16))
            .allMatch(ignored -> (ignored & 1) == 0);
  }

  @Test
  @EnabledIf(value = "hangUpsArrive", disabledReason = "hang-ups are ignored here")
  void readsItsConfigurationAgainAtAHangUpAndEndsWellWhenItIsAskedTo() throws Exception {
    try (ServerProcess server = ServerProcess.start(config(0), directory.resolve("stderr.log"))) {
      URI uri = server.ready();
      server.signal("HUP");
      awaitLine("the configuration was read again and is unchanged");
      assertThat(get(uri, "/pool/size")).isEqualTo(200);

      server.signal("TERM");

      assertThat(server.exitCode()).isZero();
    }
  }

  @Test
  @EnabledIf(value = "hangUpsArrive", disabledReason = "hang-ups are ignored here")
  void itsFilesAreForItsOwnerOnly() throws Exception {
    try (ServerProcess server = ServerProcess.start(config(0), directory.resolve("stderr.log"))) {
      server.ready();
      server.signal("HUP");
      awaitLine("the configuration was read again and is unchanged");

      assertThat(PosixFilePermissions.toString(
              Files.getPosixFilePermissions(directory.resolve("data"))))
          .isEqualTo("rwx------");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log())))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void itsLogHasWhatMayNotBeMeantInItsConfiguration() throws Exception {
    Path config = config(0);
    Files.writeString(
        config,
        Files.readString(config)
            .replace("{maxSize: 3}", "{maxSize: 3, health: {beforeService: true}}"));
    try (ServerProcess server = ServerProcess.start(config, directory.resolve("stderr.log"))) {
      server.ready();
      assertThat(log())
          .content()
          .containsOnlyOnce("configuration: pools.web.health.beforeService: is true without")
          .contains("reports it IN_SERVICE (line 4)");
    }
  }

  @Test
  @EnabledIf(value = "hangUpsArrive", disabledReason = "hang-ups are ignored here")
  void aFileThatIsReadAgainUnchangedCausesNoWarningAgain() throws Exception {
    Path config = config(0);
    Files.writeString(
        config,
        Files.readString(config).replace("{maxSize: 3}", "{maxSize: 3, health: {interval: 20s}}"));
    try (ServerProcess server = ServerProcess.start(config, directory.resolve("stderr.log"))) {
      server.ready();
      server.signal("HUP");
      awaitLine("the configuration was read again and is unchanged");

      assertThat(log()).content().containsOnlyOnce("pools.web.health.interval: changes nothing");
    }
  }

  @Test
  void leavesNoLogWhenItIsRefused() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerProcess server =
            ServerProcess.start(config(taken.getLocalPort()), directory.resolve("stderr.log"))) {
      assertThat(server.exitCode()).isNotZero();
    }
    assertThat(log()).doesNotExist();
    assertThat(directory.resolve("stderr.log")).content().contains("cannot listen on");
  }

  @Test
  void takesALogConfigurationAndShowsNoCredentialThatLibrariesWouldLog() throws Exception {
    Path out = directory.resolve("all.log");
    Path own = Files.writeString(directory.resolve("own.xml"), """
        <configuration>
          <appender name="all" class="ch.qos.logback.core.FileAppender">
            <file>%s</file>
            <encoder><pattern>%%level %%logger %%msg%%n</pattern></encoder>
          </appender>
          <logger name="org.eclipse.jetty" level="TRACE"/>
          <root level="TRACE"><appender-ref ref="all"/></root>
        </configuration>
        """.formatted(out));
    try (ServerProcess server = ServerProcess.start(
        config(0), directory.resolve("stderr.log"), Map.of("ADAPTER_LOG_CONFIG", own.toString()))) {
      URI uri = server.ready();
      assertThat(get(uri, "/pool/size")).isEqualTo(200);
      server.signal("TERM");
      assertThat(server.exitCode()).isZero();
    }
    assertThat(out)
        .content()
        .contains("INFO")
        .doesNotContain(TOKEN, "DEBUG org.eclipse.jetty", "TRACE org.eclipse.jetty");
    assertThat(log()).doesNotExist();
  }

  @Test
  void logsToStandardOutputAsJsonWithTheNamesOfEcs() throws Exception {
    try (ServerProcess server = ServerProcess.start(
        config(0),
        directory.resolve("stderr.log"),
        Map.of(),
        "--log-to=console",
        "--log-format=json")) {
      JsonNode ready = JsonMapper.builder().build().readTree(server.line("\"ready at "));

      assertThat(Instant.parse(ready.path("@timestamp").asText())).isAfter(Instant.EPOCH);
      assertThat(ready.path("log.level").asText()).isEqualTo("INFO");
      assertThat(ready.path("ecs.version").asText()).isNotEmpty();
      assertThat(ready.path("service.name").asText()).isEqualTo("cloudadapter");
      assertThat(ready.path("process.thread.name").asText()).isEqualTo("main");
      assertThat(ready.path("log.logger").asText()).startsWith("io.cloudadapter.");
    }
    assertThat(log()).doesNotExist();
    assertThat(directory.resolve("stderr.log")).isEmptyFile();
  }

  @Test
  void reportsToSystemdThatItIsReady() throws Exception {
    Path programs = Files.createDirectory(directory.resolve("programs"));
    Path reported = directory.resolve("reported");
    Path notify = Files.writeString(programs.resolve("systemd-notify"), """
        #!/bin/sh
        printf '%%s\\n' "$@" >"%1$s.part"
        mv "%1$s.part" "%1$s"
        """.formatted(reported));
    Files.setPosixFilePermissions(notify, PosixFilePermissions.fromString("rwx------"));
    try (ServerProcess server = ServerProcess.start(
        config(0),
        directory.resolve("stderr.log"),
        Map.of("NOTIFY_SOCKET", "/nowhere", "PATH", programs + ":" + System.getenv("PATH")))) {
      URI uri = server.ready();
      await(reported, "--ready");

      assertThat(Files.readAllLines(reported))
          .containsExactly("--ready", "--status=ready at " + uri);
    }
  }
}
