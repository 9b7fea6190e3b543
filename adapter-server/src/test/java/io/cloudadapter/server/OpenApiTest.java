package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.atlassian.oai.validator.OpenApiInteractionValidator;
import com.atlassian.oai.validator.model.Request;
import com.atlassian.oai.validator.model.SimpleRequest;
import com.atlassian.oai.validator.model.SimpleResponse;
import com.atlassian.oai.validator.report.LevelResolver;
import com.atlassian.oai.validator.report.ValidationReport;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.config.PoolDocumentReader;
import io.cloudadapter.server.http.CallerBudgets;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.OutgoingBytes;
import io.cloudadapter.server.kube.KubeRoutes;
import io.cloudadapter.server.kube.WatchHub;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.CallerLimits;
import io.cloudadapter.server.options.MachinePrices;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.rest.AccountRoutes;
import io.cloudadapter.server.rest.ActionRoutes;
import io.cloudadapter.server.rest.BackupRoutes;
import io.cloudadapter.server.rest.DisruptionRoutes;
import io.cloudadapter.server.rest.EventRoutes;
import io.cloudadapter.server.rest.FakeLogLevels;
import io.cloudadapter.server.rest.HookRoutes;
import io.cloudadapter.server.rest.LogRoutes;
import io.cloudadapter.server.rest.NotificationRoutes;
import io.cloudadapter.server.rest.PoolConfigRoutes;
import io.cloudadapter.server.rest.PoolRoutes;
import io.cloudadapter.server.rest.QuarantineRoutes;
import io.cloudadapter.server.rest.QuotaRoutes;
import io.cloudadapter.server.rest.RefreshRoutes;
import io.cloudadapter.server.rest.ReloadRoutes;
import io.cloudadapter.server.rest.RestoreRoutes;
import io.cloudadapter.server.rest.SampleRoutes;
import io.cloudadapter.server.rest.ScalingRoutes;
import io.cloudadapter.server.rest.ServerMetrics;
import io.cloudadapter.server.rest.ServerRoutes;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** The OpenAPI document says what the running server does, no less and no more. */
class OpenApiTest {
  private static final CallerBudgets FREE =
      new CallerBudgets(CallerLimits.usual(), System::nanoTime);
  private static final String TOKEN = "right-token-12345";
  private static TestServer server;
  private static OpenApiInteractionValidator validator;

