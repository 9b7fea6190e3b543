package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.BatchTerminate;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.subject.FaultHook;
import io.cloudadapter.testkit.subject.SampleLaunch;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import io.cloudadapter.testkit.subject.TestCloud;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The rules on actions, where a cloud or its console cannot do all that they are about. */
class ActionRulesTest {
  private static final LocalDate TODAY = LocalDate.parse("2026-01-01");
  private static final List<String> RULES = RuleBook.standard().rules().stream()
      .map(Rule::id)
      .filter(id -> id.startsWith("MP-11."))
      .toList();

  @Test
  void are_not_claimed_where_there_are_no_actions() {
    AdapterUnderTest none = SimulatedTestCloud.subject(
            Map.of("actions", "false", "services", "false"))
        .claims(Adoption.class, Labeling.class, BatchTerminate.class);
    AdapterCertifier certification = certification(none);

    assertThat(certification.ruling("MP-9.1").verdict()).isEqualTo(Verdict.PASS);
    assertThat(RULES).hasSize(17).allSatisfy(rule -> {
      RuleResult ruling = certification.ruling(rule);
      assertThat(ruling.verdict()).as(rule).isEqualTo(Verdict.NOT_CLAIMED);
      assertThat(ruling.why()).startsWith("the adapter does not claim ");
    });
  }

  @Test
  void cannot_be_escaped_by_claiming_nothing() {
    AdapterUnderTest silent =
        SimulatedTestCloud.subject(Map.of()).claims(Adoption.class, Labeling.class);

    RuleResult features = certification(silent).ruling("MP-9.1");

    assertThat(features.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(features.why()).contains("Reboot is not claimed");
  }

  @Test
  void ask_an_adapter_that_cannot_tell_for_nothing_that_it_cannot() {
    AdapterCertifier certification =
        certification(SimulatedTestCloud.subject(Map.of("traceable", "false")));

    assertThat(List.of("MP-11.7", "MP-11.8")).allSatisfy(rule -> {
      RuleResult ruling = certification.ruling(rule);
      assertThat(ruling.verdict()).as(rule).isEqualTo(Verdict.NOT_CLAIMED);
      assertThat(ruling.why()).isEqualTo("no feature of the adapter is traceable");
    });
    assertThat(List.of("MP-11.3", "MP-11.4", "MP-11.21", "MP-11.31"))
        .allSatisfy(rule ->
            assertThat(certification.ruling(rule).verdict()).as(rule).isEqualTo(Verdict.PASS));
  }

  @Test
  void wait_for_what_takes_a_while() {
    AdapterCertifier certification =
        certification(SimulatedTestCloud.subject(Map.of("actionTime", "10m")));

    assertThat(List.of("MP-11.3", "MP-11.7", "MP-11.8", "MP-11.20", "MP-11.21", "MP-11.30"))
        .allSatisfy(rule -> {
          RuleResult ruling = certification.ruling(rule);
          assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.PASS);
        });
  }

  @Test
  void are_untested_where_they_cannot_be_counted_and_hold_up_no_others() {
    AdapterUnderTest uncounted = SimulatedTestCloud.subject(Map.of())
        .cloud((clock, seed) -> new Uncounted(new SimulatedTestCloud(clock, seed, Map.of())));
    AdapterCertifier certification = certification(uncounted);

    assertThat(certification.ruling("MP-11.3").verdict()).isEqualTo(Verdict.UNTESTED);
    assertThat(certification.ruling("MP-11.3").why())
        .isEqualTo("this console cannot count the reboots of a machine");
    assertThat(List.of("MP-5.11", "MP-6.7", "MP-11.5"))
        .allSatisfy(rule ->
            assertThat(certification.ruling(rule).verdict()).as(rule).isEqualTo(Verdict.PASS));
  }

  private static AdapterCertifier certification(AdapterUnderTest subject) {
    return new AdapterCertifier(subject, Thoroughness.FULL, 1, TODAY);
  }

  /** A cloud whose console knows nothing of actions. */
  private record Uncounted(SimulatedTestCloud cloud) implements TestCloud, TestCloudConsole {
    @Override
    public Map<String, String> config(FaultProxy wire) {
      return cloud.config(wire);
    }

    @Override
    public SampleLaunch sample() {
      return cloud.sample();
    }

    @Override
    public String region() {
      return cloud.region();
    }

    @Override
    public Optional<FaultHook> faultPoint() {
      return cloud.faultPoint();
    }

    @Override
    public Optional<TestCloudConsole> console() {
      return Optional.of(this);
    }

    @Override
    public List<CloudResource> resources() {
      return cloud.resources();
    }

    @Override
    public MachineId create(Map<String, String> tags) {
      return cloud.create(tags);
    }

    @Override
    public void heal() {
      cloud.heal();
    }

    @Override
    public void close() {
      cloud.close();
    }
  }
}
