package io.cloudadapter.core.ledger;

import io.cloudadapter.api.warm.WarmState;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Finds the machines with which there is something to do, so that a step need not go through all of them. */
final class AttentionIndex {
  private final HookIndex hooks;
  private final NavigableSet<String> busy = new TreeSet<>();
  private final NavigableSet<String> entering = new TreeSet<>();
  private final NavigableSet<String> quarantined = new TreeSet<>();

  AttentionIndex(HookIndex hooks) {
    this.hooks = hooks;
  }

  /** The ids of machines with something left to do. */
  NavigableSet<String> busy() {
    return busy;
  }

  /** The ids of machines that may enter service, or have their next hook first. */
  NavigableSet<String> entering() {
    return entering;
  }

  NavigableSet<String> quarantined() {
    return quarantined;
  }

  void index(MachineRecord machine) {
    if (machine.status() == MachineRecord.Status.QUARANTINED) {
      quarantined.add(machine.id());
    } else {
      quarantined.remove(machine.id());
    }
    boolean enters = machine.entering()
        && machine.status() == MachineRecord.Status.LIVE
        && !hooks.pauses(machine.id());
    if (enters) {
      entering.add(machine.id());
    } else {
      entering.remove(machine.id());
    }
    if (enters || needsAttention(machine)) {
      busy.add(machine.id());
    } else {
      busy.remove(machine.id());
    }
  }

  /** A waiting machine goes on when its hook ends; until then there is nothing to do about it. */
  private boolean needsAttention(MachineRecord machine) {
    return switch (machine.status()) {
      case LIVE ->
        !machine.ran()
            || machine.remark()
            || machine.disposable()
            || (machine.warm() != null && !machine.isWarm(WarmState.WARM));
      case RETIRING -> !hooks.pauses(machine.id());
      case QUARANTINED, GONE, DETACHED -> false;
      case ATTACHING, PRESUMED_GONE, DELETING, DETACHING -> true;
    };
  }
}
