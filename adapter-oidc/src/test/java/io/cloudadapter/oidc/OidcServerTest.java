package io.cloudadapter.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.AccessConfig;
import io.cloudadapter.server.options.AccessGrant;
import io.cloudadapter.server.options.AccessScope;
import io.cloudadapter.server.options.OidcIssuer;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.TlsConfig;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server and an issuer, each over sockets, through a rotation of keys. */
@Timeout(60)
class OidcServerTest {
  private static final JWK FIRST = SignedTokens.rsa("k1");
  private static final JWK SECOND = SignedTokens.ec("k2");

  @TempDir
  private Path directory;

  /** Moved by the test. */
  private volatile Instant now = SignedTokens.NOW;

  private final Clock clock = new Clock() {
    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  };

  private final HttpClient client = HttpClient.newHttpClient();
  private CloudAdapter adapter;
  private LoopbackIssuer issuer;
  private AdapterServer server;

  @BeforeEach
  void start() throws IOException {
    adapter = CloudAdapter.builder()
        .inMemory()
        .account(new AccountConfig("demo", "simulated", Map.of()))
        .pool(PoolConfig.named("web", "demo", 5).build())
        .pool(PoolConfig.named("batch", "demo", 5).build())
        .open();
    issuer = new LoopbackIssuer(directory, AdapterServer.builder(adapter));
    issuer.keys = List.of(FIRST);
    OidcIssuer accepted = new OidcIssuer(
        issuer.url(),
        Set.of(SignedTokens.AUDIENCE),
        new HashSet<>(OidcIssuer.USUAL_ALGORITHMS),
        Duration.ofHours(1),
        Optional.of(issuer.certificate()),
        "groups",
        Map.of(
            "ops",
            AccessGrant.of(Role.ADMIN),
            "team-b",
            new AccessGrant(Role.OPERATE, AccessScope.ofPools(new PoolName("batch")))));
    server = AdapterServer.builder(adapter)
        .tls(TlsConfig.off())
        .clock(clock)
        .access(AccessConfig.usual().withIssuers(List.of(accepted)))
        .start();
  }

  @AfterEach
  void stop() {
    server.close();
    issuer.close();
    adapter.close();
  }

  private String token(JWK key, JWSAlgorithm algorithm, String... groups) {
    return SignedTokens.signed(
        algorithm,
        key,
        SignedTokens.claims()
            .issuer(issuer.url())
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plusSeconds(600)))
            .claim("groups", List.of(groups)));
  }

  private HttpResponse<String> get(String path, String token) {
    try {
      return client.send(
          HttpRequest.newBuilder(server.uri().resolve(path))
              .header("Authorization", "Bearer " + token)
              .build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Asks again while keys are being fetched, as a client does after 503. */
  private HttpResponse<String> getOnceThereAreKeys(String path, String token) {
    while (true) {
      HttpResponse<String> reply = get(path, token);
      if (reply.statusCode() != 503) {
        return reply;
      }
      assertThat(reply.headers().firstValue("Retry-After")).contains("1");
      Thread.onSpinWait();
    }
  }

  @Test
  void callersOfAnIssuerHaveThePoolsOfTheirGroups() {
    String ops = token(FIRST, JWSAlgorithm.RS256, "staff", "ops");
    String team = token(FIRST, JWSAlgorithm.RS256, "team-b");
    String unmapped = token(FIRST, JWSAlgorithm.RS256, "guests");

    assertThat(getOnceThereAreKeys("/pools", ops).body()).contains("\"web\"", "\"batch\"");
    assertThat(get("/pools", team).body()).contains("\"batch\"").doesNotContain("web");
    assertThat(get("/pools/web/pool/scaling", team).statusCode()).isEqualTo(404);
    assertThat(get("/pools/batch/pool/scaling", team).statusCode()).isEqualTo(200);
    assertThat(get("/pools", unmapped).body()).isEqualTo("{\"pools\":[]}");
    assertThat(get("/replicas", unmapped).statusCode()).isEqualTo(403);
    assertThat(get("/pools", "not-a-token").statusCode()).isEqualTo(401);
    assertThat(get("/pools", ops + "x").statusCode()).isEqualTo(401);
  }

  @Test
  void aRotationOfKeysIsFollowedAndARevokedKeyIsRefused() {
    String first = token(FIRST, JWSAlgorithm.RS256, "ops");
    assertThat(getOnceThereAreKeys("/pools", first).statusCode()).isEqualTo(200);

    issuer.keys = List.of(SECOND);
    String second = token(SECOND, JWSAlgorithm.ES256, "ops");
    assertThat(get("/pools", second).statusCode()).isEqualTo(401);
    assertThat(issuer.fetches).hasValue(1);

    now = now.plusSeconds(30);
    assertThat(getOnceThereAreKeys("/pools", second).statusCode()).isEqualTo(200);
    assertThat(get("/pools", first).statusCode()).isEqualTo(401);
    assertThat(issuer.fetches).hasValue(2);
  }
}
