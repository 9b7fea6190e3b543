package io.cloudadapter.core.keeper;

import io.cloudadapter.core.keeper.lifecycle.LoadBalancerRegistrar;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.MachineTracking;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps the marks on machines correct. When a machine leaves (DETACHING is durable, and with it the decrement), its
 * marks are removed until lists agree; then it is DETACHED. An adopted machine loses the marks of its former
 * incarnation and gets the present ones.
 */
final class OwnershipTagger {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final MachineTrackings trackings;
  private final CloudContact cloud;
  private final LoadBalancerRegistrar registrar;

  OwnershipTagger(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      MachineTrackings trackings,
      CloudContact cloud,
      LoadBalancerRegistrar registrar) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.trackings = trackings;
    this.cloud = cloud;
    this.registrar = registrar;
  }

  void onStep() {
    if (!settings.adoption()
        || !cloud.identified
        || !ledger.pool().state().writes()
        || ledger.pool().restored()) {
      return;
    }
    for (MachineRecord machine : ledger.busyMachines()) {
      if (machine.status() == Status.DETACHING) {
        unmark(machine, marksOn(machine));
      } else if (machine.remark()) {
        remark(machine);
      }
    }
  }

  /** The marks of machines that were not launched here. */
  static OwnershipMarks marks(KeeperConfig settings, Ledger ledger) {
    return new OwnershipMarks(settings.config().name(), ledger.incarnation(), Optional.empty());
  }

  /** An adopted machine may still carry the marks of the pool's earlier life. */
  private OwnershipMarks marksOn(MachineRecord machine) {
    return carriesOld(machine)
        ? new OwnershipMarks(
            settings.config().name(),
            Objects.requireNonNull(trackings.of(machine.id()).incarnation),
            Optional.empty())
        : marks(settings, ledger);
  }

  private boolean carriesOld(MachineRecord machine) {
    PoolIncarnation shown = trackings.of(machine.id()).incarnation;
    return machine.remark() && shown != null && !shown.equals(ledger.incarnation());
  }

  private void unmark(MachineRecord machine, OwnershipMarks marks) {
    MachineTracking track = trackings.of(machine.id());
    if (track.calling || track.unmarked) {
      return;
    }
    if (!track.retry().isDue(step.now())) {
      step.wakeAt(track.retry().at());
      return;
    }
    track.calling = true;
    track.unmarking = marks.incarnation();
    step.emit(new Effect.Unmark(machine.machineId(), marks));
  }

  void onUnmarked(Event.Unmarked event) {
    String id = event.machine().value();
    MachineTracking track = trackings.of(id);
    track.calling = false;
    boolean theirs = event
        .error()
        .flatMap(CloudException::conflict)
        .filter(c -> c == CloudException.Conflict.FOREIGN)
        .isPresent();
    boolean absent = event
        .error()
        .filter(error -> error.kind() == CloudException.Kind.NOT_FOUND)
        .isPresent();
    if (event.error().isEmpty() || theirs || absent) {
      track.unmarked = true;
      track.unmarkedAt = step.now().nanos();
      track.retry().reset();
    } else {
      track.retry().failed(step.now(), event.error().get().retryAfter(), settings.random());
    }
    Optional<MachineRecord> machine = ledger.machine(id);
    if (theirs && machine.filter(m -> m.status() == Status.DETACHING).isPresent()) {
      if (!ledger.incarnation().equals(track.unmarking)) {
        // It carries no old ones; but ours may have been set, though the call that did so failed.
        track.incarnation = ledger.incarnation();
        track.unmarked = false;
      } else {
        detached(machine.get());
      }
    }
  }

  /** A complete list has ended: what it does not show, long enough after the unmarking, is let go. */
  void unmarkedIn(Set<String> shown, Moment started) {
    for (MachineRecord machine : ledger.busyMachines()) {
      MachineTracking track = trackings.of(machine.id());
      if (machine.status() != Status.DETACHING
          || !track.unmarked
          || !started.reached(
              track.unmarkedAt + settings.profile().visibleWithin().toNanos())) {
        continue;
      }
      if (shown.contains(machine.id())) {
        track.unmarked = false;
      } else if (!registrar.holdUntilDeregistered(machine)) {
        detached(machine);
      }
    }
  }

  private void detached(MachineRecord machine) {
    ledger.atom();
    ledger.put(machine.edit(edit -> {
      edit.status = Status.DETACHED;
      edit.endedAt = step.wall();
    }));
    trackings.of(machine.id()).endedAt = step.now().nanos();
  }

  /** Sets the marks of an adopted machine anew: the old ones off, ours on. */
  private void remark(MachineRecord machine) {
    MachineTracking track = trackings.of(machine.id());
    PoolIncarnation old = track.incarnation;
    if (!track.unmarked && old != null && !old.equals(ledger.incarnation())) {
      unmark(machine, new OwnershipMarks(settings.config().name(), old, Optional.empty()));
      return;
    }
    if (!track.calling && track.retry().isDue(step.now())) {
      track.calling = true;
      step.emit(new Effect.Mark(machine.machineId(), marks(settings, ledger)));
    } else if (!track.calling) {
      step.wakeAt(track.retry().at());
    }
  }

  void onMarked(Event.Marked event) {
    MachineTracking track = trackings.of(event.machine().value());
    track.calling = false;
    Optional<MachineRecord> machine = ledger.machine(event.machine().value());
    if (event.error().isPresent()) {
      track.retry().failed(step.now(), event.error().get().retryAfter(), settings.random());
      track.unmarked = false;
    } else if (machine.filter(MachineRecord::remark).isPresent()) {
      track.retry().reset();
      track.unmarked = false;
      track.markedAt = step.now().nanos();
      ledger.put(machine.get().edit(edit -> edit.remark = false));
    }
  }
}
