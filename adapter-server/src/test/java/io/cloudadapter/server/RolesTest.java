package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.http.CallerBudgets;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.OutgoingBytes;
import io.cloudadapter.server.kube.KubeRoutes;
import io.cloudadapter.server.kube.WatchHub;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.CallerLimits;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.rest.AccountRoutes;
import io.cloudadapter.server.rest.ActionRoutes;
import io.cloudadapter.server.rest.DisruptionRoutes;
import io.cloudadapter.server.rest.FakeLogLevels;
import io.cloudadapter.server.rest.HookRoutes;
import io.cloudadapter.server.rest.LogRoutes;
import io.cloudadapter.server.rest.NotificationRoutes;
import io.cloudadapter.server.rest.PoolRoutes;
import io.cloudadapter.server.rest.QuarantineRoutes;
import io.cloudadapter.server.rest.QuotaRoutes;
import io.cloudadapter.server.rest.RefreshRoutes;
import io.cloudadapter.server.rest.ReloadRoutes;
import io.cloudadapter.server.rest.SampleRoutes;
import io.cloudadapter.server.rest.ScalingRoutes;
import io.cloudadapter.server.rest.ServerMetrics;
import io.cloudadapter.server.rest.ServerRoutes;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each route × each role, and what else may go wrong with credentials. */
class RolesTest {
  private static final CallerBudgets FREE =
      new CallerBudgets(CallerLimits.usual(), System::nanoTime);
  private static final Map<Role, String> TOKENS = Map.of(
      Role.READ, "token-for-reading-1",
      Role.OPERATE, "token-for-operating-1",
      Role.ADMIN, "token-for-everything-1");
  private static TestServer server;

