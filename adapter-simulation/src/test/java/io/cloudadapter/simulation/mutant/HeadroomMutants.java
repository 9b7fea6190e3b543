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
}