  @BeforeAll
  static void start() {
    server = new TestServer(builder -> builder
        .accounts(List.of(SingleAccount.simulated()))
        .tokens(List.of(
            BearerToken.sha256("ops", Role.ADMIN, HashedTokens.sha256(TOKEN)),
            BearerToken.sha256("eye", Role.READ, HashedTokens.sha256(TOKEN + "-2")))));
    String document =
        server.get("/openapi.yaml", "Authorization", "Bearer " + TOKEN).body();
    validator = OpenApiInteractionValidator.createForInlineApiSpecification(document)
        .withLevelResolver(LevelResolver.create()
            .withLevel("validation.request.security.missing", ValidationReport.Level.IGNORE)
            .build())
        .build();
    server.pools.web.hooks.add(HooksApiTest.DRAIN);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static List<HttpRoute> routes() {
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
    routes.addAll(new BackupRoutes(pools).routes());
    routes.addAll(new RestoreRoutes(CallerPools.unlabelled(pools)).routes());
    routes.addAll(new ActionRoutes(CallerPools.unlabelled(pools)).routes());
    routes.addAll(new EventRoutes(
            CallerPools.unlabelled(pools), caller -> true, FREE, 8, MachinePrices.none(), () -> 0)
        .routes());
    routes.addAll(new AccountRoutes(List::of).routes());
    routes.addAll(new NotificationRoutes(new FakeReceivers(pools)).routes());
    routes.addAll(new ReloadRoutes(new FakeReload(pools)).routes());
    routes.addAll(new LogRoutes(new FakeLogLevels(() -> {})).routes());
    routes.addAll(new QuotaRoutes(CallerPools.unlabelled(pools)).routes());
    return routes;
  }

  private static List<HttpRoute> kubernetesRoutes() {
    FakePools pools = new FakePools();
    WatchHub watches =
        new WatchHub(pools, caller -> true, FREE, 8, System::nanoTime, new SplittableRandom(1));
    return new KubeRoutes(CallerPools.unlabelled(pools), watches).routes();
  }

  /** Their replies are compared with the document where there are pools to configure. */
  private static List<HttpRoute> configRoutes() {
    AccountConfig account = new AccountConfig("demo", "simulated", Map.of());
    try (CloudAdapter adapter = CloudAdapter.builder()
        .inMemory()
        .account(account)
        .pool(PoolConfig.named("web", "demo", 1).build())
        .open()) {
      return new PoolConfigRoutes(
              adapter.administration(), new PoolDocumentReader(List.of(account), List.of()))
          .routes();
    }
  }

  @Test
  void everyRouteIsInTheDocumentAndNoOther() {
    Map<String, Map<String, Map<String, Object>>> document =
        new Yaml().load(OpenApiTest.class.getResourceAsStream("rest/openapi.yaml"));
    TreeSet<String> documented = new TreeSet<>();
    document
        .get("paths")
        .forEach((path, item) -> item.keySet().forEach(name -> {
          // Those of the HTTP cloudprovider API have a test of their own.
          if (!name.equals("parameters") && !path.startsWith("/cloudprovider")) {
            documented.add(name.toUpperCase(Locale.ROOT) + " " + path);
          }
        }));
    TreeSet<String> served = new TreeSet<>();
    Stream.of(routes(), kubernetesRoutes(), configRoutes())
        .flatMap(List::stream)
        .forEach(route -> served.add(route.method() + " " + route.template()));

    assertThat(documented).isEqualTo(served);
  }

  static Stream<Arguments> operations() {
    return routes().stream().map(route -> Arguments.of(route.method(), route.template()));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("operations")
  void everyOperationAndItsErrorsAreAsDocumented(String method, String template) {
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
    boolean writes = method.equals("POST");
    String body = writes && !path.contains("/quarantine/") ? ValidBodies.right(verb) : "";

    boolean accepts = writes && template.endsWith("/actions");
    checked(method, path, body, accepts ? 202 : 200, "Authorization", "Bearer " + TOKEN);
    boolean open = List.of("/healthz", "/livez", "/readyz").contains(template);
    if (!open) {
      checked(method, path, body, template.equals("/") ? 300 : 401);
    }
    if (writes) {
      checked(method, path, body, 403, "Authorization", "Bearer " + TOKEN + "-2");
      answered(method, path, "{\"x\":1}", 400, "Authorization", "Bearer " + TOKEN);
      answered(
          method,
          path,
          "<a/>",
          415,
          "Authorization",
          "Bearer " + TOKEN,
          "Content-Type",
          "text/xml");
      answered(method, path, " ".repeat(70_000), 413, "Authorization", "Bearer " + TOKEN);
      // No pool refuses a write of its machines or its size for its configuration's version.
      for (PoolException.Reason reason :
          EnumSet.complementOf(EnumSet.of(PoolException.Reason.STALE))) {
        server.pools.web.onWrite = () -> {
          throw new PoolException(reason, "no", "why");
        };
        try {
          checked(
              method,
              path,
              body,
              switch (reason) {
                case INVALID -> 400;
                case QUOTA -> 403;
                case NOT_FOUND -> 404;
                case CONFLICT, UNSUPPORTED -> 409;
                case STALE -> 412;
                case GONE -> 410;
                case THROTTLED -> 429;
                case ELSEWHERE -> 503;
                case UNAVAILABLE, UNKNOWN -> 500;
              },
              "Authorization",
              "Bearer " + TOKEN);
        } finally {
          server.pools.web.onWrite = () -> {};
        }
      }
    } else if (template.contains("pool") && !template.equals("/pools")) {
      server.pools.web.onRead = () -> {
        throw new PoolException(PoolException.Reason.UNAVAILABLE, "not listed yet", "");
      };
      try {
        checked(method, path, body, 500, "Authorization", "Bearer " + TOKEN);
        checked("GET", "/readyz", "", 503);
      } finally {
        server.pools.web.onRead = () -> {};
      }
    }
    if (template.contains("{pool}")) {
      checked(
          method, path.replace("web", "nowhere"), body, 404, "Authorization", "Bearer " + TOKEN);
    }
  }

  static Stream<Arguments> kubernetesOperations() {
    return kubernetesRoutes().stream().map(route -> Arguments.of(route.method(), route.template()));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("kubernetesOperations")
  void everyOperationForClientsOfKubernetesIsAsDocumented(String method, String template) {
    String path = template
        .replace("{tenant}", "t1")
        .replace("{pool}", "web")
        .replace("{machine}", "i-123456")
        .replace("{action}", "reboot-" + ActionsApiTest.UID);
    boolean writes = !method.equals("GET");
    String body = writes ? ValidBodies.right(path.substring(path.lastIndexOf('/') + 1)) : "";
    boolean review = template.endsWith("reviews");
    int right = review || template.endsWith("/action") ? 201 : 200;

    checked(method, path, body, right, "Authorization", "Bearer " + TOKEN);
    checked(method, path, body, 401);
    if (writes && !review) {
      checked(method, path, body, 403, "Authorization", "Bearer " + TOKEN + "-2");
      answered(method, path, "{\"x\":1}", 400, "Authorization", "Bearer " + TOKEN);
    }
    if (writes && !template.endsWith("/selfsubjectreviews")) {
      answered(method, path, "{}", 422, "Authorization", "Bearer " + TOKEN);
    }
    if (template.contains("{tenant}") && !review) {
      answered(method, path.replace("t1", "T_1"), body, 400, "Authorization", "Bearer " + TOKEN);
    }
    if (template.contains("{pool}")) {
      checked(
          method, path.replace("web", "nowhere"), body, 404, "Authorization", "Bearer " + TOKEN);
    }
  }

  @Test
  void aKnownRevisionIsAsDocumented() {
    String etag = server
        .get("/pool", "Authorization", "Bearer " + TOKEN)
        .headers()
        .firstValue("ETag")
        .orElseThrow();

    checked("GET", "/pool", "", 304, "Authorization", "Bearer " + TOKEN, "If-None-Match", etag);
  }

  @Test
  void theCheckerWouldNoticeADifference() {
    SimpleResponse wrong = SimpleResponse.Builder.ok()
        .withContentType("application/json")
        .withBody("{\"desiredSize\":\"3\",\"allocated\":1,\"outOfService\":0}")
        .build();

    assertThat(validator
            .validateResponse("/pools/web/pool/size", Request.Method.GET, wrong)
            .hasErrors())
        .isTrue();
  }

  /** Sends a right request, and checks it and its answer against the document. */
  private static void checked(
      String method, String path, String body, int status, String... headers) {
    SimpleRequest.Builder request = new SimpleRequest.Builder(Request.Method.valueOf(method), path);
    for (int i = 0; i < headers.length; i += 2) {
      request.withHeader(headers[i], headers[i + 1]);
    }
    if (!body.isEmpty()) {
      request.withContentType("application/json").withBody(body);
    }
    ValidationReport report = validator.validateRequest(request.build());
    assertThat(report.getMessages()).as(method + " " + path).isEmpty();
    answered(method, path, body, status, headers);
  }

  /** Sends any request, and checks its answer against the document. */
  private static void answered(
      String method, String path, String body, int status, String... headers) {
    HttpResponse<String> reply = server.send(method, path, body, headers);
    assertThat(reply.statusCode()).as(method + " " + path + ": " + reply.body()).isEqualTo(status);
    SimpleResponse.Builder response = new SimpleResponse.Builder(reply.statusCode());
    for (Map.Entry<String, List<String>> header : reply.headers().map().entrySet()) {
      response.withHeader(header.getKey(), header.getValue());
    }
    if (!reply.body().isEmpty()) {
      response.withBody(reply.body());
    }
    ValidationReport report =
        validator.validateResponse(path, Request.Method.valueOf(method), response.build());
    assertThat(report.getMessages()).as(method + " " + path + " → " + status).isEmpty();
  }
}