  @BeforeAll
  static void start() {
    List<BearerToken> tokens = new ArrayList<>();
    TOKENS.forEach((role, token) ->
        tokens.add(BearerToken.sha256(role.name(), role, HashedTokens.sha256(token))));
    server = new TestServer(
        builder -> builder.accounts(List.of(SingleAccount.simulated())).tokens(tokens));
    server.pools.web.hooks.add(HooksApiTest.DRAIN);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** What each route is meant to need, written down by hand beside the table that is tested. */
  private static Optional<Role> needed(HttpRoute route) {
    String last = route.template().substring(route.template().lastIndexOf('/') + 1);
    if (route.template().contains("/quarantine/")) {
      return Optional.of(Role.ADMIN);
    }
    return switch (last) {
      case "healthz", "livez", "readyz" -> Optional.empty();
      case "adopt", "disown", "thaw" -> Optional.of(Role.ADMIN);
      case "terminate",
          "serviceState",
          "health",
          "detach",
          "attach",
          "protection",
          "membershipStatus",
          "scale",
          "resize",
          "{metric}",
          "hooks",
          "complete",
          "abandon",
          "heartbeat",
          "test" -> Optional.of(Role.OPERATE);
      case "cancel", "claim", "report", "pause", "resume", "rollback" -> Optional.of(Role.OPERATE);
      case "reload", "levels" -> Optional.of(route.method().equals("GET") ? Role.READ : Role.ADMIN);
      case "size", "actions", "action", "status", "refresh" ->
        Optional.of(route.method().equals("GET") ? Role.READ : Role.OPERATE);
      default -> Optional.of(Role.READ);
    };
  }

  static Stream<Arguments> cells() {
    FakePools pools = new FakePools();
    List<HttpRoute> routes = new ArrayList<>(new ServerRoutes(
            CallerPools.unlabelled(pools),
            new ServerMetrics(pools::metrics),
            new OutgoingBytes(1 << 20),
            () -> 0,
            new NoVersions())
        .routes());
    routes.addAll(new PoolRoutes(CallerPools.unlabelled(pools), "").routes());
    routes.addAll(new ScalingRoutes(CallerPools.unlabelled(pools)).routes());
    routes.addAll(new HookRoutes(CallerPools.unlabelled(pools)).routes());
    routes.addAll(new RefreshRoutes(CallerPools.unlabelled(pools)).routes());
    routes.addAll(new DisruptionRoutes(CallerPools.unlabelled(pools)).routes());
    routes.addAll(new SampleRoutes(CallerPools.unlabelled(pools)).routes());
    routes.addAll(new QuarantineRoutes(CallerPools.unlabelled(pools)).routes());
    routes.addAll(new ActionRoutes(CallerPools.unlabelled(pools)).routes());
    routes.addAll(new AccountRoutes(List::of).routes());
    routes.addAll(new NotificationRoutes(new FakeReceivers(pools)).routes());
    routes.addAll(new ReloadRoutes(new FakeReload(pools)).routes());
    routes.addAll(new LogRoutes(new FakeLogLevels(() -> {})).routes());
    routes.addAll(new QuotaRoutes(CallerPools.unlabelled(pools)).routes());
    routes.addAll(new KubeRoutes(
            CallerPools.unlabelled(pools),
            new WatchHub(pools, caller -> true, FREE, 8, System::nanoTime, new SplittableRandom(1)))
        .routes());
    assertThat(routes).hasSize(137);
    return routes.stream()
        .flatMap(route -> Stream.concat(
                Stream.of(Optional.<Role>empty()), Stream.of(Role.values()).map(Optional::of))
            .map(role -> Arguments.of(route.method(), route.template(), needed(route), role)));
  }

  @ParameterizedTest(name = "{0} {1} asked with {3}")
  @MethodSource("cells")
  void aRouteAnswersThoseWhoMayAskOnly(
      String method, String template, Optional<Role> needed, Optional<Role> role) {
    String path = template
        .replace("{tenant}", "t1")
        .replace("{pool}", "web")
        .replace("{machine}", "i-123456")
        .replace("{metric}", "load")
        .replace("{account}", "here")
        .replace("{receiver}", "oncall")
        .replace("{token}", HooksApiTest.TOKEN.toString())
        .replace("{action}", ActionsApiTest.UID.toString());
    String verb = path.substring(path.lastIndexOf('/') + 1);
    boolean kubernetes = Stream.of("/api", "/openapi/", "/version").anyMatch(template::startsWith);
    boolean bodiless = method.equals("GET") || path.contains("/quarantine/");
    String body = bodiless ? "" : ValidBodies.right(verb);
    int calls = server.pools.web.calls.size();

    HttpResponse<String> reply = role.isEmpty()
        ? server.send(method, path, body)
        : server.send(method, path, body, "Authorization", "Bearer " + TOKENS.get(role.get()));

    boolean accepts = method.equals("POST") && verb.equals("actions");
    boolean review = verb.endsWith("reviews");
    int right = kubernetes ? review || verb.equals("action") ? 201 : 200 : accepts ? 202 : 200;
    boolean discovery = path.equals("/") && role.isEmpty();
    int expected = needed.isEmpty()
        ? right
        : discovery ? 300 : role.isEmpty() ? 401 : role.get().covers(needed.get()) ? right : 403;
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(expected);
    if (discovery) {
      assertThat(reply.body()).startsWith("{\"versions\":");
    } else if (expected != right && !kubernetes) {
      ErrorAssertions.read(reply.body());
    } else if (expected != right) {
      assertThat(reply.body()).startsWith("{\"kind\":\"Status\"");
    }
    if (expected == 401) {
      assertThat(reply.headers().firstValue("WWW-Authenticate").orElseThrow()).startsWith("Bearer");
    }
    assertThat(server.pools.web.calls)
        .hasSize(calls + (!method.equals("GET") && !review && expected == right ? 1 : 0));
  }

  @Test
  void paysNoAttentionToCredentialsElsewhereThanInTheHeader() {
    String token = TOKENS.get(Role.ADMIN);

    assertThat(server.get("/pool?access_token=" + token).statusCode()).isEqualTo(401);
    assertThat(server.get("/pool", "Cookie", "token=" + token).statusCode()).isEqualTo(401);
    assertThat(server.get("/pool", "Authorization", "Basic " + token).statusCode())
        .isEqualTo(401);
    assertThat(server.get("/pool", "Authorization", token).statusCode()).isEqualTo(401);
    assertThat(server.get("/pool", "Authorization", "Bearer").statusCode()).isEqualTo(401);
    assertThat(server.get("/pool", "Authorization", "Bearer " + token + "x").statusCode())
        .isEqualTo(401);
    assertThat(server
            .get("/pool", "Authorization", "Bearer " + token, "Authorization", "Bearer " + token)
            .statusCode())
        .isEqualTo(401);
    assertThat(server.get("/pool", "Authorization", "bearer  " + token).statusCode())
        .isEqualTo(200);
  }

  @Test
  void tellsStrangersNothingAboutPaths() {
    assertThat(server.get("/nowhere").statusCode()).isEqualTo(401);
    assertThat(server.send("DELETE", "/pool", "").statusCode()).isEqualTo(401);
    assertThat(server.send("OPTIONS", "/pool", "").statusCode()).isEqualTo(401);
  }

  @Test
  void hidesNoRouteBehindAnotherSpellingOfItsPath() {
    for (String path : List.of("/pool/%61dopt", "/%70ool/adopt", "/pools/we%62/pool/adopt")) {
      HttpResponse<String> reply =
          server.post(path, "", "Authorization", "Bearer " + TOKENS.get(Role.OPERATE));

      assertThat(reply.statusCode()).as(path).isEqualTo(403);
    }
  }
}
