package io.cloudadapter.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.FakePools;
import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.RawClient;
import io.cloudadapter.server.TestAuthority;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.TlsConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What elastisys' Java client 2.0.0 of this API sends is carried out, and the answers have what that client reads: it
 * asks without a credential first and repeats with HTTP Basic after a 401, and its bodies have a charset.
 */
class ElastisysClientTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SECRET = "token-for-operating-1";
  private static final String BASIC =
      Base64.getEncoder().encodeToString(("scaler:" + SECRET).getBytes(StandardCharsets.UTF_8));

  @TempDir
  private Path directory;

  private final FakePools pools = new FakePools();
  private AdapterServer server;
  private SSLSocketFactory sockets;

  @BeforeEach
  void start() throws Exception {
    server = AdapterServer.builder(pools)
        .tls(TlsConfig.selfSigned(directory))
        .tokens(List.of(BearerToken.sha256("scaler", Role.OPERATE, HashedTokens.sha256(SECRET))))
        .start();
    try (var in = Files.newInputStream(server.selfSignedCertificate().orElseThrow())) {
      X509Certificate trusted =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
      sockets = TestAuthority.client(List.of(trusted), Optional.empty()).getSocketFactory();
    }
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** A request as Apache's HTTP client 4.3.6 puts it on the wire. */
  private String request(String line, Optional<String> body, boolean known) {
    List<String> lines = new ArrayList<>();
    lines.add(line + " HTTP/1.1");
    if (body.isPresent()) {
      lines.add("Content-Length: " + body.get().length());
      lines.add("Content-Type: application/json; charset=UTF-8");
    } else if (line.startsWith("POST")) {
      lines.add("Content-Length: 0");
    }
    lines.add("Host: " + server.uri().getAuthority());
    lines.add("Connection: Keep-Alive");
    lines.add("User-Agent: Apache-HttpClient/4.3.6 (java 1.5)");
    lines.add("Accept-Encoding: gzip,deflate");
    if (known) {
      lines.add("Authorization: Basic " + BASIC);
    }
    return String.join("\r\n", lines) + "\r\n\r\n" + body.orElse("");
  }

  private String answer(String line, Optional<String> body, int status) {
    try (RawClient client = new RawClient(server.uri(), sockets)) {
      RawClient.Raw refused = client.send(request(line, body, false)).reply();
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.head()).containsIgnoringCase("WWW-Authenticate: Basic realm=");
    }
    try (RawClient client = new RawClient(server.uri(), sockets)) {
      RawClient.Raw reply = client.send(request(line, body, true)).reply();
      assertThat(reply.status()).as("%s: %s", line, reply.body()).isEqualTo(status);
      // The client reads a body of each answer: it may be empty.
      assertThat(reply.head()).containsIgnoringCase("Content-Length: ");
      return reply.body();
    }
  }

  private void carriedOut(String path, Optional<String> body, String call) {
    pools.web.calls.clear();

    assertThat(answer("POST " + path, body, 200)).isEmpty();

    assertThat(pools.web.calls).containsExactly(call);
  }

  @Test
  void itsWritesAreCarriedOutAndAnsweredWithAnEmptyBody() {
    carriedOut("/pool/size", Optional.of("{ \"desiredSize\": 5 }"), "size 5");
    for (boolean decrement : List.of(true, false)) {
      Optional<String> body = Optional.of("{ \"decrementDesiredSize\": " + decrement + " }");
      carriedOut("/pool/i-123456/terminate", body, "terminate i-123456 " + decrement);
      carriedOut("/pool/i-123456/detach", body, "detach i-123456 " + decrement);
    }
    for (String state :
        List.of("BOOTING", "IN_SERVICE", "UNHEALTHY", "OUT_OF_SERVICE", "UNKNOWN")) {
      carriedOut(
          "/pool/i-123456/serviceState",
          Optional.of("{ \"serviceState\": \"" + state + "\" }"),
          "serviceState i-123456 " + state);
    }
    carriedOut("/pool/i-9/attach", Optional.empty(), "attach i-9");
  }

  @Test
  void itReadsThePoolAndItsSize() throws IOException {
    JsonNode pool = JSON.readTree(answer("GET /pool", Optional.empty(), 200));
    JsonNode size = JSON.readTree(answer("GET /pool/size", Optional.empty(), 200));

    assertThat(Instant.parse(pool.get("timestamp").asText())).isNotNull();
    assertThat(pool.get("machines")).isNotEmpty().allSatisfy(machine -> {
      assertThat(machine.get("id").isTextual()).isTrue();
      assertThat(machine.get("machineState").asText())
          .isIn(Set.of("REQUESTED", "REJECTED", "PENDING", "RUNNING", "TERMINATING", "TERMINATED"));
      assertThat(machine.get("serviceState").asText())
          .isIn(Set.of("BOOTING", "IN_SERVICE", "UNHEALTHY", "OUT_OF_SERVICE", "UNKNOWN"));
      if (machine.has("launchtime")) {
        assertThat(Instant.parse(machine.get("launchtime").asText())).isNotNull();
      }
      assertThat(machine.get("publicIps").isArray()).isTrue();
      assertThat(machine.get("privateIps").isArray()).isTrue();
      // It cannot read the pool if a machine has null here.
      assertThat(machine.get("metadata").isObject()).isTrue();
    });
    for (String field : List.of("desiredSize", "allocated", "outOfService")) {
      assertThat(size.get(field).canConvertToInt()).as(field).isTrue();
    }
    assertThat(size.get("allocated").asInt())
        .isGreaterThanOrEqualTo(size.get("outOfService").asInt());
  }

  @Test
  void itShowsTheMessageOfARefusal() throws IOException {
    String body = answer("POST /pool/size", Optional.of("{ \"desiredSize\": -1 }"), 400);

    JsonNode error = JSON.readTree(body);
    assertThat(error.get("message").asText()).contains("desiredSize");
    assertThat(error.has("detail")).isTrue();
    assertThat(pools.web.calls).isEmpty();
  }
}
