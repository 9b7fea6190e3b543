package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.spi.MachineSighting;
import java.util.List;
import java.util.Optional;

/**
 * Turns sightings into records: binds machines to their launches, updates records, and draws the consequences. States
 * only move forward; a final end is final.
 */
final class MachineRecorder {
  private final KeeperContext work;

  MachineRecorder(KeeperContext work) {
    this.work = work;
  }

  /** Of two rows of one machine in one list, the one that is further in its life. */
  static MachineSighting furtherAlong(MachineSighting one, MachineSighting other) {
    return rank(other.state(), other.end()) > rank(one.state(), one.end()) ? other : one;
  }

  private static int rank(MachineState state, MachineSighting.End end) {
    if (end == MachineSighting.End.FINAL) {
      return 6;
    }
    return switch (state) {
      case REQUESTED -> 0;
      case PENDING -> 1;
      case RUNNING -> 2;
      case TERMINATING -> 3;
      case TERMINATED -> 4;
      case REJECTED -> 5;
    };
  }

  /** A machine answers to a key of ours: by the reply of its launch, or by a list. */
  void onLaunched(String key, MachineSighting sighting) {
    LaunchRecord launch = work.ledger.launch(key).orElseThrow();
    String id = sighting.id().value();
    if (launch.ids().contains(id) || work.ledger.machine(id).isPresent()) {
      return;
    }
    if (work.ledger.endedMachine(id).isPresent()) {
      work.ledger.put(launch.unresolved() ? launch.closeUnfilled(work.wall()) : launch);
      return;
    }
    boolean expected = launch.unresolved();
    boolean wanted = expected && launch.open() > 0;
    boolean roomByKey = launch.ids().size() < launch.asked();
    work.ledger.put(launch.bind(id, work.wall()));
    boolean countable = expected ? wanted : roomByKey && work.ledger.committed() < limit();
    if (sighting.end() == MachineSighting.End.FINAL) {
      bind(launch, sighting, Status.GONE, "it had ended when it was first seen");
      work.launchFailures.failed(id, "machine " + id + " ended before it was seen");
    } else if (sighting.state() == MachineState.REJECTED) {
      bind(launch, sighting, Status.RETIRING, rejection(sighting));
      onFailedLaunch(sighting);
    } else if (countable) {
      bind(launch, sighting, Status.LIVE, null);
    } else if (expected) {
      bind(launch, sighting, Status.RETIRING, "it was terminated before it appeared");
    } else {
      bind(launch, sighting, Status.RETIRING, "it arrived late, when its launch had been given up");
    }
    if (!expected) {
      work.count(KeeperContext.Count.LATE_ARRIVALS, 1);
    }
    if (!expected && !roomByKey) {
      work.alarms.raise(
          Alarm.Code.LAUNCH_KEY_REUSED,
          "launch " + key + " was for " + launch.asked() + " machines, but "
              + (launch.ids().size() + 1) + " answer to it; " + id + " is ended",
          work.wall());
    }
  }

  /** A group has replaced a machine that ended. */
  void onReplacement(MachineSighting sighting) {
    if (sighting.end() == MachineSighting.End.FINAL) {
      return;
    }
    boolean rejected = sighting.state() == MachineState.REJECTED;
    MachineRecord record = record(
        sighting,
        rejected ? Status.RETIRING : Status.LIVE,
        null,
        work.ledger.pool().profile());
    boolean entering = mustEnter(record);
    work.ledger.put(record.edit(edit -> {
      edit.replacement = true;
      edit.entering = entering;
      edit.reason = rejected ? rejection(sighting) : null;
    }));
    if (rejected) {
      onFailedLaunch(sighting);
    } else if (record.ran() && !entering) {
      work.launchFailures.reset();
    }
  }

  private int limit() {
    return Math.min(work.ledger.pool().desired(), work.maxSize());
  }

  private static String rejection(MachineSighting sighting) {
    return "the cloud rejected it"
        + sighting.failure().map(f -> ": " + f.kind() + ", " + f.message()).orElse("");
  }

  private void onFailedLaunch(MachineSighting sighting) {
    String id = sighting.id().value();
    work.launchFailures.failed(id, "machine " + id + ": " + rejection(sighting));
    sighting
        .failure()
        .ifPresent(failure -> work.launchBackoff.onRefused(
            failure.kind(),
            failure.scope(),
            Optional.empty(),
            "machine " + id + ": " + failure.message(),
            work.tracking(id).attempt,
            work.now()));
  }

