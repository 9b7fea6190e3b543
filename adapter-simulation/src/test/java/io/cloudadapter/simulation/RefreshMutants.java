package io.cloudadapter.simulation;

import java.util.List;
import java.util.Set;

/** Cores whose refreshes are broken. */
final class RefreshMutants {
  private static final String RULE = "I17";

  private RefreshMutants() {}

  static List<CoreMutant> all() {
    return List.of(
        new CoreMutant(
            "a refresh takes out one machine more than it may",
            "keeper/refresh/RefreshRunner.java",
            "int spare = census.healthy - how.least(desired);",
            "int spare = census.healthy - how.least(desired) + 1;",
            Set.of(RULE),
            3),
        new CoreMutant(
            "a refresh replaces machines of its own template",
            "keeper/refresh/RefreshCensus.java",
            ": machine.profile() < refresh.template();",
            ": machine.profile() <= refresh.template();",
            Set.of(RULE),
            2),
        new CoreMutant(
            "a refresh takes unhealthy machines for healthy",
            "keeper/refresh/RefreshCensus.java",
            "&& machine.serviceState() != ServiceState.UNHEALTHY && served.test(machine)",
            "&& served.test(machine)",
            Set.of(RULE),
            34),
        new CoreMutant(
            "a refresh takes out protected machines unasked",
            "keeper/refresh/RefreshCensus.java",
            "(machine.isProtected() && rule != ProtectedMachines.REPLACE);",
            "false;",
            Set.of(RULE),
            7),
        new CoreMutant(
            "a second refresh takes the place of the first",
            "keeper/refresh/RefreshCommands.java",
            "if (underWay.isPresent()) {",
            "if (underWay.isPresent() && ledger.committed() < 0) {",
            Set.of(RULE),
            1),
        new CoreMutant(
            "surge is granted for machines that are replaced already",
            "keeper/refresh/ActiveRefresh.java",
            "return most <= 0 ? 0 : Math.min(most, census.replaceable);",
            "return Math.max(most, 0);",
            Set.of("I3"),
            1));
  }

  /** Cores that are broken where a pool is frozen amid a refresh. */
  static List<CoreMutant> ofFrozenPools() {
    return List.of(new CoreMutant(
        "a policy builds on the surge of a refresh",
        "keeper/Scaler.java",
        "int committed = ledger.committed() - Math.min(above, refresh.surge());",
        "int committed = ledger.committed();",
        Set.of("I3", "I6"),
        1));
  }
}
