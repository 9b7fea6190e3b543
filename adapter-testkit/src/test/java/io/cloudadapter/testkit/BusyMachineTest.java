package io.cloudadapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.Ticker;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import io.cloudadapter.testkit.time.BusyTicker;
import io.cloudadapter.testkit.time.SystemTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An adapter one of whose calls never comes back, on machines that let the certification run or do not. */
class BusyMachineTest {
  private static final LocalDate TODAY = LocalDate.parse("2026-01-01");

  @TempDir
  private Path folder;

  @Test
  void an_adapter_that_hangs_is_found_where_the_machine_lets_the_certification_run() {
    AdapterCertifier certification = certification(SystemTime.ticker());

    assertThat(certification.ruling("MP-6.1").verdict()).isEqualTo(Verdict.FAIL);
    assertThat(certification.ruling("MP-6.1").why()).contains("has not come back after");
    assertThat(certification.ruling("MP-2.1").verdict()).isEqualTo(Verdict.BLOCKED);
  }

  @Test
  void a_rule_is_untested_where_the_machine_is_too_busy_to_judge_the_adapter() {
    RuleResult ruling = certification(new BusyTicker()).ruling("MP-2.1");

    assertThat(ruling.verdict()).isEqualTo(Verdict.UNTESTED);
    assertThat(ruling.why()).startsWith("this machine was too busy").contains("try again");
  }

  @Test
  void an_adapter_that_hangs_is_found_once_the_machine_is_quiet() {
    BusyTicker ticker = new BusyTicker();
    AdapterCertifier certification = certification(ticker);

    assertThat(certification.ruling("MP-2.3").inconclusive()).isTrue();
    ticker.becomeQuiet();

    assertThat(certification.ruling("MP-6.1").verdict()).isEqualTo(Verdict.FAIL);
    assertThat(certification.ruling("MP-2.1").why()).isEqualTo("by MP-6.1");
  }

  @Test
  void an_adapter_that_hangs_on_a_busy_machine_is_waited_for_a_few_times_and_not_for_each_rule() {
    HangingFactory adapter = new HangingFactory("launch");
    AdapterCertifier certification =
        new AdapterCertifier(subject(adapter), Thoroughness.SMOKE, 1, TODAY, new BusyTicker());

    assertThat(List.of("MP-1.6", "MP-2.1", "MP-2.2", "MP-3.1", "MP-4.3", "MP-6.1"))
        .map(certification::ruling)
        .allMatch(RuleResult::inconclusive);
    assertThat(adapter.calls()).hasValueLessThanOrEqualTo(3);
  }

  @Test
  void nothing_is_launched_on_an_account_that_a_busy_machine_does_not_let_be_looked_at() {
    BusyTicker ticker = new BusyTicker();
    Path journal = folder.resolve("launches.log");
    AdapterCertifier certification = new AdapterCertifier(
        subject(new HangingFactory("list")).live(journal), Thoroughness.LIVE, 1, TODAY, ticker);

    RuleResult unseen = certification.ruling("MP-2.20");
    ticker.becomeQuiet();
    RuleResult seen = certification.ruling("MP-4.9");

    assertThat(unseen.verdict()).isEqualTo(Verdict.UNTESTED);
    assertThat(unseen.inconclusive()).isTrue();
    assertThat(unseen.why()).startsWith("this machine was too busy");
    assertThat(seen.verdict()).isEqualTo(Verdict.BLOCKED);
    assertThat(seen.why()).contains("has not come back after");
    assertThat(journal).doesNotExist();
  }

  private static AdapterCertifier certification(Ticker ticker) {
    return new AdapterCertifier(
        subject(new HangingFactory("launch")), Thoroughness.SMOKE, 1, TODAY, ticker);
  }

  private static AdapterUnderTest subject(HangingFactory adapter) {
    return AdapterUnderTest.of(adapter)
        .cloud((clock, seed) -> new SimulatedTestCloud(clock, seed, Map.of()))
        .patience(Duration.ofMillis(300));
  }
}
