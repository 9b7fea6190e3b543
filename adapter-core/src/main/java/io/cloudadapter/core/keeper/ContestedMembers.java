package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.spi.MachineSighting;
import java.util.Set;
import java.util.TreeSet;

/** Decides about members that carry another owner's marks: whether they stay, and when an alarm is raised. */
final class ContestedMembers {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final MachineTrackings trackings;

  /** Members that carry another owner's marks and stay in the pool. */
  private final Set<String> contested = new TreeSet<>();

  ContestedMembers(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      MachineTrackings trackings) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.trackings = trackings;
  }

  /** Clears the alarm about contested members once none of them is in the pool. */
  void clearAlarmIfUncontested() {
    contested.removeIf(
        id -> ledger.machine(id).filter(m -> m.status() == Status.LIVE).isEmpty());
    if (contested.isEmpty()) {
      alarms.clear(Alarm.Code.QUARANTINE);
    }
  }

  /**
   * A member carries another owner's marks. A machine that this pool launched stays its member; an attached one
   * belongs to the lower incarnation.
   */
  MachineRecord keepOrLeave(MachineRecord machine, MachineSighting sighting, Moment started) {
    boolean otherPool = sighting.pool().isPresent()
        && !sighting.pool().get().equals(settings.config().name());
    boolean otherLife = sighting.incarnation().isPresent()
        && !sighting.incarnation().get().equals(ledger.incarnation());
    if (machine.status() != Status.LIVE || machine.remark() || (!otherPool && !otherLife)) {
      contested.remove(machine.id());
      return machine;
    }
    long marked = trackings.find(machine.id()).map(t -> t.markedAt).orElse(step.startedAt());
    if (!started.reached(marked + settings.profile().visibleWithin().toNanos())) {
      // A list that lags may still show what was on the machine before it was marked here.
      return machine;
    }
    String why = "machine " + machine.id() + " carries the mark of pool "
        + sighting.pool().map(Object::toString).orElse("?") + ", another life or another owner";
    alarms.raise(Alarm.Code.QUARANTINE, why, step.wall());
    boolean theirs = machine.key() == null
        && sighting
            .incarnation()
            .filter(i -> i.compareTo(ledger.incarnation()) < 0)
            .isPresent();
    if (!theirs) {
      contested.add(machine.id());
    }
    return theirs
        ? machine.edit(edit -> {
          edit.status = Status.QUARANTINED;
          edit.acknowledged = false;
          edit.reason = why;
        })
        : machine;
  }
}
