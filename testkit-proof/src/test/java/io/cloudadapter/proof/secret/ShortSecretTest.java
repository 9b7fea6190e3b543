package io.cloudadapter.proof.secret;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.larch.LarchProviderFactory;
import com.example.larch.LarchTestCloud;
import io.cloudadapter.proof.AdapterMutant;
import io.cloudadapter.proof.MutantCode;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A password of one letter neither hides what the kit has to say, nor counts as told by every text. */
@Tag("proof")
class ShortSecretTest {
  @Test
  void leaves_messages_and_evidence_readable(@TempDir Path classes) throws IOException {
    AdapterMutant idle =
        AdapterMutant.of("MP-4.3", "ends nothing", "").edit("LarchProvider", """
        LarchRequest request = new LarchRequest(
            RequestKind.TERMINATE,
        """, """
        if (!machine.value().isEmpty()) {
          return;
        }
        LarchRequest request = new LarchRequest(
            RequestKind.TERMINATE,
        """);
    try (MutantCode adapter = MutantCode.of(MutantCode.Original.ADAPTER, idle, classes)) {
      AdapterCertifier certification = new AdapterCertifier(
          AdapterUnderTest.of(adapter.made(MachineProviderFactory.class)).cloud(OneLetter::new),
          Thoroughness.SMOKE,
          1,
          LocalDate.parse("2026-01-01"));
      RuleResult end = certification.ruling("MP-4.3");

      assertThat(ViolationExplanation.of(end))
          .contains("lives on although terminate returned", "GET http://localhost", "/v1/machines");
    }
  }

  @Test
  void leaves_the_rule_on_secrets_untested() {
    RuleResult ruling = new AdapterCertifier(
            AdapterUnderTest.of(new LarchProviderFactory()).cloud(OneLetter::new),
            Thoroughness.SMOKE,
            1,
            LocalDate.parse("2026-01-01"))
        .ruling("MP-1.4");

    assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.UNTESTED);
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
