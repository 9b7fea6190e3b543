package com.example.larch;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clouds whose lists lag differently: a right adapter is right on all of them. */
class LarchSeedsTest {
  /** {@code -Dlarch.seeds=1000} takes some minutes. */
  private static final long SEEDS = Long.getLong("larch.seeds", 30);

  @Test
  void no_conversation_finds_anything_in_a_right_adapter() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      RuleResult result =
          certification(seed).conversationSteps(1).search("MP-14.1", finding -> true);
      assertThat(result.verdict())
          .as("seed %s: %s", seed, ViolationExplanation.of(result))
          .isEqualTo(Verdict.PASS);
    }
  }

  private static AdapterCertifier certification(long seed) {
    AdapterUnderTest subject = AdapterUnderTest.of(new LarchProviderFactory())
        .cloud(LarchTestCloud::new)
        .claims(
            Adoption.class,
            Labeling.class,
            Reboot.class,
            Snapshots.class,
            StartStop.class,
            LoadBalancers.class,
            Zones.class,
            ImageResolver.class);
    return new AdapterCertifier(subject, Thoroughness.SMOKE, seed, LocalDate.parse("2026-01-01"));
  }

  @Test
  void no_seed_finds_anything_in_a_right_adapter() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      AdapterCertifier certification = certification(seed);
      for (String rule : List.of("MP-2.1", "MP-3.1", "MP-4.3", "MP-2.3", "MP-2.13", "MP-3.4")) {
        RuleResult ruling = certification.ruling(rule);
        assertThat(ruling.verdict())
            .as("seed %s: %s", seed, ViolationExplanation.of(ruling))
            .isEqualTo(Verdict.PASS);
      }
    }
  }
}
