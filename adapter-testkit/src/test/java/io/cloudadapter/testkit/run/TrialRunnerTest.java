package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TrialRunnerTest {
  private final AtomicInteger runs = new AtomicInteger();

  @Test
  void forgives_nothing_that_a_busy_machine_cannot_do() {
    TrialResult result = run(bench -> bench.require(runs.incrementAndGet() > 1, "two machines"));

    assertThat(result.breaks("MP-6.3")).isTrue();
    assertThat(runs).hasValue(1);
  }

  @Test
  void looks_again_at_what_was_late() {
    TrialResult result = run(bench -> {
      if (runs.incrementAndGet() == 1) {
        throw RuleViolation.late("not back after 2 s");
      }
    });

    assertThat(result.findings()).isEmpty();
    assertThat(runs).hasValue(2);
  }

  @Test
  void looks_again_at_all_that_was_seen_after_a_call_ran_out_of_time() {
    TrialResult result = run(bench -> {
      MachineProvider provider = bench.provider();
      CallOutcome late = bench.attempt(() -> provider.identity(bench.call(Duration.ZERO)));
      bench.require(runs.incrementAndGet() > 1, "a call in peace failed: " + late);
    });

    assertThat(result.findings()).isEmpty();
    assertThat(runs).hasValue(2);
  }

  @Test
  void believes_what_was_late_twice() {
    TrialResult result = run(bench -> {
      runs.incrementAndGet();
      throw RuleViolation.late("not back after 2 s");
    });

    assertThat(result.breaks("MP-6.3")).isTrue();
    assertThat(runs).hasValue(2);
  }

  @Test
  void tells_which_parts_of_a_rule_were_left_out() {
    TrialResult result = run(bench -> bench.leavesOut("a part", "the cloud has none"));

    assertThat(result.leftOut()).containsExactly("a part (the cloud has none)");
  }

  private static TrialResult run(Trial.Check check) {
    return new TrialRunner(SimulatedTestCloud.subject(Map.of()), new ThreadLeakCheck())
        .run(Trial.of("MP-6.3", check).onRealTime(), List.of(), 1);
  }
}
