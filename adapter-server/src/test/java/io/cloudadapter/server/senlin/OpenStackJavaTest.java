package io.cloudadapter.server.senlin;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.scaling.DeletionCriteria;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.TlsConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * openstack4j, the client of OpenStack in Java, drives a pool on the simulated cloud over HTTPS: in a process of its
 * own, since its libraries are not ours.
 */
@Tag("proof")
@Timeout(300)
class OpenStackJavaTest {
  private static final String SECRET = "token-for-operating-1";

  /** Where the build puts openstack4j and what it needs. */
  private static final Path LIBRARIES = Path.of("target", "openstack4j").toAbsolutePath();

  private static final char[] STORE_PASSWORD = "changeit".toCharArray();
  private static final int SECONDS = 200;

  @TempDir
  private Path directory;

  /** The client connects by the trust of its Java alone. */
  private Path trust(AdapterServer server) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream pem = Files.newInputStream(server.selfSignedCertificate().orElseThrow())) {
      store.setCertificateEntry(
          "server", CertificateFactory.getInstance("X.509").generateCertificate(pem));
    }
    Path file = directory.resolve("trust.p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, STORE_PASSWORD);
    }
    return file;
  }

  private String drive(AdapterServer server)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path source = directory.resolve("Drive.java");
    try (InputStream driver = getClass().getResourceAsStream("/openstack4j/Drive.java")) {
      Files.copy(driver, source);
    }
    Path output = directory.resolve("output");
    Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Djavax.net.ssl.trustStore=" + trust(server),
            "-Djavax.net.ssl.trustStorePassword=" + new String(STORE_PASSWORD),
            "-cp",
            LIBRARIES.resolve("*").toString(),
            source.toString(),
            server.uri().resolve("/v3").toString(),
            "scaler",
            SECRET)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
    boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    String printed = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(ended && process.waitFor() == 0).as("printed: %s", printed).isTrue();
    return printed;
  }

  @Test
  void drivesAPoolByThePathsThatItMakesOfTheCatalog() throws Exception {
    ScalingConfig scaling = ScalingConfig.none()
        .withMinSize(1)
        .with("old", DeletionPolicy.of(DeletionCriteria.OLDEST_FIRST));

    try (CloudAdapter pools = CloudAdapter.builder()
            .dataDirectory(directory.resolve("data"))
            .account(new AccountConfig("demo", "simulated", Map.of()))
            .pool(PoolConfig.named("web", "demo", 20)
                .listInterval(Duration.ofMillis(200), Duration.ofSeconds(1))
                .launchesPerHour(10_000)
                .terminationsPerHour(10_000)
                .missingListsUntilGone(3)
                .massDisappearanceShare(0.1)
                .scaling(scaling)
                .build())
            .open();
        AdapterServer server = AdapterServer.builder(pools)
            .tls(TlsConfig.selfSigned(directory.resolve("tls")))
            .policies(directory.resolve("policies.json"))
            .tokens(
                List.of(BearerToken.sha256("scaler", Role.OPERATE, HashedTokens.sha256(SECRET))))
            .start()) {
      MachinePool web = pools.defaultPool();
      web.await(view -> view.settled() && view.desiredSize() == 1, Duration.ofMinutes(2));

      String printed = drive(server);

      assertThat(printed.lines())
          .contains(
              "signed in: scaler",
              "clusters, ADMIN: [web]",
              "clusters, INTERNAL: [web]",
              "clusters, PUBLIC: [web]",
              "cluster: web 1 to 20",
              "scaled out: true",
              "resized: true",
              "limits: 2 to 10",
              "nodes: true",
              "node: true",
              "actions: 2",
              "policies: [old]",
              "policy: senlin.policy.scaling-1.0",
              "bound: 1",
              "policy deleted: ended",
              "token: scaler",
              "token deleted: ended");
      assertThat(printed)
          .contains(
              "resized by a text: FAILED: ClientResponseException '5' is not of type 'number'")
          .contains("GET /v1/profiles is not supported")
          .contains("cluster deleted: DELETE /v1/clusters/{cluster} is not supported");
      assertThat(web.await(view -> view.settled(), Duration.ofMinutes(2)).desiredSize())
          .isEqualTo(3);
    }
  }
}
