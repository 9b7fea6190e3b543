package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The certificate is the same for any order of the rules and their runs; and the right adapter has it. */
@Tag("proof")
class SameCertificateTest {
  private static final LocalDate TODAY = LocalDate.parse("2026-01-01");

  /** All of the book with {@code -Dcertify.seeds.whole=true}, which takes a seed some seconds. */
  private static final List<String> RULES = Boolean.getBoolean("certify.seeds.whole")
      ? RuleBook.standard().rules().stream().map(Rule::id).toList()
      : List.of("MP-2.1", "MP-2.3", "MP-2.13", "MP-3.1", "MP-3.4", "MP-4.3");

  @Test
  void another_order_of_the_rules_and_runs_that_begin_early_give_the_same_certificate() {
    AdapterUnderTest subject = SimulatedTestCloud.subject(Map.of("keys", "token"));
    AdapterCertifier inOrder = new AdapterCertifier(subject, Thoroughness.SMOKE, 7, TODAY);
    List<String> rules =
        new ArrayList<>(RuleBook.standard().rules().stream().map(Rule::id).toList());
    Collections.shuffle(rules, new Random(7));
    AdapterCertifier shuffled =
        new AdapterCertifier(subject, Thoroughness.SMOKE, 7, TODAY).expecting(rules);

    assertThat(rules).allSatisfy(rule -> assertThat(shuffled.ruling(rule)).isNotNull());

    assertThat(shuffled.certificate().digest()).isEqualTo(inOrder.certificate().digest());
  }

  /** With {@code -Dcertify.seeds.first=N} a hunt that was stopped goes on. */
  @Test
  void a_thousand_seeds_find_nothing_in_a_right_adapter() {
    List<String> keys = List.of("token", "name", "none");
    for (long seed = Long.getLong("certify.seeds.first", 1);
        seed <= Long.getLong("certify.seeds", 1000);
        seed++) {
      AdapterUnderTest subject =
          SimulatedTestCloud.subject(Map.of("keys", keys.get((int) (seed % keys.size()))));
      AdapterCertifier certification =
          new AdapterCertifier(subject, Thoroughness.SMOKE, seed, TODAY).expecting(RULES);
      for (String rule : RULES) {
        RuleResult ruling = certification.ruling(rule);
        assertThat(ruling.verdict())
            .as("seed %s: %s", seed, ViolationExplanation.of(ruling))
            .isNotIn(Verdict.FAIL, Verdict.BLOCKED);
      }
    }
  }

  @Test
  void conversations_of_many_seeds_find_nothing_in_a_right_adapter() {
    List<String> keys = List.of("token", "name", "none");
    for (long seed = 1; seed <= Long.getLong("certify.seeds", 1000); seed++) {
      AdapterUnderTest subject =
          SimulatedTestCloud.subject(Map.of("keys", keys.get((int) (seed % keys.size()))));
      RuleResult result = new AdapterCertifier(subject, Thoroughness.SMOKE, seed, TODAY)
          .conversationSteps(1)
          .search("MP-14.1", finding -> true);
      assertThat(result.verdict())
          .as("seed %s: %s", seed, ViolationExplanation.of(result))
          .isEqualTo(Verdict.PASS);
    }
  }
}
