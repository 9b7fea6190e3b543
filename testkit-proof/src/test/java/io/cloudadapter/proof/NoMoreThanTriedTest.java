package io.cloudadapter.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.larch.LarchTestCloud;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.LoadBalancers;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.Reboot;
import io.cloudadapter.spi.Relabel;
import io.cloudadapter.spi.Snapshots;
import io.cloudadapter.spi.StartStop;
import io.cloudadapter.spi.Zones;
import io.cloudadapter.testkit.certify.Certificate;
import io.cloudadapter.testkit.certify.Certificate.Result;
import io.cloudadapter.testkit.certify.Certification;
import io.cloudadapter.testkit.certify.Explanation;
import io.cloudadapter.testkit.certify.Ruling;
import io.cloudadapter.testkit.certify.Subject;
import io.cloudadapter.testkit.certify.TestClouds;
import io.cloudadapter.testkit.certify.Tier;
import io.cloudadapter.testkit.certify.Verdict;
import io.cloudadapter.testkit.wire.FaultWire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A certificate says no more than what was tried and held. */
class NoMoreThanTriedTest {

  @Test
  void a_leak_at_each_end_earns_no_certificate(@TempDir Path classes, @TempDir Path folder)
      throws IOException {
    Mutant leaking = Mutant.of("MP-4.7", "leaves each disk", "").edit("LarchProvider", """
        ?disk=delete
        """, "");
    try (MutantCode adapter = MutantCode.of(MutantCode.Original.ADAPTER, leaking, classes)) {
      Certificate certificate = certification(adapter, LarchTestCloud::new).certificate();
      certificate.writeTo(folder);

      assertThat(certificate.ruling("MP-4.7").verdict()).isEqualTo(Verdict.FAIL);
      assertThat(certificate.result()).isEqualTo(Result.NOT_CERTIFIED);
      assertThat(Files.readString(folder.resolve("badge.json"))).contains("\"red\"");
    }
  }

  @Test
  void trust_in_everybody_is_not_tried_by_plain_http(@TempDir Path classes) throws IOException {
    try (MutantCode adapter = MutantCode.of(MutantCode.Original.ADAPTER, credulous(), classes)) {
      Ruling ruling = certification(adapter, Plain::new).ruling("MP-5.14");

      assertThat(ruling.verdict()).as(Explanation.of(ruling)).isEqualTo(Verdict.UNTESTED);
      assertThat(ruling.why()).contains("plain HTTP", "TestCloud.securedConfig");
    }
  }

  @Test
  void trust_in_everybody_is_found_where_https_can_be_tried(@TempDir Path classes)
      throws IOException {
    try (MutantCode adapter = MutantCode.of(MutantCode.Original.ADAPTER, credulous(), classes)) {
      Ruling ruling = certification(adapter, LarchTestCloud::new).ruling("MP-5.14");

      assertThat(ruling.verdict()).as(Explanation.of(ruling)).isEqualTo(Verdict.FAIL);
      assertThat(ruling.why()).contains("that nobody vouches for was sent");
    }
  }

  private static Certification certification(MutantCode adapter, TestClouds clouds) {
    return new Certification(
        Subject.of(adapter.made(MachineProviderFactory.class))
            .cloud(clouds)
            .claims(
                Adoption.class,
                Relabel.class,
                Reboot.class,
                Snapshots.class,
                StartStop.class,
                LoadBalancers.class,
                Zones.class),
        Tier.SMOKE,
        1,
        LocalDate.parse("2026-01-01"));
  }

  private static Mutant credulous() {
    return ErrorMutants.all().stream()
        .filter(mutant -> mutant.rule().equals("MP-5.14"))
        .findFirst()
        .orElseThrow();
  }

  /** A cloud that nobody can reach by HTTPS. */
  private static final class Plain extends LarchTestCloud {
    Plain(SimulatedClock clock, long seed) {
      super(clock, seed);
    }

    @Override
    public Optional<Map<String, String>> securedConfig(FaultWire wire) {
      return Optional.empty();
    }
  }
}
