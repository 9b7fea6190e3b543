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
import java.time.Duration;
import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An adapter whose launches never come back, on machines that let the certification run or do not. */
class BusyMachineTest {
  private static final LocalDate TODAY = LocalDate.parse("2026-01-01");

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

  private static AdapterCertifier certification(Ticker ticker) {
    AdapterUnderTest subject = AdapterUnderTest.of(new HangingFactory("launch"))
        .cloud((clock, seed) -> new SimulatedTestCloud(clock, seed, Map.of()))
        .patience(Duration.ofMillis(300));
    return new AdapterCertifier(subject, Thoroughness.SMOKE, 1, TODAY, ticker);
  }
}
