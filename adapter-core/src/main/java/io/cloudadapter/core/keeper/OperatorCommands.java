package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.core.config.WarmConfig;
import io.cloudadapter.core.config.WarmPoolState;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.LaunchBackoff;
import io.cloudadapter.core.keeper.state.LaunchFailures;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.keeper.state.PendingCommand;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.warm.WarmRecord;
import io.cloudadapter.spi.MachineSighting;
import java.util.List;

/**
 * Handles the decisions of a person for which the pool waits: to adopt or to disown the machines that a fresh ledger
 * met, and to go on after a freeze.
 */
final class OperatorCommands {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final MachineTrackings trackings;
  private final CloudContact cloud;
  private final PoolFreeze freeze;
  private final SizeControl sizes;
  private final LaunchBackoff launchBackoff;
  private final LaunchFailures launchFailures;
  private final ListReconciler reconciler;
  private final MachineRecorder recorder;
  private final MissingMachineDetector missingMachines;
  private final QuarantineHandler quarantine;

  OperatorCommands(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      MachineTrackings trackings,
      CloudContact cloud,
      PoolFreeze freeze,
      SizeControl sizes,
      LaunchBackoff launchBackoff,
      LaunchFailures launchFailures,
      ListReconciler reconciler,
      MachineRecorder recorder,
      MissingMachineDetector missingMachines,
      QuarantineHandler quarantine) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.trackings = trackings;
    this.cloud = cloud;
    this.freeze = freeze;
    this.sizes = sizes;
    this.launchBackoff = launchBackoff;
    this.launchFailures = launchFailures;
    this.quarantine = quarantine;
    this.reconciler = reconciler;
    this.recorder = recorder;
    this.missingMachines = missingMachines;
  }

  void adopt(PendingCommand pending) {
    if (!requireObserving(pending)) {
      return;
    }
    List<MachineSighting> found = List.copyOf(reconciler.observed().values());
    long counting = found.stream().filter(s -> s.state().allocated()).count();
    if (counting > sizes.maxSize()) {
      pending.refuse(
          Reason.CONFLICT,
          counting + " machines were found, but maxSize is " + sizes.maxSize(),
          "Raise maxSize first; otherwise adopting them would end some.");
      return;
    }
    int joining = (int)
        found.stream().filter(s -> ledger.machine(s.id().value()).isEmpty()).count();
    int granted = ledger.pool().desired() - ledger.pool().heldGrowth();
    if (pending.refusedFor(sizes.growth().reserve(joining, granted))) {
      return;
    }
    if (!ledger.pool().desiredSet()) {
      // Before the first of them: what a crash leaves of this must not count as surplus.
      sizes.setDesired(ledger.effective()
          + (int) found.stream()
              .filter(s -> s.state().allocated())
              .filter(s -> ledger.machine(s.id().value()).isEmpty())
              .count());
    }
    for (MachineSighting sighting : found) {
      if (ledger.machine(sighting.id().value()).isEmpty()) {
        ledger.atom();
        MachineRecord record =
            recorder.record(sighting, Status.LIVE, null, ledger.pool().profile());
        trackings.of(record.id()).incarnation = sighting.incarnation().orElse(null);
        trackings.of(record.id()).listed = true;
        ledger.put(record.edit(edit -> {
          edit.remark = settings.adoption();
          edit.warm = isWarm(sighting) ? WarmRecord.ready(step.wall()) : null;
        }));
      }
    }
    ledger.atom();
    becomeActive(pending);
  }

  /** A stopped machine is taken for one of the warm pool, where the pool keeps such ones. */
  private boolean isWarm(MachineSighting sighting) {
    WarmConfig warm = settings.config().warm();
    return sighting.end() == MachineSighting.End.STOPPED
        && warm.enabled()
        && warm.state() == WarmPoolState.STOPPED;
  }

  void disown(PendingCommand pending) {
    if (!requireObserving(pending)) {
      return;
    }
    if (ledger.machines().stream().anyMatch(m -> m.status() == Status.LIVE)) {
      pending.refuse(
          Reason.CONFLICT,
          "some of the machines were adopted already",
          "An adoption was interrupted: adopt again to finish it.");
      return;
    }
    List<String> strangers = reconciler.observed().values().stream()
        .flatMap(s -> s.incarnation().stream())
        .map(Object::toString)
        .distinct()
        .sorted()
        .toList();
    ledger.put(ledger
        .pool()
        .edit(edit -> edit.disowned = java.util.stream.Stream.concat(
                edit.disowned.stream(), strangers.stream())
            .distinct()
            .toList()));
    becomeActive(pending);
  }

  private boolean requireObserving(PendingCommand pending) {
    if (ledger.pool().phase() != PoolRecord.Phase.OBSERVING || !cloud.listed) {
      pending.refuse(
          Reason.CONFLICT,
          "the pool is not observing",
          "Adopt and disown answer the status OBSERVING, after the cloud has been listed.");
      return false;
    }
    return true;
  }

  private void becomeActive(PendingCommand pending) {
    reconciler.activate(step.now());
    reconciler.observed().clear();
    alarms.clear(Alarm.Code.OBSERVING);
    pending.accept();
  }

  void thaw(PendingCommand pending) {
    boolean strangers = quarantine.strangers();
    var code = ledger.pool().frozen();
    boolean held = strangers || launchBackoff.any() || launchFailures.isResting();
    if (code == null && !held && !cloud.isBackingOff()) {
      pending.refuse(
          Reason.CONFLICT,
          "the pool is not frozen, no launch is held back, and the cloud is not being waited for",
          "There is nothing to thaw.");
      return;
    }
    if (code == Alarm.Code.WRONG_ACCOUNT && !cloud.identified) {
      pending.refuse(
          Reason.CONFLICT,
          "the credentials still reach another account",
          "Correct the account's configuration and start again.");
      return;
    }
    if (code == Alarm.Code.MASS_DISAPPEARANCE && !cloud.listed) {
      pending.refuse(
          Reason.UNAVAILABLE,
          "the pool has not listed its cloud yet",
          "Until then it is unknown which machines are missing. Repeat the request in a moment.");
      return;
    }
    for (MachineRecord machine : List.copyOf(ledger.machines())) {
      if (machine.status() == Status.QUARANTINED && !machine.acknowledged()) {
        ledger.atom();
        ledger.put(machine.edit(edit -> edit.acknowledged = true));
      }
    }
    if (code != null) {
      missingMachines.acceptDisappearance();
    }
    ledger.atom();
    freeze.thaw();
    cloud.retryNow(step, launchBackoff);
    launchBackoff.lift();
    launchFailures.reset();
    pending.accept();
  }
}
