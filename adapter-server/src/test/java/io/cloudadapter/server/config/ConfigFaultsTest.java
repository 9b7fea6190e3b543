package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused of a configuration file, with path, value and line, and everything at once. */
class ConfigFaultsTest extends ConfigFileTests {
  @Test
  void saysEverythingThatIsWrongAtOnceWithPathAndLine() {
    assertThat(faults("""
            daat: x
            server:
              prot: 80
              address: 0.0.0.0
              tls: {cert: a.pem}
              tokens:
                a: {role: boss, sha256: xyz}
                b: {role: read}
            accounts:
              lab: {provider: fake, regoin: north, retry: {times: ten}}
              old: {provider: fak}
            pools:
              web:
                account: lba
                maxSize: 0
                initialSize: 2.5
                victims: newst
                bootDeadline: 5 minutes
                listInterval: {bsuy: 1s}
                zones: {a: b}
                mirrorServiceState: perhaps
              Big:
                account: lab
                maxSize: 3
                initialSize: 4
              db:
                maxSize: 3
            defaultPool: webb
            """))
        .containsExactlyInAnyOrder(
            "daat: is unknown; did you mean data? (line 1)",
            "server.prot: is unknown; did you mean port? (line 3)",
            "server.tokens.a.role: must be one of read, operate, admin, was boss (line 7)",
            "server.tokens.a: is refused: token hash must be the SHA-256 of the token in 64 hex"
                + " digits (line 7)",
            "server.tokens.b: must have either sha256 or file (line 8)",
            "server.tls.key: is missing; cert and key go together (line 3)",
            "accounts.lab.regoin: is unknown; did you mean region? (line 10)",
            "accounts.lab.retry.times: must be a whole number, 0 to 9, was ten (line 10)",
            "accounts.lab.region: is missing. The region. (line 10)",
            "accounts.old.provider: is not an adapter on the class path, was fak; did you mean fake?"
                + " (line 11)",
            "pools.web.account: is not an account of this file, was lba; did you mean lab?"
                + " (line 14)",
            "pools.web.maxSize: must be a whole number, 1 to 100000, was 0 (line 15)",
            "pools.web.initialSize: must be a whole number, 0 to 100000, was 2.5 (line 16)",
            "pools.web.victims: must be one of newest, oldest, oldest-profile, random,"
                + " closest-to-hour, zone-balance, was newst; did you mean newest? (line 17)",
            "pools.web.bootDeadline: must be a time span such as 250ms, 30s, 5m, 2h or 1d, was"
                + " 5 minutes (line 18)",
            "pools.web.listInterval.bsuy: is unknown; did you mean listInterval.busy? (line "
                + "19)",
            "pools.web.zones: must be a single value, was a mapping (line 20)",
            "pools.web.mirrorServiceState: must be true or false, was perhaps (line 21)",
            "pools.Big: pool name must be a lower-case letter followed by at most 29 of [a-z0-9-],"
                + " was: \"Big\" (line 23)",
            "pools.Big.initialSize: must be at most maxSize, which is 3, was 4 (line 25)",
            "pools.db.account: is missing; there are lab, old (line 27)",
            "defaultPool: is not a pool of this file, was webb; did you mean web? (line 28)");
  }

  @Test
  void refusesAFormerKeyWithItsPresentName() {
    assertThat(faults("""
            accounts: {lab: {provider: fake, region: north}}
            pools:
              web:
                maxSize: 10
                cap: 30
                pace:
                  busy: 1s
                  idle: 1m
                  launchesPerHour: 7
                  deletesPerHour: 8
                  goneLists: 4
                  vanishShare: 0.2
                remediation:
                  freezeShare: 0.5
            """))
        .containsExactlyInAnyOrder(
            "pools.web.cap: is called maxSizeLimit now (line 5)",
            "pools.web.pace.busy: is called listInterval.busy now (line 7)",
            "pools.web.pace.idle: is called listInterval.idle now (line 8)",
            "pools.web.pace.launchesPerHour: is called launchesPerHour now (line 9)",
            "pools.web.pace.deletesPerHour: is called terminationsPerHour now (line 10)",
            "pools.web.pace.goneLists: is called missingListsUntilGone now (line 11)",
            "pools.web.pace.vanishShare: is called massDisappearanceShare now (line 12)",
            "pools.web.remediation.freezeShare: is called remediation.massUnhealthyShare now"
                + " (line 14)");
  }

