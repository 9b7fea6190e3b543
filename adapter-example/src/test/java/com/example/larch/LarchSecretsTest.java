package com.example.larch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.testkit.certify.Certification;
import io.cloudadapter.testkit.certify.Explanation;
import io.cloudadapter.testkit.certify.Ruling;
import io.cloudadapter.testkit.certify.Subject;
import io.cloudadapter.testkit.certify.Thing;
import io.cloudadapter.testkit.certify.Tier;
import io.cloudadapter.testkit.certify.Verdict;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a failure shows of the wire holds no secret, nor any token that Larch has issued. */
class LarchSecretsTest {

  @Test
  void evidenceShowsTheLoginButNotWhatItWasAnsweredWith() {
    Subject clumsy = Subject.of(new LarchProviderFactory())
        .cloud((clock, seed) -> new LarchTestCloud(clock, seed) {
          @Override
          public List<Thing> things() {
            // A fake that is wrong: nothing exists, and the rule seems broken.
            return List.of();
          }
        });
    Certification certification =
        new Certification(clumsy, Tier.SMOKE, 1, LocalDate.parse("2026-11-21"));

    Ruling ruling = certification.ruling("MP-2.1");

    String shown = Explanation.of(ruling) + ruling.findings();
    assertThat(ruling.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(shown)
        .contains("POST http://localhost", "/v1/token", "\"user\":\"ada\"", "*** (")
        .doesNotContain("\"token\"", "larch-secret-0451");
  }
}
