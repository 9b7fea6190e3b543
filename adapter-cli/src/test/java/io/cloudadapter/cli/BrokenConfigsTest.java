package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.cli.server.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The doctor names everything that serve refuses, each error alone and all of them at once. */
class BrokenConfigsTest {

  /** Something wrong: a line for a section of the file, or a file in the data directory. */
  private record Break(String place, String line, List<String> faults) {
    @Override
    public String toString() {
      return place + " " + line;
    }
  }

  private static Break wrong(String place, String line, String... faults) {
    return new Break(place, line, List.of(faults));
  }

  private static final List<Break> BREAKS = List.of(
      wrong("top", "colour: red", "colour: is unknown"),
      wrong(
          "top",
          "notifications: {receivers: {a: {channel: pigeon}, b: {channel: webhook, target: {url: x}}}}",
          "notifications.receivers.a.channel: must be one that is there, was pigeon; there are"
              + " alertmanager, mail, webhook",
          "notifications.receivers.b.target: url must be"),
      wrong("server", "prot: 1", "server.prot: is unknown"),
      wrong("server", "port: 70000", "server.port: must be"),
      wrong(
          "server",
          "limits: {idleTime: 0s, headerTime: 0ms, readers: 0}",
          "server.limits.idleTime: must be a time span of 1ms or more, was 0s",
          "server.limits.headerTime: ",
          "server.limits.readers: "),
      wrong(
          "server",
          "tls: {cert: plain, key: none.key, clientCa: plain}",
          "server.tls.cert: file ",
          "server.tls.key: file ",
          "server.tls.clientCa: file "),
      wrong(
          "server",
          "clients: {a: boss, CN: read, =: read}",
          "server.clients.a",
          "server.clients.="),
      wrong("tokens", "lines: {role: read, file: lines}", "server.tokens.lines: file "),
      wrong("tokens", "space: {role: read, file: space}", "server.tokens.space: file "),
      wrong("tokens", "short: {role: read, file: short}", "server.tokens.short: file "),
      wrong("tokens", "open: {role: read, file: open}", "server.tokens.open: file "),
      wrong("tokens", "gone: {role: read, file: gone}", "server.tokens.gone: file "),
      wrong("tokens", "dir: {role: read, file: .}", "server.tokens.dir: file "),
      wrong("tokens", "hash: {role: read, sha256: x}", "server.tokens.hash: is refused"),
      wrong(
          "tokens",
          "role: {role: boss, file: short2}",
          "server.tokens.role.role: ",
          "server.tokens.role: file "),
      wrong("account", "file: directory", "accounts.demo.file: "),
      wrong("account", "seed: x", "accounts.demo.seed: "),
      wrong("account", "zones: [a, a]", "accounts.demo.zones: "),
      wrong("account", "latency: soon", "accounts.demo.latency: "),
      wrong("account", "callTimeout: 0s", "accounts.demo.callTimeout: "),
      wrong("accounts", "other: {provider: awz}", "accounts.other.provider: "),
      wrong(
          "pool", "initialSize: 11", "pools.web.initialSize: must be at most maxSize, which is 10"),
      wrong("pool", "surge: lots", "pools.web.surge: "),
      wrong("pool", "userData: file:nosuch", "pools.web.userData: names "),
      wrong("pool", "tags: {ca-x: y}", "pools.web.tags.ca-x: "),
      wrong("pool", "zones: [a, a]", "pools.web.zones: "),
      wrong("pool", "bootDeadline: 0s", "pools.web.bootDeadline: "),
      wrong("pool", "template: {x: y}", "pools.web.template.x: "),
      wrong(
          "pool",
          "listInterval: {busy: 0s, idle: 0d}",
          "pools.web.listInterval.busy: ",
          "pools.web.listInterval.idle: "),
      wrong("pool", "missingListsUntilGone: 1", "pools.web.missingListsUntilGone: "),
      wrong("pool", "massDisappearanceShare: 0", "pools.web.massDisappearanceShare: "),
      wrong("pool", "pace: {busy: 1s}", "pools.web.pace.busy: is called listInterval.busy now"),
      wrong(
          "pool",
          "remediation: {after: 0s, massUnhealthyShare: 1.5}",
          "pools.web.remediation.after: ",
          "pools.web.remediation.massUnhealthyShare: "),
      wrong(
          "pool",
          "disruption: {maxUnavailable: 101%, action: some}",
          "pools.web.disruption.maxUnavailable: ",
          "pools.web.disruption.action: "),
      wrong("pools", "none: {account: demo, maxSize: 0}", "pools.none.maxSize: "),
      wrong("pools", "Big: {account: demo, maxSize: 1}", "pools.Big: "),
      wrong("pools", "lost: {account: missing, maxSize: 1}", "pools.lost.account: "),
      wrong("file", "ledger.key", "data: DATA/ledger.key must have 32 bytes, has 5"),
      wrong("file", "ledger/log-00000001", "data: log-00000001"),
      wrong("directory", "adapter.log", "data: DATA/adapter.log is a directory"),
      wrong("directory", "server.json", "data: DATA/server.json is a directory"));

  @TempDir
  private Path directory;

  private Path data;

  static Stream<Break> breaks() {
    return BREAKS.stream();
  }

  @BeforeEach
  void makeFiles() throws IOException {
    data = directory.resolve("data");
    Files.createDirectory(directory.resolve("directory"));
    Files.writeString(directory.resolve("plain"), "plain text");
    secret("lines", "0123456789abcdef\n0123456789abcdef\n");
    secret("space", "0123456789 abcdef");
    secret("short", "short");
    secret("short2", "sh");
    secret("open", "0123456789abcdef!");
    Files.setPosixFilePermissions(
        directory.resolve("open"), PosixFilePermissions.fromString("rw-r--r--"));
  }

