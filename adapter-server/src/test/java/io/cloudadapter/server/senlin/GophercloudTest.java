package io.cloudadapter.server.senlin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cloudadapter.api.ListStatus;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * gophercloud, the client of Terraform and of others in Go, as Debian has it, drives a pool on the simulated cloud
 * over HTTPS: skipped where it is not installed, unless the system property requires Senlin's clients.
 */
@Timeout(900)
@Tag("proof")
class GophercloudTest {
  private static final String SECRET = "token-for-operating-1";
  private static final Path SOURCES = Path.of("/usr/share/gocode");
  private static final int SECONDS = 300;

  @TempDir
  private Path directory;

  private static boolean installed() {
    try {
      Process process = new ProcessBuilder("go", "version")
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
      return process.waitFor(SECONDS, TimeUnit.SECONDS)
          && process.exitValue() == 0
          && Files.isDirectory(SOURCES.resolve("src/github.com/gophercloud/gophercloud"));
    } catch (IOException e) {
      return false; // There is no such command.
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private String run(String... command) throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    ProcessBuilder builder = new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("HOME", directory.toString());
    environment.put("GO111MODULE", "off");
    environment.put("GOPATH", SOURCES.toString());
    environment.put("GOCACHE", directory.resolve("cache").toString());
    environment.put("GOFLAGS", "");
    environment.put("NO_PROXY", "*");
    Process process = builder.start();
    boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    String printed = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(ended && process.waitFor() == 0)
        .as("%s: %s", List.of(command), printed)
        .isTrue();
    return printed;
  }

  @Test
  void drivesAPoolFromTheRootOfTheServer() throws IOException, InterruptedException {
    boolean installed = installed();
    boolean required = "required".equals(System.getProperty(OpenStackCommand.PROPERTY));
    String packages = "golang-go golang-github-gophercloud-gophercloud-dev";
    assertThat(installed || !required)
        .as("gophercloud is required here: apt-get install %s", packages)
        .isTrue();
    assumeTrue(installed, "gophercloud is not here; to run this test: apt-get install " + packages);
    try (InputStream source = getClass().getResourceAsStream("/gophercloud/main.go")) {
      Files.copy(source, directory.resolve("main.go"));
    }
    run("go", "build", "-o", "drive", "main.go");
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
      pools
          .defaultPool()
          .await(view -> view.listStatus() == ListStatus.RECENT, Duration.ofSeconds(30));
      String printed = run(
          directory.resolve("drive").toString(),
          server.uri().toString(),
          "scaler",
          SECRET,
          server.selfSignedCertificate().orElseThrow().toString());

      String endpoint = server.uri() + "/clustering/";
      assertThat(printed.lines())
          .contains(
              "endpoint: admin " + endpoint,
              "endpoint: internal " + endpoint,
              "endpoint: public " + endpoint,
              "scaled out: true",
              "resized: true",
              "nodes: true true",
              "policy: in-by-two senlin.policy.scaling-1.0",
              "bound: old true",
              "bound: in-by-two true",
              "token: true scaler",
              "signed in again: true");
      assertThat(printed)
          .contains("cluster: web ")
          .contains("POST /v1/profiles is not supported")
          .contains("GET /v1/receivers/{receiver} is not supported")
          .contains("'recover' is not supported")
          .doesNotContain("FAILED:");
    }
  }
}
