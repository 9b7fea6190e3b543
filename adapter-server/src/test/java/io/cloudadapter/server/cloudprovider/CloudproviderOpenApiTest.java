package io.cloudadapter.server.cloudprovider;

import static org.assertj.core.api.Assertions.assertThat;

import com.atlassian.oai.validator.OpenApiInteractionValidator;
import com.atlassian.oai.validator.model.Request;
import com.atlassian.oai.validator.model.SimpleRequest;
import com.atlassian.oai.validator.model.SimpleResponse;
import com.atlassian.oai.validator.report.LevelResolver;
import com.atlassian.oai.validator.report.ValidationReport;
import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.SingleAccount;
import io.cloudadapter.server.TestServer;
import io.cloudadapter.server.kube.KubernetesScene;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.CloudproviderOptions;
import io.cloudadapter.server.options.Role;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The OpenAPI document says of the HTTP cloudprovider API what the running server does. */
class CloudproviderOpenApiTest {
  private static final String PREFIX = "/cloudprovider/v1alpha1";
  private static final String[] ADMIN = {"Authorization", "Bearer right-token-12345"};
  private static final String[] READER = {"Authorization", "Bearer right-token-12345-2"};
  private static KubernetesScene scene;
  private static TestServer server;
  private static OpenApiInteractionValidator validator;
  private static String machine;

  @BeforeAll
  static void start() {
    scene = new KubernetesScene();
    machine = scene.machine();
    server = new TestServer(builder -> builder
        .cloudprovider(scene.account, CloudproviderOptions.usual())
        .tokens(List.of(
            BearerToken.sha256("ops", Role.ADMIN, HashedTokens.sha256("right-token-12345")),
            BearerToken.sha256("eye", Role.READ, HashedTokens.sha256("right-token-12345-2")))));
    validator = OpenApiInteractionValidator.createForInlineApiSpecification(
            server.get("/openapi.yaml", ADMIN).body())
        .withLevelResolver(LevelResolver.create()
            .withLevel("validation.request.security.missing", ValidationReport.Level.IGNORE)
            .build())
        .build();
  }

  @AfterAll
  static void stop() {
    server.close();
    scene.close();
  }

  @Test
  void everyRouteIsInTheDocumentAndNoOther() {
    Map<String, Map<String, Map<String, Object>>> document = new Yaml()
        .load(CloudproviderOpenApiTest.class.getResourceAsStream(
            "/io/cloudadapter/server/rest/openapi.yaml"));
    TreeSet<String> documented = new TreeSet<>();
    document
        .get("paths")
        .forEach((path, item) -> item.keySet().stream()
            .filter(name -> path.startsWith(PREFIX) && !name.equals("parameters"))
            .forEach(name -> documented.add(name.toUpperCase(Locale.ROOT) + " " + path)));
    TreeSet<String> served = new TreeSet<>();
    new CloudproviderRoutes(scene.account, CloudproviderOptions.usual())
        .routes().stream()
            .filter(route -> route.template().startsWith(PREFIX))
            .filter(route -> !route.template().endsWith("/"))
            .forEach(route -> served.add(route.method() + " " + route.template()));
    // What one route serves in several ways, and what a document of paths has no words for.
    served.remove("GET " + PREFIX + "/instances/{rest...}");
    served.remove("GET " + PREFIX + "/instances/sshKey");
    served.removeIf(route -> route.endsWith("/{interface}"));
    for (String path : List.of(
        "{expression}",
        "{name}/nodeAddresses",
        "{name}/ID",
        "{name}/metadata",
        "node/{hostName}")) {
      served.add("GET " + PREFIX + "/instances/" + path);
    }

    assertThat(documented).isEqualTo(served);
  }

