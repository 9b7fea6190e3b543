package io.cloudadapter.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.UnhealthyMachine;
import io.cloudadapter.cli.CommandRunner;
import io.cloudadapter.cli.DemoConfig;
import io.cloudadapter.cli.server.RunningServer;
import io.cloudadapter.client.RemotePools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine that checks of the simulated cloud find ill is counted by status, and named by plan. */
class UnhealthyMachineTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ";

  @TempDir
  private Path data;

  private CommandRunner.Result run(String... args) {
    return new CommandRunner().with("ADAPTER_DATA", data.toString()).run(args);
  }

  private RunningServer server(String health) throws IOException {
    Path file = Files.writeString(data.resolve("adapter.yaml"), """
        data: .
        server: {port: 0}
        accounts: {lab: {provider: simulated, listLag: 0s, bootTime: 100ms, shownAfterEnd: 1h}}
        pools:
          web:
            maxSize: 5
            initialSize: 3
            listInterval: {busy: 500ms, idle: 1s}
            loadBalancing: {behind: [simulated/web]}
            health: {%s, interval: 1s, failures: 1, grace: 1s}
            remediation: {enabled: true, after: 1h}
        """.formatted(health));
    return RunningServer.start(DemoConfig.config("--config", file.toString()));
  }

  private static MachinePool remote(RunningServer serving) {
    return RemotePools.at(serving.server().uri())
        .trust(serving.file().ca().orElseThrow())
        .build()
        .defaultPool();
  }

  private static MachineId firstOfThreeBy(HealthSource source, MachinePool pool)
      throws InterruptedException {
    PoolView all = pool.await(
        view -> view.machines().stream()
                .filter(machine ->
                    machine.health().filter(health -> health.source() == source).isPresent())
                .count()
            == 3,
        PATIENCE);
    return all.machines().get(0).id();
  }

  @Test
  void whatTheCloudsOwnChecksFindIsNamedWithItsTimesAndWhatHoldsTheReplacementBack()
      throws Exception {
    try (RunningServer serving = server("cloudStatus: true")) {
      MachinePool pool = remote(serving);
      MachineId machine = firstOfThreeBy(HealthSource.CLOUD, pool);
      assertThat(run("status").out()).doesNotContain("unhealthy");

      assertThat(run("simulated", "instance-status", machine.value(), "bad").out())
          .isEqualTo("machine " + machine + ": instance status is BAD\n");
      pool.await(view -> view.unhealthy() == 1, PATIENCE);

      assertThat(run("status").out()).contains(", unhealthy 1");
      assertThat(run("plan").out())
          .containsPattern("(?m)^unhealthy " + machine + " since " + TIME
              + " by cloud \\(instance status: impaired\\): to be replaced from " + TIME + " on$");
      assertThat(run("protect", machine.value()).code()).isZero();
      assertThat(run("plan").out())
          .containsPattern("(?m)^unhealthy " + machine + " .* on, held back by PROTECTED: it is"
              + " protected$");
      assertThat(run("plan", "-o", "jsonpath={.unhealthy[0].hold.code}").out())
          .isEqualTo("PROTECTED\n");
      assertThat(pool.plan().unhealthy())
          .extracting(UnhealthyMachine::machine)
          .containsExactly(machine);

      assertThat(run("simulated", "instance-status", machine.value(), "ok").code())
          .isZero();
      pool.await(view -> view.unhealthy() == 0, PATIENCE);
      assertThat(run("plan").out()).doesNotContain("unhealthy");
    }
  }

  @Test
  void whatLoadBalancersFindIsNamedWithThatSource() throws Exception {
    try (RunningServer serving = server("loadBalancers: true")) {
      MachinePool pool = remote(serving);
      assertThat(run("lb", "ensure", "web", "--port", "80").code()).isZero();
      MachineId machine = firstOfThreeBy(HealthSource.LOAD_BALANCER, pool);

      assertThat(
              run("simulated", "load-balancer-health", machine.value(), "BAD").code())
          .isZero();
      pool.await(view -> view.unhealthy() == 1, PATIENCE);

      assertThat(run("plan").out())
          .containsPattern("(?m)^unhealthy " + machine + " since " + TIME
              + " by load-balancer \\(load balancer simulated/web: unhealthy\\): to be replaced");
    }
  }

  @Test
  void aMachineThatIsNotThereOrHasEndedIsRefused() throws Exception {
    try (RunningServer serving = server("cloudStatus: true")) {
      MachinePool pool = remote(serving);
      pool.await(view -> view.machines().size() == 3, PATIENCE);
      String ended = run("simulated", "create").out().replaceAll("machine (\\S+): .*\\n", "$1");
      assertThat(run("simulated", "kill", ended).code()).isZero();

      assertThat(run("simulated", "instance-status", "i-missing", "BAD").err())
          .startsWith("adapter: the simulated cloud has no machine \"i-missing\"\n");
      assertThat(run("simulated", "load-balancer-health", ended, "BAD").err())
          .startsWith("adapter: machine " + ended + " has ended in the simulated cloud\n");
    }
  }
}
