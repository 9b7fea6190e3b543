package io.cloudadapter.proof.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.larch.LarchTestCloud;
import io.cloudadapter.proof.AdapterMutant;
import io.cloudadapter.proof.ErrorMutants;
import io.cloudadapter.proof.MutantCode;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.StartStop;
import io.cloudadapter.spi.feature.Zones;
import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.Certificate;
import io.cloudadapter.testkit.report.Certificate.Result;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.TestCloudFactory;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A certificate says no more than what was tried and held. */
@Tag("proof")
@Tag("deep")
class NoMoreThanTriedTest {

  @Test
  void a_leak_at_each_end_earns_no_certificate(@TempDir Path classes, @TempDir Path folder)
      throws IOException {
    AdapterMutant leaking =
        AdapterMutant.of("MP-4.7", "leaves each disk", "").edit("LarchProvider", """
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
      RuleResult ruling = certification(adapter, Plain::new).ruling("MP-5.14");

      assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.UNTESTED);
      assertThat(ruling.why()).contains("plain HTTP", "TestCloud.securedConfig");
    }
  }

  @Test
  void trust_in_everybody_is_found_where_https_can_be_tried(@TempDir Path classes)
      throws IOException {
    try (MutantCode adapter = MutantCode.of(MutantCode.Original.ADAPTER, credulous(), classes)) {
      RuleResult ruling = certification(adapter, LarchTestCloud::new).ruling("MP-5.14");

      assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.FAIL);
      assertThat(ruling.why()).contains("of an unknown authority was sent");
    }
  }

  private static AdapterCertifier certification(MutantCode adapter, TestCloudFactory clouds) {
    return new AdapterCertifier(
        AdapterUnderTest.of(adapter.made(MachineProviderFactory.class))
            .cloud(clouds)
            .claims(
                Adoption.class,
                Labeling.class,
                Reboot.class,
                Snapshots.class,
                StartStop.class,
                LoadBalancers.class,
                Zones.class,
                ImageResolver.class),
        Thoroughness.SMOKE,
        1,
        LocalDate.parse("2026-01-01"));
  }

  private static AdapterMutant credulous() {
    return ErrorMutants.all().stream()
        .filter(mutant -> mutant.rule().equals("MP-5.14"))
        .findFirst()
        .orElseThrow();
  }

  /** A cloud without HTTPS. */
  private static final class Plain extends LarchTestCloud {
    Plain(SimulatedClock clock, long seed) {
      super(clock, seed);
    }

    @Override
    public Optional<Map<String, String>> securedConfig(FaultProxy wire) {
      return Optional.empty();
    }
  }
}