  @Test
  void refusesAMappingOfFormerKeysThatHasNoneOrOthers() {
    assertThat(faults("""
            accounts: {lab: {provider: fake, region: north}}
            pools:
              web: {maxSize: 10, pace: {}}
              db: {maxSize: 10, pace: {busy: 1s, often: 5s}}
              mq: {maxSize: 10, pace: 5s}
            """))
        .satisfiesExactlyInAnyOrder(
            fault -> assertThat(fault).startsWith("pools.web.pace: is unknown; "),
            fault ->
                assertThat(fault).startsWith("pools.db.pace.busy: is called listInterval.busy now"),
            fault -> assertThat(fault).startsWith("pools.db.pace: is unknown; "),
            fault -> assertThat(fault).startsWith("pools.mq.pace: is unknown; "));
  }

  @Test
  void hidesNoFaultBehindAnother() {
    assertThat(faults("""
            server: {port: x, limits: {idleTime: 0s, readers: 0}, tls: {clientCa: [ca]}}
            accounts:
              lab: {provider: fake, region: north, retry: {times: ten}}
            pools:
              web:
                maxSize: 3
                initialSize: 4
                surge: lots
                userData: file:nosuch
                tags: {ca-x: y, team: [a]}
                zones: [a, a]
                listInterval: {busy: 0s, idle: 0ms}
                massDisappearanceShare: 0
                template: {netwroks: a}
            """))
        .extracting(fault -> fault.substring(0, fault.indexOf(':')))
        .containsExactlyInAnyOrder(
            "server.port",
            "server.limits.idleTime",
            "server.limits.readers",
            "server.tls.clientCa",
            "server.clients",
            "accounts.lab.retry.times",
            "pools.web.initialSize",
            "pools.web.surge",
            "pools.web.userData",
            "pools.web.tags.ca-x",
            "pools.web.tags.team",
            "pools.web.zones",
            "pools.web.listInterval.busy",
            "pools.web.listInterval.idle",
            "pools.web.massDisappearanceShare",
            "pools.web.template.netwroks");
  }

  @Test
  void refusesAPathThatIsNone() {
    assertThat(faults(SMALL + "data: \"a\\0b\"\n"))
        .containsExactly("data: is no path of a file: Nul character not allowed (line 1)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "address: 0.0.0.0|server.address: is not loopback, was 0.0.0.0; this needs tokens, oidc or tls.clientCa",
        "address: 0.0.0.0|server.tls.cert: is missing; the self-signed certificate is for loopback only",
        "{address: example.org, http: true}|server.http: must be false unless address is loopback",
        "{http: true, tls: {cert: a, key: b}}|server.tls.cert: has no use with http: true",
        "tls: {key: b}|server.tls.cert: is missing; cert and key go together",
        "tls: {clientCa: b}|server.clients: is missing; it gives each client certificate a role",
        "clients: {ops: admin}|server.tls.clientCa: is missing; without it",
        "{tls: {clientCa: b}, clients: {ops: admn}}|server.clients.ops: must be one of read, operate, admin, was "
            + "admn; did you mean admin?",
        "tokens: [a]|server.tokens: must be a mapping, was a list",
        "port: 70000|server.port: must be a whole number, 0 to 65535, was 70000",
        "port: |server.port: must be a single value, was nothing",
        "tls: yes|server.tls: must be a mapping, was a single value",
        "limits: {idleTime: 0s}|server.limits.idleTime: must be a time span of 1ms or more, was 0s",
        "tokens: {a: {role: read, sha256: hush}}|server.tokens.a: is refused: token hash must be",
        "tokens: {'a b': {role: read, file: x}}|server.tokens.a b: is refused: token name must be",
        "tokens: {a: {role: read, file: x}, b: {role: admin, file: x}}|server.tokens.b: is a token that"
      })
  void refusesAServerThatCannotBe(String section, String fault) {
    String yaml = SMALL + "server:\n  " + section + "\n";

    assertThat(faults(yaml)).anySatisfy(seen -> assertThat(seen).startsWith(fault));
  }

