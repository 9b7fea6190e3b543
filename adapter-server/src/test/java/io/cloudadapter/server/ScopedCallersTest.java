package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.options.AccessConfig;
import io.cloudadapter.server.options.AccessScope;
import io.cloudadapter.server.options.AccessScope.PoolSelection;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.CallerLimits;
import io.cloudadapter.server.options.CloudproviderOptions;
import io.cloudadapter.server.options.PoolVerb;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.senlin.SenlinJson;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Callers of a limited scope at each route of the server: of the pool outside of the scope, web, no route shows
 * anything, and none changes it.
 */
class ScopedCallersTest {
  private static final Pattern WEB = Pattern.compile("\\bwe[bx]\\b");

  @TempDir
  private static Path directory;

  private static TestServer server;

  /** How often web was read, changed or watched. */
  private static final AtomicInteger TOUCHED = new AtomicInteger();

  @BeforeAll
  static void start() {
    AccessScope batch = AccessScope.ofPools(new PoolName("batch"));
    AccessScope labelled = AccessScope.everything()
        .withPools(new PoolSelection(Set.of(), Map.of("team", "a", "stage", "test")));
    server = new TestServer(builder -> builder
        .policies(directory.resolve("policies.json"))
        .accounts(List.of(SingleAccount.simulated()))
        .cloudprovider(SingleAccount.simulated(), CloudproviderOptions.usual())
        .simulated(
            SimulatedCloud.builder(1, SimulatedClock.startingAt(Instant.EPOCH)).build())
        .access(AccessConfig.usual()
            // On a fast machine the tests ask more of the routes than the usual limits let through.
            .withLimits(new CallerLimits(
                1_000,
                CallerLimits.usual().concurrent(),
                CallerLimits.usual().watches(),
                CallerLimits.usual().bytesPerSecond()))
            .withLabels(Map.of(
                new PoolName("batch"), Map.of("team", "a", "stage", "test", "tier", "1"),
                new PoolName("web"), Map.of("team", "a"))))
        .tokens(List.of(
            token("everything", AccessScope.everything()),
            token("batch", batch),
            token("labelled", labelled),
            token("resizing", batch.withVerbs(Set.of(PoolVerb.RESIZE))),
            token("reading", AccessScope.everything().withVerbs(Set.of())))));
    server.pools.web.hooks.add(HooksApiTest.DRAIN);
    server.pools.batch.hooks.add(HooksApiTest.DRAIN);
    server.pools.web.onRead = TOUCHED::incrementAndGet;
    server.pools.web.onWatch = TOUCHED::incrementAndGet;
    server.pools.web.onWrite = TOUCHED::incrementAndGet;
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static BearerToken token(String name, AccessScope scope) {
    return BearerToken.sha256(name, Role.ADMIN, HashedTokens.sha256("token-of-" + name))
        .within(scope);
  }

  private static HttpResponse<String> ask(String caller, HttpRoute route, String pool) {
    String path = route
        .template()
        .replace("{tenant}", "t1")
        .replace("{pool}", pool)
        .replace("{cluster}", pool)
        .replace("{machine}", "i-123456")
        .replace("{node}", pool + "-i-1")
        .replace("{metric}", "load")
        .replace("{token}", HooksApiTest.TOKEN.toString())
        .replace("{action}", ActionsApiTest.UID.toString())
        .replaceAll("\\{[^}]*\\}", "x");
    String verb = path.substring(path.lastIndexOf('/') + 1);
    String body = route.method().equals("GET") || path.contains("/quarantine/")
        ? ""
        : path.startsWith("/v1/clusters/") ? "{\"scale_out\":{}}" : ValidBodies.right(verb);
    return server.send(route.method(), path, body, "Authorization", "Bearer token-of-" + caller);
  }

  private static Stream<HttpRoute> routes(RouteReach reach) {
    return server.server.routes().stream()
        .filter(route -> route.role().isPresent() && route.reach() == reach);
  }

  @Test
  void aPoolOutsideOfTheScopeIsAnsweredLikeOneThatDoesNotExist() {
    TOUCHED.set(0);
    routes(RouteReach.POOLS).forEach(route -> {
      HttpResponse<String> foreign = ask("batch", route, "web");
      HttpResponse<String> missing = ask("batch", route, "wex");

      assertThat(foreign.statusCode()).as(name(route)).isEqualTo(missing.statusCode());
      assertThat(WEB.matcher(foreign.body()).replaceAll("POOL"))
          .as(name(route))
          .isEqualTo(WEB.matcher(missing.body()).replaceAll("POOL"));
      // A review of access repeats what it was asked.
      if (!route.template().contains("{") && !route.template().startsWith("/apis/")) {
        assertThat(foreign.body()).as(name(route)).doesNotContainPattern("\\bweb\\b");
      }
    });

    assertThat(TOUCHED).hasValue(0);
    assertThat(server.pools.web.calls).isEmpty();
  }

  @Test
  void thePathOfTheDefaultPoolIsNotThatOfAnother() {
    List<HttpRoute> ofDefault = routes(RouteReach.POOLS)
        .filter(route -> route.template().matches("/pool(/.*)?"))
        .toList();

    assertThat(ofDefault).hasSizeGreaterThan(30);
    assertThat(ofDefault)
        .allSatisfy(route ->
            assertThat(ask("batch", route, "").statusCode()).as(name(route)).isEqualTo(404));
  }

  @Test
  void aPoolInTheScopeIsAnsweredAsWithoutLimits() {
    routes(RouteReach.POOLS)
        .filter(
            route -> route.template().contains("{pool}") || route.template().contains("{cluster}"))
        .forEach(route -> {
          int limited = ask("batch", route, "batch").statusCode();
          int unlimited = ask("everything", route, "batch").statusCode();

          assertThat(limited).as(name(route)).isEqualTo(unlimited);
          assertThat(ask("labelled", route, "batch").statusCode())
              .as(name(route))
              .isEqualTo(unlimited);
        });
  }

  @Test
  void whatTheWholeServerSharesIsNotForCallersOfSomePools() {
    assertThat(routes(RouteReach.SERVER))
        .allSatisfy(route ->
            assertThat(ask("batch", route, "web").statusCode()).as(name(route)).isEqualTo(403));
    assertThat(routes(RouteReach.SERVER).filter(HttpRoute::writes))
        .allSatisfy(route -> assertThat(ask("reading", route, "web").statusCode())
            .as(name(route))
            .isEqualTo(403));
  }

  /** Written by hand: of a new route it is decided here whether callers of some pools may ask it. */
  @Test
  void thereAreNoOtherRoutesOfTheWholeServer() {
    assertThat(routes(RouteReach.SERVER)
            .map(ScopedCallersTest::name)
            .filter(name -> !name.contains("/cloudprovider")))
        .containsExactlyInAnyOrder(
            "GET /replicas",
            "GET /backup",
            "GET /config/reload",
            "POST /config/reload",
            "GET /log/levels",
            "POST /log/levels",
            "GET /accounts",
            "GET /accounts/{account}/catalog",
            "GET /accounts/{account}/quota",
            "GET /notifications/receivers",
            "POST /notifications/receivers/{receiver}/test",
            "POST /simulated/faults",
            "POST /simulated/heal",
            "POST /simulated/machines",
            "POST /simulated/machines/{machine}/instanceStatus",
            "POST /simulated/machines/{machine}/kill",
            "POST /simulated/machines/{machine}/loadBalancerHealth",
            "POST /simulated/machines/{machine}/stop",
            "POST /v1/policies",
            "DELETE /v1/policies/{policy}");
  }

  @Test
  void whatIsTheSameForEachCallerReachesNoPool() {
    TOUCHED.set(0);

    assertThat(routes(RouteReach.CALLER)).allSatisfy(route -> {
      HttpResponse<String> limited = ask("batch", route, "web");
      assertThat(limited.body())
          .as(name(route))
          .isEqualTo(ask("everything", route, "web").body());
    });
    assertThat(TOUCHED).hasValue(0);
  }

  @Test
  void aVerbOutsideOfTheScopeIsRefusedAndChangesNothing() {
    server.pools.batch.calls.clear();

    routes(RouteReach.POOLS)
        .filter(route -> route.writes() && !route.template().startsWith("/apis/"))
        .forEach(route -> {
          HttpResponse<String> reply = ask("resizing", route, "batch");
          boolean resizes = route
              .template()
              .matches(
                  ".*/(size|scale|resize|metrics/\\{metric})|/v1/clusters/\\{cluster}/actions");
          if (!route.template().matches("/pool/.*|/v1/nodes/.*") && !resizes) {
            assertThat(reply.statusCode()).as(name(route) + reply.body()).isEqualTo(403);
          }
        });

    assertThat(server.pools.batch.calls)
        .isNotEmpty()
        .allSatisfy(call -> assertThat(call).matches("(size|scale|resize).*"));
  }

  @Test
  void listsAndMetricsHaveThePoolsOfTheScopeAlone() {
    assertThat(get("batch", "/pools").body()).contains("\"batch\"").doesNotContain("web");
    assertThat(get("labelled", "/pools").body()).contains("\"batch\"").doesNotContain("web");
    assertThat(get("reading", "/pools").body()).contains("\"batch\"", "\"web\"");
    assertThat(get("batch", "/metrics").body())
        .contains("cloudadapter_desired_size{pool=\"batch\"} 0.5")
        .doesNotContain("we\\\"b", "cloud_call", "jvm_");
    assertThat(get("reading", "/metrics").body()).contains("we\\\"b", "cloud_call", "jvm_");
    assertThat(get("batch", "/v1/clusters").body()).doesNotContain("\"web\"");
    assertThat(get("batch", "/v1/nodes").body()).doesNotContain(clusterOfWeb());
    assertThat(get("batch", "/api/v1/namespaces").body()).doesNotContain("\"web\"");
    assertThat(get("batch", "/api/v1/actions").body()).doesNotContain("\"web\"");
  }

  @Test
  void aReviewOfAccessFollowsTheScope() {
    assertThat(review("batch", "create", "pods", "action", "web")).contains("\"allowed\":false");
    assertThat(review("batch", "create", "pods", "action", "batch")).contains("\"allowed\":true");
    assertThat(review("resizing", "create", "pods", "action", "batch"))
        .contains("\"allowed\":false");
    assertThat(review("resizing", "get", "actions", "", "batch")).contains("\"allowed\":true");
  }

  private static String review(
      String caller, String verb, String resource, String subresource, String namespace) {
    return server
        .post(
            "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
            "{\"spec\":{\"resourceAttributes\":{\"verb\":\"" + verb + "\",\"resource\":\""
                + resource + "\",\"subresource\":\"" + subresource + "\",\"namespace\":\""
                + namespace + "\"}}}",
            "Authorization",
            "Bearer token-of-" + caller)
        .body();
  }

  private static String clusterOfWeb() {
    return SenlinJson.json(get("everything", "/v1/clusters/web"))
        .get("cluster")
        .get("id")
        .asText();
  }

  private static HttpResponse<String> get(String caller, String path) {
    return server.get(path, "Authorization", "Bearer token-of-" + caller);
  }

  private static String name(HttpRoute route) {
    return route.method() + " " + route.template();
  }

  @Test
  void aMachineIdOfAnotherPoolIsUnknown() {
    server.pools.batch.changeMachines(List.of(FakePool.bare("i-b1", MachineState.RUNNING)));

    assertThat(get("batch", "/v1/nodes/i-123456").statusCode()).isEqualTo(404);
    assertThat(get("batch", "/v1/nodes/" + new MachineId("i-b1")).statusCode()).isEqualTo(200);
  }
}
