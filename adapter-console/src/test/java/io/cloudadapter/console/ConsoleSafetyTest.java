package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.AccessConfig;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.TlsConfig;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A session of the console gives what its credential gives, to the console's own pages only. */
@Timeout(60)
class ConsoleSafetyTest {
  private static final String SESSION = "/console/session";
  private static final String SIZE = "/console/api/pools/web/pool/size";
  private static final String FIVE = "{\"desiredSize\": 5}";

  private static ConsoleServer console;

  @BeforeAll
  static void start(@TempDir Path tls) throws Exception {
    console = new ConsoleServer(tls);
  }

  @AfterAll
  static void stop() {
    console.close();
  }

  private static ConsoleClient client() {
    return new ConsoleClient(console.server.uri(), console.server.selfSignedCertificate());
  }

  private static HttpResponse<String> signIn(String token) {
    return client().asOwnPage().with("Authorization", "Bearer " + token).post(SESSION, "");
  }

  private static ConsoleClient signedIn(String token) {
    return client().with("Cookie", ConsoleClient.cookie(signIn(token)));
  }

  @Test
  void aTokenBeginsASessionWhoseCookieNoScriptAndNoOtherSiteGets() {
    HttpResponse<String> answer = signIn(ConsoleServer.OPERATOR);

    assertThat(answer.statusCode()).isEqualTo(201);
    assertThat(answer.body())
        .contains("\"caller\":\"token:olga\"", "\"role\":\"operate\"", "\"by\":\"token\"")
        .doesNotContain(ConsoleServer.OPERATOR);
    assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow())
        .startsWith("__Host-cloudadapter-console-" + console.server.uri().getPort() + "=")
        .contains("; Path=/", "; HttpOnly", "; SameSite=Strict", "; Secure")
        .doesNotContain("Domain", "Max-Age", "Expires", ConsoleServer.OPERATOR);
  }

  @Test
  void aWrongTokenBeginsNoneAndOpensNoWindowOfTheBrowser() {
    HttpResponse<String> answer = signIn("a-token-that-is-wrong");

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(answer.headers().allValues("WWW-Authenticate"))
        .allMatch(all -> !all.contains("Basic"));
  }

  @Test
  void withoutASessionTheApiOfTheConsoleIsClosedEvenToAToken() {
    assertThat(client().asOwnPage().get("/console/api/pools").statusCode()).isEqualTo(401);
    assertThat(client()
            .asOwnPage()
            .with("Authorization", "Bearer " + ConsoleServer.ADMIN)
            .get("/console/api/pools")
            .statusCode())
        .isEqualTo(401);
  }

  @Test
  void theCookieIsNoCredentialOutsideOfTheConsole() {
    assertThat(signedIn(ConsoleServer.ADMIN).asOwnPage().get("/pools").statusCode())
        .isEqualTo(401);
  }

  @ParameterizedTest
  @CsvSource({
    "read, /pool/size, 403",
    "operate, /pool/size, 200",
    "operate, /pool/thaw, 403",
    "admin, /pool/thaw, 409"
  })
  void aSessionAllowsWhatItsRoleAllows(String role, String path, int status) {
    String token = role.equals("read")
        ? ConsoleServer.READER
        : role.equals("operate") ? ConsoleServer.OPERATOR : ConsoleServer.ADMIN;

    assertThat(signedIn(token)
            .asOwnPage()
            .post("/console/api/pools/web" + path, path.endsWith("size") ? FIVE : "{}")
            .statusCode())
        .isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://evil.example", "null", "https://localhost:1"})
  void aWriteThatAnotherPageHasTheBrowserSendIsRefused(String origin) {
    HttpResponse<String> answer =
        signedIn(ConsoleServer.ADMIN).with("Origin", origin).post(SIZE, FIVE);

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("own pages only");
  }

  @Test
  void aPageOfThisHostThatCameWithoutHttpsCannotWrite() {
    String plain = console.server.uri().toString().replace("https:", "http:");

    HttpResponse<String> answer =
        signedIn(ConsoleServer.ADMIN).with("Origin", plain).post(SIZE, FIVE);

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("own pages only");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/console", "/console/main.js", SESSION})
  void aMethodThatAPlaceOfTheConsoleLacksIsNotAllowedAndAsksForNoCredential(String path) {
    for (String method : new String[] {"PUT", "PATCH"}) {
      HttpResponse<String> answer = client().send(method, path, "");
      assertThat(answer.statusCode()).as(method).isEqualTo(405);
      assertThat(answer.headers().firstValue("Allow").orElseThrow()).contains("GET");
    }
    assertThat(client().send("OPTIONS", path, "").statusCode()).isEqualTo(204);
  }

  @Test
  void aWriteWithTheCookieButWithoutAnOriginIsRefused() {
    assertThat(signedIn(ConsoleServer.ADMIN).post(SIZE, FIVE).statusCode()).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cross-site", "same-site"})
  void aReadThatAnotherPageHasTheBrowserSendIsRefused(String site) {
    assertThat(signedIn(ConsoleServer.ADMIN)
            .with("Sec-Fetch-Site", site)
            .get("/console/api/pools")
            .statusCode())
        .isEqualTo(403);
  }

  @Test
  void anotherPageCanNeitherBeginNorEndASession() {
    ConsoleClient evil = client().with("Origin", "https://evil.example");
    assertThat(evil.with("Authorization", "Bearer " + ConsoleServer.ADMIN)
            .post(SESSION, "")
            .statusCode())
        .isEqualTo(403);
    assertThat(signedIn(ConsoleServer.ADMIN)
            .with("Origin", "https://evil.example")
            .send("DELETE", SESSION, "")
            .statusCode())
        .isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/console/api/console/session", "/console/api/%63onsole/session"})
  void aSessionBeginsNoOtherSession(String path) {
    HttpResponse<String> answer = signedIn(ConsoleServer.ADMIN).asOwnPage().post(path, "");

    assertThat(answer.statusCode()).isIn(401, 404, 405);
    assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
  }

  @Test
  void whoHasSignedOutHasNoSession() {
    ConsoleClient client = signedIn(ConsoleServer.ADMIN).asOwnPage();
    assertThat(client.get("/console/api/pools").statusCode()).isEqualTo(200);

    HttpResponse<String> out = client.send("DELETE", SESSION, "");

    assertThat(out.statusCode()).isEqualTo(204);
    assertThat(out.headers().firstValue("Set-Cookie").orElseThrow()).contains("Max-Age=0");
    assertThat(client.get("/console/api/pools").statusCode()).isEqualTo(401);
    assertThat(client.get(SESSION).body()).isEqualTo("{\"signedIn\":false}");
  }

  @Test
  void aGuessedCookieIsNoSession() {
    assertThat(client()
            .with(
                "Cookie",
                "__Host-cloudadapter-console-" + console.server.uri().getPort() + "=guess")
            .get("/console/api/pools")
            .statusCode())
        .isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/console", "/console/", "/console/main.js", "/console/components/pools.js"})
  void aPageLoadsFromItsServerOnlyAndRunsItsOwnFilesOnly(String path) {
    HttpResponse<String> answer = client().get(path);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains(
            "default-src 'none'",
            "script-src 'self';",
            "style-src 'self';",
            "connect-src 'self';",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'")
        .doesNotContain("unsafe", "http:", "https:", "data:", "*");
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(answer.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
  }

  @Test
  void aFileThatTheBrowserHasIsNotSentAgain() {
    String tag = client().get("/console/main.js").headers().firstValue("ETag").orElseThrow();

    HttpResponse<String> again = client().with("If-None-Match", tag).get("/console/main.js");

    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/console/../pools",
        "/console/%2e%2e/openapi.yaml",
        "/console/lib/preact/LICENSE",
        "/console/nothing.js"
      })
  void noOtherFileIsServed(String path) {
    assertThat(client().get(path).statusCode()).isIn(400, 401, 404);
  }

  @Test
  void aCertificateBeginsASessionThatCountsOnItsOwnConnectionsOnly(@TempDir Path directory)
      throws Exception {
    ClientCertificate ops = new ClientCertificate(directory, "ops");
    try (AdapterServer server = AdapterServer.builder(console.pools)
        .tls(TlsConfig.selfSigned(directory))
        .clientCertificates(ops.pem, Map.of("ops", Role.OPERATE))
        .tokens(ConsoleServer.tokens())
        .start()) {
      ConsoleClient client = new ConsoleClient(
              server.uri(), server.selfSignedCertificate(), ops.managers())
          .asOwnPage();
      assertThat(client.get(SESSION).body())
          .isEqualTo("{\"signedIn\":false,\"withoutToken\":\"certificate\"}");

      HttpResponse<String> answer = client.post(SESSION, "");

      assertThat(answer.body()).contains("\"by\":\"certificate\"", "\"role\":\"operate\"");
      String cookie = ConsoleClient.cookie(answer);
      assertThat(client.with("Cookie", cookie).get("/console/api/pools").statusCode())
          .isEqualTo(200);
      assertThat(new ConsoleClient(server.uri(), server.selfSignedCertificate())
              .asOwnPage()
              .with("Cookie", cookie)
              .get("/console/api/pools")
              .statusCode())
          .isEqualTo(401);
    }
  }

  @Test
  void aStreamOfASessionEndsWhenItsCallerSignsOut() {
    ConsoleClient client = signedIn(ConsoleServer.READER).asOwnPage();
    Iterator<String> lines = client.lines("/console/api/overview?watch=true");
    while (!lines.next().startsWith("data: ")) {
      // The head of the stream.
    }

    assertThat(client.send("DELETE", SESSION, "").statusCode()).isEqualTo(204);

    lines.forEachRemaining(line -> assertThat(line).doesNotContain("heartbeat"));
  }

  @Test
  void aServerWithoutCredentialsAsksForNoneAndShowsThat() throws Exception {
    try (AdapterServer open =
        AdapterServer.builder(console.pools).tls(TlsConfig.off()).start()) {
      ConsoleClient client = new ConsoleClient(open.uri(), Optional.empty()).asOwnPage();
      assertThat(client.get(SESSION).body())
          .isEqualTo("{\"signedIn\":false,\"withoutToken\":\"none\"}");
      assertThat(client.get("/console/api/pools").statusCode()).isEqualTo(401);

      HttpResponse<String> answer = client.post(SESSION, "");

      assertThat(answer.body()).contains("\"by\":\"none\"", "\"role\":\"admin\"");
      assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow())
          .startsWith("cloudadapter-console-")
          .contains("HttpOnly", "SameSite=Strict");
      assertThat(client
              .with("Cookie", ConsoleClient.cookie(answer))
              .get("/console/api/pools")
              .statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void aServerWithoutTheConsoleHasNoneOfItsPaths() throws Exception {
    try (AdapterServer plain = AdapterServer.builder(console.pools)
        .tls(TlsConfig.off())
        .access(AccessConfig.usual().withConsole(false))
        .start()) {
      ConsoleClient client = new ConsoleClient(plain.uri(), Optional.empty());
      assertThat(client.get("/console").statusCode()).isEqualTo(404);
      assertThat(client.get(SESSION).statusCode()).isEqualTo(404);
      assertThat(client.get("/console/api/pools").statusCode()).isEqualTo(404);
    }
  }
}
