package io.cloudadapter.core.keeper.warm;

import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.keeper.lifecycle.LifecycleHooks;
import io.cloudadapter.core.keeper.lifecycle.Terminator;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.warm.WarmRecord;
import java.util.Objects;

/** Decides what becomes of a warm machine that fails: it ends, or it stays in the warm pool and is tried again. */
final class WarmFailures {
  private final Ledger ledger;
  private final CurrentStep step;
  private final LifecycleHooks hooks;
  private final Terminator terminator;
  private final PowerCalls power;
  private final WarmTrouble trouble;
  private final WarmRetries retries;

  WarmFailures(
      Ledger ledger,
      CurrentStep step,
      LifecycleHooks hooks,
      Terminator terminator,
      PowerCalls power,
      WarmTrouble trouble,
      WarmRetries retries) {
    this.ledger = ledger;
    this.step = step;
    this.hooks = hooks;
    this.terminator = terminator;
    this.power = power;
    this.trouble = trouble;
    this.retries = retries;
  }

  /**
   * A machine that cannot enter service: the next ones are launched for a while. Or one that cannot be prepared: the
   * next ones wait. One that is to be kept stays in the warm pool, as it would count as one to come for ever, and is
   * tried again at growing intervals.
   */
  void fails(MachineRecord machine, String reason) {
    fails(machine, reason, machine.kept());
  }

  /**
   * The first one that does not start is replaced. While no other has started since, the cause is the cloud's rather
   * than the machine's, so the next ones stay, and the longest ready one is tried next.
   */
  void doesNotStart(MachineRecord machine, String reason) {
    boolean again = machine.isWarm(WarmState.WAKING) && trouble.failsToWake();
    fails(machine, reason, again || machine.kept());
  }

  private void fails(MachineRecord machine, String reason, boolean stays) {
    String id = machine.id();
    boolean wakes = machine.isWarm(WarmState.WAKING);
    if (wakes) {
      trouble.failsToWake("machine " + id + ": " + reason, power.begun(id, true));
    } else if (!machine.kept()) {
      trouble.spoils("machine " + id + ": " + reason);
    } else if (retries.keeps(id, reason)) {
      power.rest(id);
    }
    if (!stays) {
      terminator.retire(machine, reason, false);
    } else if (wakes) {
      WarmRecord back = Objects.requireNonNull(machine.warm(), id)
          .back(step.wall(), WarmMoves.isStopped(machine));
      ledger.put(machine.edit(edit -> {
        edit.warm = back;
        edit.serviceState = ServiceState.UNKNOWN;
        edit.serviceSince = step.wall();
        edit.health = null;
      }));
      // At once: its next wake has hooks of its own.
      hooks.endPauses(machine, LifecycleTransition.WAKE);
    }
  }
}
