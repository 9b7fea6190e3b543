package io.cloudadapter.server.senlin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.LogCapture;
import io.cloudadapter.server.TestServer;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions for Senlin's clients, begun with a bearer token as the password. */
class SenlinSignInTest {
  private static final String SECRET = "token-for-operating-1";
  private final Watch watch = new Watch();
  private final TestServer server = new TestServer(builder -> builder
      .clock(watch)
      .tokens(List.of(
          BearerToken.sha256("scaler", Role.OPERATE, HashedTokens.sha256(SECRET)),
          BearerToken.sha256("viewer", Role.READ, HashedTokens.sha256("token-for-reading-1")),
          BearerToken.sha256("chief", Role.ADMIN, HashedTokens.sha256("token-for-everything-1")))));

  @AfterEach
  void stop() {
    server.close();
  }

  private static String password(String name, String secret) {
    return "{\"auth\": {\"identity\": {\"methods\": [\"password\"], \"password\": {\"user\":"
        + " {\"name\": \"" + name + "\", \"password\": \"" + secret + "\", \"domain\":"
        + " {\"id\": \"default\"}}}}, \"scope\": {\"project\": {\"name\": \"any\"}}}}";
  }

  private static String credential(String id, String secret) {
    return "{\"auth\": {\"identity\": {\"methods\": [\"application_credential\"],"
        + " \"application_credential\": {\"id\": \"" + id + "\", \"secret\": \"" + secret
        + "\"}}}}";
  }

  private HttpResponse<String> signIn(String body) {
    return server.post("/v3/auth/tokens", body);
  }

  private String session(String body) {
    HttpResponse<String> reply = signIn(body);
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    return reply.headers().firstValue("X-Subject-Token").orElseThrow();
  }

  private int scaleOut(String session) {
    return server
        .post("/v1/clusters/web/actions", "{\"scale_out\": {}}", "X-Auth-Token", session)
        .statusCode();
  }

  @Test
  void aBearerTokenIsAPasswordAndAnApplicationCredential() {
    assertThat(scaleOut(session(password("scaler", SECRET)))).isEqualTo(202);
    assertThat(scaleOut(session(credential("scaler", SECRET)))).isEqualTo(202);
  }

  @Test
  void theCatalogLeadsBackToTheServerAsTheClientCallsIt() {
    JsonNode token = SenlinJson.json(signIn(password("scaler", SECRET))).get("token");

    JsonNode clustering = token.get("catalog").get(1);
    assertThat(clustering.get("type").asText()).isEqualTo("clustering");
    assertThat(clustering.get("endpoints").get(0).get("url").asText())
        .isEqualTo(server.uri("/clustering").toString());
    assertThat(token.get("user").get("name").asText()).isEqualTo("scaler");
    assertThat(token.get("roles").get(0).get("name").asText()).isEqualTo("operate");
    assertThat(token.get("expires_at").asText()).isEqualTo("2030-01-01T01:00:00.000000Z");
  }

  @Test
  void aSessionHasTheRoleOfItsToken() {
    String viewer = session(password("viewer", "token-for-reading-1"));

    assertThat(server.get("/v1/clusters", "X-Auth-Token", viewer).statusCode()).isEqualTo(200);
    assertThat(scaleOut(viewer)).isEqualTo(403);
  }

  @Test
  void aSessionRevealsNoTokenAndEndsAfterAnHour() {
    String session = session(password("scaler", SECRET));

    assertThat(session).doesNotContain(SECRET).doesNotContain(HashedTokens.sha256(SECRET));
    watch.now = watch.now.plus(Duration.ofMinutes(59));
    assertThat(scaleOut(session)).isEqualTo(202);
    watch.now = watch.now.plus(Duration.ofMinutes(1));
    assertThat(scaleOut(session)).isEqualTo(401);
  }

  @Test
  void aSessionCannotBeForgedOrTakenElsewhere() {
    String session = session(password("viewer", "token-for-reading-1"));

    assertThat(scaleOut(session.replace("viewer", "scaler"))).isEqualTo(401);
    assertThat(scaleOut(session + "x")).isEqualTo(401);
    assertThat(scaleOut(session.replaceFirst(":[0-9]+:", ":99999999999:"))).isEqualTo(401);
    assertThat(scaleOut("::")).isEqualTo(401);
    assertThat(scaleOut("")).isEqualTo(401);
    assertThat(server.get("/pool", "X-Auth-Token", session).statusCode()).isEqualTo(401);
    assertThat(server.get("/pool", "Authorization", "Bearer " + session).statusCode())
        .isEqualTo(401);
    try (TestServer other = new TestServer(builder -> builder.tokens(List.of(
        BearerToken.sha256("viewer", Role.READ, HashedTokens.sha256("token-for-reading-1")))))) {
      assertThat(other.get("/v1/clusters", "X-Auth-Token", session).statusCode())
          .isEqualTo(401);
    }
  }

