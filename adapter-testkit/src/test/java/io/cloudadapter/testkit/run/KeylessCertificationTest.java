package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.junit.AdapterCertification;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The simulated provider with a cloud without keys: only a list of the pool resolves a launch. */
@Tag("proof")
class KeylessCertificationTest extends AdapterCertification {

  @Override
  protected AdapterUnderTest subject() {
    return SimulatedTestCloud.subject(Map.of("keys", "none"));
  }

  @Test
  void what_no_key_can_do_is_not_claimed_rather_than_passed() {
    AdapterCertifier certification =
        new AdapterCertifier(subject(), Thoroughness.SMOKE, 1, LocalDate.parse("2026-01-01"));

    assertThat(new String[] {"MP-2.4", "MP-2.5", "MP-2.13"}).allSatisfy(rule -> {
      RuleResult ruling = certification.ruling(rule);
      assertThat(ruling.verdict()).isEqualTo(Verdict.NOT_CLAIMED);
      assertThat(ruling.why()).contains("has no launch keys");
    });
    assertThat(certification.ruling("MP-2.3").verdict()).isEqualTo(Verdict.PASS);
  }
}