  @Test
  void refusesAHistoryThatIsOutOfBounds() {
    assertThat(faults("history: {retention: 1m}"))
        .anySatisfy(fault ->
            assertThat(fault).startsWith("history.retention: must be 1h to 3650d, was 1m"));
    assertThat(faults("history: {maxBytes: 5}"))
        .anySatisfy(fault -> assertThat(fault)
            .startsWith("history.maxBytes: must be a whole number, 1048576 to 67108864, was 5"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "|(file): is empty; it must have the keys accounts and pools (line 1)",
        "just words|(file): must be a mapping of keys to values, was a single value (line 1)",
        "[1, 2]|(file): must be a mapping of keys to values, was a list (line 1)",
        "a: {b|(file): is not YAML: expected ',' or '}', but got <stream end> (line 1)",
        "data: a\\ndata: b|data: is given twice (line 2)",
        "x: &x {b: 1}\\n\\n<<: *x|<<: is a merge key, which is not read: "
            + "write the keys out, or give the whole mapping as an alias (line 3)",
        "accounts: &x\\n  lab: {provider: simulated}\\nserver:\\n  port: 1\\n  <<: *x"
            + "|server.<<: is a merge key, which is not read: "
            + "write the keys out, or give the whole mapping as an alias (line 5)",
        "data: &x a\\nserver: {}\\nnonsense: *x|nonsense: is unknown; allowed are etcd, "
            + "server, accounts, cloudprovider, clusterAutoscaler, notifications, healthCommands, tenants, "
            + "pools, data, "
            + "store, defaultPool, healthHosts, history (line 3)",
        "a: b: c|(file): is not YAML: mapping values are not allowed here (line 1)",
        "a: !!javax.script.ScriptEngineManager []|(file): is not YAML: Global tag is not allowed: "
            + "tag:yaml.org,2002:javax.script.ScriptEngineManager (line 1)"
      })
  void refusesWhatIsNoMappingOfKeys(String yaml, String fault) {
    String text = yaml == null ? "" : yaml.replace("\\n", "\n");

    assertThat(faults(text)).contains(fault);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "one.example:8443",
        "etcd://one.example",
        "https://0.0.0.0:8443",
        "https://[::]:8443",
        "https:///pool",
        "https://one.example?a=b",
        "https://one example"
      })
  void refusesAnAddressThatClientsCannotUse(String url) {
    assertThat(faults("store: etcd://127.0.0.1:2379/web\netcd: {url: '" + url + "'}\n"))
        .contains("etcd.url: must be https://HOST:PORT with a host that clients can reach, was "
            + url + " (line 2)");
  }

  @Test
  void namesNoPasswordOfAnAddress() {
    assertThat(faults("store: etcd://127.0.0.1:2379/web\netcd: {url: 'https://a:b@one.example'}\n"))
        .contains("etcd.url: must be https://HOST:PORT with a host that clients can reach, had a"
            + " user or a password (line 2)");
  }

  @Test
  void isNotBlownUpByAliases() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 9; i++) {
      String all = ("*a" + (i - 1) + ", ").repeat(10);
      bomb.append("a" + i + ": &a" + i + " [" + all.substring(0, all.length() - 2) + "]\n");
    }

    assertThat(faults(bomb.toString())).singleElement().asString().contains("liases");
  }

  @Test
  void isNotBlownUpByValuesThatContainThemselves() {
    assertThat(faults("a: &a\n  b: *a\n"))
        .singleElement()
        .asString()
        .contains("is nested deeper than 20 levels");
  }

  @Test
  void isNotBlownUpByDepthOrSize() {
    assertThat(faults("a: " + "[".repeat(10_000)))
        .singleElement()
        .asString()
        .contains("is not YAML: Nesting Depth exceeded");
    assertThat(faults("a: " + "x".repeat(2_000_000)))
        .singleElement()
        .asString()
        .contains("is longer than 1048576 characters");
  }
}
