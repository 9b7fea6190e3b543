package com.example.larch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.LoadBalancers;
import io.cloudadapter.spi.Reboot;
import io.cloudadapter.spi.Relabel;
import io.cloudadapter.spi.Snapshots;
import io.cloudadapter.spi.StartStop;
import io.cloudadapter.spi.Zones;
import io.cloudadapter.testkit.certify.Certification;
import io.cloudadapter.testkit.certify.Explanation;
import io.cloudadapter.testkit.certify.Ruling;
import io.cloudadapter.testkit.certify.Subject;
import io.cloudadapter.testkit.certify.TestClouds;
import io.cloudadapter.testkit.certify.Tier;
import io.cloudadapter.testkit.certify.Verdict;
import io.cloudadapter.testkit.wire.FaultWire;
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
    Certification certification = certification(Spacious::new, Tier.SMOKE);

    assertThat(List.of("MP-3.1", "MP-3.7")).allSatisfy(rule -> {
      Ruling ruling = certification.ruling(rule);
      assertThat(ruling.verdict()).as(Explanation.of(ruling)).isEqualTo(Verdict.UNTESTED);
      assertThat(ruling.why()).contains("takes one page");
    });
  }

  @Test
  void a_cloud_without_pages_says_so() {
    Certification certification = certification(Pageless::new, Tier.SMOKE);

    assertThat(certification.ruling("MP-3.1").verdict()).isEqualTo(Verdict.PASS);
    assertThat(certification.ruling("MP-3.7").verdict()).isEqualTo(Verdict.NOT_CLAIMED);
  }

  @Test
  void what_does_not_cross_the_wire_is_not_struck() {
    Certification certification = certification(Astray::new, Tier.FULL);

    assertThat(List.of("MP-2.3", "MP-3.2", "MP-5.2")).allSatisfy(rule -> {
      Ruling ruling = certification.ruling(rule);
      assertThat(ruling.verdict()).as(Explanation.of(ruling)).isEqualTo(Verdict.UNTESTED);
      assertThat(ruling.why()).contains("no exchange crosses the wire");
    });
  }

  @Test
  void a_replay_names_faults_that_exist() {
    Certification certification = certification(LarchTestCloud::new, Tier.FULL);

    assertThatThrownBy(() -> certification.replay("MP-2.3/NOPE@3/seed=1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a fault must be one of REFUSED, ")
        .hasMessageEndingWith("was: NOPE@3");
  }

  @Test
  void a_real_account_is_struck_by_no_replay(@TempDir Path folder) {
    Certification certification = new Certification(
        subject(LarchTestCloud::new).live(folder.resolve("launches")),
        Tier.LIVE,
        1,
        LocalDate.parse("2026-01-01"));

    assertThatThrownBy(() -> certification.replay("MP-2.3/LOST_REPLY@3/seed=1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("without faults");
  }

  private static Certification certification(TestClouds cloud, Tier tier) {
    return new Certification(subject(cloud), tier, 1, LocalDate.parse("2026-01-01"));
  }

  private static Subject subject(TestClouds cloud) {
    return Subject.of(new LarchProviderFactory())
        .cloud(cloud)
        .claims(
            Adoption.class,
            Relabel.class,
            Reboot.class,
            Snapshots.class,
            StartStop.class,
            LoadBalancers.class,
            Zones.class);
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
    URI through(FaultWire wire, URI larch) {
      return larch;
    }
  }
}
