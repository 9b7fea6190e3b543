package io.cloudadapter.testkit.subject;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.run.FaultSchedule;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The tier between smoke and full. */
class SampleLaunchTest {
  private static List<FaultInjection> all() {
    List<FaultInjection> all = new ArrayList<>();
    for (int exchange = 1; exchange <= 5; exchange++) {
      for (WireFault fault : WireFault.values()) {
        all.add(new FaultInjection(fault, exchange, 0, 0));
      }
    }
    return all;
  }

  @Test
  void oneFaultIsTakenIfThereIsAny() {
    assertThat(FaultSchedule.sample(all(), new Random(1))).hasSize(1);
    assertThat(FaultSchedule.sample(List.of(), new Random(1))).isEmpty();
  }

  @Test
  void aKindThatCanStrikeOnceIsTakenAsOftenAsOneThatCanStrikeEverywhere() {
    List<FaultInjection> rows = new ArrayList<>();
    rows.add(new FaultInjection(WireFault.values()[0], 1, 0, 0));
    for (int exchange = 1; exchange <= 99; exchange++) {
      rows.add(new FaultInjection(WireFault.values()[1], exchange, 0, 0));
    }
    Random random = new Random(1);
    long rare = IntStream.range(0, 1_000)
        .filter(time -> FaultSchedule.sample(rows, random).contains(rows.get(0)))
        .count();

    assertThat(rare).isBetween(400L, 600L);
  }

  @Test
  void theSameSeedTakesTheSameOnesAndOthersTakeAllInTime() {
    Set<FaultInjection> taken = new HashSet<>();
    for (int seed = 0; seed < 2_000; seed++) {
      List<FaultInjection> sample = FaultSchedule.sample(all(), new Random(seed));
      assertThat(FaultSchedule.sample(all(), new Random(seed))).isEqualTo(sample);
      taken.addAll(sample);
    }

    assertThat(taken).containsExactlyInAnyOrderElementsOf(all());
  }

  @Test
  void aRuleIsTriedOnceInPeaceAndOnceWithAFault() {
    RuleResult ruling = new AdapterCertifier(
            SimulatedTestCloud.subject(Map.of()),
            Thoroughness.SAMPLE,
            1,
            LocalDate.parse("2026-01-01"))
        .ruling("MP-2.3");

    assertThat(ruling.verdict()).isEqualTo(Verdict.PASS);
    assertThat(ruling.runs()).isEqualTo(2);
    assertThat(ruling.faults()).hasSize(1);
  }
}
