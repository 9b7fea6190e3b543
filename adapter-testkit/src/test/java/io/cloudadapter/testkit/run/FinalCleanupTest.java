package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.cloudadapter.spi.Ticker;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.ConfiguredCloud;
import io.cloudadapter.testkit.subject.SampleLaunch;
import io.cloudadapter.testkit.time.BusyTicker;
import io.cloudadapter.testkit.time.SystemTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cloud that outlives the runs is left as it was found. */
@Tag("proof")
class FinalCleanupTest {
  private static final Trial SWEEP = Trial.of("MP-4.3", FinalCleanup::leavesNothing);
  private static final Trial LOOK = Trial.of("MP-3.3", LiveAccountLimits::mustBeClean);

  private final CountDownLatch over = new CountDownLatch(1);

  @TempDir
  private Path folder;

  @AfterEach
  void let_go() {
    over.countDown();
  }

  private TrialRunner patientFor(Duration patience) {
    return patientFor(patience, SystemTime.ticker());
  }

  private TrialRunner patientFor(Duration patience, Ticker ticker) {
    Map<String, String> account = Map.of(
        "file", folder.resolve("cloud").toString(),
        "listLag", "0s",
        "endTime", "1s");
    SampleLaunch sample = new SampleLaunch(
        List.of("a"), Optional.of("small"), Optional.empty(), Map.of(), 10, 40, 60, 0);
    AdapterUnderTest subject = AdapterUnderTest.of(new SimulatedProviderFactory())
        .cloud((clock, seed) -> new ConfiguredCloud(
            account, Set.of(), sample, Set.of(), Set.of(), Set.of(), Set.of(), "simulated"))
        .mode("emulator")
        .patience(patience);
    return new TrialRunner(subject, new ThreadLeakCheck(), ticker);
  }

  @Test
  void ends_what_a_run_that_hung_has_left() {
    Trial hangs = Trial.of("MP-2.1", bench -> {
      bench.launch();
      awaitTheEndOfTheTest();
    });
    TrialRunner patient = patientFor(Duration.ofMinutes(2));

    assertThat(patientFor(Duration.ofSeconds(3)).run(hangs, List.of(), 1).hung())
        .isTrue();
    assertThat(patient.run(LOOK, List.of(), 2).findings())
        .extracting(Violation::seen)
        .singleElement()
        .asString()
        .contains("must hold no machine of pool adapter-kit");

    assertThat(patient.run(SWEEP, List.of(), 3).findings()).isEmpty();
    assertThat(patient.run(LOOK, List.of(), 4).findings()).isEmpty();
  }

  @Test
  void names_what_is_left_on_a_machine_that_is_too_busy_too() {
    Trial late = Trial.of("MP-4.3", bench -> {
      FinalCleanup.report(bench, new MachineId("i-1"));
      SystemTime.pause(Duration.ofMillis(200));
      throw RuleViolation.late("no list after 2 s");
    });

    TrialResult look = patientFor(Duration.ofMinutes(2), new BusyTicker()).run(late, List.of(), 1);

    assertThat(look.findings())
        .extracting(Violation::seen)
        .singleElement()
        .asString()
        .contains("the account still has i-1", "end by hand everything with the mark");
    assertThat(look.untestable()).isPresent();
  }

  /** Waits for the interrupt. */
  private void awaitTheEndOfTheTest() {
    while (over.getCount() > 0) {
      try {
        over.await();
      } catch (InterruptedException goesOn) {
        continue;
      }
    }
  }
}
