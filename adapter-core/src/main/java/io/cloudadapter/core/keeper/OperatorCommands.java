package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.spi.MachineSighting;
import java.util.List;

/**
 * Handles the decisions of a person for which the pool waits: to adopt or to disown the machines that a fresh ledger
 * met, and to go on after a freeze.
 */
final class OperatorCommands {
  private final KeeperContext work;
  private final ListReconciler reconciler;
  private final MachineRecorder recorder;
  private final MissingMachineDetector missingMachines;
  private final QuarantineHandler quarantine;

  OperatorCommands(
      KeeperContext work,
      ListReconciler reconciler,
      MachineRecorder recorder,
      MissingMachineDetector missingMachines,
      QuarantineHandler quarantine) {
    this.quarantine = quarantine;
    this.work = work;
    this.reconciler = reconciler;
    this.recorder = recorder;
    this.missingMachines = missingMachines;
  }

  void adopt(PendingCommand pending) {
    if (!observing(pending)) {
      return;
    }
    List<MachineSighting> found = List.copyOf(reconciler.observed().values());
    long counting = found.stream().filter(s -> s.state().allocated()).count();
    if (counting > work.maxSize()) {
      pending.refuse(
          Reason.CONFLICT,
          counting + " machines were found, but maxSize is " + work.maxSize(),
          "Raise maxSize first; otherwise adopting them would end some.");
      return;
    }
    if (!work.ledger.pool().desiredSet()) {
      // Before the first of them: what a crash leaves of this must not count as surplus.
      work.setDesired(work.ledger.effective()
          + (int) found.stream()
              .filter(s -> s.state().allocated())
              .filter(s -> work.ledger.machine(s.id().value()).isEmpty())
              .count());
    }
    for (MachineSighting sighting : found) {
      if (work.ledger.machine(sighting.id().value()).isEmpty()) {
        work.ledger.atom();
        MachineRecord record =
            recorder.record(sighting, Status.LIVE, null, work.ledger.pool().profile());
        work.tracking(record.id()).incarnation = sighting.incarnation().orElse(null);
        work.tracking(record.id()).listed = true;
        work.ledger.put(record.edit(edit -> edit.remark = work.settings.adoption()));
      }
    }
    work.ledger.atom();
    becomeActive(pending);
  }

  void disown(PendingCommand pending) {
    if (!observing(pending)) {
      return;
    }
    if (work.ledger.machines().stream().anyMatch(m -> m.status() == Status.LIVE)) {
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
    work.ledger.put(work.ledger
        .pool()
        .edit(edit -> edit.disowned = java.util.stream.Stream.concat(
                edit.disowned.stream(), strangers.stream())
            .distinct()
            .toList()));
    becomeActive(pending);
  }

  private boolean observing(PendingCommand pending) {
    if (work.ledger.pool().phase() != PoolRecord.Phase.OBSERVING || !work.listed) {
      pending.refuse(
          Reason.CONFLICT,
          "the pool is not observing",
          "Adopt and disown answer the status OBSERVING, after the cloud has been listed.");
      return false;
    }
    return true;
  }

  private void becomeActive(PendingCommand pending) {
    reconciler.activate(work.now());
    reconciler.observed().clear();
    work.alarms.clear(Alarm.Code.OBSERVING);
    pending.accept();
  }

  void thaw(PendingCommand pending) {
    boolean strangers = quarantine.strangers();
    var code = work.ledger.pool().frozen();
    boolean held = strangers || work.launchBackoff.any() || work.launchFailures.isResting();
    if (code == null && !held && !work.isBackingOff()) {
      pending.refuse(
          Reason.CONFLICT,
          "the pool is not frozen, no launch is held back, and the cloud is not being waited for",
          "There is nothing to thaw.");
      return;
    }
    if (code == Alarm.Code.WRONG_ACCOUNT && !work.identified) {
      pending.refuse(
          Reason.CONFLICT,
          "the credentials still reach another account",
          "Correct the account's configuration and start again.");
      return;
    }
    if (code == Alarm.Code.MASS_DISAPPEARANCE && !work.listed) {
      pending.refuse(
          Reason.UNAVAILABLE,
          "the pool has not listed its cloud yet",
          "Until then it is unknown which machines are missing. Repeat the request in a moment.");
      return;
    }
    for (MachineRecord machine : List.copyOf(work.ledger.machines())) {
      if (machine.status() == Status.QUARANTINED && !machine.acknowledged()) {
        work.ledger.atom();
        work.ledger.put(machine.edit(edit -> edit.acknowledged = true));
      }
    }
    if (code != null) {
      missingMachines.acceptDisappearance();
    }
    work.ledger.atom();
    work.thaw();
    work.retryNow();
    work.launchBackoff.lift();
    work.launchFailures.reset();
    pending.accept();
  }
}
