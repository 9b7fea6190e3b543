package io.cloudadapter.core.keeper.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.config.ProbeConfig;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The plan shows which machines wait to be found well, for whom, since when, and when an alarm rises. */
class EntryPlanTest {
  private static final Duration DEADLINE = Duration.ofMinutes(15);

  private static KeeperHarness pool(HealthConfig health) {
    return KeeperHarness.with(
            pool -> pool.bootDeadline(DEADLINE).health(health.withBeforeService(true)))
        .resize(2)
        .run(Duration.ofMinutes(5));
  }

  private static List<PoolPlan.Ongoing> waiting(KeeperHarness story) {
    return story.plan().ongoing().stream()
        .filter(ongoing -> ongoing.operation() == PoolPlan.Operation.ENTRY)
        .toList();
  }

  private static Command reports(String id, HealthVerdict verdict) {
    return new Command.ReportHealth(
        HealthSource.PROBE, List.of(new HealthReport(new MachineId(id), verdict, "by a test")));
  }

  @Test
  void a_machine_that_waits_for_its_probe_has_a_line_of_its_own() {
    KeeperHarness story = pool(HealthConfig.of(ProbeConfig.tcp(22)));

    List<PoolPlan.Ongoing> waiting = waiting(story);

    assertThat(waiting).extracting(PoolPlan.Ongoing::id).containsExactly("i-0001", "i-0002");
    Instant until = waiting.get(0).until().orElseThrow();
    assertThat(waiting.get(0).waitsFor())
        .isEqualTo("its health probe to pass, since " + until.minus(DEADLINE)
            + "; the alarm UNHEALTHY rises if there is no verdict in time");

    story.does(reports("i-0001", HealthVerdict.OK));
    story.run(Duration.ofSeconds(1));
    assertThat(waiting(story)).extracting(PoolPlan.Ongoing::id).containsExactly("i-0002");
  }

  @Test
  void without_a_probe_it_waits_for_an_agent_or_a_caller() {
    KeeperHarness story = pool(HealthConfig.none());

    assertThat(waiting(story).get(0).waitsFor())
        .startsWith("an agent or a caller that finds it well, since ");
  }

  @Test
  void a_pool_whose_machines_enter_service_at_once_has_none() {
    KeeperHarness story = KeeperHarness.with(
            pool -> pool.health(HealthConfig.of(ProbeConfig.tcp(22))))
        .resize(2)
        .run();

    assertThat(waiting(story)).isEmpty();
  }
}