  @Test
  void aBearerTokenItselfIsTakenInEitherHeader() {
    assertThat(scaleOut(SECRET)).isEqualTo(202);
    assertThat(server.get("/v1/clusters", "Authorization", "Bearer " + SECRET).statusCode())
        .isEqualTo(200);
  }

  @Test
  void withoutACredentialThereIsNothingToSee() {
    SenlinJson.error(server.get("/v1/clusters"), 401);
    SenlinJson.error(server.get("/v1/nowhere"), 401);
    SenlinJson.error(server.send("DELETE", "/v1/nodes/i-123456", ""), 401);
    assertThat(server.get("/v1").statusCode()).isEqualTo(200);
    assertThat(server.get("/v3").statusCode()).isEqualTo(200);
  }

  @Test
  void aWrongPasswordTellsNotWhatIsWrong() {
    String unknown = SenlinJson.error(signIn(password("missing", SECRET)), 401);

    assertThat(SenlinJson.error(signIn(password("scaler", "wrong-password-123")), 401))
        .isEqualTo(unknown);
    assertThat(SenlinJson.error(signIn(password("viewer", SECRET)), 401)).isEqualTo(unknown);
    assertThat(SenlinJson.error(signIn(credential("scaler", "")), 401)).isEqualTo(unknown);
  }

  @Test
  void thePasswordIsNotLogged() {
    try (LogCapture log = new LogCapture("io.cloudadapter")) {
      signIn(password("scaler", SECRET));
      signIn(password("scaler", SECRET + "wrong"));
      signIn("{\"auth\": {\"identity\": \"" + SECRET + "\"}}");

      assertThat(String.join("\n", log.lines())).contains("/v3/auth/tokens").doesNotContain(SECRET);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | {} | 'auth' is a required property",
        "400 | {\"auth\": {}} | 'identity' is a required property",
        "400 | {\"auth\": {\"identity\": {}}} | 'methods' is a required property",
        "400 | {\"auth\": {\"identity\": {\"methods\": []}}} | Value for 'methods' must be",
        "400 | {\"auth\": {\"identity\": {\"methods\": [\"password\"]}}} | 'password' is a required",
        "400 | {\"auth\": {\"identity\": {\"methods\": [\"password\", \"totp\"]}}}"
            + " | 'methods' must be one method",
        "401 | {\"auth\": {\"identity\": {\"methods\": [\"token\"], \"token\": {\"id\": "
            + "\"x\"}}}} | authentication failed: the token is wrong or has expired",
        "401 | {\"auth\": {\"identity\": {\"methods\": [\"totp\"], \"totp\": {}}}}"
            + " | this server takes the methods password, application_credential and token only",
        "400 | nonsense | the body is not valid JSON, at line 1, column 1",
      })
  void aWrongRequestIsRefusedByName(int status, String body, String message) {
    assertThat(SenlinJson.error(signIn(body), status)).startsWith(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"unquoted-secret-1", "\"unquoted-secret-1\"", "{\"id\": unquoted-secret-1}"})
  void aBodyThatIsNoObjectShowsNoSecretOfIt(String body) {
    assertThat(SenlinJson.error(signIn(body.replace("-", "")), 400))
        .contains("unquoted")
        .doesNotContain("unquoteds");
  }

  private HttpResponse<String> tokens(TestServer at, String method, String asking, String subject) {
    return at.send(
        method, "/v3/auth/tokens", "", "X-Auth-Token", asking, "X-Subject-Token", subject);
  }

