package io.cloudadapter.core.keeper.warm;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolPlan.Ongoing;
import io.cloudadapter.api.PoolPlan.Operation;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Lists what warm machines on their way wait for, for people. Changes nothing. */
final class WarmOngoing {
  private final Ledger ledger;
  private final PowerCalls power;
  private final Instant wall;

  WarmOngoing(Ledger ledger, PowerCalls power, Instant wall) {
    this.ledger = ledger;
    this.power = power;
    this.wall = wall;
  }

  List<Ongoing> all() {
    List<Ongoing> all = new ArrayList<>();
    for (MachineRecord machine : ledger.warmMachines()) {
      if (!machine.isWarm(WarmState.WARM) && machine.ran()) {
        all.add(of(machine));
      }
    }
    return all;
  }

  private Ongoing of(MachineRecord machine) {
    boolean wakes = machine.isWarm(WarmState.WAKING);
    Operation operation = wakes ? Operation.WAKE : Operation.WARM_UP;
    Optional<Instant> hook = ledger.hooks().waiting().stream()
        .filter(waiting -> waiting.machine().equals(machine.id()))
        .map(HookRecord::deadline)
        .min(Comparator.naturalOrder());
    return new Ongoing(
        operation,
        machine.id(),
        1,
        hook.isPresent() ? "an answer to its hook" : waitsFor(machine, wakes),
        hook.filter(deadline -> deadline.isAfter(wall)));
  }

  private String waitsFor(MachineRecord machine, boolean wakes) {
    boolean runs = machine.state() == MachineState.RUNNING;
    if (wakes && runs) {
      return "a verdict that it is well";
    }
    if (wakes || WarmMoves.isStopped(machine)) {
      return "the cloud to start it" + lastFailure(machine, true);
    }
    boolean stops = machine.warm() != null && machine.warm().stopping();
    return stops
        ? "the cloud to stop it" + lastFailure(machine, false)
        : machine.isWarm(WarmState.COOLING)
            ? "its load balancers to let go of it"
            : "its resources";
  }

  private String lastFailure(MachineRecord machine, boolean on) {
    return power
        .lastFailure(machine.id(), on)
        .map(failure -> "; its last answer is " + failure)
        .orElse("");
  }
}
