package io.cloudadapter.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.api.health.UnhealthyMachine;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A plan with many UNHEALTHY machines names the first ones. */
class PlanFormatterTest {
  private static PoolPlan planWith(int unhealthy) {
    List<UnhealthyMachine> machines = IntStream.rangeClosed(1, unhealthy)
        .mapToObj(i -> new UnhealthyMachine(
            new MachineId("i-" + i),
            new MachineHealth(HealthSource.CALLER, ""),
            Optional.empty(),
            UnhealthyMachine.Remedy.REPLACE,
            Optional.empty(),
            Optional.empty()))
        .toList();
    return new PoolPlan(
        60, 60, 0, List.of(), List.of(), List.of(), List.of(), 0, Optional.empty(), machines);
  }

  private static List<String> lines(int unhealthy) {
    return PlanFormatter.lines(planWith(unhealthy));
  }

  @Test
  void fiftyMachinesAreAllNamed() {
    assertThat(lines(50))
        .hasSize(51)
        .contains("unhealthy i-50 by caller: to be replaced")
        .noneMatch(line -> line.contains("more UNHEALTHY"));
  }

  @Test
  void moreMachinesAreCounted() {
    assertThat(lines(53))
        .hasSize(52)
        .contains("and 3 more UNHEALTHY machines; --json has them all")
        .doesNotContain("unhealthy i-51 by caller: to be replaced");
  }
}
