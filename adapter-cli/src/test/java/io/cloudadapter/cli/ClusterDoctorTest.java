package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.fake.kubernetes.ApiStandIn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code doctor --ask} prints of the cluster to which the hooks of a pool lead. */
class ClusterDoctorTest {
  private static final Path PAGE = Path.of("../docs/how-to/drain-nodes.md");

  @TempDir
  private Path directory;

  private ApiStandIn standIn;

  @BeforeEach
  void start() throws IOException {
    standIn = ApiStandIn.start();
  }

  @AfterEach
  void end() {
    standIn.close();
  }

  private CommandRunner.Result doctor(String... options) throws IOException {
    Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), standIn.kubeconfig());
    Path file = Files.writeString(directory.resolve("adapter.yaml"), """
        server: {port: 0}
        accounts:
          demo: {provider: simulated}
        pools:
          web:
            maxSize: 10
            hooks:
              drain:
                timeout: 2m
                channel: kubernetes
                target: {namespace: cloudadapter, kubeconfig: %s}
        """.formatted(kubeconfig));
    String[] all = new String[options.length + 3];
    all[0] = "doctor";
    all[1] = "--config";
    all[2] = file.toString();
    System.arraycopy(options, 0, all, 3, options.length);
    return new CommandRunner().run(all);
  }

  @Test
  void names_the_version_and_the_permissions_with_the_section_that_explains_them()
      throws IOException {
    standIn.forbids(request -> request.path().endsWith("/eviction"));

    CommandRunner.Result result = doctor("--ask");

    String user = "user robot of " + directory.resolve("kubeconfig");
    assertThat(result.lines())
        .contains(
            "ok     pools.web.hooks.drain: the API server " + standIn.uri()
                + " answers, version v1.30.2; see"
                + " docs/how-to/drain-nodes.md#credentials-and-permissions",
            "warn   pools.web.hooks.drain: " + user + " has no permission to create pods/eviction;"
                + " see docs/how-to/drain-nodes.md#credentials-and-permissions");
    assertThat(result.code()).isZero();
    assertThat(Files.readString(PAGE)).contains("## Credentials and permissions", "## Failures");
  }

  @Test
  void asks_nothing_without_the_option() throws IOException {
    assertThat(doctor().lines()).noneMatch(line -> line.contains("API server"));
    assertThat(standIn.requests()).isEmpty();
  }
}
