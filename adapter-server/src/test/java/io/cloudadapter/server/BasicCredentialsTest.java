package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.TlsConfig;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTP Basic, for clients that know no bearer tokens: a token's name and the token, over TLS only. */
class BasicCredentialsTest {
  private static final String SECRET = "token-for-operating-1";
  private static final List<BearerToken> TOKENS = List.of(
      BearerToken.sha256("scaler", Role.OPERATE, HashedTokens.sha256(SECRET)),
      BearerToken.sha256("viewer", Role.READ, HashedTokens.sha256("token-for-reading-1")));

  @TempDir
  private Path directory;

  private FakePools pools;
  private AdapterServer server;
  private HttpClient client;

  @BeforeEach
  void start() throws Exception {
    pools = new FakePools();
    server = AdapterServer.builder(pools)
        .tls(TlsConfig.selfSigned(directory))
        .tokens(TOKENS)
        .start();
    try (var in = Files.newInputStream(server.selfSignedCertificate().orElseThrow())) {
      X509Certificate trusted =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
      client = HttpClient.newBuilder()
          .sslContext(TestAuthority.client(List.of(trusted), Optional.empty()))
          .build();
    }
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static String basic(String text) {
    return "Basic " + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private HttpResponse<String> resize(String path, String credential)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(server.uri().resolve(path))
        .POST(HttpRequest.BodyPublishers.ofString("{\"desiredSize\": 3}"));
    if (!credential.isEmpty()) {
      request.header("Authorization", credential);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void theNameAndTheTokenAreTakenWithTheTokensRole() throws Exception {
    try (LogCapture log = new LogCapture("io.cloudadapter")) {
      assertThat(resize("/pool/size", basic("scaler:" + SECRET)).statusCode()).isEqualTo(200);
      assertThat(resize("/pool/size", basic("scaler:" + SECRET).replace("Basic", "bAsIc "))
              .statusCode())
          .isEqualTo(200);
      assertThat(resize("/pool/size", basic("viewer:token-for-reading-1")).statusCode())
          .isEqualTo(403);

      assertThat(String.join("\n", log.lines()))
          .contains("token:scaler", "token:viewer")
          .doesNotContain(SECRET, basic("scaler:" + SECRET).substring(6), "token-for-reading-1");
    }
  }

  @Test
  void anythingElseIsRefusedAlikeAndNotShown() throws Exception {
    String message = ErrorAssertions.message(
        resize("/pool/size", basic("scaler:wrong-password-1")).body());
    for (String wrong : List.of(
        "missing:" + SECRET,
        "viewer:" + SECRET,
        ":" + SECRET,
        "scaler:",
        SECRET,
        "scaler:" + SECRET + "x",
        "Scaler:" + SECRET,
        "scaler::" + SECRET)) {
      HttpResponse<String> reply = resize("/pool/size", basic(wrong));

      assertThat(reply.statusCode()).as(wrong).isEqualTo(401);
      assertThat(ErrorAssertions.message(reply.body())).isEqualTo(message).doesNotContain(SECRET);
    }
    for (String wrong :
        List.of("Basic", "Basic ", "Basic *", "Basic " + SECRET, "Basic a b", "Digest x")) {
      HttpResponse<String> reply = resize("/pool/size", wrong);

      assertThat(reply.statusCode()).as(wrong).isEqualTo(401);
      assertThat(reply.body()).doesNotContain(SECRET);
    }
    assertThat(pools.web.calls).isEmpty();
  }

  @Test
  void aHeaderWithoutATokenIsRefusedWithWhatItLacks() throws Exception {
    Map<String, String> reasons = Map.of(
        "Negotiate x",
        "the scheme Negotiate of header Authorization is not supported; send: Bearer <token>",
        "Basic ",
        "header Authorization must hold <name>:<token> in Base64 after Basic, and ends there",
        "Bearer",
        "header Authorization must hold a token after Bearer, and ends there",
        SECRET,
        "header Authorization must begin with its scheme; send: Bearer <token>");
    for (Map.Entry<String, String> reason : reasons.entrySet()) {
      HttpResponse<String> reply = resize("/pool/size", reason.getKey());

      assertThat(reply.statusCode()).as(reason.getKey()).isEqualTo(401);
      assertThat(ErrorAssertions.message(reply.body()))
          .contains(reason.getValue())
          .doesNotContain(SECRET);
    }
    assertThat(pools.web.calls).isEmpty();
  }

  @Test
  void aClientThatWaitsToBeAskedIsAskedForIt() throws Exception {
    assertThat(resize("/pool/size", "").headers().firstValue("WWW-Authenticate"))
        .contains(
            "Basic realm=\"cloud adapter\", charset=\"UTF-8\", Bearer realm=\"cloud adapter\"");
  }

  @Test
  void overPlainHttpItIsRefusedWithTheReason() {
    for (List<BearerToken> tokens : List.of(TOKENS, List.<BearerToken>of())) {
      try (TestServer plain = new TestServer(builder -> builder.tokens(tokens))) {
        for (String path : List.of("/pool", "/v1/clusters", "/", "/nowhere")) {
          HttpResponse<String> reply = plain.get(path, "Authorization", basic("scaler:" + SECRET));

          assertThat(reply.statusCode()).as(path).isEqualTo(401);
          assertThat(reply.body()).contains("HTTP Basic is taken over HTTPS only");
          assertThat(reply.headers().firstValue("WWW-Authenticate"))
              .contains("Bearer realm=\"cloud adapter\"");
        }
      }
    }
  }
}
