package io.cloudadapter.server.senlin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.TestServer;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.SenlinCatalog;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How Senlin's clients find their way: the versions at the root, the catalog, and each form of the endpoint. */
class SenlinDiscoveryTest {
  private static final String SECRET = "token-for-operating-1";
  private static final String SIGN_IN = """
      {"auth": {"identity": {"methods": ["password"], "password": {"user":
        {"name": "scaler", "password": "token-for-operating-1", "domain": {"id": "default"}}}}}}""";
  private final TestServer server = new TestServer(builder -> builder.tokens(
      List.of(BearerToken.sha256("scaler", Role.OPERATE, HashedTokens.sha256(SECRET)))));

  @AfterEach
  void stop() {
    server.close();
  }

  private static JsonNode catalog(TestServer server) {
    HttpResponse<String> reply = server.post("/v3/auth/tokens", SIGN_IN);
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    return SenlinJson.json(reply).get("token").get("catalog");
  }

  private static List<String> urls(JsonNode service, String region) {
    return Stream.of("public", "internal", "admin")
        .flatMap(wanted -> service
            .get("endpoints")
            .valueStream()
            .filter(endpoint -> endpoint.get("interface").asText().equals(wanted))
            .filter(endpoint -> endpoint.get("region").asText().equals(region))
            .filter(endpoint -> endpoint.get("region_id").asText().equals(region))
            .map(endpoint -> endpoint.get("url").asText()))
        .toList();
  }

  @Test
  void theRootNamesTheIdentityVersionsToStrangers() {
    HttpResponse<String> reply = server.get("/");

    assertThat(reply.statusCode()).isEqualTo(300);
    assertThat(reply.headers().firstValue("Location"))
        .contains(server.uri("/v3/").toString());
    JsonNode version = SenlinJson.json(reply).get("versions").get("values").get(0);
    assertThat(version.get("id").asText()).isEqualTo("v3.14");
    assertThat(version.get("status").asText()).isEqualTo("stable");
    assertThat(version.get("links").get(0).get("rel").asText()).isEqualTo("self");
    assertThat(version.get("links").get(0).get("href").asText())
        .isEqualTo(server.uri("/v3/").toString());
    assertThat(version.get("media-types").get(0).get("type").asText())
        .isEqualTo("application/vnd.openstack.identity-v3+json");
    assertThat(SenlinJson.json(server.get("/v3")).get("version")).isEqualTo(version);
  }