  private void bind(
      LaunchRecord launch,
      MachineSighting sighting,
      Status status,
      @org.jspecify.annotations.Nullable String reason) {
    work.count(KeeperContext.Count.MACHINES_LAUNCHED, 1);
    MachineRecord record = record(sighting, status, launch.key(), launch.profile());
    boolean entering = mustEnter(record);
    if (status == Status.LIVE && sighting.state() == MachineState.RUNNING && !entering) {
      work.launchFailures.reset();
    }
    work.ledger.put(record.edit(edit -> {
      edit.entering = entering;
      edit.lowered = launch.nextHasLowered();
      edit.reason = reason;
      edit.zone = edit.zone == null ? launch.zone() : edit.zone;
      edit.endedAt = status == Status.GONE ? work.wall() : null;
    }));
  }

  /** Whether a machine that was just made has to pause before it enters service. */
  private boolean mustEnter(MachineRecord made) {
    return made.status() == Status.LIVE && made.ran() && work.hasLaunchHooks();
  }

  MachineRecord record(
      MachineSighting sighting,
      Status status,
      @org.jspecify.annotations.Nullable String key,
      int profile) {
    int generation = work.ledger
        .endedMachine(sighting.id().value())
        .map(m -> m.generation() + 1)
        .orElse(0);
    work.trackNew(sighting.id().value()).attempt =
        key == null ? work.launchAttempts.current() : work.launchAttempts.of(key);
    return new MachineRecord(
        sighting.id().value(),
        generation,
        status,
        key,
        sighting.state(),
        sighting.end(),
        ServiceState.UNKNOWN,
        null,
        false,
        sighting.state() == MachineState.RUNNING && sighting.stateKnown(),
        false,
        false,
        false,
        null,
        profile,
        sighting.zone().orElse(null),
        sighting.size().orElse(null),
        sighting.launchTime().orElse(null),
        sighting.publicIps(),
        sighting.privateIps(),
        sighting.metadata(),
        work.wall(),
        null,
        null,
        false,
        null,
        false,
        false,
        false,
        false,
        List.of());
  }

  /** Brings a record up to date with what the cloud shows. */
  // Most rows change nothing; comparing all fields of the same record again and again showed up in
  // profiles.
  @SuppressWarnings("ReferenceEquality")
  void merge(MachineRecord machine, MachineSighting sighting, Moment started) {
    boolean advances = advances(machine, sighting, started);
    MachineRecord seen = !advances && showsNothingNew(sighting, machine)
        ? machine
        : machine.edit(edit -> {
          if (advances) {
            edit.state = sighting.state();
            edit.end = sighting.end();
          }
          if (sighting.stateKnown() && sighting.state() == MachineState.RUNNING) {
            edit.ran = true;
            edit.entering |= entersNow(machine);
          }
          edit.zone = sighting.zone().orElse(edit.zone);
          edit.size = sighting.size().orElse(edit.size);
          edit.launchTime = sighting.launchTime().orElse(edit.launchTime);
          edit.publicIps = sighting.publicIps();
          edit.privateIps = sighting.privateIps();
          edit.metadata = sighting.metadata();
        });
    if (advances) {
      work.tracking(machine.id()).advancedAt = started.nanos();
    }
    if (!machine.ran() && sighting.stateKnown() && sighting.state() != MachineState.RUNNING) {
      work.tracking(machine.id()).bootingAt = started.nanos();
    }
    MachineRecord after = consequences(machine, seen, sighting, started);
    if (after != machine && !after.equals(machine)) {
      work.ledger.put(after);
    }
    if (after.status().terminal()) {
      work.tracking(machine.id()).endedAt = work.now().nanos();
      work.count(KeeperContext.Count.MACHINES_GONE, 1);
    }
  }

  /** Whether a machine that is seen running enters service by that; those that joined running do not. */
  private boolean entersNow(MachineRecord machine) {
    return !machine.ran()
        && machine.made()
        && machine.status() == Status.LIVE
        && work.hasLaunchHooks();
  }

  /** Whether a row says nothing, its state aside, that the record does not say already. */
  private static boolean showsNothingNew(MachineSighting sighting, MachineRecord machine) {
    boolean runs = sighting.stateKnown() && sighting.state() == MachineState.RUNNING;
    return (machine.ran() || !runs)
        && (sighting.zone().isEmpty() || sighting.zone().get().equals(machine.zone()))
        && (sighting.size().isEmpty() || sighting.size().get().equals(machine.size()))
        && (sighting.launchTime().isEmpty()
            || sighting.launchTime().get().equals(machine.launchTime()))
        && sighting.publicIps().equals(machine.publicIps())
        && sighting.privateIps().equals(machine.privateIps())
        && sighting.metadata().equals(machine.metadata());
  }

