package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.RestoreReport;
import io.cloudadapter.core.keeper.action.ActionCommandHandler;
import io.cloudadapter.core.keeper.lifecycle.LifecycleHooks;
import io.cloudadapter.core.keeper.refresh.ActiveRefresh;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.MachineTracking;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.keeper.state.PendingCommand;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.RestoreRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Handles a ledger that was restored from a backup: compares it with the cloud's lists, raises the alarm until a person
 * decides, and carries out the decision.
 *
 * <p>An acceptance ends the records of missing machines first, then adopts unknown ones, and takes the restore out of
 * the pool's record last. So what a crash leaves of it can be accepted again: each record whose times were put off has
 * when that was.
 */
final class RestoreHandler {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final PoolFreeze freeze;
  private final MachineTrackings trackings;
  private final SizeControl sizes;
  private final ActiveRefresh refresh;
  private final ListReconciler reconciler;
  private final MachineRecorder recorder;
  private final LifecycleHooks hooks;
  private final ScheduleRunner schedules;
  private final ActionCommandHandler actions;

  RestoreHandler(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      PoolFreeze freeze,
      MachineTrackings trackings,
      SizeControl sizes,
      ActiveRefresh refresh,
      ListReconciler reconciler,
      MachineRecorder recorder,
      LifecycleHooks hooks,
      ScheduleRunner schedules,
      ActionCommandHandler actions) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.freeze = freeze;
    this.trackings = trackings;
    this.sizes = sizes;
    this.refresh = refresh;
    this.reconciler = reconciler;
    this.recorder = recorder;
    this.hooks = hooks;
    this.schedules = schedules;
    this.actions = actions;
  }

  /** Raises the alarm by what the ledger holds, so that it outlasts a restart. */
  void onStep() {
    RestoreRecord restore = ledger.pool().restore();
    if (restore != null) {
      alarms.raise(
          Alarm.Code.OBSERVING,
          AlarmRegistry.Cause.RESTORE,
          "restored: the ledger comes from a backup of " + restore.takenAt()
              + "; nothing is launched or ended until a person accepts it, see `restore-report` and"
              + " `restore-accept`",
          step.wall());
    }
  }

  /** What the lists have shown so far; empty unless a restore waits for a decision. */
  Optional<RestoreReport> report() {
    return Optional.ofNullable(ledger.pool().restore()).map(this::report);
  }

  private RestoreReport report(RestoreRecord restore) {
    List<MachineId> matched = new ArrayList<>();
    List<MachineId> missing = new ArrayList<>();
    for (MachineRecord machine : ledger.machines()) {
      if (machine.status() != Status.QUARANTINED) {
        (isMissing(machine) ? missing : matched).add(machine.machineId());
      }
    }
    for (MachineRecord machine : ledger.endedMachines()) {
      Instant ended = machine.endedAt();
      if (ended != null && ended.isAfter(restore.restoredAt())) {
        missing.add(machine.machineId());
      }
    }
    return new RestoreReport(
        restore.generation(),
        restore.revision(),
        restore.takenAt(),
        restore.restoredAt(),
        Math.min(reconciler.completeLists(), RestoreReport.LISTS_NEEDED),
        ledger.pool().desired(),
        acceptedSize(),
        matched,
        restore.changed().stream().map(MachineId::new).toList(),
        missing,
        ledger.quarantined().stream().map(MachineId::new).toList());
  }

  /** A machine that is not in the last list; with enough lists, that is the decision's ground. */
  private boolean isMissing(MachineRecord machine) {
    return trackings.find(machine.id()).filter(track -> track.misses > 0).isPresent();
  }

  /** No machine that was found is surplus after the acceptance. */
  private int acceptedSize() {
    long known = ledger.machines().stream()
        .filter(machine -> machine.effective() && !isMissing(machine))
        .count();
    int found = (int) known - refresh.bySurge((int) known) + unknown().size();
    int size = Math.max(ledger.pool().desired(), sizes.withoutHeadroom(found));
    return Math.min(sizes.maxSize(), size);
  }

  /** Machines of this pool's incarnation that the ledger does not contain and that would count, by id. */
  private List<MachineRecord> unknown() {
    return ledger.quarantined().stream()
        .map(id -> ledger.machine(id).orElseThrow())
        .filter(machine -> machine.key() != null && !isMissing(machine))
        .filter(machine -> member(machine).effective())
        .toList();
  }

  private MachineRecord member(MachineRecord machine) {
    return machine.edit(edit -> {
      edit.status = Status.LIVE;
      edit.key = null;
      edit.reason = null;
      edit.acknowledged = false;
      edit.profile = ledger.pool().profile();
      edit.remark = settings.adoption();
    });
  }

  void accept(PendingCommand pending) {
    RestoreRecord restore = ledger.pool().restore();
    if (restore == null) {
      pending.refuse(
          Reason.CONFLICT,
          "the pool has no restore that waits for a decision",
          "There is nothing to accept.");
    } else if (reconciler.completeLists() < RestoreReport.LISTS_NEEDED) {
      pending.refuse(
          Reason.UNAVAILABLE,
          "the pool has seen " + reconciler.completeLists() + " of " + RestoreReport.LISTS_NEEDED
              + " complete lists since it started",
          "Until then it is not known which machines are missing. Repeat the request in a moment.");
    } else if (freeze.isFrozen()) {
      pending.refuse(
          Reason.CONFLICT,
          "the pool is frozen: " + ledger.pool().frozenMessage(),
          "Correct the cause, or thaw the pool first.");
    } else {
      accept(restore);
      pending.accept();
    }
  }

  private void accept(RestoreRecord restore) {
    sizes.setDesired(acceptedSize());
    for (MachineRecord machine : List.copyOf(ledger.machines())) {
      if (isMissing(machine)) {
        ledger.atom();
        ledger.put(recorder.recordEnd(machine, "it was missing after the restore"));
        trackings.of(machine.id()).endedAt = step.now().nanos();
      }
    }
    int desired = ledger.pool().desired();
    int counting = desired + sizes.headroom(desired);
    for (MachineRecord machine : unknown()) {
      if (ledger.effective() < counting && ledger.committed() < sizes.maxSize()) {
        ledger.atom();
        ledger.put(member(machine));
      }
    }
    ledger.machines().forEach(this::restartTimes);
    for (MachineRecord machine : List.copyOf(ledger.machines())) {
      putOff(machine, restore);
    }
    hooks.resumeAfterRestore(restore.takenAt());
    actions.resumeAfterRestore(restore);
    ledger.atom();
    schedules.skipDue();
    ledger.put(ledger.pool().edit(edit -> {
      edit.restore = null;
      edit.shrinkAllowance = 0;
    }));
    alarms.clear(Alarm.Code.OBSERVING, AlarmRegistry.Cause.RESTORE);
  }

  /** A machine that was given some time gets what was left of it at the backup. */
  private void putOff(MachineRecord machine, RestoreRecord restore) {
    Instant goesAt = machine.goesAt();
    Instant resumed = machine.resumedAt();
    // A crash may have cut an earlier acceptance.
    Instant since =
        resumed != null && resumed.isAfter(restore.takenAt()) ? resumed : restore.takenAt();
    Duration stoodStill = Duration.between(since, step.wall());
    if (goesAt != null && !stoodStill.isNegative()) {
      ledger.atom();
      ledger.put(machine.edit(edit -> {
        edit.goesAt = goesAt.plus(stoodStill);
        edit.resumedAt = step.wall();
      }));
    }
  }

  /** How long a machine has been booting or unhealthy counts from now, since the pool could not act before. */
  private void restartTimes(MachineRecord machine) {
    trackings.find(machine.id()).ifPresent(this::restartTimes);
  }

  private void restartTimes(MachineTracking track) {
    track.bootingAt = step.now().nanos();
    track.unhealthySince = step.now().nanos();
  }
}
