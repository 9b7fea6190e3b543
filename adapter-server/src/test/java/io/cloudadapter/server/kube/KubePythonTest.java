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
 * The Python client of Kubernetes works with actions: skipped where it is not installed, unless the system property
 * {@code kubectl.required} says that the clients of Kubernetes are required.
 */
@Timeout(300)
@Tag("proof")
class KubePythonTest {
  private static final String TOKEN = "token-for-operating-1";

  /** Debian's Python has Debian's packages; another one may come first in the path. */
  private static final String PYTHON =
      Files.isExecutable(Path.of("/usr/bin/python3")) ? "/usr/bin/python3" : "python3";

  @TempDir
  private Path directory;

  private FakePools pools;
  private AdapterServer server;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    boolean installed = installed();
    assertThat(installed || !Boolean.getBoolean(KubectlCommand.REQUIRED))
        .as("the Python client of Kubernetes is required here: apt-get install python3-kubernetes")
        .isTrue();
    assumeTrue(installed, "to run this test: apt-get install python3-kubernetes");
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
      Process process = new ProcessBuilder(PYTHON, "-c", "import kubernetes")
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
      return process.waitFor(120, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false; // There is no such command.
    }
  }

  private String run() throws IOException, InterruptedException {
    Path home = Files.createDirectory(directory.resolve("home"));
    Path script = directory.resolve("client.py");
    try (InputStream source = KubePythonTest.class.getResourceAsStream("kubernetes-client.py")) {
      Files.copy(Objects.requireNonNull(source), script);
    }
    Path output = directory.resolve("output");
    ProcessBuilder builder = new ProcessBuilder(
            PYTHON,
            script.toString(),
            new KubectlCommand(home, server, TOKEN, "default").config().toString(),
            "default",
            "i-123456")
        .redirectErrorStream(true)
        .redirectOutput(output.toFile());
    builder.environment().put("HOME", home.toString());
    builder.environment().put("NO_PROXY", "*");
    builder.environment().put("PYTHONWARNINGS", "ignore");
    Process process = builder.start();
    boolean ended = process.waitFor(120, TimeUnit.SECONDS);
    process.destroyForcibly();
    String printed = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(ended).as("ended, printed: %s", printed).isTrue();
    return printed;
  }

  @Test
  void listsGetsWatchesAsksAndIsRefusedWithWhatToDoInstead() throws Exception {
    String name = "reboot-" + ActionsApiTest.UID;

    assertThat(run().lines())
        .anyMatch(line -> line.startsWith("version -> v1."))
        .contains("namespaces -> ['batch', 'web']")
        .contains("may ask -> True")
        .contains("ask -> Success")
        .contains("list -> ['default']")
        .contains("get -> True")
        .contains("watch -> ('ADDED', 'default')")
        .anyMatch(line -> line.startsWith("create -> 405") && line.contains("kubectl create --raw"))
        .anyMatch(line -> line.startsWith("delete -> 405") && line.contains("cancel " + name))
        .anyMatch(
            line -> line.startsWith("patch -> 405") && line.contains(name + " cannot be changed"));
    assertThat(pools.web.calls).hasSize(1);
  }
}
