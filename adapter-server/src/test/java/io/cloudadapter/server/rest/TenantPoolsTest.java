package io.cloudadapter.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.TenantConfig;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.config.PoolDocumentReader;
import io.cloudadapter.server.options.AccessScope;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.simulated.SimulatedProviderFactory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pools that the API makes, with the labels by which a tenant and a caller have them. */
class TenantPoolsTest {
  private static final String BATCH =
      "{\"account\":\"demo\",\"maxSize\":9,\"initialSize\":2,\"labels\":{\"team\":\"a\"}}";

  private final AccountConfig account = new AccountConfig("demo", "simulated", Map.of());
  private final HttpClient client = HttpClient.newHttpClient();
  private CloudAdapter adapter;
  private AdapterServer server;

  @BeforeEach
  void begin() throws IOException {
    adapter = CloudAdapter.builder()
        .inMemory()
        .account(account)
        .pool(PoolConfig.named("web", "demo", 5).build())
        .tenant(new TenantConfig(
            "team-a",
            Set.of(),
            Map.of("team", "a"),
            OptionalInt.of(4),
            OptionalInt.empty(),
            OptionalInt.empty()))
        .open();
    AccessScope team = AccessScope.everything()
        .withPools(new AccessScope.PoolSelection(Set.of(), Map.of("team", "a")));
    server = AdapterServer.builder(adapter)
        .tls(TlsConfig.off())
        .administration(
            adapter.administration(),
            new PoolDocumentReader(List.of(account), List.of(new SimulatedProviderFactory())))
        .tokens(List.of(
            token("boss", Role.ADMIN, AccessScope.everything()), token("team", Role.ADMIN, team)))
        .start();
  }

  @AfterEach
  void end() {
    server.close();
    adapter.close();
  }

  private static BearerToken token(String name, Role role, AccessScope scope) {
    return BearerToken.sha256(name, role, HashedTokens.sha256("token-of-" + name))
        .within(scope);
  }

  private HttpResponse<String> ask(
      String caller, String method, String path, String body, String... headers) {
    URI uri = server.uri().resolve(path);
    HttpRequest.Builder request = HttpRequest.newBuilder(uri)
        .timeout(Duration.ofSeconds(30))
        .header("Authorization", "Bearer token-of-" + caller)
        .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(method + " " + path + " got no answer", e);
    }
  }

  private int status(String caller, String method, String path, String body) {
    return ask(caller, method, path, body).statusCode();
  }

  @Test
  void aPoolOfTheApiIsItsTenantsAndThoseCallersHaveItWhileItHasTheLabel()
      throws InterruptedException {
    assertThat(status("team", "GET", "/pools/batch/pool", "")).isEqualTo(404);
    HttpResponse<String> created = ask("boss", "POST", "/pools/batch", BATCH);
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    assertThat(created.body()).contains("\"labels\":{\"team\":\"a\"}");

    adapter.find("batch").orElseThrow().await(view -> true, Duration.ofSeconds(30));
    assertThat(status("team", "GET", "/pools/batch/pool", "")).isEqualTo(200);
    assertThat(ask("team", "GET", "/quotas", "").body()).contains("\"pools\":[\"batch\"]");

    HttpResponse<String> changed = ask(
        "boss",
        "PATCH",
        "/pools/batch",
        "{\"labels\":{\"team\":\"b\"}}",
        "If-Match",
        created.headers().firstValue("ETag").orElseThrow(),
        "Content-Type",
        "application/merge-patch+json");
    assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
    assertThat(status("team", "GET", "/pools/batch/pool", "")).isEqualTo(404);
    assertThat(ask("boss", "GET", "/quotas", "").body()).contains("\"pools\":[]");
  }

  @Test
  void aLimitedCallerNeverGainsAPoolByWritingLabels() {
    String tag =
        ask("boss", "POST", "/pools/batch", BATCH).headers().firstValue("ETag").orElseThrow();

    assertThat(status("team", "POST", "/pools/mine", BATCH)).isEqualTo(403);
    assertThat(ask("team", "PATCH", "/pools/batch", "{\"labels\":null}", "If-Match", tag)
            .statusCode())
        .isEqualTo(403);
    assertThat(ask("team", "PATCH", "/pools/web", "{\"labels\":{\"team\":\"a\"}}", "If-Match", "*")
            .statusCode())
        .isEqualTo(403);
    assertThat(status("team", "POST", "/cloudpools/mine", "")).isEqualTo(403);
    assertThat(adapter.find("mine")).isEmpty();
    assertThat(adapter.find("web").orElseThrow().labels()).isEmpty();
  }

  @Test
  void aWrongLabelIsRefusedWithWhatIsAllowed() {
    HttpResponse<String> reply = ask(
        "boss",
        "POST",
        "/pools/batch",
        "{\"account\":\"demo\",\"maxSize\":5,\"labels\":{\"team\":\"a b\"}}");

    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(reply.body()).contains("pools.batch.labels.team must be 1 to 63 of");
  }

  @Test
  void theQuotaHoldsForCreationResizeAndAChangeOfLabelsTogether() {
    assertThat(status("boss", "POST", "/pools/batch", BATCH)).isEqualTo(201);

    HttpResponse<String> tooMany =
        ask("boss", "POST", "/pools/more", BATCH.replace("\"initialSize\":2", "\"initialSize\":3"));
    assertThat(tooMany.statusCode()).isEqualTo(403);
    assertThat(tooMany.body())
        .contains("the quota of tenant team-a allows 4 machines, 2 are used or reserved, 3 more");
    assertThat(tooMany.headers().firstValue("Pool-Reason")).hasValue("QUOTA");
    assertThat(adapter.find("more")).isEmpty();
    assertThat(status("boss", "POST", "/pools/more?dryRun=true", BATCH)).isEqualTo(200);
    assertThat(status("boss", "POST", "/pools/more", BATCH)).isEqualTo(201);

    assertThat(status("team", "POST", "/pools/batch/pool/size", "{\"desiredSize\":3}"))
        .isEqualTo(403);
    adapter.find("web").orElseThrow().setDesiredSize(1);
    HttpResponse<String> web = ask("boss", "GET", "/pools/web", "");
    assertThat(web.body()).contains("\"manager\":\"file\"");
  }
}
