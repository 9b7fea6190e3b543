package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.simulation.fault.FaultCount;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.fault.FaultOccurrence;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each kind of fault alone at every occasion of a pool's short day, and in pairs. */
class SingleFaultScenarioTest {
  /** Rows and calls are many and alike: of more occasions than this, so many are tried, evenly spread. */
  private static final int EACH = Integer.getInteger("sweep.each", 25);

  /** The same on the day of refreshes. */
  private static final int REFRESHES_EACH = Integer.getInteger("sweep.refreshes", 2);

  private static final int PAIRS = Integer.getInteger("sweep.pairs", 100);

  @ParameterizedTest
  @EnumSource
  void every_fault_alone_at_every_occasion(SingleFaultScenario.Keys keys) {
    Map<FaultKind, Integer> tried = new EnumMap<>(FaultKind.class);
    for (boolean disk : new boolean[] {false, true}) {
      for (FaultOccurrence strike : occasions(keys, disk)) {
        SimulationReport report = SingleFaultScenario.tell(keys, disk, with(strike));
        if (report.faults().getOrDefault(strike.kind(), new FaultCount(0, 0)).strikes() > 0) {
          tried.merge(strike.kind(), 1, Integer::sum);
        }
        assertThat(report.violation()).as(() -> strike + "\n" + report.story()).isEmpty();
      }
    }

    System.out.println("sweep, keys " + keys + ": " + tried);
    Set<FaultKind> never = EnumSet.allOf(FaultKind.class);
    never.removeAll(tried.keySet());
    if (keys == SingleFaultScenario.Keys.NONE) {
      // A duplicate is delivered only where the cloud absorbs it.
      never.remove(FaultKind.DUPLICATE_REQUEST);
    }
    // That day's cloud ends machines one by one; BatchStormTest has the others.
    never.removeIf(FaultKind::ofBatches);
    never.removeIf(FaultKind::ofOperations);
    never.removeIf(FaultKind::ofResources);
    never.removeIf(FaultKind::ofPower);
    assertThat(never).as("faults that never struck were not tested").isEmpty();
  }

  @Test
  void every_fault_alone_on_a_day_of_refreshes_and_a_rollback() {
    SingleFaultScenario.Day day = SingleFaultScenario.Day.REFRESHES;
    SingleFaultScenario.Keys keys = SingleFaultScenario.Keys.TOKEN;
    Map<FaultKind, Integer> tried = new EnumMap<>(FaultKind.class);
    for (FaultOccurrence strike : occasions(day, keys, false, REFRESHES_EACH)) {
      SimulationReport report = SingleFaultScenario.tell(day, keys, false, with(strike));
      if (report.faults().getOrDefault(strike.kind(), new FaultCount(0, 0)).strikes() > 0) {
        tried.merge(strike.kind(), 1, Integer::sum);
      }
      assertThat(report.violation()).as(() -> strike + "\n" + report.story()).isEmpty();
    }

    System.out.println("sweep of refreshes: " + tried);
    assertThat(tried)
        .containsKeys(FaultKind.CRASH, FaultKind.LOST_REPLY, FaultKind.TERMINATE_FAILS);
  }

  @Test
  void a_day_of_refreshes_replaces_all_machines_and_takes_two_back() {
    SimulationReport clean = SingleFaultScenario.tell(
        SingleFaultScenario.Day.REFRESHES, SingleFaultScenario.Keys.TOKEN, false, Set.of());

    assertThat(clean.violation()).as(clean.story()).isEmpty();
    assertThat(clean.launches())
        .as("four, four again, some of the new image and as many back, and one more")
        .isBetween(11, 17);
  }

  @ParameterizedTest
  @EnumSource
  void faults_in_pairs(SingleFaultScenario.Keys keys) {
    long seed = Long.getLong("sweep.seed", 1);
    SplittableRandom random = new SplittableRandom(seed + keys.name().length());
    for (boolean disk : new boolean[] {false, true}) {
      List<FaultOccurrence> all = occasions(keys, disk);
      for (int i = 0; i < PAIRS / 2; i++) {
        Set<FaultOccurrence> pair = new java.util.HashSet<>();
        while (pair.size() < 2) {
          pair.add(all.get(random.nextInt(all.size())));
        }
        SimulationReport report = SingleFaultScenario.tell(keys, disk, pair);
        assertThat(report.violation()).as(() -> pair + "\n" + report.story()).isEmpty();
      }
    }
  }

  @Test
  void a_day_without_faults_has_occasions_for_all_of_them() {
    SimulationReport clean =
        SingleFaultScenario.tell(SingleFaultScenario.Keys.TOKEN, false, Set.of());

    assertThat(clean.violation()).as(clean.story()).isEmpty();
    assertThat(clean.faults().get(FaultKind.LOST_REPLY).occasions()).isGreaterThan(3);
    assertThat(clean.faults().get(FaultKind.MARK_FAILS).occasions()).isGreaterThan(1);
    assertThat(clean.faults().get(FaultKind.TERMINATE_FAILS).occasions()).isGreaterThan(3);
    assertThat(clean.launches()).isBetween(5, 8);
  }

  /** What befalls a dead process only needs one. */
  private static Set<FaultOccurrence> with(FaultOccurrence strike) {
    return switch (strike.kind()) {
      case WRONG_ACCOUNT, POWER_LOSS -> Set.of(strike, new FaultOccurrence(FaultKind.CRASH, 60));
      case BROKEN_PROMISE -> Set.of(strike, new FaultOccurrence(FaultKind.LATE_ACCEPTANCE, 1));
      // The keeper probes an action only after an unknown outcome.
      case ACTION_PROBE_FAILS -> Set.of(strike, new FaultOccurrence(FaultKind.ACTION_LOST, 0));
      default -> Set.of(strike);
    };
  }

  private static List<FaultOccurrence> occasions(SingleFaultScenario.Keys keys, boolean disk) {
    return occasions(SingleFaultScenario.Day.USUAL, keys, disk, EACH);
  }

  private static List<FaultOccurrence> occasions(
      SingleFaultScenario.Day day, SingleFaultScenario.Keys keys, boolean disk, int each) {
    List<FaultOccurrence> strikes = new ArrayList<>();
    SimulationReport clean = SingleFaultScenario.tell(day, keys, disk, Set.of());
    assertThat(clean.violation()).as(clean.story()).isEmpty();
    for (FaultKind kind : FaultKind.values()) {
      long occasions = Math.max(1, clean.faults().get(kind).occasions());
      long tried = Math.min(occasions, each);
      for (long i = 0; i < tried; i++) {
        strikes.add(new FaultOccurrence(kind, i * occasions / tried));
      }
    }
    return strikes;
  }
}
