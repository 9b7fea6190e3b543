package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.KeeperCounters;
import io.cloudadapter.core.keeper.state.LaunchAttempts;
import io.cloudadapter.core.keeper.state.LaunchBackoff;
import io.cloudadapter.core.keeper.state.LaunchFailures;
import io.cloudadapter.core.keeper.state.MachineTracking;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.core.warm.WarmRecord;
import io.cloudadapter.spi.MachineSighting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns sightings into records: binds machines to their launches, updates records, and draws the consequences. States
 * only move forward; a final end is final.
 */
final class MachineRecorder {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final KeeperCounters counters;
  private final MachineTrackings trackings;
  private final SizeControl sizes;
  private final LaunchAttempts launchAttempts;
  private final LaunchBackoff launchBackoff;
  private final LaunchFailures launchFailures;
  private final ContestedMembers contested;

  MachineRecorder(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      KeeperCounters counters,
      MachineTrackings trackings,
      SizeControl sizes,
      LaunchAttempts launchAttempts,
      LaunchBackoff launchBackoff,
      LaunchFailures launchFailures,
      ContestedMembers contested) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.counters = counters;
    this.trackings = trackings;
    this.sizes = sizes;
    this.launchAttempts = launchAttempts;
    this.launchBackoff = launchBackoff;
    this.launchFailures = launchFailures;
    this.contested = contested;
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
    LaunchRecord launch = ledger.launch(key).orElseThrow();
    String id = sighting.id().value();
    if (launch.ids().contains(id) || ledger.machine(id).isPresent()) {
      return;
    }
    if (ledger.endedMachine(id).isPresent()) {
      ledger.put(launch.unresolved() ? launch.closeUnfilled(step.wall()) : launch);
      return;
    }
    boolean expected = launch.possible() > 0;
    boolean wanted = expected && launch.awaited() > 0;
    boolean roomByKey = launch.ids().size() < launch.asked();
    ledger.put(launch.bind(id, step.wall()));
    boolean countable =
        expected ? wanted : roomByKey && !launch.warm() && ledger.committed() < limit();
    if (sighting.end() == MachineSighting.End.FINAL) {
      bind(launch, sighting, Status.GONE, "it had ended when it was first seen");
      launchFailures.failed(id, "machine " + id + " ended before it was seen");
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
      counters.count(KeeperCounters.Counter.LATE_ARRIVALS, 1);
    }
    if (!expected && !roomByKey) {
      alarms.raise(
          Alarm.Code.LAUNCH_KEY_REUSED,
          "launch " + key + " was for " + launch.asked() + " machines, but "
              + (launch.ids().size() + 1) + " answer to it; " + id + " is ended",
          step.wall());
    }
  }

  /** A group has replaced a machine that ended. */
  void onReplacement(MachineSighting sighting) {
    if (sighting.end() == MachineSighting.End.FINAL) {
      return;
    }
    boolean rejected = sighting.state() == MachineState.REJECTED;
    MachineRecord record = record(
        sighting, rejected ? Status.RETIRING : Status.LIVE, null, ledger.pool().profile());
    boolean entering = mustEnter(record);
    ledger.put(record.edit(edit -> {
      edit.replacement = true;
      edit.entering = entering;
      edit.reason = rejected ? rejection(sighting) : null;
    }));
    if (rejected) {
      onFailedLaunch(sighting);
    } else if (record.ran() && !entering) {
      launchFailures.reset();
    }
  }

  private int limit() {
    int desired = ledger.pool().desired();
    return Math.min(desired + sizes.headroom(desired), sizes.maxSize());
  }

  private static String rejection(MachineSighting sighting) {
    return "the cloud rejected it"
        + sighting.failure().map(f -> ": " + f.kind() + ", " + f.message()).orElse("");
  }

  private void onFailedLaunch(MachineSighting sighting) {
    String id = sighting.id().value();
    launchFailures.failed(id, "machine " + id + ": " + rejection(sighting));
    sighting
        .failure()
        .ifPresent(failure -> launchBackoff.onRefused(
            failure.kind(),
            failure.scope(),
            Optional.empty(),
            "machine " + id + ": " + failure.message(),
            trackings.of(id).attempt,
            step.now()));
  }

  private void bind(
      LaunchRecord launch, MachineSighting sighting, Status status, @Nullable String reason) {
    counters.count(KeeperCounters.Counter.MACHINES_LAUNCHED, 1);
    MachineRecord record = record(sighting, status, launch.key(), launch.profile());
    if (record.ran()) {
      measure(launch, record.machineId());
    }
    boolean warm = launch.warm() && status == Status.LIVE;
    boolean entering = warm ? record.ran() && settings.resources() : mustEnter(record);
    if (status == Status.LIVE && sighting.state() == MachineState.RUNNING && !entering) {
      launchFailures.reset();
    }
    ledger.put(record.edit(edit -> {
      edit.entering = entering;
      edit.warm = warm ? WarmRecord.fresh(step.wall()) : null;
      edit.lowered = launch.nextHasLowered();
      edit.reason = reason;
      edit.zone = edit.zone == null ? launch.zone() : edit.zone;
      edit.endedAt = status == Status.GONE ? step.wall() : null;
    }));
  }

  private void measure(LaunchRecord launch, MachineId machine) {
    counters.launched(Duration.between(launch.plannedAt(), step.wall()));
    if (launch.trace() != null) {
      step.arrive(
          new StepResult.Arrival(machine, launch.key(), launch.plannedAt(), launch.trace()));
    }
  }

  /** Whether a machine that was just made has something before it when it enters service. */
  private boolean mustEnter(MachineRecord made) {
    return made.status() == Status.LIVE && made.ran() && settings.hasEntry();
  }

  MachineRecord record(MachineSighting sighting, Status status, @Nullable String key, int profile) {
    int generation =
        ledger.endedMachine(sighting.id().value()).map(m -> m.generation() + 1).orElse(0);
    trackings.begin(sighting.id().value()).attempt =
        key == null ? launchAttempts.current() : launchAttempts.of(key);
    return new MachineRecord(
        sighting.id().value(),
        generation,
        status,
        key,
        sighting.state(),
        sighting.end(),
        ServiceState.UNKNOWN,
        null,
        null,
        null,
        false,
        false,
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
        step.wall(),
        null,
        null,
        false,
        null,
        null,
        false,
        false,
        false,
        false,
        null,
        null,
        List.of(),
        null);
  }

  /** Brings a record up to date with what the cloud shows. */
  // Most rows change nothing; comparing all fields of the same record again and again showed up in
  // profiles.
  @SuppressWarnings("ReferenceEquality")
  void merge(MachineRecord machine, MachineSighting sighting, Moment started) {
    trackings.of(machine.id()).stateOpen = !sighting.stateKnown();
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
      trackings.of(machine.id()).advances(machine.end(), sighting.end(), started.nanos());
    }
    if (!machine.ran() && sighting.stateKnown() && sighting.state() != MachineState.RUNNING) {
      trackings.of(machine.id()).bootingAt = started.nanos();
    }
    if (seen.ran() && !machine.ran() && machine.key() != null) {
      ledger.launch(machine.key()).ifPresent(launch -> measure(launch, machine.machineId()));
    }
    MachineRecord after = consequences(machine, seen, sighting, started);
    if (after != machine && !after.equals(machine)) {
      ledger.put(after);
    }
    if (after.status().terminal()) {
      trackings.of(machine.id()).endedAt = step.now().nanos();
      counters.count(KeeperCounters.Counter.MACHINES_GONE, 1);
    }
  }

  /** Whether a machine that is seen running enters service by that; those that joined running do not. */
  private boolean entersNow(MachineRecord machine) {
    return !machine.ran()
        && machine.made()
        && machine.status() == Status.LIVE
        && (machine.warm() == null ? settings.hasEntry() : settings.resources());
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
    Optional<MachineTracking> track = trackings.find(machine.id());
    long advancedAt = track.map(t -> t.advancedAt).orElse(step.startedAt());
    return (shown > before && !track.filter(t -> t.mayBeOld(sighting)).isPresent())
        || started.reached(advancedAt + settings.profile().listLag().toNanos() + 1);
  }

  private MachineRecord consequences(
      MachineRecord before, MachineRecord seen, MachineSighting sighting, Moment started) {
    if (seen.end() == MachineSighting.End.FINAL) {
      if (before.status() == Status.LIVE && !seen.ran()) {
        launchFailures.failed(seen.id(), "machine " + seen.id() + " ended before it ran");
      }
      return recordEnd(seen, seen.reason() == null ? "it ended unplanned" : seen.reason());
    }
    if (seen.ran() && !before.ran() && seen.status() == Status.LIVE && !seen.entering()) {
      launchFailures.reset();
    }
    if (seen.state() == MachineState.REJECTED && seen.status() == Status.LIVE) {
      if (seen.kept()) {
        return seen; // It does not count, is replaced, and stays.
      }
      onFailedLaunch(sighting);
      return seen.edit(edit -> {
        edit.status = Status.RETIRING;
        edit.reason = rejection(sighting);
      });
    }
    if (seen.status() == Status.PRESUMED_GONE && sighting.end() == MachineSighting.End.NOT_ENDED) {
      // If one that is to be kept is too many, another machine goes.
      boolean wanted = seen.kept() || !effectiveIfLive(seen) || ledger.committed() < limit();
      return seen.edit(edit -> {
        edit.status = wanted ? Status.LIVE : Status.RETIRING;
        edit.reason =
            wanted ? null : "it was presumed ended and replaced, but the cloud lists it again";
      });
    }
    return contested.keepOrLeave(seen, sighting, started);
  }

  private static boolean effectiveIfLive(MachineRecord machine) {
    MachineRecord live = machine.edit(edit -> edit.status = Status.LIVE);
    return live.effective() || live.waking();
  }

  static MachineRecord endedRecord(MachineRecord machine, String why, Instant at) {
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
    return endedRecord(machine, why, step.wall());
  }
}