  @Test
  void aSessionIsLookedAtWithItsToken() {
    HttpResponse<String> begun = signIn(password("scaler", SECRET));
    String session = begun.headers().firstValue("X-Subject-Token").orElseThrow();

    HttpResponse<String> reply = tokens(server, "GET", session, session);

    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.headers().firstValue("X-Subject-Token")).contains(session);
    assertThat(SenlinJson.json(reply)).isEqualTo(SenlinJson.json(begun));
    assertThat(tokens(server, "GET", SECRET, session).body()).isEqualTo(reply.body());
    HttpResponse<String> head = tokens(server, "HEAD", session, session);
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(server
            .get("/v3/auth/tokens?nocatalog", "X-Auth-Token", session, "X-Subject-Token", session)
            .body())
        .doesNotContain("catalog");
  }

  @Test
  void aSessionThatIsRevokedStopsWorkingAtOnceAndNoOtherDoes() {
    String session = session(password("scaler", SECRET));
    String other = session(password("scaler", SECRET));
    String child = session("{\"auth\": {\"identity\": {\"methods\": [\"token\"], \"token\":"
        + " {\"id\": \"" + session + "\"}}}}");

    assertThat(tokens(server, "DELETE", session, session).statusCode()).isEqualTo(204);

    assertThat(scaleOut(session)).isEqualTo(401);
    assertThat(server.get("/clustering/clusters", "X-Auth-Token", session).statusCode())
        .isEqualTo(401);
    SenlinJson.error(tokens(server, "GET", session, other), 401);
    SenlinJson.error(tokens(server, "GET", other, session), 404);
    SenlinJson.error(tokens(server, "DELETE", other, session), 404);
    assertThat(tokens(server, "HEAD", other, session).statusCode()).isEqualTo(404);
    assertThat(scaleOut(other)).isEqualTo(202);
    assertThat(scaleOut(child)).isEqualTo(202);
    assertThat(signIn("{\"auth\": {\"identity\": {\"methods\": [\"token\"], \"token\":"
                + " {\"id\": \"" + session + "\"}}}}")
            .statusCode())
        .isEqualTo(401);
  }

  @Test
  void aSessionOfATokenLastsNoLongerThanTheFirst() {
    String session = session(password("scaler", SECRET));
    watch.now = watch.now.plus(Duration.ofMinutes(40));
    String child = session("{\"auth\": {\"identity\": {\"methods\": [\"token\"], \"token\":"
        + " {\"id\": \"" + session + "\"}}}}");

    assertThat(scaleOut(child)).isEqualTo(202);
    watch.now = watch.now.plus(Duration.ofMinutes(20));
    assertThat(scaleOut(child)).isEqualTo(401);
  }

  @Test
  void theSessionOfAnotherUserIsForAdminsOnly() {
    String session = session(password("scaler", SECRET));
    String viewer = session(password("viewer", "token-for-reading-1"));
    String admin = session(password("chief", "token-for-everything-1"));

    SenlinJson.error(tokens(server, "GET", viewer, session), 403);
    SenlinJson.error(tokens(server, "DELETE", viewer, session), 403);
    assertThat(scaleOut(session)).isEqualTo(202);
    assertThat(tokens(server, "GET", admin, session).statusCode()).isEqualTo(200);
    assertThat(tokens(server, "DELETE", admin, session).statusCode()).isEqualTo(204);
    assertThat(scaleOut(session)).isEqualTo(401);
  }

  @Test
  void whatIsNoSessionIsNotFoundAndNotShown() {
    String session = session(password("scaler", SECRET));

    for (String subject : List.of(SECRET, session + "x", "nonsense", session.replace('s', 't'))) {
      for (String method : List.of("GET", "DELETE")) {
        assertThat(SenlinJson.error(tokens(server, method, session, subject), 404))
            .doesNotContain(subject);
      }
    }
    assertThat(SenlinJson.error(server.get("/v3/auth/tokens", "X-Auth-Token", session), 400))
        .contains("X-Subject-Token", "GET");
    SenlinJson.error(server.get("/v3/auth/tokens", "X-Subject-Token", session), 401);
    SenlinJson.error(tokens(server, "GET", "wrong", session), 401);
    SenlinJson.error(server.send("DELETE", "/v3/auth/tokens", "", "X-Subject-Token", session), 401);
    assertThat(scaleOut(SECRET)).isEqualTo(202);
  }

  @Test
  void aRevokedSessionIsNotLogged() {
    String session = session(password("scaler", SECRET));
    try (LogCapture log = new LogCapture("io.cloudadapter")) {
      tokens(server, "DELETE", session, session);

      assertThat(String.join("\n", log.lines()))
          .contains("DELETE /v3/auth/tokens", "token:scaler")
          .doesNotContain(session);
    }
  }

  @Test
  void onLoopbackARevokedSessionStopsWorkingToo() {
    try (TestServer open = new TestServer()) {
      HttpResponse<String> begun = open.post("/v3/auth/tokens", password("any: body", "anything"));
      String session = begun.headers().firstValue("X-Subject-Token").orElseThrow();

      HttpResponse<String> looked = tokens(open, "GET", session, session);
      assertThat(SenlinJson.json(looked)).isEqualTo(SenlinJson.json(begun));
      assertThat(SenlinJson.json(looked).get("token").get("user").get("name").asText())
          .isEqualTo("any: body");
      assertThat(tokens(open, "DELETE", session, session).statusCode()).isEqualTo(204);
      assertThat(open.get("/v1/clusters", "X-Auth-Token", session).statusCode()).isEqualTo(401);
      assertThat(open.get("/v1/clusters", "X-Auth-Token", "any").statusCode()).isEqualTo(200);
      assertThat(open.get("/v1/clusters").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void onLoopbackWithoutCredentialsAnyPasswordWillDo() {
    try (TestServer open = new TestServer()) {
      HttpResponse<String> reply = open.post("/v3/auth/tokens", password("anybody", "anything"));

      assertThat(reply.statusCode()).isEqualTo(201);
      String session = reply.headers().firstValue("X-Subject-Token").orElseThrow();
      assertThat(open.get("/v1/clusters", "X-Auth-Token", session).statusCode()).isEqualTo(200);
    }
  }

  /** A clock that a test sets. */
  private static final class Watch extends Clock {
    private volatile Instant now = Instant.parse("2030-01-01T00:00:00Z");

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
