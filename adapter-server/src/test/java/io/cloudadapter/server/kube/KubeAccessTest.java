package io.cloudadapter.server.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.TestServer;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code kubectl auth can-i} and probes for the API server of Kubernetes ask. */
class KubeAccessTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String OPERATE = "token-for-operating-1";
  private static final String READ = "token-for-reading-12";
  private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

  private TestServer server;

  @BeforeEach
  void start() {
    server = new TestServer(builder -> builder.tokens(List.of(
        BearerToken.sha256("ops", Role.OPERATE, HashedTokens.sha256(OPERATE)),
        BearerToken.sha256("eye", Role.READ, HashedTokens.sha256(READ)))));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> ask(String path, String token, String spec) {
    String kind = path.contains("rules") ? "SelfSubjectRulesReview" : "SelfSubjectAccessReview";
    return server.post(
        path,
        "{\"kind\":\"" + kind + "\",\"apiVersion\":\"authorization.k8s.io/v1\","
            + "\"metadata\":{\"creationTimestamp\":null},\"spec\":" + spec.replace('\'', '"')
            + ",\"status\":{\"allowed\":false}}",
        "Authorization",
        "Bearer " + token);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "get | actions | '' | true | true",
        "list | actions | '' | true | true",
        "watch | actions | '' | true | true",
        "get | actions | status | true | true",
        "update | actions | status | false | true",
        "create | pods | action | false | true",
        "create | actions | '' | false | false",
        "delete | actions | '' | false | false",
        "patch | actions | '' | false | false",
        "get | pods | '' | false | false",
        "list | namespaces | '' | true | true",
        "delete | namespaces | '' | false | false",
        "* | actions | '' | false | false",
        "get | * | '' | false | false"
      })
  void aRoleMayDoWhatItsRequestsAreAnsweredWith(
      String verb, String resource, String subresource, boolean reader, boolean operator)
      throws Exception {
    String spec = "{'resourceAttributes':{'namespace':'web','verb':'" + verb + "','resource':'"
        + resource + "','subresource':'" + subresource + "','group':''}}";

    assertThat(allowed(ask(REVIEWS, READ, spec))).isEqualTo(reader);
    assertThat(allowed(ask(REVIEWS, OPERATE, spec))).isEqualTo(operator);
  }

  private static boolean allowed(HttpResponse<String> reply) throws Exception {
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    JsonNode review = JSON.readTree(reply.body());
    assertThat(review.path("kind").asText()).isEqualTo("SelfSubjectAccessReview");
    assertThat(review.path("spec").isObject()).isTrue();
    assertThat(review.at("/status/reason").asText()).isNotEmpty();
    return review.at("/status/allowed").asBoolean();
  }

  @ParameterizedTest
  @CsvSource({
    "get, /version, true",
    "get, /api/v1, true",
    "get, /livez, true",
    "post, /version, false",
    "get, /logs, false"
  })
  void pathsAreReviewedToo(String verb, String path, boolean allowed) throws Exception {
    String spec = "{'nonResourceAttributes':{'path':'" + path + "','verb':'" + verb + "'}}";

    assertThat(allowed(ask(REVIEWS, READ, spec))).isEqualTo(allowed);
  }

  @Test
  void theClientsOfArktosAskByTenant() throws Exception {
    String path = "/apis/authorization.k8s.io/v1/tenants/system/selfsubjectaccessreviews";

    assertThat(
            allowed(ask(path, READ, "{'resourceAttributes':{'verb':'list','resource':'actions'}}")))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "{'resourceAttributes':{'verb':'get'},'nonResourceAttributes':{'path':'/'}}",
        "{'resourceAttributes':{'verb':7}}"
      })
  void aReviewThatAsksNothingOrTwoThingsIsInvalid(String spec) {
    HttpResponse<String> reply = ask(REVIEWS, READ, spec);

    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(422);
    assertThat(reply.body()).contains("\"Invalid\"", "\"field\":");
  }

  @Test
  void allThatARoleMayDoIsListed() throws Exception {
    String path = "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews";
    String reader = ask(path, READ, "{'namespace':'web'}").body();
    String operator = ask(path, OPERATE, "{'namespace':'web'}").body();

    assertThat(reader)
        .contains("\"incomplete\":false", "\"/version\"")
        .doesNotContain("pods/action");
    assertThat(operator)
        .contains("{\"verbs\":[\"create\"],\"apiGroups\":[\"\"],\"resources\":[\"pods/action\"]}");
  }

  /** As kubectl 1.32 sends {@code auth can-i create pods --subresource=action}. */
  @Test
  void aReviewMayComeInProtocolBuffers() throws Exception {
    byte[] review = envelope(
        "SelfSubjectAccessReview",
        field(
            2,
            field(
                1,
                join(
                    field(1, text("web")),
                    field(2, text("create")),
                    field(5, text("pods")),
                    field(6, text("action"))))));

    assertThat(allowed(protobuf(OPERATE, review))).isTrue();
    assertThat(allowed(protobuf(READ, review))).isFalse();
    byte[] path = envelope(
        "SelfSubjectAccessReview",
        field(2, field(2, join(field(1, text("/version")), field(2, text("get"))))));
    assertThat(allowed(protobuf(READ, path))).isTrue();
  }

  private HttpResponse<String> whoami(String version, String token, byte[] body, String type) {
    return server.send(HttpRequest.newBuilder(
            server.uri("/apis/authentication.k8s.io/" + version + "/selfsubjectreviews"))
        .header("Content-Type", type)
        .header("Accept", "application/vnd.kubernetes.protobuf,application/json")
        .header("Authorization", "Bearer " + token)
        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
        .build());
  }

  /** As kubectl sends {@code auth whoami}: 1.26 asks for the first alpha, 1.27 for the beta, later ones for v1. */
  @ParameterizedTest
  @CsvSource({"v1", "v1beta1", "v1alpha1"})
  void aCallerIsToldItsNameAndItsRole(String version) throws Exception {
    String group = "authentication.k8s.io/" + version;
    byte[] json = text("{\"kind\":\"SelfSubjectReview\",\"apiVersion\":\"" + group
        + "\",\"metadata\":{\"creationTimestamp\":null},\"status\":{\"userInfo\":{}}}");
    byte[] protobuf = join(
        new byte[] {'k', '8', 's', 0},
        field(1, join(field(1, text(group)), field(2, text("SelfSubjectReview")))),
        field(2, join(field(1, field(8, new byte[0])), field(2, field(1, new byte[0])))));

    for (HttpResponse<String> reply : List.of(
        whoami(version, OPERATE, json, "application/json"),
        whoami(version, OPERATE, protobuf, "application/vnd.kubernetes.protobuf"))) {
      assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
      JsonNode review = JSON.readTree(reply.body());
      assertThat(review.path("kind").asText()).isEqualTo("SelfSubjectReview");
      assertThat(review.path("apiVersion").asText()).isEqualTo(group);
      assertThat(review.at("/status/userInfo/username").asText()).isEqualTo("token:ops");
      assertThat(review.at("/status/userInfo/groups").toString())
          .isEqualTo("[\"cloudadapter:operate\",\"system:authenticated\"]");
    }
    assertThat(whoami(version, READ, json, "application/json").body())
        .contains("\"token:eye\"", "\"cloudadapter:read\"");
    assertThat(read("/apis/authentication.k8s.io/" + version))
        .contains("\"name\":\"selfsubjectreviews\"", "\"verbs\":[\"create\"]");
    assertThat(read("/apis/authentication.k8s.io")).contains("\"groupVersion\":\"" + group + "\"");
  }

  @Test
  void aReviewOfAnotherKindOrVersionIsRefused() {
    for (String wrong : List.of(
        "{\"kind\":\"SelfSubjectAccessReview\"}",
        "{\"apiVersion\":\"authentication.k8s.io/v1beta1\"}",
        "[]")) {
      assertThat(whoami("v1", READ, text(wrong), "application/json").statusCode())
          .as(wrong)
          .isIn(400, 422);
    }
    assertThat(whoami("v2", READ, text("{}"), "application/json").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 9, 40, 60, 70})
  void aReviewThatIsCutIsRefused(int length) throws Exception {
    byte[] review = envelope(
        "SelfSubjectAccessReview",
        field(2, field(1, join(field(2, text("get")), field(5, text("actions"))))));

    HttpResponse<String> reply = protobuf(READ, Arrays.copyOf(review, length));

    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(400);
    assertThat(reply.body()).contains("\"BadRequest\"", "Protocol Buffers");
  }

  private HttpResponse<String> protobuf(String token, byte[] body) {
    return server.send(HttpRequest.newBuilder(server.uri(REVIEWS))
        .header("Content-Type", "application/vnd.kubernetes.protobuf")
        .header("Authorization", "Bearer " + token)
        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
        .build());
  }

  private static byte[] envelope(String kind, byte[] object) {
    return join(
        new byte[] {'k', '8', 's', 0},
        field(1, join(field(1, text("authorization.k8s.io/v1")), field(2, text(kind)))),
        field(2, object),
        field(3, new byte[0]));
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] field(int number, byte[] bytes) {
    return join(new byte[] {(byte) ((number << 3) | 2), (byte) bytes.length}, bytes);
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      joined.writeBytes(part);
    }
    return joined.toByteArray();
  }

  @Test
  void schemasAreThereForThoseWhoReadThem() {
    String type = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

    HttpResponse<String> document =
        server.get("/openapi/v2", "Authorization", "Bearer " + READ, "Accept", type);

    assertThat(document.headers().firstValue("Content-Type")).contains(type.replace('@', '.'));
    assertThat(document.body()).contains("io.cloudadapter.v1.Action", "kind: CustomAction");
    assertThat(server
            .get("/openapi/v2", "Authorization", "Bearer " + READ, "Accept", "application/json")
            .body())
        .contains("\"NotAcceptable\"", "/openapi.yaml");
  }

  @Test
  void theGroupOfReviewsIsDiscovered() {
    assertThat(read("/apis")).contains("\"groupVersion\":\"authorization.k8s.io/v1\"");
    assertThat(read("/apis/authorization.k8s.io")).contains("\"APIGroup\"", "\"preferredVersion\"");
    assertThat(read("/apis/authorization.k8s.io/v1"))
        .contains("\"name\":\"selfsubjectaccessreviews\"", "\"verbs\":[\"create\"]");
    assertThat(read("/api/v1"))
        .contains("\"name\":\"actions\"", "\"verbs\":[\"get\",\"list\",\"watch\"]")
        .contains("\"name\":\"actions/status\"", "\"verbs\":[\"get\",\"update\"]");
  }

  private String read(String path) {
    return server.get(path, "Authorization", "Bearer " + READ).body();
  }

  @Test
  void whatProbesOfAnApiServerAskIsAnsweredToAnybody() {
    assertThat(server.get("/livez").body()).isEqualTo("ok");
    assertThat(server.get("/livez").headers().firstValue("Content-Type"))
        .contains("text/plain; charset=utf-8");
    assertThat(server.get("/livez?verbose").body())
        .isEqualTo("[+]ping ok\n[+]ledger ok\nlivez check passed\n");
    assertThat(server.get("/readyz?verbose=true").body())
        .isEqualTo("[+]ping ok\n[+]pools ok\nreadyz check passed\n");
    assertThat(server.get("/healthz?verbose").body()).endsWith("healthz check passed\n");
    assertThat(server.get("/readyz").body()).isEqualTo("{\"status\":\"ok\"}");
  }

  @Test
  void aProbeFailsWithTheCheckThatFailed() {
    server.pools.beyondHelp = Optional.of("the ledger is lost");
    server.pools.unready = Optional.of("no leader");

    assertThat(server.get("/livez").statusCode()).isEqualTo(503);
    assertThat(server.get("/livez").body())
        .isEqualTo("[+]ping ok\n[-]ledger failed: reason withheld\nlivez check failed\n");
    assertThat(server.get("/readyz?verbose").statusCode()).isEqualTo(503);
    assertThat(server.get("/readyz?verbose").headers().firstValue("Retry-After"))
        .contains("1");
  }
}
