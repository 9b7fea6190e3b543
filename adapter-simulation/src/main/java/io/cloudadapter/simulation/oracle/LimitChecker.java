package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.broken;
import static io.cloudadapter.simulation.oracle.InvariantChecker.counts;
import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.scaling.PlacementPolicy;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import java.util.ArrayList;
import java.util.List;

/** Checks that what is promised stays within the limits of its moment (I3), and in the zones of the placement. */
final class LimitChecker {
  private final InvariantChecker judge;

  LimitChecker(InvariantChecker judge) {
    this.judge = judge;
  }

  /** What an atom promises: zones of launches for service and for the warm pool, and of warm machines that wake. */
  static final class Promises {
    final List<String> launches = new ArrayList<>();
    final List<String> warmLaunches = new ArrayList<>();
    final List<String> wakes = new ArrayList<>();

    void launch(LaunchRecord launch) {
      (launch.warm() ? warmLaunches : launches).add(launch.zone() == null ? "" : launch.zone());
    }

    void wake(MachineRecord machine) {
      wakes.add(machine.zone() == null ? "" : machine.zone());
    }
  }

  /**
   * What is promised is within the limits of that moment; a later command of the step may lower them. A machine that
   * wakes is there already; a launch for the warm pool counts only there (I3).
   */
  void check(Promises promises) {
    boolean counts = !promises.launches.isEmpty() || !promises.wakes.isEmpty();
    boolean launches = !promises.launches.isEmpty() || !promises.warmLaunches.isEmpty();
    placed(promises.launches);
    placed(promises.wakes);
    int committed = judge.effective() + judge.open();
    int above = judge.refreshes.surge() + judge.headroom();
    if (counts && (committed > judge.desired() + above || committed > judge.most())) {
      throw broken(
          "I3", "after new promises committed is " + committed + ", desired " + judge.desired());
    }
    if (launches && judge.expected() > judge.most() + judge.config().effectiveSurge()) {
      throw broken(
          "I3", judge.expected() + " machines are there or promised, with maxSize " + judge.most());
    }
  }

  /** New promises are in the zones of the placement, and within their caps. */
  private void placed(List<String> zones) {
    judge.config().scaling().placement().ifPresent(placement -> {
      for (String zone : zones) {
        PlacementPolicy.Share share = placement.shares().stream()
            .filter(each -> each.name().equals(zone) && each.weight() > 0)
            .findFirst()
            .orElseThrow(() -> broken("zones", "a launch is promised in zone '" + zone + "'"));
        long there = 0;
        for (MachineRecord machine : judge.present()) {
          boolean here = counts(machine) || WarmChecker.wakes(machine);
          there += here && zone.equals(machine.zone()) ? 1 : 0;
        }
        for (LaunchRecord intent : judge.unresolved()) {
          there += zone.equals(intent.zone()) ? intent.open() : 0;
        }
        rule(
            share.cap() == PlacementPolicy.Share.NO_CAP || there <= share.cap(),
            "zones",
            "zone " + zone + " has a cap of " + share.cap() + ", promised are " + there);
      }
    });
  }
}
