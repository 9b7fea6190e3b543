package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.api.health.UnhealthyMachine;
import org.junit.jupiter.api.Test;

/** A machine that a source finds ill: the table names the source, and the plan what becomes of the machine. */
class ConsoleUnhealthyTest extends ConsoleFixture {

  @Test
  void theTableNamesTheSourceAndThePlanWhatHoldsTheReplacementBack() throws InterruptedException {
    settle(3);
    MachineId ill = console.web().view().machines().get(0).id();
    console.web().protect(ill, true);
    console.web().reportHealth(new HealthReport(ill, HealthVerdict.BAD, "disk full"));
    UnhealthyMachine shown = console.web().plan().unhealthy().get(0);
    assertThat(shown.machine()).isEqualTo(ill);

    open("#/pools/web/machines");
    browser.signIn(ConsoleServer.READER);
    browser.awaitText("unhealthy by agent");
    go("#/pools/web/plan", "Unhealthy machines");

    assertThat(browser.text())
        .contains(ill + " by agent (disk full), since")
        .contains(shown.hold().map(PoolPlan.Hold::reason).orElseThrow());
  }
}
