package io.cloudadapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.Ticker;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.run.ThreadLeakCheck;
import io.cloudadapter.testkit.run.TrialRunner;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import io.cloudadapter.testkit.time.BusyTicker;
import io.cloudadapter.testkit.time.SystemTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The last look at an account whose lists never come back, on machines that let it be made or do not. */
class AccountSweepTest {

  @Test
  void what_a_busy_machine_hides_leaves_the_rules_on_ends_untested() {
    AccountSweep sweep = sweep(new BusyTicker());

    assertThat(sweep.left()).isEmpty();
    assertThat(List.of("MP-4.3", "MP-4.9"))
        .map(rule -> sweep.asFarAsSeen(ruling(rule, Verdict.PASS)))
        .allSatisfy(AccountSweepTest::assertUnseen);
    assertUnseen(sweep.asFarAsSeen(ruling("MP-4.3", Verdict.UNTESTED)));
  }

  @Test
  void what_a_busy_machine_hides_changes_no_other_verdict() {
    AccountSweep sweep = sweep(new BusyTicker());
    RuleResult broken = ruling("MP-4.3", Verdict.FAIL);
    RuleResult other = ruling("MP-2.1", Verdict.PASS);

    assertThat(sweep.asFarAsSeen(broken)).isEqualTo(broken);
    assertThat(sweep.asFarAsSeen(other)).isEqualTo(other);
  }

  @Test
  void an_account_that_cannot_be_listed_is_the_adapters_doing_on_a_quiet_machine() {
    AccountSweep sweep = sweep(SystemTime.ticker());
    RuleResult held = ruling("MP-4.9", Verdict.PASS);

    assertThat(sweep.left()).extracting(Violation::rule).contains("MP-4.3");
    assertThat(sweep.asFarAsSeen(held)).isEqualTo(held);
  }

  private static void assertUnseen(RuleResult ruling) {
    assertThat(ruling.verdict()).isEqualTo(Verdict.UNTESTED);
    assertThat(ruling.inconclusive()).isTrue();
    assertThat(ruling.why())
        .contains("end by hand everything with the mark", "this machine was too busy");
  }

  private static RuleResult ruling(String rule, Verdict verdict) {
    return RuleResult.without(RuleBook.standard().rule(rule), verdict, "");
  }

  private static AccountSweep sweep(Ticker ticker) {
    AdapterUnderTest subject = AdapterUnderTest.of(new HangingFactory("list"))
        .cloud((clock, seed) -> new SimulatedTestCloud(clock, seed, Map.of()))
        .patience(Duration.ofMillis(300));
    return AccountSweep.of(new TrialRunner(subject, new ThreadLeakCheck(), ticker), 1);
  }
}
