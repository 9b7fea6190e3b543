package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.cli.server.RunningServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
  private static final String GOOD = """
      server: {port: 0}
      accounts:
        demo: {provider: simulated}
      pools:
        web: {maxSize: 10}
      """;

  @TempDir
  private Path directory;

  private CommandRunner.Result doctor(String yaml) throws IOException {
    return doctor(new CommandRunner(), yaml);
  }

  private CommandRunner.Result doctor(CommandRunner shell, String yaml) throws IOException {
    Path file = Files.writeString(directory.resolve("adapter.yaml"), yaml);
    return shell.run("doctor", "--config", file.toString());
  }

  @Test
  void findsNothingWrongWithAGoodConfiguration() throws IOException {
    CommandRunner.Result result = doctor(GOOD);

    assertThat(result.lines())
        .containsExactly(
            "ok     " + directory.resolve("adapter.yaml") + ": 1 pool in 1 account",
            "ok     data: " + directory.resolve("data") + " will be made",
            "ok     server.port: any that is free",
            "ok     clock: shows 2026-11-21T12:00:00Z");
    assertThat(result.code()).isZero();
    assertThat(directory.resolve("data")).doesNotExist();
  }

  @Test
  void tellsWhoMayReadSecretsAndTheDataDirectory() throws IOException {
    Path token = Files.writeString(directory.resolve("ops.token"), "0123456789abcdef0123\n");
    Path data = Files.createDirectory(directory.resolve("data"));
    Path log = Files.writeString(data.resolve("adapter.log"), "");
    String yaml = GOOD.replace("port: 0", "port: 0, tokens: {ops: {role: admin, file: ops.token}}");
    assertThat(yaml).contains("ops.token");

    modes(token, "rw-r-----");
    modes(data, "rwxr-xr-x");
    modes(log, "rw-r--r--");
    assertThat(doctor(yaml).lines())
        .contains(
            "warn   server.tokens.ops: its group may read " + token
                + "; unless that is meant: chmod 600 " + token,
            "warn   data: others may look into " + data
                + "; a start makes it 0700 if it is yours and holds nothing else; mend it: chmod 700 "
                + data,
            "warn   data: others may read or change " + log + "; mend it: chmod 600 " + log);

    modes(token, "rw-------");
    modes(data, "rwx------");
    modes(log, "rw-------");
    assertThat(doctor(yaml).lines())
        .contains(
            "ok     server.tokens.ops: " + token + " is for its owner only",
            "ok     data: " + data + " is for its owner only",
            "ok     data: " + log + " is for its owner only");
  }

  private static void modes(Path file, String modes) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(modes));
  }

  @Test
  void warnsOfSettingsThatMayNotDoWhatWasMeant() throws IOException {
    String yaml = GOOD.replace("port: 0", "port: 0, prices: {smal: 0.01}")
        .replace("maxSize: 10", "maxSize: 10, size: small, health: {beforeService: true}");

    CommandRunner.Result result = doctor(yaml);

    assertThat(result.lines())
        .contains(
            "warn   server.prices.smal: is the size of no pool of this file; did you mean small,"
                + " which has no price? (line 1)",
            "warn   pools.web.health.beforeService: is true without health.probe and"
                + " health.cloudStatus, so a new machine enters service only when a caller or an"
                + " agent reports it IN_SERVICE (line 5)");
    assertThat(result.code()).isZero();
  }

  @Test
  void refusesUserDataWithAPlaceholderForWhichNoHookAsks() throws IOException {
    CommandRunner.Result result =
        doctor(GOOD.replace("maxSize: 10", "maxSize: 10, userData: 'literal:{{join-token}}'"));

    assertThat(result.out())
        .contains("pools.web.userData: has {{join-token}}, and no hook of the pool has joinToken");
    assertThat(result.code()).isNotZero();
  }

  @Test
  void asksTheCloudsOnRequestForSizesAndQuotas() throws IOException {
    Path file = Files.writeString(directory.resolve("adapter.yaml"), """
        server: {port: 0}
        accounts:
          demo: {provider: simulated, quota: 15}
        pools:
          web: {maxSize: 10, size: smal}
          api: {maxSize: 6, size: large}
        """);

    CommandRunner.Result result =
        new CommandRunner().run("doctor", "--ask", "--config", file.toString());

    assertThat(result.lines())
        .contains(
            "warn   pools.web.size: is smal, which no size of account demo is called; did you mean"
                + " small?",
            "warn   accounts.demo: has a quota of 15 (machines of the account), and its pools may have"
                + " 16 at their maxSize");
    assertThat(result.code()).isZero();
    assertThat(doctor(GOOD).out()).doesNotContain("quota");
  }

  @Test
  void asksTheServersOfTheStore() throws IOException {
    CommandRunner.Result result =
        doctor("store: etcd://127.0.0.1:1/web\netcd: {lease: 3s}\n" + GOOD);

    assertThat(result.lines())
        .anyMatch(line -> line.startsWith("fault  store: ") && line.contains("127.0.0.1:1"))
        .contains(
            "warn   etcd.lease: 3s is short: a server under load loses its lead for no reason;"
                + " 5s or more is safer");
    assertThat(result.code()).isEqualTo(1);
  }

  @Test
  void looksAtTheDemoToo() {
    CommandRunner.Result result = new CommandRunner()
        .run("doctor", "--data", directory.resolve("d").toString(), "--port", "0");

    assertThat(result.code()).isZero();
    assertThat(result.lines().get(0)).isEqualTo("ok     the demo: 1 pool in 1 account");
  }

  @Test
  void findsEverythingThatIsWrongWithTheKeys() throws IOException {
    CommandRunner.Result result = doctor("""
        srever: {}
        accounts:
          demo: {provider: simulated, bootTme: 3s, latency: soon}
          prod: {provider: awz}
        pools:
          web: {account: demo, maxSize: lots}
          db: {account: dmeo, maxSize: 1}
        """);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.lines()).filteredOn(line -> line.startsWith("fault  ")).hasSize(6);
    assertThat(result.out())
        .contains("srever: is unknown; did you mean server? (line 1)")
        .contains("accounts.demo.bootTme: is unknown; did you mean bootTime? (line 3)")
        .contains("accounts.demo.latency: must be a time span")
        .contains("accounts.prod.provider: is not an adapter on the class path, was awz")
        .contains("pools.web.maxSize: must be a whole number, 1 to 100000, was lots (line 6)")
        .contains("pools.db.account: is not an account of this file, was dmeo; did you mean demo?");
  }

  @Test
  void asksForAFileThatExists() {
    CommandRunner.Result result =
        new CommandRunner().run("doctor", "--config", "/nowhere/adapter.yaml");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .isEqualTo("fault  /nowhere/adapter.yaml: cannot be read: there is no such file\n"
            + "see    docs/reference/start-errors.md explains each refusal:"
            + " ./adapter explain start-errors.md\n");
  }

  @Test
  void looksIntoCertificatesKeysAndTokens() throws IOException {
    Files.writeString(directory.resolve("cert.pem"), "not a certificate");
    Files.writeString(directory.resolve("short.token"), "short");
    Files.setPosixFilePermissions(
        directory.resolve("short.token"), PosixFilePermissions.fromString("rw-------"));
    Files.writeString(directory.resolve("open.token"), "0123456789abcdef");
    Files.setPosixFilePermissions(
        directory.resolve("open.token"), PosixFilePermissions.fromString("rw-r--r--"));

    CommandRunner.Result result = doctor(GOOD.replace("{port: 0}", """

          port: 0
          tls: {cert: cert.pem, key: none.key}
          tokens:
            short: {role: read, file: short.token}
            open: {role: admin, file: open.token}
            none: {role: admin, file: none.token}
        """));

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .contains("fault  server.tls.cert: file " + directory.resolve("cert.pem")
            + " holds no certificate in PEM")
        .contains("fault  server.tls.key: file " + directory.resolve("none.key")
            + " cannot be read as PEM: there is no such file")
        .contains("fault  server.tokens.short: file " + directory.resolve("short.token")
            + " must hold one token of at least 16 ")
        .contains("fault  server.tokens.open: file " + directory.resolve("open.token")
            + " is open to others (OTHERS_READ); chmod 600 it")
        .contains("fault  server.tokens.none: file " + directory.resolve("none.token")
            + " cannot be read: there is no such file")
        .doesNotContain("0123456789abcdef");
  }

  @Test
  void looksWhenACertificateEnds() throws IOException {
    Path data = directory.resolve("made");
    try (RunningServer serving = RunningServer.start(DemoConfig.config(data))) {
      assertThat(serving.file().ca()).isPresent();
    }
    Path tls = data.resolve("tls");
    String yaml = GOOD.replace(
        "{port: 0}",
        "{port: 0, tls: {cert: " + tls.resolve("server.pem") + ", key: " + tls.resolve("server.key")
            + "}}");

    assertThat(doctor(new CommandRunner().at(Instant.now()), yaml).out())
        .contains("ok     server.tls.cert: ", "ok     server.tls.key: ");
    assertThat(doctor(new CommandRunner().at(Instant.parse("2099-01-01T00:00:00Z")), yaml)
            .out())
        .contains("warn   server.tls.cert: ", " expired at ");
    assertThat(doctor(new CommandRunner().at(Instant.parse("2020-01-01T00:00:00Z")), yaml)
            .out())
        .contains("is not valid before", "warn   clock: shows 2020-01-01T00:00:00Z");
  }

  @Test
  void noticesAPortThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      CommandRunner.Result result =
          doctor(GOOD.replace("port: 0", "port: " + taken.getLocalPort()));

      assertThat(result.code()).isZero();
      assertThat(result.out())
          .contains("warn   server.port: cannot listen on 127.0.0.1:" + taken.getLocalPort());
    }
  }

  @Test
  void noticesThatThePortForClusterAutoscalerIsTaken() throws IOException {
    Path data = directory.resolve("made");
    try (RunningServer serving = RunningServer.start(DemoConfig.config(data))) {
      assertThat(serving.file().ca()).isPresent();
    }
    String pem = data.resolve("tls/server.pem").toString();
    String key = data.resolve("tls/server.key").toString();
    String server = "{port: 0, tls: {cert: " + pem + ", key: " + key + ", clientCa: " + pem
        + "}, clients: {autoscaler: {role: operate}}}";
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      CommandRunner.Result result = doctor(GOOD.replace("{port: 0}", server)
          + "clusterAutoscaler: {pools: [web], port: " + taken.getLocalPort() + "}\n");

      assertThat(result.out())
          .contains(
              "warn   clusterAutoscaler.port: cannot listen on 127.0.0.1:" + taken.getLocalPort());
    }
  }

  @Test
  void noticesAServerOnTheDataDirectory() throws IOException {
    Path ledger = Files.createDirectories(directory.resolve("data/ledger"));
    Path lock = Files.createFile(ledger.resolve("lock"));
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      assertThat(held.isValid()).isTrue();
      assertThat(doctor(GOOD).out())
          .contains("warn   data: a server runs on " + directory.resolve("data"));
    }
    assertThat(doctor(GOOD).code()).isZero();
  }

  @Test
  void comparesTheZonesOfAPoolWithThoseOfItsCloud() throws IOException {
    CommandRunner.Result result = doctor("""
        server: {port: 0}
        accounts:
          demo: {provider: simulated, zones: "a,b,c"}
        pools:
          web: {maxSize: 10, zones: [a, x, y]}
          jobs:
            maxSize: 10
            policies: {spread: &spread {type: senlin.policy.zone_placement, version: "1.0",
              properties: {zones: [{name: a}, {name: b, weight: 0}]}}}
          some: {maxSize: 10, zones: [a, b], policies: {spread: *spread}}
          none:
            maxSize: 10
            policies: {spread: {type: senlin.policy.zone_placement, version: "1.0",
              properties: {zones: [{name: a}, {name: d}]}}}
          full:
            maxSize: 10
            policies: {spread: {type: senlin.policy.zone_placement, version: "1.0",
              properties: {zones: [{name: a, cap: 4}, {name: b, cap: 5}, {name: c, weight: 0}]}}}
        """);

    assertThat(result.code()).isZero();
    assertThat(result.lines())
        .filteredOn(line -> line.startsWith("warn"))
        .containsExactly(
            "warn   pools.web.zones: names x, y, but account demo has the zones a, b, c; it"
                + " launches nothing elsewhere",
            "warn   pools.jobs.policies.spread: leaves out c, where the pool gets no machines and"
                + " loses its first ones; a zone with weight 0 is left out on purpose",
            "warn   pools.none.policies.spread: names d, but account demo has the zones a, b, c;"
                + " it launches nothing elsewhere",
            "warn   pools.none.policies.spread: leaves out b, c, where the pool gets no machines and"
                + " loses its first ones; a zone with weight 0 is left out on purpose",
            "warn   pools.full.policies.spread: has room for 9 machines in all its zones, fewer than"
                + " maxSize, which is 10");
  }

  @Test
  void saysWhenSchedulesComeNext() throws IOException {
    String yaml = GOOD.replace(
        "{maxSize: 10}",
        "{maxSize: 10, schedules: {early: {cron: '30 2 * * *', zone: Europe/Berlin, desiredSize: 1}}}");

    assertThat(doctor(yaml).out())
        .contains(
            "ok     pools.web.schedules.early: next at 2026-11-22T02:30:00+01:00 Europe/Berlin");
    assertThat(doctor(new CommandRunner().at(Instant.parse("2026-03-28T12:00:00Z")), yaml)
            .out())
        .as("2:30 does not come on that day")
        .contains("schedules.early: next at 2026-03-29T03:00:00+02:00 Europe/Berlin");
  }

  @Test
  void warnsOfLaunchHooksThatDoNotRunForMachinesOfAWarmPool() throws IOException {
    String target = "target: {url: 'https://setup.example.org/'}";
    String hook = "register: {on: launch, timeout: 1m, " + target + "}";
    String yaml =
        GOOD.replace("{maxSize: 10}", "{maxSize: 10, warm: {size: 2}, hooks: {" + hook + "}}");

    assertThat(doctor(yaml).lines())
        .contains(
            "warn   pools.web.hooks: machines of the warm pool enter service without the launch hooks [register];"
                + " add a hook with on: wake for what has to happen before each machine serves");
    assertThat(
            doctor(yaml.replace(hook, hook + ", announce: {on: wake, timeout: 1m, " + target + "}"))
                .out())
        .doesNotContain("launch hooks");
  }

  @Test
  void saysWhenWindowsOfDisruptionOpenNext() throws IOException {
    String yaml = GOOD.replace(
        "{maxSize: 10}",
        "{maxSize: 10, disruption: {windows: {nights: {cron: '0 22 * * *', duration: 6h, zone: Europe/Berlin}}}}");

    assertThat(doctor(yaml).out())
        .contains(
            "ok     pools.web.disruption.windows.nights: next at 2026-11-21T22:00:00+01:00 Europe/Berlin");
  }

  @Test
  void noticesVictimsThatADeletionPolicyChooses() throws IOException {
    String yaml = GOOD.replace(
        "{maxSize: 10}",
        "{maxSize: 10, victims: newest, policies: {old: {type: senlin.policy.deletion, version: 1.1}}}");

    assertThat(doctor(yaml).out())
        .contains("warn   pools.web.victims: is of no effect: the pool has a deletion policy, which"
            + " determines which machines go first (line 5)");
    assertThat(doctor(yaml.replace("victims: newest, ", "")).out()).doesNotContain("warn");
  }

  @Test
  void noticesADataDirectoryThatCannotBe() throws IOException {
    Files.writeString(directory.resolve("file"), "");

    assertThat(doctor("data: file\n" + GOOD).out())
        .contains("fault  data: " + directory.resolve("file") + " is not a directory");
  }
}
