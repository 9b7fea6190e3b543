package com.example.larch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.CloudResource;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a failure shows of the wire holds no secret, nor any token that Larch has issued. */
class LarchSecretsTest {

  @Test
  void evidenceShowsTheLoginButNotWhatItWasAnsweredWith() {
    AdapterUnderTest clumsy = AdapterUnderTest.of(new LarchProviderFactory())
        .cloud((clock, seed) -> new LarchTestCloud(clock, seed) {
          @Override
          public List<CloudResource> resources() {
            // A fake that is wrong: nothing exists, and the rule seems broken.
            return List.of();
          }
        });
    AdapterCertifier certification =
        new AdapterCertifier(clumsy, Thoroughness.SMOKE, 1, LocalDate.parse("2026-11-21"));

    RuleResult ruling = certification.ruling("MP-2.1");

    String shown = ViolationExplanation.of(ruling) + ruling.findings();
    assertThat(ruling.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(shown)
        .contains("POST http://localhost", "/v1/token", "\"user\":\"ada\"", "*** (")
        .doesNotContain("\"token\"", "larch-secret-0451");
  }
}
