package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import io.cloudadapter.testkit.time.SystemTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
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
  void has_patience_with_a_run_that_goes_on_making_calls() {
    TrialResult result = run(Duration.ofMillis(600), bench -> {
      MachineProvider provider = bench.provider();
      long began = SystemTime.ticker().nanos();
      while (SystemTime.since(began).compareTo(Duration.ofMillis(1000)) < 0) {
        provider.identity(bench.call());
      }
    });

    assertThat(result.hung()).isFalse();
    assertThat(result.findings()).isEmpty();
  }

  @Test
  void gives_up_a_run_that_makes_no_call_any_more() {
    TrialResult result = run(Duration.ofMillis(600), bench -> {
      bench.provider().identity(bench.call());
      new CountDownLatch(1).await();
    });

    assertThat(result.hung()).isTrue();
    assertThat(result.findings())
        .extracting(Violation::seen)
        .allMatch(seen -> seen.contains("has not come back after"));
  }

  @Test
  void tells_which_parts_of_a_rule_were_left_out() {
    TrialResult result = run(bench -> bench.leavesOut("a part", "the cloud has none"));

    assertThat(result.leftOut()).containsExactly("a part (the cloud has none)");
  }

  private static TrialResult run(Trial.Check check) {
    return run(Duration.ofSeconds(30), check);
  }

  private static TrialResult run(Duration patience, Trial.Check check) {
    return new TrialRunner(
            SimulatedTestCloud.subject(Map.of()).patience(patience), new ThreadLeakCheck())
        .run(Trial.of("MP-6.3", check).onRealTime(), List.of(), 1);
  }
}
