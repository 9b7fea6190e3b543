package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.BatchTerminate;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.spi.feature.InstanceStatus;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.LoadBalancerHealth;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.spi.feature.MachineSizeCatalog;
import io.cloudadapter.spi.feature.Quotas;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Routes;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.SpotNotices;
import io.cloudadapter.spi.feature.StartStop;
import io.cloudadapter.spi.feature.Zones;
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

/** The rules on what stands beside machines, where a cloud or its console cannot do all that they are about. */
class BesideRulesTest {
  private static final LocalDate TODAY = LocalDate.parse("2026-01-01");
  private static final List<String> RULES = RuleBook.standard().rules().stream()
      .map(Rule::id)
      .filter(id -> id.startsWith("MP-12."))
      .toList();

  @Test
  void are_not_claimed_where_there_is_nothing_beside_machines() {
    AdapterUnderTest none = SimulatedTestCloud.subject(Map.of("services", "false"))
        .claims(
            Adoption.class,
            Labeling.class,
            Reboot.class,
            Snapshots.class,
            StartStop.class,
            BatchTerminate.class);
    AdapterCertifier certification = certification(none);

    assertThat(certification.ruling("MP-9.1").verdict()).isEqualTo(Verdict.PASS);
    assertThat(RULES).hasSize(31).allSatisfy(rule -> {
      RuleResult ruling = certification.ruling(rule);
      assertThat(ruling.verdict()).as(rule).isEqualTo(Verdict.NOT_CLAIMED);
      assertThat(ruling.why()).startsWith("the adapter does not claim ");
    });
  }

  @Test
  void hold_for_a_cloud_without_clusters_or_udp_and_with_lists_that_lag() {
    AdapterUnderTest lagging = SimulatedTestCloud.subject(
            Map.of("clusters", "", "udp", "false", "listLag", "20s"))
        .claims(
            Adoption.class,
            Labeling.class,
            Reboot.class,
            Snapshots.class,
            StartStop.class,
            Instances.class,
            LoadBalancers.class,
            Zones.class,
            Routes.class,
            LoadBalancerRegistration.class,
            LoadBalancerHealth.class,
            InstanceStatus.class,
            MachineSizeCatalog.class,
            ImageResolver.class,
            Quotas.class,
            BatchTerminate.class,
            SpotNotices.class);
    AdapterCertifier certification = certification(lagging);

    assertThat(RULES).allSatisfy(rule -> {
      RuleResult ruling = certification.ruling(rule);
      assertThat(ruling.verdict())
          .as(ViolationExplanation.of(ruling))
          .isEqualTo(rule.equals("MP-12.30") ? Verdict.NOT_CLAIMED : Verdict.PASS);
    });
  }

  @Test
  void cannot_be_escaped_by_claiming_nothing() {
    AdapterUnderTest silent = SimulatedTestCloud.subject(Map.of("actions", "false"))
        .claims(Adoption.class, Labeling.class);

    RuleResult features = certification(silent).ruling("MP-9.1");

    assertThat(features.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(features.why()).contains("Instances is not claimed");
  }

  @Test
  void are_untested_where_the_truth_is_unknown_and_hold_up_no_others() {
    AdapterUnderTest blind = SimulatedTestCloud.subject(Map.of())
        .cloud((clock, seed) -> new Blind(new SimulatedTestCloud(clock, seed, Map.of())));
    AdapterCertifier certification = certification(blind);

    assertThat(certification.ruling("MP-12.10").verdict()).isEqualTo(Verdict.UNTESTED);
    assertThat(certification.ruling("MP-12.10").why())
        .isEqualTo("this console cannot read the load balancers");
    assertThat(certification.ruling("MP-12.41").why())
        .isEqualTo("this console cannot read the routes");
    assertThat(certification.ruling("MP-12.4").why())
        .isEqualTo("this console cannot read the keys of a machine");
    assertThat(List.of("MP-6.6", "MP-6.7", "MP-12.20", "MP-12.30"))
        .allSatisfy(rule ->
            assertThat(certification.ruling(rule).verdict()).as(rule).isEqualTo(Verdict.PASS));
  }

  private static AdapterCertifier certification(AdapterUnderTest subject) {
    return new AdapterCertifier(subject, Thoroughness.FULL, 1, TODAY);
  }

  /** A cloud whose console knows machines only. */
  private record Blind(SimulatedTestCloud cloud) implements TestCloud, TestCloudConsole {
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
