package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.Set;

/** Cores that take warm machines for what they are not. */
public final class WarmMutants {
  private static final String MOVES = "keeper/warm/WarmMoves.java";

  private WarmMutants() {}

  public static List<CoreMutant> all() {
    return List.of(
        new CoreMutant(
            "a machine that leaves the warm pool does not count as one to come",
            "ledger/Ledger.java",
            "return launches.open() + machines.waking();",
            "return launches.open();",
            Set.of("I3"),
            3),
        new CoreMutant(
            "a machine is taken into service that the cloud was asked to stop",
            "keeper/warm/WarmPool.java",
            "&& !machine.warm().stopping()",
            "",
            Set.of("I21"),
            3),
        new CoreMutant(
            "a machine is ready while a stop of it may still take effect",
            MOVES,
            "if (power.isSettled(id, false)) {",
            "if (!id.isEmpty()) {",
            Set.of("I21"),
            86),
        new CoreMutant(
            "a machine enters service before its wake hooks have ended",
            MOVES,
            "if (isFree(machine, LifecycleTransition.WAKE)) {",
            "if (isFree(machine, LifecycleTransition.WAKE) || machine.ran()) {",
            Set.of("I7"),
            8),
        new CoreMutant(
            "a machine is ready before it is stopped",
            MOVES,
            "if (config.state() == WarmPoolState.RUNNING) {",
            "if (machine.ran()) {",
            Set.of("I21"),
            1),
        new CoreMutant(
            "the warm pool takes no heed of maxSize and surge",
            "keeper/warm/WarmRefill.java",
            "return Math.max(0, Math.min(config.of(target), outerCap() - target));",
            "return config.of(target) + 3;",
            Set.of("I3", "L1"),
            3),
        new CoreMutant(
            "a refresh leaves outdated machines in the warm pool",
            "keeper/refresh/RefreshRunner.java",
            "if (!takeOutWarm(refresh, census)) { return; }",
            "",
            Set.of("I17"),
            2));
  }
}
