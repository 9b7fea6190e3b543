package io.cloudadapter.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.larch.LarchTestCloud;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A conversation that fails is shown as the shortest one that does, and its seed repeats it. */
@Tag("proof")
class ShortestConversationTest {

  @Test
  void four_steps_are_enough_to_show_a_key_that_is_forgotten(@TempDir Path classes)
      throws IOException {
    AdapterMutant forgets = ConversationMutants.all().get(0);
    try (MutantCode adapter = MutantCode.of(MutantCode.Original.ADAPTER, forgets, classes)) {
      AdapterUnderTest subject = AdapterUnderTest.of(adapter.made(MachineProviderFactory.class))
          .cloud(LarchTestCloud::new);
      RuleResult result = certifier(subject).search("MP-14.1", finding -> true);
      Violation finding = result.findings().get(0);

      List<String> steps = finding.scenario().lines().skip(1).toList();

      assertThat(steps).hasSize(4);
      assertThat(steps.get(0)).matches("1\\. launch 1 in zone [a-z0-9-]+ is frozen: frozen");
      assertThat(steps.get(1)).matches("2\\. launch 1 is sent: machine m-.*");
      assertThat(steps.get(2))
          .matches("3\\. launch 1 is sent again, with (THROTTLED|CAPACITY): .*, effect NONE");
      assertThat(steps.get(3)).matches("4\\. launch 1 is sent again: machine m-.*");
      assertThat(finding.replay()).matches("MP-14\\.1/seed=-?[0-9]+");
      List<String> replayed = certifier(subject).replay(finding.replay());
      assertThat(replayed).hasSize(1);
      assertThat(replayed.get(0)).contains("more than one machine", "4. launch 1 is sent again: ");
    }
  }

  private static AdapterCertifier certifier(AdapterUnderTest subject) {
    return new AdapterCertifier(subject, Thoroughness.FULL, 1, LocalDate.parse("2026-01-01"));
  }
}
