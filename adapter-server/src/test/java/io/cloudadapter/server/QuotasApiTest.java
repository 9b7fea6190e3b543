package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.QuotaResource;
import io.cloudadapter.api.QuotaUsage;
import io.cloudadapter.api.TenantQuota;
import io.cloudadapter.server.options.AccessScope;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The quotas of tenants, and the labels of pools by which callers have them. */
class QuotasApiTest {
  private static final TenantQuota ONE = quota("one", "batch", "web");
  private static final TenantQuota OTHER = quota("other", "web");

  private static TenantQuota quota(String tenant, String... pools) {
    return new TenantQuota(
        tenant,
        List.of(pools).stream().map(PoolName::new).toList(),
        List.of(new QuotaUsage(QuotaResource.LAUNCHES_PER_HOUR, 60, 7, 7)),
        2);
  }

  private static BearerToken token(String name, Role role, AccessScope scope) {
    return BearerToken.sha256(name, role, HashedTokens.sha256("token-of-" + name))
        .within(scope);
  }

  private static final AccessScope LABELLED = AccessScope.everything()
      .withPools(new AccessScope.PoolSelection(Set.of(), Map.of("team", "a")));

  private static TestServer server() {
    return new TestServer(builder -> builder.tokens(List.of(
        token("all", Role.READ, AccessScope.everything()),
        token("batch", Role.READ, AccessScope.ofPools(new PoolName("batch"))),
        token("team", Role.ADMIN, LABELLED))));
  }

  private static HttpResponse<String> get(TestServer server, String caller, String path) {
    return server.send("GET", path, "", "Authorization", "Bearer token-of-" + caller);
  }

  @Test
  void aCallerWithoutLimitsSeesEachTenant() {
    try (TestServer server = server()) {
      server.pools.quotas = List.of(ONE, OTHER);

      assertThat(get(server, "all", "/quotas").body())
          .contains("\"tenant\":\"one\"", "\"pools\":[\"batch\",\"web\"]", "\"held\":2")
          .contains("{\"resource\":\"launchesPerHour\",\"limit\":60,\"used\":7,\"reserved\":7}")
          .contains("\"tenant\":\"other\"");
      assertThat(get(server, "all", "/quotas/other").statusCode()).isEqualTo(200);
      assertThat(get(server, "all", "/quotas/none").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void aLimitedCallerSeesTheTenantsOfItsPoolsWithoutOtherPools() {
    try (TestServer server = server()) {
      server.pools.quotas = List.of(ONE, OTHER);

      assertThat(get(server, "batch", "/quotas").body())
          .contains("\"pools\":[\"batch\"]")
          .doesNotContain("other", "web");
      assertThat(get(server, "batch", "/quotas/other").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void aPoolIsInTheScopeOfItsPresentLabels() {
    try (TestServer server = server()) {
      assertThat(get(server, "team", "/pools/batch/pool").statusCode()).isEqualTo(404);

      server.pools.batch.labels = Map.of("team", "a");
      assertThat(get(server, "team", "/pools/batch/pool").statusCode()).isEqualTo(200);

      server.pools.batch.labels = Map.of("team", "b");
      assertThat(get(server, "team", "/pools/batch/pool").statusCode()).isEqualTo(404);
    }
  }
}
