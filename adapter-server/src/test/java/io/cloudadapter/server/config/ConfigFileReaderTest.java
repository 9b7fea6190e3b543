package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.Secret;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.config.VictimSelectionPolicy;
import io.cloudadapter.server.options.AccessGrant;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.MachinePrices;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.SenlinCatalog;
import io.cloudadapter.server.options.ServerLimits;
import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.config.ConfigException;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a configuration file means. */
class ConfigFileReaderTest extends ConfigFileTests {
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
  void readsThePricesOfMachineSizes() {
    String yaml = """
        server: {prices: {small: %s, m5.large: "0.096"}}
        accounts: {lab: {provider: fake, region: north}}
        pools: {web: {maxSize: 10}}
        """;

    assertThat(parse(yaml.formatted("0.0125")).server().prices())
        .isEqualTo(MachinePrices.bySize(
            Map.of("small", new BigDecimal("0.0125"), "m5.large", new BigDecimal("0.096"))));
    for (String wrong : List.of("-1", "1e3", "1000000.1", "cheap", "0.5x", "NaN")) {
      assertThat(faults(yaml.formatted(wrong)))
          .as(wrong)
          .containsExactly("server.prices.small: must be a decimal number from 0 to 1000000, was "
              + wrong + " (line 1)");
    }
    assertThat(faults(yaml.formatted("[1]")))
        .containsExactly("server.prices.small: must be a single value, was a list (line 1)");
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
}
