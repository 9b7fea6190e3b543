package io.cloudadapter.testkit.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.testkit.report.Certificate.Result;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The verdict of a certificate on a real account with one rule that was not tried. */
class VerdictSummaryTest {
  private static final RuleBook BOOK = RuleBook.standard();

  @Test
  void a_rule_that_a_real_account_cannot_show_leaves_no_gap() {
    Certificate certificate = certificate(
        rule -> RuleResult.without(rule, Verdict.UNTESTED, "not tried on a real account"));

    assertThat(certificate.result()).isEqualTo(Result.CERTIFIED);
    assertThat(certificate.reasons()).isEmpty();
  }

  @Test
  void a_rule_that_a_busy_machine_left_untested_leaves_a_gap_on_a_real_account_too() {
    Certificate certificate = certificate(rule ->
        RuleResult.without(rule, Verdict.PASS, "").withoutConclusion("this machine was too busy"));

    assertThat(certificate.result()).isEqualTo(Result.INCOMPLETE);
    assertThat(certificate.reasons()).containsExactly("MP-2.1 UNTESTED: this machine was too busy");
  }

  /** All rules hold, but that MP-2.1 has this verdict. */
  private static Certificate certificate(Function<Rule, RuleResult> untested) {
    List<RuleResult> rulings = BOOK.rules().stream()
        .map(rule -> rule.id().equals("MP-2.1")
            ? untested.apply(rule)
            : RuleResult.without(rule, Verdict.PASS, ""))
        .toList();
    VerdictSummary.Certified account = new VerdictSummary.Certified(
        "acme", "1", "live", VerdictSummaryTest.class, List.of(), true);
    return new VerdictSummary(rulings, Thoroughness.LIVE)
        .certificate(account, 1, BOOK, Map.of(), 1);
  }
}
