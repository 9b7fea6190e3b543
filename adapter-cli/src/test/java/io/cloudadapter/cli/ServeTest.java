package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.Secret;
import io.cloudadapter.cli.server.CurlHints;
import io.cloudadapter.cli.server.RunningServer;
import io.cloudadapter.cli.server.ServeCommand;
import io.cloudadapter.client.RemotePools;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo server as a whole: ledger, simulated cloud, HTTPS with its own certificate, commands. */
class ServeTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir
  private Path data;

  private static MachinePool remote(RunningServer serving) {
    return remote(serving, builder -> builder);
  }

  private static MachinePool remote(
      RunningServer serving, UnaryOperator<RemotePools.Builder> credentials) {
    return credentials
        .apply(RemotePools.at(serving.server().uri()).trust(serving.file().ca().orElseThrow()))
        .build()
        .defaultPool();
  }

  private CommandRunner.Result run(String... args) {
    return new CommandRunner().with("ADAPTER_DATA", data.toString()).run(args);
  }

  @Test
  void growsThePoolAndRemembersIt() throws Exception {
    List<String> before;
    try (RunningServer serving = RunningServer.start(DemoConfig.config(data))) {
      MachinePool pool = remote(serving);
      assertThat(pool.name().value()).isEqualTo("demo");

      pool.setDesiredSize(3);
      PoolView view = pool.await(PoolView::settled, PATIENCE);

      assertThat(view.machines())
          .hasSize(3)
          .allMatch(machine -> machine.machineState() == MachineState.RUNNING);
      before = view.machines().stream().map(machine -> machine.id().value()).toList();
    }
    try (RunningServer serving = RunningServer.start(DemoConfig.config(data))) {
      PoolView view = remote(serving).await(PoolView::settled, PATIENCE);

      assertThat(view.desiredSize()).isEqualTo(3);
      assertThat(view.machines()).extracting(machine -> machine.id().value()).isEqualTo(before);
    }
  }

  @Test
  void isFoundByCommandsAndTakesAMachineFromTheCloud() throws Exception {
    // Without lag, as a machine just made may else not be known yet to those who look for it.
    Path file = Files.writeString(data.resolve("adapter.yaml"), """
        data: .
        server: {port: 0}
        accounts: {lab: {provider: simulated, listLag: 0s}}
        pools: {web: {maxSize: 3, listInterval: {busy: 1s, idle: 2s}}}
        """);
    try (RunningServer serving =
        RunningServer.start(DemoConfig.config("--config", file.toString()))) {
      MachinePool pool = remote(serving);
      pool.await(view -> true, PATIENCE);

      String id = run("simulated", "create").out().replaceAll("machine (\\S+): .*\\n", "$1");
      CommandRunner.Result attached = run("attach", id);

      assertThat(attached)
          .isEqualTo(new CommandRunner.Result(
              0, "machine " + id + ": attached, the pool is one larger\n", ""));
      assertThat(run("size").out()).isEqualTo("desired 1, allocated 1, out of service 0\n");

      assertThat(run("simulated", "kill", id).code()).isZero();
      PoolView healed = pool.await(
          view -> view.settled()
              && view.machines().stream()
                  .anyMatch(m -> m.machineState() == MachineState.RUNNING
                      && !m.id().value().equals(id)),
          PATIENCE);
      assertThat(healed.desiredSize()).isEqualTo(1);
      assertThat(run("simulated", "kill", "i-missing").err())
          .isEqualTo("adapter: the simulated cloud has no machine \"i-missing\"\n"
              + "  GET /pool lists those of the pool; POST /simulated/machines makes one\n");

      assertThat(run("simulated", "fault", "NO_QUOTA", "READ").err())
          .startsWith(
              "adapter: field request must be one of [LAUNCH] for the fault NO_QUOTA, was: READ\n");
      assertThat(run("simulated", "fault", "NO_QUOTA", "LAUNCH").code()).isZero();
      assertThat(run("resize", "2").code()).isZero();
      pool.await(
          view -> view.alarms().stream().anyMatch(alarm -> alarm.code() == Alarm.Code.QUOTA),
          PATIENCE);
      assertThat(run("simulated", "heal").code()).isZero();
      assertThat(run("thaw").code()).isZero();
      pool.await(view -> view.settled() && view.alarms().isEmpty(), PATIENCE);
    }
    assertThat(run("size").err()).contains("no server runs on " + data);
  }

  @Test
  void letsInOnlyWhoShowsAToken() throws Exception {
    Path token = Files.writeString(data.resolve("ops.token"), "0123456789abcdef0123\n");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    Path file = Files.writeString(data.resolve("adapter.yaml"), """
        server: {port: 0, tokens: {ops: {role: operate, file: ops.token}}}
        accounts: {lab: {provider: simulated}}
        pools: {web: {maxSize: 3}}
        """);
    try (RunningServer serving =
        RunningServer.start(DemoConfig.config("--config", file.toString()))) {
      remote(serving, builder -> builder.token(Secret.of("0123456789abcdef0123")))
          .await(view -> true, PATIENCE);

      CommandRunner.Result found =
          new CommandRunner().run("size", "--data", data.resolve("data").toString());
      CommandRunner.Result wrong = new CommandRunner()
          .run("size", "--data", data.resolve("data").toString(), "--token", "guessed-guessed-1");
      CommandRunner.Result denied =
          new CommandRunner().run("thaw", "--data", data.resolve("data").toString());

      assertThat(found.out()).isEqualTo("desired 0, allocated 0, out of service 0\n");
      assertThat(wrong.code()).isEqualTo(1);
      assertThat(wrong.err()).contains("the bearer token is wrong").doesNotContain("guessed");
      assertThat(denied.code()).isEqualTo(1);
      assertThat(denied.err()).containsIgnoringCase("admin");
      assertThat(CurlHints.lines(serving).get(0)).contains("$(cat " + token + ")");
    }
  }

  @Test
  void isNotBelievedWithoutItsCertificate() throws Exception {
    try (RunningServer serving = RunningServer.start(DemoConfig.config(data))) {
      CommandRunner.Result result =
          new CommandRunner().run("size", "--url", serving.server().uri().toString());

      assertThat(result.code()).isEqualTo(1);
      assertThat(result.err())
          .startsWith("adapter: no secure connection to " + serving.server().uri())
          .contains("Name the certificate to trust")
          .hasLineCount(2);
    }
  }

  @Test
  void refusesADataDirectoryThatIsInUse() throws Exception {
    try (RunningServer serving = RunningServer.start(DemoConfig.config(data))) {
      CommandRunner.Result second = run("serve", "--data", data.toString(), "--port", "0");

      assertThat(second.code()).isEqualTo(1);
      assertThat(second.err())
          .isEqualTo("adapter: a server runs on data directory " + data
              + " already, at " + serving.server().uri()
              + "; stop it, or choose another directory with --data\n");
    }
  }

  @Test
  void refusesAPortThatIsTaken() throws Exception {
    try (RunningServer serving = RunningServer.start(DemoConfig.config(data.resolve("first")))) {
      int port = serving.server().uri().getPort();

      CommandRunner.Result second = run(
          "serve", "--data", data.resolve("second").toString(), "--port", Integer.toString(port));

      assertThat(second.code()).isEqualTo(1);
      assertThat(second.err())
          .startsWith("adapter: cannot listen on 127.0.0.1:" + port)
          .hasLineCount(1);
    }
  }

  @Test
  void saysWhereItIsAndWhatToTry() throws Exception {
    StringWriter out = new StringWriter();
    try (RunningServer serving = RunningServer.start(DemoConfig.config(data))) {
      new ServeCommand(new CommandRunner().terminal(out, new StringWriter())).announce(serving);

      String url = serving.server().uri().toString();
      String curl = "  curl --cacert " + data.resolve("tls/server.pem");
      assertThat(out.toString().lines())
          .containsExactly(
              "ready at " + url + " with pool demo, data in " + data,
              curl + " " + url + "/pool",
              curl + " -H 'Content-Type: application/json' -d '{\"desiredSize\": 3}' " + url
                  + "/pool/size",
              "  ./adapter watch --data " + data);
    }
  }
}
