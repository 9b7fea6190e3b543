package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.Ticker;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SampleLaunch;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import io.cloudadapter.testkit.subject.TestCloud;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import io.cloudadapter.testkit.time.BusyTicker;
import io.cloudadapter.testkit.time.SystemTime;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrialRunnerTest {
  /** Real time in which the waits of a busy machine are late by more than a second. */
  private static final Duration BUSY_FOR = Duration.ofMillis(200);

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
  void blames_no_adapter_for_a_run_that_hangs_on_a_machine_that_is_too_busy() {
    TrialResult result = run(Duration.ofMillis(600), new BusyTicker(), bench -> {
      runs.incrementAndGet();
      new CountDownLatch(1).await();
    });

    assertThat(result.findings()).isEmpty();
    assertThat(result.untestable()).hasValueSatisfying(why -> {
      assertThat(why.why()).startsWith("this machine was too busy");
      assertThat(why.verdict()).isEqualTo(Verdict.UNTESTED);
      assertThat(why.isBesideTheAdapter()).isTrue();
    });
    assertThat(runs).hasValue(1);
  }

  @Test
  void tries_again_what_was_seen_on_a_machine_that_is_too_busy_and_blames_no_adapter_then() {
    TrialResult result = run(Duration.ofSeconds(30), new BusyTicker(), bench -> {
      runs.incrementAndGet();
      SystemTime.pause(Duration.ofMillis(160));
      throw new RuleViolation("a connection failed after 2 s");
    });

    assertThat(result.findings()).isEmpty();
    assertThat(result.untestable()).isPresent();
    assertThat(runs).hasValue(2);
  }

  @Test
  void leaves_untested_what_shows_in_real_time_only_while_the_machine_is_too_busy() {
    BusyTicker ticker = new BusyTicker();
    TrialResult result = run(Duration.ofSeconds(30), ticker, bench -> {
      boolean first = runs.incrementAndGet() == 1;
      spendTimeUntilQuiet(ticker);
      bench.require(!first, "two machines");
    });

    assertThat(result.findings()).isEmpty();
    assertThat(result.untestable())
        .hasValueSatisfying(why -> assertThat(why.why()).startsWith("this machine was too busy"));
    assertThat(runs).hasValue(2);
  }

  @Test
  void believes_what_shows_again_once_the_machine_is_quiet() {
    BusyTicker ticker = new BusyTicker();
    TrialResult result = run(Duration.ofSeconds(30), ticker, bench -> {
      runs.incrementAndGet();
      spendTimeUntilQuiet(ticker);
      throw new RuleViolation("two machines");
    });

    assertThat(result.breaks("MP-6.3")).isTrue();
    assertThat(result.untestable()).isEmpty();
    assertThat(runs).hasValue(2);
  }

  @Test
  void believes_at_once_what_shows_on_simulated_time_on_a_machine_that_is_too_busy() {
    TrialResult result = onSimulatedTime(new BusyTicker(), bench -> {
      SystemTime.pause(BUSY_FOR);
      bench.require(runs.incrementAndGet() > 1, "two machines");
    });

    assertThat(result.breaks("MP-6.3")).isTrue();
    assertThat(runs).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void looks_again_on_a_busy_machine_at_calls_that_ran_out_of_time_on_a_wire(boolean wired) {
    BusyTicker ticker = new BusyTicker();
    AdapterUnderTest subject = wired
        ? AdapterUnderTest.of(new SimulatedProviderFactory())
            .cloud((clock, seed) -> new Wired(new SimulatedTestCloud(clock, seed, Map.of())))
        : SimulatedTestCloud.subject(Map.of());
    TrialResult result = new TrialRunner(subject, new ThreadLeakCheck(), ticker)
        .run(
            Trial.of("MP-6.3", bench -> {
              boolean first = runs.incrementAndGet() == 1;
              spendTimeUntilQuiet(ticker);
              if (first) {
                throw RuleViolation.late("no reply after 2 s");
              }
            }),
            List.of(),
            1);

    assertThat(result.findings().isEmpty()).isEqualTo(wired);
    assertThat(result.untestable().isPresent()).isEqualTo(wired);
    assertThat(runs).hasValue(wired ? 2 : 1);
  }

  @Test
  void passes_what_holds_on_a_machine_that_is_too_busy() {
    TrialResult result = run(
        Duration.ofSeconds(30),
        new BusyTicker(),
        bench -> SystemTime.pause(Duration.ofMillis(160)));

    assertThat(result.findings()).isEmpty();
    assertThat(result.untestable()).isEmpty();
  }

  @Test
  void believes_a_secret_that_shows_on_a_machine_that_is_too_busy() {
    TrialResult result = run(Duration.ofSeconds(30), new BusyTicker(), bench -> {
      bench.keepsSecret("a password", "correct-horse-battery");
      bench.witness().noSecretIn("a log", "it is correct-horse-battery");
      SystemTime.pause(Duration.ofMillis(160));
    });

    assertThat(result.breaks("MP-1.4")).isTrue();
  }

  @Test
  void tells_which_parts_of_a_rule_were_left_out() {
    TrialResult result = run(bench -> bench.leavesOut("a part", "the cloud has none"));

    assertThat(result.leftOut()).containsExactly("a part (the cloud has none)");
  }

  /** The first run is spoilt, and no other. */
  private static void spendTimeUntilQuiet(BusyTicker ticker) {
    SystemTime.pause(BUSY_FOR);
    ticker.becomeQuiet();
  }

  private static TrialResult run(Trial.Check check) {
    return run(Duration.ofSeconds(30), check);
  }

  private static TrialResult run(Duration patience, Trial.Check check) {
    return run(patience, SystemTime.ticker(), check);
  }

  private static TrialResult run(Duration patience, Ticker ticker, Trial.Check check) {
    return runner(patience, ticker).run(Trial.of("MP-6.3", check).onRealTime(), List.of(), 1);
  }

  private static TrialResult onSimulatedTime(Ticker ticker, Trial.Check check) {
    return runner(Duration.ofSeconds(30), ticker).run(Trial.of("MP-6.3", check), List.of(), 1);
  }

  private static TrialRunner runner(Duration patience, Ticker ticker) {
    return new TrialRunner(
        SimulatedTestCloud.subject(Map.of()).patience(patience), new ThreadLeakCheck(), ticker);
  }

  /** A cloud that has no place for faults but the wire. */
  private record Wired(SimulatedTestCloud cloud) implements TestCloud {
    @Override
    public Map<String, String> config(FaultProxy wire) {
      return cloud.config(wire);
    }

    @Override
    public SampleLaunch sample() {
      return cloud.sample();
    }

    @Override
    public Optional<TestCloudConsole> console() {
      return cloud.console();
    }

    @Override
    public void close() {
      cloud.close();
    }
  }
}