  @Test
  void everyOperationAnswersAsDocumented() {
    checked("GET", "", "", 200, ADMIN);
    checked("GET", "/providerName", "", 200, ADMIN);
    for (String name : List.of("instances", "tcpLoadBalancers", "zones", "clusters", "routes")) {
      checked("OPTIONS", "/" + name, "", 200, ADMIN);
    }
    checked("GET", "/instances", "", 200, ADMIN);
    checked("GET", "/instances/i-", "", 200, ADMIN);
    checked("GET", "/instances/" + machine + "/nodeAddresses", "", 200, ADMIN);
    checked("GET", "/instances/" + machine + "/ID", "", 200, ADMIN);
    checked("GET", "/instances/" + machine + "/metadata", "", 200, ADMIN);
    checked("GET", "/instances/missing/metadata", "", 200, ADMIN);
    checked("GET", "/instances/node/" + machine, "", 200, ADMIN);
    checked("POST", "/instances/sshKey", "{\"user\":\"me\",\"keyData\":\"ssh-rsa x\"}", 200, ADMIN);
    String ports = "[" + KubernetesScene.port("a", 80, 1) + "]";
    checked("POST", "/tcpLoadBalancers", KubernetesScene.balancer("lb", ports, "null"), 200, ADMIN);
    checked("GET", "/tcpLoadBalancers/simulated/lb", "", 200, ADMIN);
    checked("GET", "/tcpLoadBalancers/simulated/lb/hosts", "", 200, ADMIN);
    checked("PUT", "/tcpLoadBalancers/simulated/lb", "{\"hosts\":null}", 204, ADMIN);
    checked("DELETE", "/tcpLoadBalancers/simulated/lb", "", 204, ADMIN);
    checked("GET", "/tcpLoadBalancers/simulated/lb", "", 200, ADMIN);
    checked("GET", "/zones", "", 200, ADMIN);
    checked("GET", "/zones/" + machine, "", 200, ADMIN);
    checked("GET", "/clusters", "", 200, ADMIN);
    checked("GET", "/clusters/simulated/master", "", 200, ADMIN);
    String route = KubernetesScene.route("h", "", machine, "10.0.0.0/24");
    checked("POST", "/routes", route, 200, ADMIN);
    checked("GET", "/routes/k", "", 200, ADMIN);
    checked("DELETE", "/routes/k/k-h", "", 204, ADMIN);
  }

  @Test
  void everyErrorIsAsDocumented() {
    checked("GET", "/instances/missing/ID", "", 404, ADMIN);
    checked("PUT", "/tcpLoadBalancers/simulated/missing", "{\"hosts\":[]}", 404, ADMIN);
    checked("GET", "/zones", "", 401);
    checked("DELETE", "/routes/k/k-h", "", 401);
    checked("DELETE", "/routes/k/k-h", "", 403, READER);
    scene.account.error = io.cloudadapter.spi.CloudException.of(
            io.cloudadapter.spi.CloudException.Kind.THROTTLED,
            io.cloudadapter.spi.CloudException.Effect.NONE,
            "slower")
        .build();
    try {
      checked("GET", "/zones", "", 404, ADMIN);
    } finally {
      scene.account.error = null;
    }
  }

  @Test
  void anInterfaceThatIsLackingIsAsDocumented() {
    try (TestServer bare = new TestServer(
        builder -> builder.cloudprovider(SingleAccount.empty(), CloudproviderOptions.usual()))) {
      documented("GET", "/zones", bare.get(PREFIX + "/zones"), 501);
      documented("OPTIONS", "/zones", bare.send("OPTIONS", PREFIX + "/zones", ""), 501);
    }
  }

  /** Sends a right request, and checks it and its answer against the document. */
  private static void checked(
      String method, String path, String body, int status, String... headers) {
    SimpleRequest.Builder request =
        new SimpleRequest.Builder(Request.Method.valueOf(method), PREFIX + path);
    if (!body.isEmpty()) {
      request.withContentType("application/json").withBody(body);
    }
    assertThat(validator.validateRequest(request.build()).getMessages())
        .as(method + " " + path)
        .isEmpty();
    documented(method, path, server.send(method, PREFIX + path, body, headers), status);
  }

  private static void documented(
      String method, String path, HttpResponse<String> reply, int status) {
    assertThat(reply.statusCode()).as(method + " " + path + ": " + reply.body()).isEqualTo(status);
    SimpleResponse.Builder response = new SimpleResponse.Builder(reply.statusCode());
    reply.headers().map().forEach(response::withHeader);
    if (!reply.body().isEmpty()) {
      response.withBody(reply.body());
    }
    ValidationReport report =
        validator.validateResponse(PREFIX + path, Request.Method.valueOf(method), response.build());
    boolean bodiless = status == 501 && method.equals("OPTIONS");
    assertThat(report.getMessages().stream()
            .filter(message -> !(bodiless && message.getKey().contains("body.missing"))))
        .as(method + " " + path + " → " + status)
        .isEmpty();
  }
}
