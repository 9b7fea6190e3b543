package io.cloudadapter.core.keeper;

import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.MachineSighting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Sets the target of a group that the cloud sizes by itself, and takes in the machines that the group makes. */
final class GroupTarget {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final MachineRecorder recorder;
  private final LaunchMemory memory;
  private long replacedAt;
  private final List<Effect.Launch> groupLaunches = new ArrayList<>();

  GroupTarget(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      MachineRecorder recorder,
      LaunchMemory memory) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.recorder = recorder;
    this.memory = memory;
    this.replacedAt = step.startedAt();
  }

  /** Has a launch go out as a target at the end of the step. */
  void sendLater(Effect.Launch launch) {
    groupLaunches.add(launch);
  }

  /** Whether the cloud sizes a group, without launch keys. */
  boolean isGroup() {
    return settings.profile().keySupport().kind() == LaunchKeySupport.Kind.TARGET;
  }

  /** Sets the targets of groups. It runs last in a step, because the step may have begun to end some machines. */
  void setGroupTargets() {
    for (Effect.Launch launch : groupLaunches) {
      step.emit(new Effect.Launch(
          launch.key(),
          launch.frozen(),
          launch.count(),
          launch.attempt(),
          OptionalInt.of(target())));
    }
    groupLaunches.clear();
  }

  /**
   * Returns the target of a group. A machine that is ending does not count, because the group may have removed it
   * already: a target that is too low is raised at the next sending, one that is too high would make a machine too
   * many.
   */
  private int target() {
    int target = 0;
    for (MachineRecord machine : ledger.machines()) {
      boolean member = machine.status() == Status.LIVE || machine.status() == Status.RETIRING;
      target += member && !machine.dropped() ? 1 : 0;
    }
    for (LaunchRecord launch : ledger.unresolved()) {
      target += launch.status() == LaunchRecord.Status.SENT ? launch.possible() : 0;
    }
    return target;
  }

  /**
   * A machine of a group appears, which carries no key: either the pool asked for it, or the group has replaced
   * another machine.
   */
  void onGroupMachine(MachineSighting sighting) {
    Optional<LaunchRecord> asked = ledger.unresolved().stream()
        .filter(launch -> launch.status() == LaunchRecord.Status.SENT)
        .min(Comparator.comparing((LaunchRecord launch) -> launch.open() == 0)
            .thenComparing(LaunchRecord::plannedAt)
            .thenComparing(LaunchRecord::key));
    if (asked.isPresent()) {
      memory.onSighted(asked.get().key());
      recorder.onLaunched(asked.get().key(), sighting);
    } else {
      replacedAt = step.now().nanos();
      recorder.onReplacement(sighting);
    }
  }

  /**
   * Returns when a group last made a machine that the pool did not ask for; at first the start of the process,
   * because the time is not known.
   */
  long replacedAt() {
    return replacedAt;
  }
}
