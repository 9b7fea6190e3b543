package io.cloudadapter.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.larch.LarchProviderFactory;
import com.example.larch.LarchTestCloud;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.testkit.certify.Certification;
import io.cloudadapter.testkit.certify.Explanation;
import io.cloudadapter.testkit.certify.Ruling;
import io.cloudadapter.testkit.certify.Subject;
import io.cloudadapter.testkit.certify.Tier;
import io.cloudadapter.testkit.certify.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A password of one letter neither hides what the kit has to say, nor counts as told by every text. */
class ShortSecretTest {
  @Test
  void leaves_messages_and_evidence_readable(@TempDir Path classes) throws IOException {
    Mutant idle = Mutant.of("MP-4.3", "ends nothing", "").edit("LarchProvider", """
        LarchRequest request = new LarchRequest(
            Verb.TERMINATE,
        """, """
        if (!machine.value().isEmpty()) {
          return;
        }
        LarchRequest request = new LarchRequest(
            Verb.TERMINATE,
        """);
    try (MutantCode adapter = MutantCode.of(MutantCode.Original.ADAPTER, idle, classes)) {
      Certification certification = new Certification(
          Subject.of(adapter.made(MachineProviderFactory.class)).cloud(OneLetter::new),
          Tier.SMOKE,
          1,
          LocalDate.parse("2026-01-01"));
      Ruling end = certification.ruling("MP-4.3");

      assertThat(Explanation.of(end))
          .contains("lives on although terminate returned", "GET http://localhost", "/v1/machines");
    }
  }

  @Test
  void leaves_the_rule_on_secrets_untested() {
    Ruling ruling = new Certification(
            Subject.of(new LarchProviderFactory()).cloud(OneLetter::new),
            Tier.SMOKE,
            1,
            LocalDate.parse("2026-01-01"))
        .ruling("MP-1.4");

    assertThat(ruling.verdict()).as(Explanation.of(ruling)).isEqualTo(Verdict.UNTESTED);
    assertThat(ruling.why()).contains("1 secrets of fewer than 6 characters");
  }

  private static final class OneLetter extends LarchTestCloud {
    OneLetter(SimulatedClock clock, long seed) {
      super(clock, seed);
    }

    @Override
    public List<String> secrets() {
      List<String> secrets = new ArrayList<>(super.secrets());
      secrets.add("a");
      return secrets;
    }
  }
}
