package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.Set;

/** Cores whose headroom is broken. */
public final class HeadroomMutants {
  private static final String SIZES = "keeper/state/SizeControl.java";

  private HeadroomMutants() {}

  public static List<CoreMutant> all() {
    return List.of(
        new CoreMutant(
            "a machine whose state the last list left open counts as available",
            "keeper/state/MachineTracking.java",
            "return misses == 0 && !stateOpen;",
            "return misses == 0;",
            Set.of("I17"),
            9_109_294),
        new CoreMutant(
            "it is forgotten that a list left the state of a quiet machine open",
            "keeper/MissingMachineDetector.java",
            "&& !track.stateOpen",
            "",
            Set.of("I17"),
            9_128_704),
        new CoreMutant(
            "headroom does not stop at maxSize",
            SIZES,
            "return Math.max(0, Math.min(settings.config().headroom().of(desired), maxSize() - desired));",
            "return settings.config().headroom().of(desired);",
            Set.of("I3", "I18", "L1"),
            125),
        new CoreMutant(
            "a percentage of headroom is rounded down",
            "config/Headroom.java",
            "(((long) desiredSize * value + ALL - 1) / ALL)",
            "((long) desiredSize * value / ALL)",
            Set.of("I5", "L1"),
            7),
        new CoreMutant(
            "a resize ends the headroom",
            "planning/Planner.java",
            "victims(effective.size() - input.target())",
            "victims(effective.size() - input.desired())",
            Set.of("I5"),
            1),
        new CoreMutant(
            "the account of disruption does not count the headroom that the pool lacks",
            "keeper/state/DisruptionAccount.java",
            "return ledger.pool().desired() + sizes.owedHeadroom();",
            "return ledger.pool().desired();",
            Set.of("I18"),
            6),
        new CoreMutant(
            "a refresh takes out the headroom",
            "keeper/refresh/ActiveRefresh.java",
            "return refresh.settings().least(ledger.pool().desired()) + owedHeadroom();",
            "return refresh.settings().least(ledger.pool().desired());",
            Set.of("I17"),
            2),
        new CoreMutant(
            "a policy builds on the headroom",
            "keeper/Scaler.java",
            "int committed = ledger.committed() - Math.min(above, refresh.above());",
            "int committed = ledger.committed() - Math.min(above, refresh.above() - refresh.owedHeadroom());",
            Set.of("I3", "I6"),
            1));
  }

  /** Those that only a story of pools with headroom that share a quota finds. */
  public static List<CoreMutant> withinQuotas() {
    return List.of(
        new CoreMutant(
            "headroom is launched without asking the quotas",
            "keeper/state/GrowthGuard.java",
            "return new GrowthLimit( answer.machines(),",
            "return new GrowthLimit( answer.machines() + Math.max(0, Math.min(missing, target -"
                + " ledger.pool().desired()) - answer.machines()),",
            Set.of("Q1", "Q2", "Q3"),
            1),
        new CoreMutant(
            "headroom that a quota withholds is owed",
            SIZES,
            "above - growth.withoutRoom(ledger.pool().desired() + above)",
            "above",
            Set.of("L1"),
            1),
        new CoreMutant(
            "a refresh ends only with all of its headroom",
            "keeper/refresh/RefreshRunner.java",
            "above >= active.owedHeadroom()",
            "above >= active.headroom()",
            Set.of("L1"),
            1));
  }
}
