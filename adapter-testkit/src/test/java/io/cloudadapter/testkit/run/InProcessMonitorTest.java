package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import io.cloudadapter.testkit.time.SystemTime;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InProcessMonitorTest {
  private final AdapterCertifier certification = new AdapterCertifier(
      SimulatedTestCloud.subject(Map.of()), Thoroughness.DEEP, 1, LocalDate.parse("2026-01-01"));

  @Test
  void the_second_of_two_faults_may_meet_what_it_cannot_strike() {
    // The first one has the launch's preparation read again, and no read is ever slow here.
    assertThat(certification.replay("MP-2.1/ERROR_BEFORE@1/SLOW@2/seed=1")).isEmpty();
  }

  @Test
  void a_fault_that_meets_nothing_it_can_strike_says_nothing() {
    Trial trial =
        Trial.of("MP-1.6", bench -> bench.require(bench.lists().pool() != null, "no list"));
    FaultInjection slow = new FaultInjection(WireFault.SLOW, 1, 1, 0);

    TrialResult result = new TrialRunner(
            SimulatedTestCloud.subject(Map.of()), new ThreadLeakCheck(), SystemTime.ticker())
        .run(trial, List.of(slow), 1);

    assertThat(result.findings()).isEmpty();
    assertThat(result.bit()).isFalse();
  }
}
