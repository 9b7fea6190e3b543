package io.cloudadapter.core.keeper;

import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
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
  private final KeeperContext work;
  private final LoadBalancerRegistrar registrar;

  OwnershipTagger(KeeperContext work, LoadBalancerRegistrar registrar) {
    this.work = work;
    this.registrar = registrar;
  }

  void onStep() {
    if (!work.settings.adoption() || !work.identified) {
      return;
    }
    for (MachineRecord machine : work.ledger.busyMachines()) {
      if (machine.status() == Status.DETACHING) {
        unmark(machine, marksOn(machine));
      } else if (machine.remark()) {
        remark(machine);
      }
    }
  }

  /** An adopted machine may still carry the marks of the pool's earlier life. */
  private OwnershipMarks marksOn(MachineRecord machine) {
    return carriesOld(machine)
        ? new OwnershipMarks(
            work.settings.config().name(),
            Objects.requireNonNull(work.tracking(machine.id()).incarnation),
            Optional.empty())
        : work.marks();
  }

  private boolean carriesOld(MachineRecord machine) {
    PoolIncarnation shown = work.tracking(machine.id()).incarnation;
    return machine.remark() && shown != null && !shown.equals(work.incarnation());
  }

  private void unmark(MachineRecord machine, OwnershipMarks marks) {
    MachineTracking track = work.tracking(machine.id());
    if (track.calling || track.unmarked) {
      return;
    }
    if (!track.retry().isDue(work.now())) {
      work.wakeAt(track.retry().at());
      return;
    }
    track.calling = true;
    track.unmarking = marks.incarnation();
    work.emit(new Effect.Unmark(KeeperContext.id(machine), marks));
  }

  void onUnmarked(Event.Unmarked event) {
    String id = event.machine().value();
    MachineTracking track = work.tracking(id);
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
      track.unmarkedAt = work.now().nanos();
      track.retry().reset();
    } else {
      track.retry().failed(work.now(), event.error().get().retryAfter(), work.settings.random());
    }
    Optional<MachineRecord> machine = work.ledger.machine(id);
    if (theirs && machine.filter(m -> m.status() == Status.DETACHING).isPresent()) {
      if (!work.incarnation().equals(track.unmarking)) {
        // It carries no old ones; but ours may have been set, though the call that did so failed.
        track.incarnation = work.incarnation();
        track.unmarked = false;
      } else {
        detached(machine.get());
      }
    }
  }

  /** A complete list has ended: what it does not show, long enough after the unmarking, is let go. */
  void unmarkedIn(Set<String> shown, Moment started) {
    for (MachineRecord machine : work.ledger.busyMachines()) {
      MachineTracking track = work.tracking(machine.id());
      if (machine.status() != Status.DETACHING
          || !track.unmarked
          || !started.reached(
              track.unmarkedAt + work.settings.profile().visibleWithin().toNanos())) {
        continue;
      }
      if (shown.contains(machine.id())) {
        track.unmarked = false;
      } else if (!registrar.holds(machine)) {
        detached(machine);
      }
    }
  }

  private void detached(MachineRecord machine) {
    work.ledger.atom();
    work.ledger.put(machine.edit(edit -> {
      edit.status = Status.DETACHED;
      edit.endedAt = work.wall();
    }));
    work.tracking(machine.id()).endedAt = work.now().nanos();
  }

  /** Sets the marks of an adopted machine anew: the old ones off, ours on. */
  private void remark(MachineRecord machine) {
    MachineTracking track = work.tracking(machine.id());
    PoolIncarnation old = track.incarnation;
    if (!track.unmarked && old != null && !old.equals(work.incarnation())) {
      unmark(machine, new OwnershipMarks(work.settings.config().name(), old, Optional.empty()));
      return;
    }
    if (!track.calling && track.retry().isDue(work.now())) {
      track.calling = true;
      work.emit(new Effect.Mark(KeeperContext.id(machine), work.marks()));
    } else if (!track.calling) {
      work.wakeAt(track.retry().at());
    }
  }

  void onMarked(Event.Marked event) {
    MachineTracking track = work.tracking(event.machine().value());
    track.calling = false;
    Optional<MachineRecord> machine = work.ledger.machine(event.machine().value());
    if (event.error().isPresent()) {
      track.retry().failed(work.now(), event.error().get().retryAfter(), work.settings.random());
      track.unmarked = false;
    } else if (machine.filter(MachineRecord::remark).isPresent()) {
      track.retry().reset();
      track.unmarked = false;
      track.markedAt = work.now().nanos();
      work.ledger.put(machine.get().edit(edit -> edit.remark = false));
    }
  }
}