  @Test
  void theRootNamesNothingElseToStrangers() {
    assertThat(SenlinJson.json(server.get("/")).propertyStream().map(java.util.Map.Entry::getKey))
        .containsExactly("versions");
    assertThat(server.get("/", "X-Auth-Token", "of-another-cloud").statusCode()).isEqualTo(300);
    assertThat(server.get("/", "Authorization", "Bearer wrong").statusCode()).isEqualTo(401);
    assertThat(server.get("/", "Authorization", "").statusCode()).isEqualTo(401);
    for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS")) {
      assertThat(server.send(method, "/", "").statusCode()).as(method).isEqualTo(401);
    }
    for (String path : List.of(
        "/%2F",
        "/pool",
        "/pools",
        "/metrics",
        "/openapi.yaml",
        "/v1/clusters",
        "/nowhere",
        "/clustering/v1/clusters",
        "/clustering/clusters",
        "/v1/v1/clusters",
        "/clustering/nowhere",
        "/v3/auth/tokens",
        "/v3/users",
        "/pool/",
        "/v1/clusters/")) {
      assertThat(server.get(path).statusCode()).as(path).isEqualTo(401);
    }
  }

  @Test
  void whoHasACredentialFindsTheIndexAndTheVersionsAtTheRoot() {
    HttpResponse<String> reply = server.get("/", "Authorization", "Bearer " + SECRET);

    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(SenlinJson.json(reply).get("pool").asText()).isEqualTo("/pool");
    assertThat(SenlinJson.json(reply).get("versions"))
        .isEqualTo(SenlinJson.json(server.get("/")).get("versions"));
    try (TestServer open = new TestServer()) {
      assertThat(SenlinJson.json(open.get("/")).get("versions").get("values")).hasSize(1);
    }
  }

  @Test
  void theCatalogsEndpointDoesNotEndInAVersionAndIsThereForEachInterface() {
    JsonNode catalog = catalog(server);

    String endpoint = server.uri("/clustering").toString();
    assertThat(catalog.get(1).get("type").asText()).isEqualTo("clustering");
    assertThat(urls(catalog.get(1), "cloudadapter")).containsExactly(endpoint, endpoint, endpoint);
    String identity = server.uri("/v3").toString();
    assertThat(urls(catalog.get(0), "cloudadapter")).containsExactly(identity, identity, identity);
  }

  @Test
  void regionAndUrlsOfTheInterfacesAreConfigured() {
    SenlinCatalog configured = new SenlinCatalog(
        "Berlin-1",
        Optional.of(SenlinCatalog.url("https://pools.example.org/")),
        Optional.empty(),
        Optional.of(URI.create("https://10.0.0.7:8443/admin")));
    try (TestServer other = new TestServer(builder -> builder
        .senlin(configured)
        .tokens(
            List.of(BearerToken.sha256("scaler", Role.OPERATE, HashedTokens.sha256(SECRET)))))) {
      assertThat(urls(catalog(other).get(1), "Berlin-1"))
          .containsExactly(
              "https://pools.example.org/clustering",
              other.uri("/clustering").toString(),
              "https://10.0.0.7:8443/admin/clustering");
      assertThat(other.get("/").body()).contains("https://pools.example.org/v3/");
      assertThat(other.get("/clustering").body())
          .contains("https://pools.example.org/clustering/v1");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/clustering", "/clustering/"})
  void theEndpointListsTheVersionsAsSenlinDoes(String path) {
    HttpResponse<String> reply = server.get(path);

    assertThat(reply.statusCode()).isEqualTo(300);
    JsonNode version = SenlinJson.json(reply).get("versions").get(0);
    assertThat(version.get("id").asText()).isEqualTo("1.0");
    assertThat(version.get("status").asText()).isEqualTo("CURRENT");
    assertThat(version.get("min_version").asText()).isEqualTo("1.0");
    assertThat(version.get("max_version").asText()).isEqualTo("1.14");
    assertThat(version.get("links").get(0).get("href").asText())
        .isEqualTo(server.uri("/clustering/v1").toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/clustering/v1", "/clustering", "/v1", "/v1/v1", "/clustering/v1/v1"})
  void eachFormOfAnEndpointAnswersAllTheSame(String form) {
    String[] token = {"X-Auth-Token", SECRET};
    String node = SenlinJson.json(server.get("/v1/nodes?cluster_id=web", token))
        .get("nodes")
        .get(0)
        .get("id")
        .asText();
    for (String route : List.of(
        "/clusters",
        "/clusters/web",
        "/clusters/web/policies",
        "/nodes",
        "/nodes/" + node,
        "/policies",
        "/actions",
        "/build-info")) {
      HttpResponse<String> reply = server.get(form + route, token);
      assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
      assertThat(reply.body()).isEqualTo(server.get("/v1" + route, token).body());
      assertThat(reply.headers().firstValue("OpenStack-API-Version")).contains("clustering 1.0");
    }

    HttpResponse<String> accepted =
        server.post(form + "/clusters/web/actions", "{\"scale_out\": {}}", token);
    assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
    String action = accepted.headers().firstValue("Location").orElseThrow();
    assertThat(action).startsWith(form.replaceFirst("/v1$", "") + "/v1/actions/");
    assertThat(server.get(action, token).statusCode()).isEqualTo(200);
    HttpResponse<String> deleted = server.send("DELETE", form + "/nodes/" + node, "", token);
    assertThat(deleted.statusCode()).isEqualTo(204);
    assertThat(server
            .get(deleted.headers().firstValue("Location").orElseThrow(), token)
            .statusCode())
        .isEqualTo(200);

    assertThat(SenlinJson.error(server.get(form + "/clusters/none", token), 404))
        .isEqualTo("The cluster 'none' could not be found.");
    SenlinJson.error(server.get(form + "/nowhere", token), 404);
    SenlinJson.error(server.get(form + "/clusters"), 401);
    if (form.endsWith("/v1")) {
      JsonNode version = SenlinJson.json(server.get(form)).get("version");
      assertThat(version.get("links").get(0).get("href").asText())
          .isEqualTo(server.uri(form).toString());
    }
  }

  @Test
  void aSessionIsTakenAtEachFormAndNowhereElse() {
    String session = server
        .post("/v3/auth/tokens", SIGN_IN)
        .headers()
        .firstValue("X-Subject-Token")
        .orElseThrow();

    for (String form : List.of("/clustering/v1", "/clustering", "/v1", "/v1/v1")) {
      assertThat(server.get(form + "/clusters", "X-Auth-Token", session).statusCode())
          .as(form)
          .isEqualTo(200);
    }
    for (String path : List.of("/pool", "/clusters", "/clusteringv1/clusters", "/v1pool")) {
      assertThat(server.get(path, "X-Auth-Token", session).statusCode())
          .as(path)
          .isEqualTo(401);
    }
  }
}
