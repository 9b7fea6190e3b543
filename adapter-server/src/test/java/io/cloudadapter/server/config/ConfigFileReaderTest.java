package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.PlacementPolicy;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.CronSchedule;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.config.ScalingSchedule;
import io.cloudadapter.core.config.VictimSelectionPolicy;
import io.cloudadapter.server.options.AccessGrant;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.SenlinCatalog;
import io.cloudadapter.server.options.ServerLimits;
import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigFileReaderTest {
  private static final String SMALL = """
      accounts:
        lab: {provider: fake, region: north}
      pools:
        web: {maxSize: 10}
      """;

  @TempDir
  private Path directory;

  private AdapterConfig parse(String yaml) {
    return new ConfigFileReader(List.of(new FakeCloud()), Map.of("LAB_PASSWORD", "from-env"))
        .parse(yaml, directory);
  }

  private List<String> faults(String yaml) {
    try {
      parse(yaml);
      return List.of();
    } catch (ConfigException e) {
      return e.faults().stream().map(ConfigError::toString).toList();
    }
  }

  @Test
  void needsNoMoreThanAnAccountAndAPool() {
    AdapterConfig config = parse(SMALL);

    assertThat(config.pools())
        .containsExactly(PoolConfig.named("web", "lab", 10).build());
    assertThat(config.accounts())
        .containsExactly(new AccountConfig("lab", "fake", Map.of("region", "north")));
    assertThat(config.data()).isEqualTo(directory.resolve("data"));
    assertThat(config.server())
        .isEqualTo(new ServerConfig(
            "127.0.0.1",
            8443,
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            List.of(),
            ServerLimits.defaults()));
  }

  @Test
  void readsWhatTheServiceCatalogNames() {
    String yaml = """
        server:
          senlin:
            region: Berlin-1
            publicUrl: https://pools.example.org/
            adminUrl: http://10.0.0.7:8080/x
        accounts: {lab: {provider: fake, region: north}}
        pools: {web: {maxSize: 10}}
        """;

    assertThat(parse(yaml).server().senlin())
        .isEqualTo(new SenlinCatalog(
            "Berlin-1",
            Optional.of(URI.create("https://pools.example.org")),
            Optional.empty(),
            Optional.of(URI.create("http://10.0.0.7:8080/x"))));
    for (String wrong :
        List.of("pools", "ftp://a", "https://", "https://u:p@a", "https://a?b", "a b")) {
      assertThat(faults(yaml.replace("http://10.0.0.7:8080/x", '"' + wrong + '"')))
          .as(wrong)
          .containsExactly(
              "server.senlin.adminUrl: must be a URL of http or https with a host, and without user,"
                  + " query and fragment (line 2)");
    }
    assertThat(faults(yaml.replace("Berlin-1", "\"East 1\"")))
        .containsExactly("server.senlin.region: must be 1 to 255 printable ASCII characters without"
            + " space, was East 1 (line 2)");
  }

  @Test
  void readsHowLongACloudMayHaveAnAccountWait() {
    String yaml = """
        accounts: {lab: {provider: fake, region: north, longestRetryAfter: %s}}
        pools: {web: {maxSize: 10}}
        """;

    assertThat(parse(yaml.formatted("20m")).accounts().get(0).longestRetryAfter())
        .isEqualTo(Duration.ofMinutes(20));
    assertThat(faults(yaml.formatted("2d")))
        .containsExactly("accounts.lab.longestRetryAfter: must be 1s to 1d, was 2d (line 1)");
    assertThat(faults(yaml.formatted("soon")))
        .containsExactly(
            "accounts.lab.longestRetryAfter: must be a time span such as 250ms, 30s, 5m,"
                + " 2h or 1d, was soon (line 1)");
  }

  @Test
  void readsEverything() throws IOException {
    Files.writeString(directory.resolve("init.sh"), "#!/bin/sh\necho hello\n");
    AdapterConfig config = parse("""
        data: /var/lib/adapter
        defaultPool: db
        server:
          address: 10.0.0.1
          port: 443
          tls: {cert: server.pem, key: keys/server.key, clientCa: ca.pem}
          tokens:
            scaler: {role: operate, sha256: %s}
            ops: {role: admin, file: ops.token}
          clients:
            "CN=ops,O=Example": admin
            monitor: read
          limits: {bodyBytes: 1000, handlerTime: 5s}
        accounts:
          lab:
            provider: fake
            region: north
            password: env:LAB_PASSWORD
            retry: {times: 3}
        pools:
          web:
            account: lab
            maxSize: 50
          db:
            maxSize: 20
            initialSize: 3
            surge: 5
            zones: [a, b]
            size: m1.small
            image: ubuntu
            market: spot
            tags: {team: db, "cost center": "17"}
            userData: file:init.sh
            template: {networks: [inner, outer]}
            victims: zone-balance
            bootDeadline: 5m
            remediation: {enabled: true, after: 90s, massUnhealthyShare: 0.5}
            listInterval: {busy: 1s, idle: 1m}
            launchesPerHour: 7
            terminationsPerHour: 8
            missingListsUntilGone: 4
            massDisappearanceShare: 0.2
            mirrorServiceState: true
        """.formatted("ab".repeat(32)));

    assertThat(config.data()).isEqualTo(Path.of("/var/lib/adapter"));
    assertThat(config.server())
        .isEqualTo(new ServerConfig(
            "10.0.0.1",
            443,
            Optional.of(TlsConfig.pem(
                directory.resolve("server.pem"), directory.resolve("keys/server.key"))),
            Optional.of(directory.resolve("ca.pem")),
            Map.of(
                "CN=ops,O=Example",
                AccessGrant.of(Role.ADMIN),
                "monitor",
                AccessGrant.of(Role.READ)),
            List.of(
                BearerToken.sha256("scaler", Role.OPERATE, "ab".repeat(32)),
                BearerToken.file("ops", Role.ADMIN, directory.resolve("ops.token"))),
            ServerLimits.defaults()
                .withBytes(1000, 16 * 1024)
                .withTimes(
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(5))));
    assertThat(config.accounts().get(0).config())
        .isEqualTo(Map.of("region", "north", "password", "from-env", "retry.times", "3"));
    assertThat(config.pools())
        .containsExactly(
            PoolConfig.named("db", "lab", 20)
                .initialSize(3)
                .surge(5)
                .launch(LaunchConfig.builder()
                    .zones(List.of("a", "b"))
                    .size("m1.small")
                    .image("ubuntu")
                    .market(LaunchSpec.Market.SPOT)
                    .tags(Map.of("team", "db", "cost center", "17"))
                    .userData(Secret.of("#!/bin/sh\necho hello"))
                    .template(Map.of("networks", "inner,outer"))
                    .build())
                .victims(VictimSelectionPolicy.ZONE_BALANCE)
                .bootDeadline(Duration.ofMinutes(5))
                .remediation(RemediationConfig.builder()
                    .enabled(true)
                    .after(Duration.ofSeconds(90))
                    .massUnhealthyShare(0.5)
                    .build())
                .listInterval(Duration.ofSeconds(1), Duration.ofMinutes(1))
                .launchesPerHour(7)
                .terminationsPerHour(8)
                .missingListsUntilGone(4)
                .massDisappearanceShare(0.2)
                .mirrorServiceState(true)
                .build(),
            PoolConfig.named("web", "lab", 50).build());
    assertThat(config.secretFiles()).containsExactly(directory.resolve("init.sh"));
  }

  @Test
  void readsPoliciesAsSenlinHasThem() {
    AdapterConfig config = parse("""
        accounts: {lab: {provider: fake, region: north}}
        pools:
          web:
            maxSize: 10
            minSize: 2
            maxSizeLimit: 30
            cooldownFrom: readiness
            zones: [a, b]
            policies:
              more:
                type: senlin.policy.scaling
                version: 1.0
                properties:
                  event: CLUSTER_SCALE_OUT
                  adjustment: {number: 3, best_effort: true, cooldown: 60}
              spread:
                type: senlin.policy.zone_placement
                version: "1.0"
                properties: {zones: [{name: a, weight: 200}, {name: b}]}
        """);

    assertThat(config.pools())
        .containsExactly(PoolConfig.named("web", "lab", 10)
            .launch(LaunchConfig.builder().zones(List.of("a", "b")).build())
            .scaling(ScalingConfig.none()
                .withMinSize(2)
                .withMaxSizeLimit(30)
                .withCooldownFrom(ScalingConfig.CooldownFrom.READINESS)
                .with(
                    "more",
                    AdjustmentPolicy.of(
                            ScalingDirection.SCALE_OUT, AdjustmentType.CHANGE_IN_CAPACITY, 3)
                        .withBestEffort()
                        .withCooldown(Duration.ofMinutes(1)))
                .with(
                    "spread",
                    new PlacementPolicy(
                        PlacementPolicy.Kind.ZONE,
                        List.of(
                            PlacementPolicy.Share.of("a", 200),
                            PlacementPolicy.Share.of("b", 100)))))
            .build());
    assertThat(config.pools().get(0).initialSize()).as("the minimum").isEqualTo(2);
  }

  @Test
  void saysWhatIsWrongWithPolicies() {
    assertThat(faults("""
            accounts: {lab: {provider: fake, region: north}}
            pools:
              web:
                maxSize: 10
                minSize: 11
                maxSizeLimit: 9
                zones: [a, b]
                policies:
                  one: {type: senlin.policy.scaling, version: 2.0}
                  two: {type: senlin.policy.deletion, version: 1.1, properties: {criteria: FIRST}}
                  three: {type: senlin.policy.deletion, version: 1.1, properties: {hooks: {type: zaqar}}}
                  four: {type: senlin.policy.zone_placement, version: 1.0, properties: {zones: [{name: c}]}}
                  "five 5": {type: senlin.policy.deletion, version: 1.1}
                  six: {type: senlin.policy.deletion, version: 1.1}
                  seven: {type: senlin.policy.deletion, version: 1.1}
                  eight: {type: senlin.policy.region_placement, version: 1.0, properties: {regions: [{name: r}]}}
            """))
        .containsExactlyInAnyOrder(
            "pools.web.minSize: must be at most maxSize, which is 10, was 11 (line 5)",
            "pools.web.maxSizeLimit: must be at least maxSize, which is 10, was 9 (line 6)",
            "pools.web.policies.one.type: The policy_type 'senlin.policy.scaling-2.0' could not be found."
                + " (there are senlin.policy.scaling-1.0, senlin.policy.deletion-1.1,"
                + " senlin.policy.deletion-1.0, senlin.policy.region_placement-1.0,"
                + " senlin.policy.zone_placement-1.0, adapter.policy.step-1.0,"
                + " adapter.policy.target-1.0) (line 9)",
            "pools.web.policies.two.properties.criteria: 'FIRST' must be one of the allowed values: OLDEST_FIRST,"
                + " YOUNGEST_FIRST, OLDEST_PROFILE_FIRST, RANDOM (line 10)",
            "pools.web.policies.three: must have no hooks: a pool does not carry out those of a policy;"
                + " configure them in pools.web.hooks"
                + " (line 11)",
            "pools.web.policies.four: must place in the zones of the pool, which are a, b, was c"
                + " (line 12)",
            "pools.web.policies.five 5: scaling.policies must have names of 1 to 64 letters, digits,"
                + " '.', '_' or '-', was 'five 5' (line 13)",
            "pools.web.policies.seven: scaling.policies must have at most one deletion policy, were"
                + " seven, six (line 15)",
            "pools.web.policies.eight: must not place by region: all machines of a pool are in the"
                + " region of its account; place by zone, or have a pool in each region (line 16)");
  }

  @Test
  void saysAllThatIsWrongWithOnePolicy() {
    assertThat(faults("""
            accounts: {lab: {provider: fake, region: north}}
            pools:
              web:
                maxSize: 10
                zones: [a, b]
                policies:
                  more:
                    type: senlin.policy.scaling
                    version: 1.0
                    properties:
                      adjustment:
                        min_step: x
                        best: yes
                  spread:
                    type: senlin.policy.zone_placement
                    version: 1.0
                    properties: {zones: [{name: c}, {name: a}, {name: d}]}
            """))
        .containsExactly(
            "pools.web.policies.more.properties: Required spec item 'event' not provided (line 11)",
            "pools.web.policies.more.properties.adjustment.min_step: The value 'x' is not a valid"
                + " Integer (line 12)",
            "pools.web.policies.more.properties.adjustment.best: Unrecognizable spec item 'best'"
                + " (line 13)",
            "pools.web.policies.spread: must place in the zones of the pool, which are a, b,"
                + " was c, d (line 15)");
  }

  @Test
  void refusesMetricsThatCannotBeMeasured() throws IOException {
    Set<String> operations = Pattern.compile("(?m)^ {2}/pool/\\{machine}/(\\w+):$")
        .matcher(Files.readString(
            Path.of("src/main/resources/io/cloudadapter/server/rest/openapi.yaml")))
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toSet());
    assertThat(PolicySection.OPERATIONS).isEqualTo(operations);

    String target = "{type: adapter.policy.target, version: 1.0, properties: {target: 1";
    for (String operation : operations) {
      assertThat(faults("""
              accounts: {lab: {provider: fake, region: north}}
              pools:
                web:
                  maxSize: 10
                  policies:
              """ + "      " + operation + ": " + target + "}}\n"
              + "      named: " + target + ", metric: " + operation + "}}\n"
              + "      size: " + target + "}}\n"
              + "      " + operation + "2: " + target + "}}\n"))
          .containsExactly(
              "pools.web.policies." + operation + ": " + unreachable(operation) + " (line 6)",
              "pools.web.policies.named: " + unreachable(operation) + " (line 7)");
    }
  }

  @Test
  void readsBehindWhichLoadBalancersMachinesAreKept() {
    String pool =
        SMALL.replace("{maxSize: 10}", "\n    maxSize: 10\n    loadBalancing:").stripTrailing()
            + " ";

    assertThat(parse(pool + "{behind: [north/web, north/admin], drainWithin: 2m}\n")
            .pools()
            .get(0)
            .loadBalancing())
        .hasToString("LoadBalancingConfig[behind=[north/web, north/admin], drainWithin=PT2M]");
    assertThat(faults(pool + "{behind: [web]}\n"))
        .containsExactly(
            "pools.web.loadBalancing.behind: a load balancer must be written as region/name,"
                + " was 'web' (line 6)");
    assertThat(faults(pool + "{behind: [a/b], drainWithin: 2d}\n"))
        .containsExactly(
            "pools.web.loadBalancing.drainWithin: must be at most 1d," + " was 2d (line 6)");
  }

  private static String unreachable(String operation) {
    return "must not watch a metric called " + operation + ": POST /pool/metrics/" + operation
        + " is the operation on a machine called metrics; name another with metric";
  }

  @Test
  void readsSchedules() {
    AdapterConfig config = parse("""
        accounts: {lab: {provider: fake, region: north}}
        pools:
          web:
            maxSize: 10
            schedules:
              opens: {cron: 0 8 * * MON-FRI, zone: Europe/Berlin, desiredSize: 8}
              nights: {cron: "0 20 * * *", minSize: 0, maxSize: 4}
        """);

    assertThat(config.pools().get(0).scaling())
        .isEqualTo(ScalingConfig.none()
            .with(
                "opens",
                ScalingSchedule.size(
                    CronSchedule.of("0 8 * * MON-FRI", ZoneId.of("Europe/Berlin")), 8))
            .with(
                "nights",
                new ScalingSchedule(
                    CronSchedule.of("0 20 * * *", ZoneId.of("UTC")),
                    OptionalInt.empty(),
                    OptionalInt.of(0),
                    OptionalInt.of(4))));
  }

  @Test
  void saysWhatIsWrongWithSchedules() {
    assertThat(faults("""
            accounts: {lab: {provider: fake, region: north}}
            pools:
              web:
                maxSize: 10
                schedules:
                  one: {cron: 0 8 * *, desiredSize: 1}
                  two: {cron: 0 0 30 2 *, desiredSize: 1}
                  three: {cron: 0 8 * * *, zone: Berlin, desiredSize: 1}
                  four: {cron: 0 8 * * *}
                  five: {cron: 0 8 * * *, desiredSize: 11}
                  six: {cron: 0 8 * * *, minSize: 5, maxSize: 4}
                  seven: {desiredSize: 1, desired: 2}
                  "eight 8": {cron: 0 8 * * *, desiredSize: 1}
                  nine: {cron: 0 8 * * *, desiredSize: many}
                  ten: {cron: "0 25 * FEB,MAI *", zone: Berlin, minSize: 3, maxSize: 12}
            """))
        .containsExactlyInAnyOrder(
            "pools.web.schedules.one.cron: must be five fields, minute hour day month weekday, for"
                + " example '0 8 * * MON-FRI', was '0 8 * *', which has 4 (line 6)",
            "pools.web.schedules.two.cron: must come some day, was '0 0 30 2 *', which never does"
                + " (line 7)",
            "pools.web.schedules.three.zone: must be a time zone, such as Europe/Berlin or UTC, was"
                + " Berlin (line 8)",
            "pools.web.schedules.four: must set desiredSize, minSize or maxSize (line 9)",
            "pools.web.schedules.five: desiredSize must be at most the pool's maxSizeLimit, which is"
                + " 10, was 11 (line 10)",
            "pools.web.schedules.six: maxSize must be at least minSize, which is 5, was 4 (line 11)",
            "pools.web.schedules.seven.cron: is missing. The times: minute, hour, day of the month,"
                + " month, weekday. (line 12)",
            "pools.web.schedules.seven.desired: is unknown; allowed are cron, zone, "
                + "desiredSize, minSize, maxSize (line 12)",
            "pools.web.schedules.eight 8: scaling.schedules must have names of 1 to 64 letters,"
                + " digits, '.', '_' or '-', was 'eight 8' (line 13)",
            "pools.web.schedules.nine.desiredSize: must be a whole number, 0 to 100000, was many"
                + " (line 14)",
            "pools.web.schedules.ten.zone: must be a time zone, such as Europe/Berlin or UTC, was"
                + " Berlin (line 15)",
            "pools.web.schedules.ten.cron: must be five fields, minute hour day month weekday, for"
                + " example '0 8 * * MON-FRI', was '0 25 * FEB,MAI *': hour may be 0 to 23, was"
                + " '25'; month may be 1 to 12 or JAN to DEC, was 'FEB,MAI' (line 15)",
            "pools.web.schedules.ten: maxSize must be at most the pool's maxSizeLimit, which is 10, was 12"
                + " (line 15)");
  }

  @Test
  void takesPoolsAsAListToo() {
    AdapterConfig config = parse("""
        accounts: {lab: {provider: fake, region: north}}
        pools:
          - name: web
            maxSize: 10
          - name: db
            maxSize: 5
        """);

    assertThat(config.pools()).extracting(pool -> pool.name().value()).containsExactly("web", "db");
  }

  @Test
  void offersEachVictimOrderAndMarketThatThereIs() {
    for (VictimSelectionPolicy order : VictimSelectionPolicy.values()) {
      String word = order.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
      assertThat(parse(SMALL.replace("10}", "10, victims: " + word + "}"))
              .pools()
              .get(0)
              .victims())
          .isEqualTo(order);
    }
    assertThat(LaunchSpec.Market.values()).hasSize(2);
  }

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
            + "server, accounts, cloudprovider, notifications, tenants, pools, data, store, "
            + "defaultPool, history (line 3)",
        "a: b: c|(file): is not YAML: mapping values are not allowed here (line 1)",
        "a: !!javax.script.ScriptEngineManager []|(file): is not YAML: Global tag is not allowed: "
            + "tag:yaml.org,2002:javax.script.ScriptEngineManager (line 1)"
      })
  void refusesWhatIsNoMappingOfKeys(String yaml, String fault) {
    String text = yaml == null ? "" : yaml.replace("\\n", "\n");

    assertThat(faults(text)).contains(fault);
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

  @Test
  void findsSecretsInFilesAndInTheEnvironment() throws IOException {
    Files.writeString(directory.resolve("pw"), "from-file\n");

    assertThat(password("file:pw")).isEqualTo("from-file");
    assertThat(password("env:LAB_PASSWORD")).isEqualTo("from-env");
    assertThat(password("literal:file:pw")).isEqualTo("file:pw");
    assertThat(password("plain")).isEqualTo("plain");
  }

  private String password(String value) {
    return parse(SMALL.replace("north", "north, password: '" + value + "'"))
        .accounts()
        .get(0)
        .config()
        .get("password");
  }

  @Test
  void saysWhichSecretIsNotThere() {
    assertThat(faults(SMALL.replace("north", "north, password: 'file:nope'")))
        .containsExactly("accounts.lab.password: names " + directory.resolve("nope")
            + ", which cannot be read: there is no such file (line 2)");
    assertThat(faults(SMALL.replace("north", "north, password: env:NOPE")))
        .containsExactly(
            "accounts.lab.password: names environment variable NOPE, which is not set (line 2)");
  }

  @Test
  void neverPrintsASecret() {
    AdapterConfig config = parse(SMALL
        .replace("north", "north, password: hush-hush")
        .replace("10", "10, userData: hush-hush"));

    assertThat(config.toString()).doesNotContain("hush");
    assertThat(faults(SMALL.replace("north", "north, password: hush-hush, passwort: hush-hush")))
        .singleElement()
        .asString()
        .doesNotContain("hush");
  }

  @Test
  void saysWhenTheFileIsNotThere() {
    Path file = directory.resolve("none.yaml");

    assertThatThrownBy(() -> new ConfigFileReader(List.of(), Map.of()).read(file))
        .isInstanceOf(ConfigException.class)
        .hasMessage(file + ": cannot be read: there is no such file");
  }

  private static String hook(String keys) {
    return SMALL.replace("{maxSize: 10}", "{maxSize: 10, hooks: {drain: {" + keys + "}}}");
  }

  private static final String AT = "target: {url: 'https://drain.example.org/x'}";

  @Test
  void readsHooks() {
    LifecycleHook hook = parse(hook("timeout: 5m, limit: 1h, otherwise: abandon, metadata: seven,"
            + " secret: 'literal:a secret of some length', " + AT))
        .pools()
        .get(0)
        .hooks()
        .get(0);

    assertThat(hook.name()).isEqualTo("drain");
    assertThat(hook.transition()).isEqualTo(LifecycleTransition.TERMINATE);
    assertThat(hook.timeout()).isEqualTo(Duration.ofMinutes(5));
    assertThat(hook.limit()).isEqualTo(Duration.ofHours(1));
    assertThat(hook.otherwise()).isEqualTo(HookResult.ABANDON);
    assertThat(hook.metadata()).isEqualTo("seven");
    assertThat(hook.target().channel()).isEqualTo("webhook");
    assertThat(hook.target().parameters()).containsEntry("url", "https://drain.example.org/x");
    assertThat(hook.target().secret().map(Secret::reveal)).contains("a secret of some length");
    assertThat(hook.toString()).doesNotContain("a secret of").doesNotContain("example.org");
  }

  @Test
  void givesHooksTheirUsualResults() {
    LifecycleHook ends =
        parse(hook("timeout: 5m, " + AT)).pools().get(0).hooks().get(0);
    LifecycleHook enters =
        parse(hook("on: launch, timeout: 5m, " + AT)).pools().get(0).hooks().get(0);

    assertThat(ends.otherwise()).isEqualTo(HookResult.CONTINUE);
    assertThat(ends.limit()).isEqualTo(Duration.ofMinutes(500));
    assertThat(enters.transition()).isEqualTo(LifecycleTransition.LAUNCH);
    assertThat(enters.otherwise()).isEqualTo(HookResult.ABANDON);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "timeout: 5m, target: {uri: 'https://a.example'} | .target: uri is unknown; did "
            + "you mean url?",
        "timeout: 5m | .target: url is missing: where messages are posted to",
        "timeout: 5m, target: {url: 'http://a.example/x'} | .target: url must begin with https;",
        "timeout: 5m, target: {url: 'https://10.1.1.1/x'} | .target: url must not name a private address",
        "timeout: 5m, secret: short, target: {url: 'https://a.example'} | .target: secret must have at least 16",
        "timeout: 3d, target: {url: 'https://a.example'} | drain: timeout must be 1s to 2d, was 3d",
        "timeout: 5m, limit: 1m, target: {url: 'https://a.example'} | drain: limit must be 5m to 2d, was 1m",
        "timeout: 0s, target: {url: 'https://a.example'} | drain.timeout: must be",
        "target: {url: 'https://a.example'} | drain.timeout: is missing",
        "on: shutdown, timeout: 5m, target: {url: 'https://a.example'} | drain.on: must be",
        "otherwise: wait, timeout: 5m, target: {url: 'https://a.example'} | drain.otherwise: must be",
        "time: 5m, timeout: 5m, target: {url: 'https://a.example'} | drain.time: is "
            + "unknown; allowed are target, on, timeout"
      })
  void tellsWhatIsWrongWithAHook(String keys, String fault) {
    assertThat(faults(hook(keys))).singleElement().asString().contains(fault);
  }

  @Test
  void takesNoMoreHooksThanAPoolMayHave() {
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 51; i++) {
      many.append("h").append(i).append(": {timeout: 5m, ").append(AT).append("}, ");
    }
    assertThat(faults(SMALL.replace("{maxSize: 10}", "{maxSize: 10, hooks: {" + many + "}}")))
        .singleElement()
        .asString()
        .contains("pools.web.hooks: must be at most 50, were 51");
  }

  @Test
  void refusesPartsOfMachines() {
    String policies = "policies: {more: {type: senlin.policy.scaling, version: '1.0', properties:"
        + " {event: CLUSTER_SCALE_OUT, adjustment: {type: CHANGE_IN_CAPACITY, number: 2.7}}}}";

    assertThat(faults(SMALL.replace("{maxSize: 10}", "{maxSize: 10, " + policies + "}")))
        .singleElement()
        .asString()
        .contains("policies.more: must have a whole number for CHANGE_IN_CAPACITY, was 2.7");
  }
}
