package io.cloudadapter.server.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cloudadapter.server.ActionsApiTest;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.FakePools;
import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.TlsConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The JavaScript client of Kubernetes works with actions: skipped where it is not installed, unless the system property
 * {@code kubectl.required} says that the clients of Kubernetes are required.
 */
@Timeout(300)
@Tag("proof")
class KubeJavaScriptTest {
  private static final String TOKEN = "token-for-operating-1";

  /** Where npm puts the client: the package.json beside the script is copied there. */
  private static final Path INSTALLED =
      Path.of("target", "kubernetes-client", "node_modules").toAbsolutePath();

  private static final String HOW_TO_INSTALL = "mkdir -p target/kubernetes-client"
      + " && cp src/test/resources/kubernetes-client/package*.json target/kubernetes-client"
      + " && npm ci --ignore-scripts --prefix target/kubernetes-client, in adapter-server";

  @TempDir
  private Path directory;

  private FakePools pools;
  private AdapterServer server;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    boolean installed = installed();
    assertThat(installed || !Boolean.getBoolean(KubectlCommand.REQUIRED))
        .as("node and the JavaScript client of Kubernetes are required here: %s", HOW_TO_INSTALL)
        .isTrue();
    assumeTrue(installed, "to run this test, with node: " + HOW_TO_INSTALL);
    pools = new FakePools();
    server = AdapterServer.builder(pools)
        .tls(TlsConfig.selfSigned(directory.resolve("tls")))
        .tokens(List.of(BearerToken.sha256("ops", Role.OPERATE, HashedTokens.sha256(TOKEN))))
        .start();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static boolean installed() throws InterruptedException {
    try {
      Process process = new ProcessBuilder("node", "--version")
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
      return process.waitFor(120, TimeUnit.SECONDS)
          && process.exitValue() == 0
          && Files.isDirectory(INSTALLED.resolve("@kubernetes").resolve("client-node"));
    } catch (IOException e) {
      return false; // There is no such command.
    }
  }

  private String run() throws IOException, InterruptedException {
    Path home = Files.createDirectory(directory.resolve("home"));
    Path script = directory.resolve("client.mjs");
    try (InputStream source = getClass().getResourceAsStream("/kubernetes-client/client.mjs")) {
      Files.copy(Objects.requireNonNull(source), script);
    }
    // Packages are looked for beside the script.
    Path packages = Files.createSymbolicLink(directory.resolve("node_modules"), INSTALLED);
    Path output = directory.resolve("output");
    ProcessBuilder builder = new ProcessBuilder(
            "node",
            script.toString(),
            new KubectlCommand(home, server, TOKEN, "default").config().toString(),
            "default",
            "i-123456")
        .redirectErrorStream(true)
        .redirectOutput(output.toFile());
    builder.environment().put("HOME", home.toString());
    builder.environment().put("NO_PROXY", "*");
    Process process = builder.start();
    boolean ended = process.waitFor(120, TimeUnit.SECONDS);
    process.destroyForcibly();
    Files.delete(packages);
    String printed = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(ended && process.waitFor() == 0)
        .as("ended, printed: %s", printed)
        .isTrue();
    return printed;
  }

  @Test
  void listsReadsWatchesUpToABookmarkAndIsRefusedWithWhatToDoInstead() throws Exception {
    String name = "reboot-" + ActionsApiTest.UID;

    assertThat(run().lines())
        .anyMatch(line -> line.startsWith("version -> v1."))
        .contains("namespaces -> batch,web")
        .contains("may ask -> true")
        .contains("ask -> Success")
        .contains("list -> default")
        .contains("read -> true")
        .anyMatch(line -> line.matches("watch -> ADDED default,BOOKMARK \\d+"))
        .anyMatch(line -> line.startsWith("create -> 405") && line.contains("kubectl create --raw"))
        .anyMatch(line -> line.startsWith("delete -> 405") && line.contains("cancel " + name))
        .anyMatch(
            line -> line.startsWith("patch -> 405") && line.contains(name + " cannot be changed"))
        .anyMatch(line -> line.startsWith("replace -> 405") && line.contains(name));
    assertThat(pools.web.calls).hasSize(1);
  }
}
