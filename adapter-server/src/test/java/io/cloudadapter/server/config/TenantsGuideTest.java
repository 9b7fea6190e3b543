package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.config.TenantConfig;
import io.cloudadapter.server.options.AccessConfig;
import io.cloudadapter.server.options.AccessScope;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.CallerLimits;
import io.cloudadapter.server.options.OidcIssuer;
import io.cloudadapter.server.options.PoolVerb;
import io.cloudadapter.server.options.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Runs what docs/how-to/tenants.md shows. */
class TenantsGuideTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern BLOCK = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  private static List<AdapterConfig> configurations() throws IOException {
    List<AdapterConfig> all = new ArrayList<>();
    Matcher block = BLOCK.matcher(text());
    while (block.find()) {
      all.add(new ConfigFileReader(List.of(new AnyCloud()), Map.of())
          .parse(block.group(1), Path.of("/etc/adapter")));
    }
    return all;
  }

  private static String text() throws IOException {
    return Files.readString(ROOT.resolve("docs/how-to/tenants.md"));
  }

  @Test
  void limitsCallersToPoolsByNameAndByLabel() throws IOException {
    AdapterConfig config = configurations().get(0);
    ServerConfig server = config.server();
    AccessScope team = token(server, "team-a");
    AccessScope scaler = token(server, "scaler");
    PoolName batch = new PoolName("batch");
    PoolName web = new PoolName("web");

    assertThat(team.covers(batch, labels(config, batch))).isTrue();
    assertThat(team.covers(web, labels(config, web))).isFalse();
    assertThat(scaler.covers(batch, Map.of())).isTrue();
    assertThat(scaler.verbs()).containsExactly(PoolVerb.RESIZE);
    assertThat(server.clients().get("ops").scope()).isEqualTo(AccessScope.everything());
    assertThat(server.clients().get("CN=team-b,O=Example").scope().covers(web, Map.of()))
        .isTrue();
  }

  private static Map<String, String> labels(AdapterConfig config, PoolName pool) {
    return config.pools().stream()
        .filter(one -> one.name().equals(pool))
        .findFirst()
        .orElseThrow()
        .labels();
  }

  @Test
  void sharesQuotasBetweenThePoolsOfATenant() throws IOException {
    AdapterConfig config = configurations().stream()
        .filter(one -> !one.tenants().isEmpty())
        .findFirst()
        .orElseThrow();
    TenantConfig team = config.tenants().get(0);

    assertThat(team.machines()).hasValue(20);
    assertThat(team.vcpus()).hasValue(64);
    assertThat(team.launchesPerHour()).hasValue(60);
    assertThat(config.pools()).allMatch(pool -> team.has(pool.name(), pool.labels()));
    assertThat(token(config.server(), "team-a").covers(new PoolName("batch"), Map.of("team", "a")))
        .isTrue();
  }

  @Test
  void acceptsTokensOfAnIssuerWithGroupsAsRoles() throws IOException {
    OidcIssuer issuer = configurations().get(2).server().access().issuers().get(0);

    assertThat(issuer.issuer()).isEqualTo("https://login.example.org/realms/main");
    assertThat(issuer
            .grant(List.of("staff", "team-a", "pool-admins"))
            .orElseThrow()
            .role())
        .isEqualTo(Role.ADMIN);
    assertThat(issuer.grant(List.of("team-a")).orElseThrow().scope().isLimited())
        .isTrue();
    assertThat(issuer.grant(List.of("staff"))).isEmpty();
  }

  @Test
  void limitsWhatOneCallerTakes() throws IOException {
    AccessConfig access = configurations().get(3).server().access();

    assertThat(access.limits()).isEqualTo(new CallerLimits(50, 8, 16, 4 << 20));
    assertThat(access.audit().file()).contains(Path.of("/etc/adapter/audit.jsonl"));
    assertThat(access.audit().files()).isEqualTo(30);
  }

  private static AccessScope token(ServerConfig server, String name) {
    return server.tokens().stream()
        .filter(token -> token.name().equals(name))
        .map(BearerToken::scope)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void namesEachVerb() throws IOException {
    assertThat(PoolVerb.words()).allSatisfy(word -> assertThat(text()).contains("`" + word + "`"));
  }
}
