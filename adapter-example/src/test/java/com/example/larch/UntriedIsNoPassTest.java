package com.example.larch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.StartStop;
import io.cloudadapter.spi.feature.Zones;
import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.TestCloudFactory;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a cloud shows nothing to try, the certificate says so. */
class UntriedIsNoPassTest {

  @Test
  void pages_that_hold_every_machine_try_no_pages() {
    AdapterCertifier certification = certification(Spacious::new, Thoroughness.SMOKE);

    assertThat(List.of("MP-3.1", "MP-3.7")).allSatisfy(rule -> {
      RuleResult ruling = certification.ruling(rule);
      assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.UNTESTED);
      assertThat(ruling.why()).contains("takes one page");
    });
  }

  @Test
  void a_cloud_without_pages_says_so() {
    AdapterCertifier certification = certification(Pageless::new, Thoroughness.SMOKE);

    assertThat(certification.ruling("MP-3.1").verdict()).isEqualTo(Verdict.PASS);
    assertThat(certification.ruling("MP-3.7").verdict()).isEqualTo(Verdict.NOT_CLAIMED);
  }

  @Test
  void what_does_not_cross_the_wire_is_not_struck() {
    AdapterCertifier certification = certification(Astray::new, Thoroughness.FULL);

    assertThat(List.of("MP-2.3", "MP-3.2", "MP-5.2")).allSatisfy(rule -> {
      RuleResult ruling = certification.ruling(rule);
      assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.UNTESTED);
      assertThat(ruling.why()).contains("no exchange crosses the wire");
    });
  }

  @Test
  void a_replay_names_faults_that_exist() {
    AdapterCertifier certification = certification(LarchTestCloud::new, Thoroughness.FULL);

    assertThatThrownBy(() -> certification.replay("MP-2.3/NOPE@3/seed=1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a fault must be one of REFUSED, ")
        .hasMessageEndingWith("was: NOPE@3");
  }

  @Test
  void a_real_account_is_struck_by_no_replay(@TempDir Path folder) {
    AdapterCertifier certification = new AdapterCertifier(
        subject(LarchTestCloud::new).live(folder.resolve("launches")),
        Thoroughness.LIVE,
        1,
        LocalDate.parse("2026-01-01"));

    assertThatThrownBy(() -> certification.replay("MP-2.3/LOST_REPLY@3/seed=1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("without faults");
  }

  private static AdapterCertifier certification(TestCloudFactory cloud, Thoroughness tier) {
    return new AdapterCertifier(subject(cloud), tier, 1, LocalDate.parse("2026-01-01"));
  }

  private static AdapterUnderTest subject(TestCloudFactory cloud) {
    return AdapterUnderTest.of(new LarchProviderFactory())
        .cloud(cloud)
        .claims(
            Adoption.class,
            Labeling.class,
            Reboot.class,
            Snapshots.class,
            StartStop.class,
            LoadBalancers.class,
            Zones.class,
            ImageResolver.class);
  }

  private static class Spacious extends LarchTestCloud {
    Spacious(SimulatedClock clock, long seed) {
      super(clock, seed);
      pageLimit(100);
    }
  }

  private static final class Pageless extends Spacious {
    Pageless(SimulatedClock clock, long seed) {
      super(clock, seed);
    }

    @Override
    public boolean listsInPages() {
      return false;
    }
  }

  private static final class Astray extends LarchTestCloud {
    Astray(SimulatedClock clock, long seed) {
      super(clock, seed);
    }

    @Override
    URI through(FaultProxy wire, URI larch) {
      return larch;
    }
  }
}
