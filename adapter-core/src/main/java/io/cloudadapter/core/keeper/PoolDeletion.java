package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.core.config.DeletionMode;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.keeper.lifecycle.Terminator;
import io.cloudadapter.core.keeper.resource.ResourceSweeper;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.keeper.state.PendingCommand;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what an operator decides about the pool as a whole: its operating state, and its deletion. A deletion
 * takes launches back that were not sent, ends the machines or lets them go, waits for launches whose outcome is not
 * known, and records the pool as DELETED when a complete list has shown that nothing is left.
 *
 * <p>All that it decides is in the ledger, so that a deletion goes on after a restart.
 */
final class PoolDeletion {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final MachineTrackings trackings;
  private final CloudContact cloud;
  private final PoolFreeze freeze;
  private final Terminator terminator;
  private final ResourceSweeper sweeper;

  /** Since when this life of the keeper has seen the ledger without machines and launches, by the monotonic clock. */
  private @Nullable Long emptySince;

  /** When this keeper began, for a state that was set before its time was recorded. */
  private final Instant begun;

  PoolDeletion(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      MachineTrackings trackings,
      CloudContact cloud,
      PoolFreeze freeze,
      Terminator terminator,
      ResourceSweeper sweeper) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.begun = step.wall();
    this.trackings = trackings;
    this.cloud = cloud;
    this.freeze = freeze;
    this.terminator = terminator;
    this.sweeper = sweeper;
  }

  /** Answers a command that a pool does not take in its state; false if it takes it. */
  boolean refuses(Command command, PendingCommand pending) {
    OperatingState state = ledger.pool().state();
    if (state.ends() && command.grows()) {
      pending.refuse(
          Reason.CONFLICT,
          "pool " + settings.config().name() + " is being deleted",
          "It launches nothing and takes no machine any more.");
      return true;
    }
    if (state == OperatingState.OBSERVING && command.joins()) {
      pending.refuse(
          Reason.CONFLICT,
          "pool " + settings.config().name() + " is observing, so it sets no mark on a machine",
          "Set its state to running or suspended first.");
      return true;
    }
    return false;
  }

  void setState(OperatingState wanted, PendingCommand pending) {
    PoolRecord pool = ledger.pool();
    if (wanted.ends()) {
      pending.refuse(
          Reason.INVALID,
          "state must be running, observing or suspended, was " + wanted.word(),
          "Delete the pool instead.");
    } else if (pool.state().ends()) {
      pending.refuse(
          Reason.CONFLICT,
          "pool " + settings.config().name() + " is being deleted",
          "A deletion that has begun goes on.");
    } else {
      if (pool.state() != wanted) {
        ledger.put(pool.edit(edit -> {
          edit.state(wanted);
          edit.operatingSince = wanted == OperatingState.RUNNING ? null : step.wall();
        }));
      }
      pending.accept();
    }
  }

  private String ofWarmPool() {
    int warm = ledger.warmMachines().size();
    return warm == 0 && !settings.config().warm().enabled()
        ? ""
        : ", " + warm + " of them in its warm pool,";
  }

  void delete(DeletionMode mode, PendingCommand pending) {
    PoolRecord pool = ledger.pool();
    int machines = ledger.machines().size();
    int launches = ledger.unresolved().size();
    if (pool.state().ends()) {
      if (mode == DeletionMode.REFUSE || pool.deletion() == mode) {
        pending.accept();
        return;
      }
      pending.refuse(
          Reason.CONFLICT,
          "pool " + settings.config().name() + " is being deleted already, in mode "
              + (pool.deletion() == null ? DeletionMode.TERMINATE : pool.deletion()).word(),
          "The mode of a deletion that has begun does not change.");
    } else if (mode == DeletionMode.REFUSE && machines + launches > 0) {
      pending.refuse(
          Reason.CONFLICT,
          "pool " + settings.config().name() + " has " + machines + " machines" + ofWarmPool()
              + " and " + launches + " launches that have not ended",
          ofWarmPool().isEmpty()
              ? "Bring it to size 0 first, or delete it in mode terminate or release."
              : "Take warm out of its configuration and bring it to size 0 first, or delete it in mode"
                  + " terminate or release.");
    } else if (mode == DeletionMode.RELEASE && !settings.adoption()) {
      pending.refuse(
          Reason.UNSUPPORTED,
          "the adapter of account " + settings.config().account()
              + " cannot take marks off, so no machine can be released",
          "Delete the pool in mode terminate.");
    } else if (pool.phase() == PoolRecord.Phase.OBSERVING) {
      pending.refuse(
          Reason.CONFLICT,
          "the pool has met machines that it does not know, and waits for a decision about them",
          "Adopt or disown them first.");
    } else {
      ledger.put(pool.edit(edit -> {
        edit.state(OperatingState.DELETING);
        edit.deletion = mode;
        edit.shrinkAllowance = 0;
      }));
      pending.accept();
    }
  }

  void onStep() {
    alarmIfNotRunning();
    if (ledger.pool().state() != OperatingState.DELETING || !freeze.mayAct()) {
      emptySince = null;
      return;
    }
    boolean release = ledger.pool().deletion() == DeletionMode.RELEASE;
    List.copyOf(ledger.unresolved()).forEach(launch -> takeBack(launch, release));
    for (MachineRecord machine : List.copyOf(ledger.machines())) {
      ledger.atom();
      if (release) {
        letGo(machine);
      } else {
        end(machine);
      }
    }
    finishIfEmpty();
  }

  /** A person who has suspended a pool may have forgotten it. */
  private void alarmIfNotRunning() {
    PoolRecord pool = ledger.pool();
    if (pool.state() == OperatingState.RUNNING || pool.state().ends()) {
      alarms.clear(Alarm.Code.NOT_RUNNING);
      return;
    }
    Duration limit = settings.config().notRunningAlarm();
    Instant since = Optional.ofNullable(pool.operatingSince()).orElse(begun);
    Duration lasts = Duration.between(since, step.wall());
    if (lasts.compareTo(limit) >= 0) {
      alarms.raise(
          Alarm.Code.NOT_RUNNING,
          "an operator has set the pool to " + pool.state().word() + ", which has lasted since "
              + since.truncatedTo(ChronoUnit.SECONDS) + ", for longer than "
              + TimeSpan.text(limit),
          step.wall());
    } else {
      Duration left = limit.minus(lasts);
      Duration soon = Duration.ofHours(1);
      step.wakeAt(step.now().plus(left.compareTo(soon) < 0 ? left : soon));
    }
  }

  private void takeBack(LaunchRecord launch, boolean release) {
    ledger.atom();
    if (launch.status() == LaunchRecord.Status.PLANNED) {
      ledger.drop(launch);
    } else if (!release) {
      LaunchRecord doomed = launch;
      for (int slot = 0; slot < launch.k(); slot++) {
        doomed = doomed.slots().charAt(slot) == LaunchRecord.OPEN ? doomed.replace(slot) : doomed;
      }
      if (!doomed.equals(launch)) {
        ledger.put(doomed);
      }
    }
  }

  private void end(MachineRecord machine) {
    switch (machine.status()) {
      case LIVE, PRESUMED_GONE -> terminator.retire(machine, "its pool is deleted", true);
      case RETIRING -> {
        // The deletion is a person's word, which outweighs a budget.
        if (!machine.byCommand()) {
          ledger.put(machine.edit(edit -> edit.byCommand = true));
        }
      }
      // An attach ends by itself: the machine becomes a member, or leaves again.
      case ATTACHING, DELETING, DETACHING, QUARANTINED, GONE, DETACHED -> {}
    }
  }

  private void letGo(MachineRecord machine) {
    switch (machine.status()) {
      case LIVE, PRESUMED_GONE -> detach(machine);
      case ATTACHING, RETIRING, DELETING, DETACHING, QUARANTINED, GONE, DETACHED -> {}
    }
  }

  private void detach(MachineRecord machine) {
    trackings.of(machine.id()).unmarked = false;
    ledger.put(machine.edit(edit -> {
      edit.status = Status.DETACHING;
      edit.reason = "its pool is deleted";
    }));
  }

  /**
   * The records go only after a list has shown that nothing is left, which began so late that it shows all that was
   * done before: a machine in quarantine, or a resource, would have no pool any more.
   */
  private void finishIfEmpty() {
    if (!ledger.machines().isEmpty() || !ledger.unresolved().isEmpty()) {
      emptySince = null;
      return;
    }
    Long known = emptySince;
    long since = known == null ? step.now().nanos() : known;
    emptySince = since;
    long shown = since + settings.profile().visibleWithin().toNanos();
    if (cloud.lastListBegan - shown > 0 && sweeper.isCleanSince(shown)) {
      ledger.atom();
      ledger.put(ledger.pool().edit(edit -> edit.state(OperatingState.DELETED)));
    }
  }

  /** Whether lists are due often. */
  boolean busy() {
    return ledger.pool().state() == OperatingState.DELETING;
  }
}