  private void secret(String name, String text) throws IOException {
    Files.setPosixFilePermissions(
        Files.writeString(directory.resolve(name), text),
        PosixFilePermissions.fromString("rw-------"));
  }

  private Path config(List<Break> breaks) throws IOException {
    Map<String, List<String>> lines = new LinkedHashMap<>();
    for (Break each : breaks) {
      lines.computeIfAbsent(each.place(), p -> new ArrayList<>()).add(each.line());
      Path file = data.resolve(each.line());
      if (each.place().equals("file")) {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "junk!");
      } else if (each.place().equals("directory")) {
        Files.createDirectories(file);
      }
    }
    StringBuilder yaml = new StringBuilder();
    append(yaml, "", lines.get("top"));
    yaml.append("server:\n");
    append(yaml, "  ", lines.get("server"));
    yaml.append(
        lines.getOrDefault("server", List.of()).contains("port: 70000") ? "" : "  port: 0\n");
    yaml.append("  tokens:\n    ok: {role: read, sha256: " + "ab".repeat(32) + "}\n");
    append(yaml, "    ", lines.get("tokens"));
    yaml.append("accounts:\n  demo:\n    provider: simulated\n");
    append(yaml, "    ", lines.get("account"));
    append(yaml, "  ", lines.get("accounts"));
    yaml.append("pools:\n  web:\n    account: demo\n    maxSize: 10\n");
    append(yaml, "    ", lines.get("pool"));
    append(yaml, "  ", lines.get("pools"));
    return Files.writeString(directory.resolve("adapter.yaml"), yaml);
  }

  private static void append(StringBuilder yaml, String indent, List<String> lines) {
    if (lines != null) {
      lines.forEach(line -> yaml.append(indent).append(line).append('\n'));
    }
  }

  private List<String> said(List<String> lines, String before) {
    return lines.stream()
        .filter(line -> line.startsWith(before))
        .map(line -> line.substring(before.length()).replace(data.toString(), "DATA"))
        .toList();
  }

  /** What the doctor calls a fault; serve must refuse the same, and both leave the files alone. */
  private List<String> faults(String... args) throws IOException {
    List<String> before = tree();
    CommandRunner.Result doctor = new CommandRunner().run(with("doctor", args));
    List<String> faults = said(doctor.lines(), "fault  ");
    assertThat(doctor.code()).as(doctor.out()).isEqualTo(1);

    CommandRunner.Result serve = new CommandRunner().run(with("serve", args));

    assertThat(serve.code()).isEqualTo(1);
    assertThat(said(serve.err().lines().toList(), "adapter: ")).isEqualTo(faults);
    assertThat(tree()).isEqualTo(before);
    return faults;
  }

  private static String[] with(String command, String... args) {
    return Stream.concat(Stream.of(command), Stream.of(args)).toArray(String[]::new);
  }

  private List<String> tree() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      List<String> seen = new ArrayList<>();
      for (Path file : files.sorted().toList()) {
        seen.add(file + " " + Files.getLastModifiedTime(file));
      }
      return seen;
    }
  }

  @ParameterizedTest
  @MethodSource("breaks")
  void namesEachFaultThatServeRefuses(Break broken) throws IOException {
    List<String> faults = faults("--config", config(List.of(broken)).toString());

    for (String fault : broken.faults()) {
      assertThat(faults).anySatisfy(seen -> assertThat(seen).startsWith(fault));
    }
  }

  @Test
  void namesAllFaultsAtOnce() throws IOException {
    List<String> faults = faults("--config", config(BREAKS).toString(), "--port", "70000");

    for (Break broken : BREAKS) {
      for (String fault : broken.faults()) {
        assertThat(faults).anySatisfy(seen -> assertThat(seen).startsWith(fault));
      }
    }
    assertThat(faults).contains("--port: must be 0 to 65535, was 70000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "plain/below", "/proc/x"})
  void namesADataDirectoryThatCannotBe(String path) throws IOException {
    String wanted = directory.resolve(path).toString();

    assertThat(faults("--config", config(List.of(BREAKS.get(0))).toString(), "--data", wanted))
        .anySatisfy(fault -> assertThat(fault).startsWith("data: " + wanted))
        .anySatisfy(fault -> assertThat(fault).startsWith("colour: is unknown"));
  }

  @Test
  void namesAKeyOfAnotherCertificate() throws Exception {
    for (String name : List.of("a", "b")) {
      RunningServer.start(DemoConfig.config(directory.resolve(name))).close();
    }
    String tls = "tls: {cert: a/tls/server.pem, key: b/tls/server.key}";

    assertThat(faults("--config", config(List.of(wrong("server", tls))).toString()))
        .singleElement()
        .asString()
        .startsWith("server.tls.key: the key in " + directory.resolve("b/tls/server.key"))
        .endsWith("does not belong to the certificate in " + directory.resolve("a/tls/server.pem"));
  }

  @Test
  void onlyWarnsOfWhatServeMinds() throws Exception {
    RunningServer.start(DemoConfig.config(data)).close();
    Files.delete(data.resolve("ledger.key"));

    // The ledger's times are those of a real server: doctor looks at the same clock.
    CommandRunner.Result doctor = new CommandRunner()
        .at(Instant.now())
        .run("doctor", "--data", data.toString(), "--port", "0");

    assertThat(said(doctor.lines(), "warn   "))
        .singleElement()
        .asString()
        .startsWith("data: DATA/ledger.key is missing, but there is a ledger");
    assertThat(doctor.code()).isZero();
    RunningServer.start(DemoConfig.config(data)).close();
    assertThat(data.resolve("ledger.key")).hasSize(32);
  }
}
