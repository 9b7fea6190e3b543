package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.QuarantinedMachine;
import io.cloudadapter.core.keeper.refresh.ActiveRefresh;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.PendingCommand;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Handles the machines in quarantine, which carry the pool's mark and are not in its ledger: raises the alarm while
 * there are some, and carries out what a person decides about each. A decision is one atom of the ledger.
 */
final class QuarantineHandler {
  private static final int NAMED = 3;

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final CloudContact cloud;
  private final SizeControl sizes;
  private final ActiveRefresh refresh;

  /** How many of them carry a launch key that is not in the ledger, and wait for a person. */
  private int strangers;

  QuarantineHandler(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      CloudContact cloud,
      SizeControl sizes,
      ActiveRefresh refresh) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.cloud = cloud;
    this.sizes = sizes;
    this.refresh = refresh;
  }

  /** Whether a machine carries a key of ours that we do not know, and no person has looked at it. */
  boolean strangers() {
    return strangers > 0;
  }

  /** Raises and clears the alarms by what the ledger holds, so that they outlast a restart. */
  void onStep() {
    List<String> held = new ArrayList<>(ledger.quarantined());
    List<String> unknown = held.stream()
        .filter(id -> holdsLaunches(ledger.machine(id).orElseThrow()))
        .toList();
    strangers = unknown.size();
    if (unknown.isEmpty()) {
      alarms.clear(Alarm.Code.UNKNOWN_LAUNCH_KEY);
    } else {
      alarms.raise(
          Alarm.Code.UNKNOWN_LAUNCH_KEY,
          named(unknown)
              + " with this pool's mark and a launch key that is not in the ledger: another"
              + " writer, or a restored ledger; launches are held until each is settled, or the pool"
              + " is thawed",
          step.wall());
    }
    if (held.isEmpty()) {
      alarms.clear(Alarm.Code.QUARANTINE, AlarmRegistry.Cause.STATE);
    } else {
      alarms.raise(
          Alarm.Code.QUARANTINE,
          AlarmRegistry.Cause.STATE,
          named(held) + " with this pool's mark in quarantine, left alone and running: see"
              + " `quarantine list`, and settle each with `quarantine adopt`, `disown` or"
              + " `terminate`",
          step.wall());
    }
  }

  private static String named(List<String> ids) {
    return (ids.size() == 1 ? "1 machine" : ids.size() + " machines")
        + " (" + String.join(", ", ids.subList(0, Math.min(NAMED, ids.size())))
        + (ids.size() > NAMED ? ", …" : "") + ")";
  }

  private static boolean holdsLaunches(MachineRecord machine) {
    return machine.key() != null && !machine.acknowledged();
  }

  List<QuarantinedMachine> list() {
    List<QuarantinedMachine> machines = new ArrayList<>();
    for (String id : ledger.quarantined()) {
      MachineRecord machine = ledger.machine(id).orElseThrow();
      machines.add(new QuarantinedMachine(
          new MachineId(id),
          machine.state(),
          String.valueOf(machine.reason()),
          holdsLaunches(machine),
          Optional.ofNullable(machine.launchTime()),
          Optional.ofNullable(machine.zone()),
          machine.publicIps(),
          machine.privateIps()));
    }
    return machines;
  }

  void decide(Command.Settle command, PendingCommand pending) {
    String id = command.machine().value();
    Optional<MachineRecord> machine = ledger.machine(id);
    if (machine.filter(m -> m.status() == Status.QUARANTINED).isEmpty()) {
      answerDecided(command, machine.or(() -> ledger.endedMachine(id)), pending);
      return;
    }
    switch (command.decision()) {
      case ADOPT -> adopt(machine.get(), pending);
      case DISOWN -> {
        // Without an end: it is remembered for as long as the ledger lasts, and never buried.
        decide(machine.get(), Status.DETACHED, QuarantineDecision.DISOWN);
        pending.accept();
      }
      case TERMINATE -> {
        decide(machine.get(), Status.RETIRING, QuarantineDecision.TERMINATE);
        pending.accept();
      }
    }
  }

  private void adopt(MachineRecord machine, PendingCommand pending) {
    if (!pending.requireActivePool()) {
      return;
    }
    if (!cloud.listed) {
      pending.refuse(
          Reason.UNAVAILABLE,
          "the pool has not listed its cloud yet",
          "Until then it is unknown whether the machine still exists. Repeat the request in a moment.");
      return;
    }
    MachineRecord member = machine.edit(edit -> {
      edit.status = Status.LIVE;
      edit.key = null;
      edit.reason = null;
      edit.acknowledged = false;
      edit.profile = ledger.pool().profile();
      edit.remark = settings.adoption();
    });
    if (machine.key() == null && !settings.adoption()) {
      var refusal = AttachCheck.unsupported();
      pending.refuse(
          refusal.reason(),
          "machine " + machine.id() + " carries the marks of another life of this pool, which this"
              + " pool's cloud adapter cannot change",
          refusal.detail());
      return;
    }
    int certain = certainMachines();
    int counting = certain - refresh.bySurge(certain) + (member.effective() ? 1 : 0);
    int size = sizes.withoutHeadroom(counting);
    if (counting > sizes.maxSize()) {
      pending.refuse(
          Reason.CONFLICT,
          "the pool is at its maxSize of " + sizes.maxSize(),
          "Raise maxSize, or terminate a machine with a decrement first.");
      return;
    }
    if (size > ledger.pool().desired() && pending.refusedFor(sizes.growth().reserve(size))) {
      return;
    }
    ledger.put(member);
    if (size > ledger.pool().desired()) {
      sizes.setDesired(size);
    }
    pending.accept();
  }

  /** Machines that count, and launches that the cloud may have heard of. */
  private int certainMachines() {
    int planned = 0;
    for (LaunchRecord launch : ledger.unresolved()) {
      planned += launch.status() == LaunchRecord.Status.PLANNED ? launch.open() : 0;
    }
    return ledger.committed() - planned;
  }

  private void decide(MachineRecord machine, Status status, QuarantineDecision decision) {
    ledger.put(machine.edit(edit -> {
      edit.status = status;
      edit.reason = reason(decision);
      edit.byCommand = true;
    }));
  }

  private static String reason(QuarantineDecision decision) {
    return switch (decision) {
      case ADOPT -> "it was adopted from quarantine";
      case DISOWN -> "it was disowned from quarantine";
      case TERMINATE -> "it was terminated from quarantine";
    };
  }

  /** The same decision again changes nothing; another one comes too late. */
  private void answerDecided(
      Command.Settle command, Optional<MachineRecord> machine, PendingCommand pending) {
    boolean same = machine
        .filter(m -> command.decision() == QuarantineDecision.ADOPT
            ? m.status() == Status.LIVE
            : reason(command.decision()).equals(m.reason()))
        .isPresent();
    if (same) {
      pending.accept();
      return;
    }
    boolean known = machine.isPresent();
    pending.refuse(
        known ? Reason.CONFLICT : Reason.NOT_FOUND,
        "machine " + command.machine() + " is not in quarantine",
        "See which machines are in quarantine with `quarantine list`.");
  }

  /** Whether a machine was disowned for good: no later list brings it back. */
  static boolean isDisowned(MachineRecord machine) {
    return machine.status() == Status.DETACHED && machine.endedAt() == null;
  }
}
