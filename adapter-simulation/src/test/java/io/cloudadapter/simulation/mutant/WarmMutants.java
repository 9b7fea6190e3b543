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
            "a refresh that bakes does not look at warm machines",
            "keeper/refresh/RefreshRunner.java",
            "if (census.remaining > 0 || !census.warm.isEmpty()) {",
            "if (census.remaining > 0) {",
            Set.of("I17"),
            9_111_156),
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
            "return WarmTarget.of(config, target, sizes.largestGrowth(), outerCap() - target);",
            "return new WarmTarget(config.of(target, 0) + 3, \"more\");",
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

  /** Cores that forget how their pools have grown. */
  public static List<CoreMutant> ofGrowth() {
    return List.of(
        new CoreMutant(
            "a rise of several steps counts as its last step",
            "warm/GrowthHistory.java",
            "int growth = after - low.get(0).machines();",
            "int growth = after - before;",
            Set.of("I21"),
            1),
        new CoreMutant(
            "a smaller growth makes a pool forget a larger one",
            "warm/GrowthHistory.java",
            "grown.removeIf(mark -> mark.machines() <= growth);",
            "grown.clear();",
            Set.of("I21"),
            1),
        new CoreMutant(
            "a change of the size by a caller makes a pool forget its growth",
            "keeper/state/SizeControl.java",
            "edit.growth = history;",
            "edit.growth = null;",
            Set.of("I21"),
            1));
  }
}