  /** States only move forward, but for what a list shows that is surely younger than the last advance. */
  private boolean advances(MachineRecord machine, MachineSighting sighting, Moment started) {
    if (!sighting.stateKnown() || machine.end() == MachineSighting.End.FINAL) {
      return false;
    }
    int before = rank(machine.state(), machine.end());
    int shown = rank(sighting.state(), sighting.end());
    if (shown == before) {
      return sighting.end() != machine.end();
    }
    long advancedAt =
        work.trackingIfAny(machine.id()).map(t -> t.advancedAt).orElse(work.startedAt());
    return shown > before
        || started.reached(advancedAt + work.settings.profile().listLag().toNanos() + 1);
  }

  private MachineRecord consequences(
      MachineRecord before, MachineRecord seen, MachineSighting sighting, Moment started) {
    if (seen.end() == MachineSighting.End.FINAL) {
      if (before.status() == Status.LIVE && !seen.ran()) {
        work.launchFailures.failed(seen.id(), "machine " + seen.id() + " ended before it ran");
      }
      return recordEnd(seen, seen.reason() == null ? "it ended unplanned" : seen.reason());
    }
    if (seen.ran() && !before.ran() && seen.status() == Status.LIVE && !seen.entering()) {
      work.launchFailures.reset();
    }
    if (seen.state() == MachineState.REJECTED && seen.status() == Status.LIVE) {
      onFailedLaunch(sighting);
      return seen.edit(edit -> {
        edit.status = Status.RETIRING;
        edit.reason = rejection(sighting);
      });
    }
    if (seen.status() == Status.PRESUMED_GONE && sighting.end() == MachineSighting.End.NOT_ENDED) {
      boolean wanted = !effectiveIfLive(seen) || work.ledger.committed() < limit();
      return seen.edit(edit -> {
        edit.status = wanted ? Status.LIVE : Status.RETIRING;
        edit.reason = wanted ? null : "it was presumed gone and replaced, but is there again";
      });
    }
    return changedHands(seen, sighting, started);
  }

  private static boolean effectiveIfLive(MachineRecord machine) {
    return machine.edit(edit -> edit.status = Status.LIVE).effective();
  }

  static MachineRecord endedRecord(MachineRecord machine, String why, java.time.Instant at) {
    return machine.edit(edit -> {
      edit.status =
          machine.status() == Status.DETACHING && machine.end() != MachineSighting.End.FINAL
              ? Status.DETACHED
              : Status.GONE;
      edit.reason = why;
      edit.endedAt = at;
    });
  }

  MachineRecord recordEnd(MachineRecord machine, String why) {
    return endedRecord(machine, why, work.wall());
  }

  /**
   * A member carries another owner's marks. A machine that this pool launched stays its member; an attached one
   * belongs to the lower incarnation.
   */
  private MachineRecord changedHands(
      MachineRecord machine, MachineSighting sighting, Moment started) {
    boolean otherPool = sighting.pool().isPresent()
        && !sighting.pool().get().equals(work.settings.config().name());
    boolean otherLife = sighting.incarnation().isPresent()
        && !sighting.incarnation().get().equals(work.incarnation());
    if (machine.status() != Status.LIVE || machine.remark() || (!otherPool && !otherLife)) {
      if (!work.contested.isEmpty()) {
        work.contested.remove(machine.id());
      }
      return machine;
    }
    long marked = work.trackingIfAny(machine.id()).map(t -> t.markedAt).orElse(work.startedAt());
    if (!started.reached(marked + work.settings.profile().visibleWithin().toNanos())) {
      // A list that lags may still show what was on the machine before it was marked here.
      return machine;
    }
    String why = "machine " + machine.id() + " carries the mark of pool "
        + sighting.pool().map(Object::toString).orElse("?") + ", another life or another owner";
    work.alarms.raise(Alarm.Code.QUARANTINE, why, work.wall());
    boolean theirs = machine.key() == null
        && sighting
            .incarnation()
            .filter(i -> i.compareTo(work.incarnation()) < 0)
            .isPresent();
    if (!theirs) {
      work.contested.add(machine.id());
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
