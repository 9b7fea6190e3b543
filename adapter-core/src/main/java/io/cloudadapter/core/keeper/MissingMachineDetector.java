package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.EndedMachines;
import io.cloudadapter.core.keeper.state.KeeperCounters;
import io.cloudadapter.core.keeper.state.LaunchFailures;
import io.cloudadapter.core.keeper.state.MachineTracking;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.spi.MachineSighting;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Decides about machines that lists do not show. A machine is gone only when it is missing from enough complete
 * lists, for longer than any list may lag, and a look-up by id agrees. If too many are newly missing at once, the
 * pool freezes instead.
 */
final class MissingMachineDetector {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final KeeperCounters counters;
  private final MachineTrackings trackings;
  private final CloudContact cloud;
  private final PoolFreeze freeze;
  private final EndedMachines endedMachines;
  private final LaunchFailures launchFailures;
  private final MachineRecorder recorder;
  private final Set<String> looking = new HashSet<>();
  private int missingMembers;
  private boolean remembers;

  MissingMachineDetector(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      KeeperCounters counters,
      MachineTrackings trackings,
      CloudContact cloud,
      PoolFreeze freeze,
      EndedMachines endedMachines,
      LaunchFailures launchFailures,
      MachineRecorder recorder) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.counters = counters;
    this.trackings = trackings;
    this.cloud = cloud;
    this.freeze = freeze;
    this.endedMachines = endedMachines;
    this.launchFailures = launchFailures;
    this.recorder = recorder;
  }

  /** How many live machines the last complete list did not show. */
  int missing() {
    return missingMembers;
  }

  /** Whether anything has to be remembered of a machine that the last complete list showed. */
  boolean remembers() {
    return remembers;
  }

  /** Returns whether all machines were shown. */
  boolean judge(Set<String> shown, Moment started, OwnershipTagger tagger) {
    remembers = false;
    boolean allShown = true;
    int newlyMissing = 0;
    int missing = 0;
    int accepted = 0;
    int live = 0;
    for (MachineRecord machine : List.copyOf(ledger.machines())) {
      boolean counts = machine.status() == Status.LIVE;
      live += counts ? 1 : 0;
      if (shown.contains(machine.id())) {
        machineIsBack(machine);
        remembers |= !forgetIfQuiet(machine, started);
        continue;
      }
      allShown = false;
      MachineTracking track = trackings.of(machine.id());
      if (machine.status() == Status.ATTACHING
          || machine.status() == Status.DETACHING
          || !started.reached(track.since)) {
        continue;
      }
      track.misses++;
      if (track.misses == 1) {
        track.missingSince = started.nanos();
        track.uncounted = true;
      }
      if (track.uncounted && track.listed && !mayLackByLag(track, started)) {
        track.uncounted = false;
        newlyMissing += counts && !machine.acknowledged() ? 1 : 0;
      }
      missing += counts && track.listed ? 1 : 0;
      accepted += counts && track.listed && machine.acknowledged() ? 1 : 0;
    }
    boolean allEndedShown = true;
    for (String id : endedMachines.shown) {
      allEndedShown &= shown.contains(id);
      if (!shown.contains(id) && started.reached(trackings.of(id).endedAt)) {
        endedMachines.unlisted.add(id);
      }
    }
    missingMembers = missing;
    boolean restored = ledger.pool().restored();
    if (!restored) { // Until a person decides, absence is only counted.
      freezeIfTooManyAreMissing(newlyMissing, missing - accepted, live);
    }
    tagger.unmarkedIn(shown, started);
    if (!allShown && !freeze.isFrozen() && !restored) {
      look(started);
    }
    return allShown && allEndedShown;
  }

  /** Whether a list may lack a machine since the list lags behind its beginning. */
  private boolean mayLackByLag(MachineTracking track, Moment started) {
    Long appeared = track.appearedAt;
    return appeared != null
        && !started.reached(appeared + settings.profile().listLag().toNanos() + 1);
  }

  /** A list shows what the last one did, and thereby all machines; looks after those that are attended to. */
  void allShown(Set<String> attended, Moment started, OwnershipTagger tagger) {
    remembers = false;
    for (String id : attended) {
      Optional<MachineRecord> machine = ledger.machine(id);
      remembers |= machine.isPresent() && !forgetIfQuiet(machine.get(), started);
    }
    tagger.unmarkedIn(attended, started);
  }

  /** Of a machine that simply runs, and long has, nothing has to be remembered beside its record. */
  private boolean forgetIfQuiet(MachineRecord machine, Moment started) {
    MachineTracking track = trackings.find(machine.id()).orElse(null);
    if (track == null) {
      return true;
    }
    long lag = settings.profile().listLag().toNanos();
    boolean quiet = machine.status() == Status.LIVE
        && machine.ran()
        && !machine.remark()
        && track.healthySince == null
        && !track.stateOpen
        && track.drainsSince == null
        && machine.serviceState() != ServiceState.UNHEALTHY;
    boolean forgotten = quiet
        && started.reached(track.advancedAt + lag + 1)
        && started.reached(track.markedAt + lag);
    if (forgotten) {
      trackings.remove(machine.id());
    }
    return forgotten;
  }

  private void freezeIfTooManyAreMissing(int newlyMissing, int missing, int live) {
    double share = settings.config().massDisappearanceShare();
    int bearable = (int) Math.max(3, Math.floor(share * live));
    Alarm.Code frozen = ledger.pool().frozen();
    if (newlyMissing > bearable) {
      freeze.begin(
          Alarm.Code.MASS_DISAPPEARANCE,
          newlyMissing + " of " + live
              + " machines are missing from one list; nothing is launched or"
              + " ended until they are back or a person thaws the pool");
      cloud.identified = false;
    } else if (frozen == Alarm.Code.MASS_DISAPPEARANCE && missing <= bearable) {
      freeze.thaw();
    }
  }

  /** A person has looked: what is missing now may be gone, also after a restart. What else vanishes may not. */
  void acceptDisappearance() {
    for (MachineRecord machine : List.copyOf(ledger.machines())) {
      boolean absent =
          trackings.find(machine.id()).filter(track -> track.misses > 0).isPresent();
      if (machine.status() == Status.LIVE && absent) {
        ledger.atom();
        ledger.put(machine.edit(edit -> edit.acknowledged = true));
      }
    }
  }

  /** Its absence was explained once; the next one is another. */
  private void machineIsBack(MachineRecord machine) {
    if (machine.acknowledged() && machine.status() != Status.QUARANTINED) {
      ledger.atom();
      ledger.put(machine.edit(edit -> edit.acknowledged = false));
    }
  }

  private void look(Moment started) {
    long vanish = settings.vanish().toNanos();
    Set<MachineId> missing = new HashSet<>();
    for (MachineRecord machine : List.copyOf(ledger.machines())) {
      MachineTracking track = trackings.find(machine.id()).orElse(null);
      if (track == null
          || track.misses < settings.config().missingListsUntilGone()
          || !started.reached(track.missingSince + vanish)) {
        continue;
      }
      if (machine.status() == Status.PRESUMED_GONE) {
        if (started.reached(track.presumedAt + 2 * vanish)) {
          presumeGone(machine, "it was not seen for long enough");
        }
      } else if (missing.size() < settings.profile().maxIdsPerList() && looking.add(machine.id())) {
        missing.add(new MachineId(machine.id()));
      }
    }
    if (!missing.isEmpty()) {
      step.emit(new Effect.Describe(missing));
    }
  }

  private void presumeGone(MachineRecord machine, String why) {
    ledger.atom();
    ledger.put(recorder.recordEnd(machine, machine.reason() == null ? why : machine.reason()));
    trackings.of(machine.id()).endedAt = step.now().nanos();
    counters.count(KeeperCounters.Counter.MACHINES_GONE, 1);
  }

  /** A look by id has ended: it confirms that missing machines are gone, or shows that they are not. */
  void onDescribed(Event.Described event) {
    Map<String, MachineSighting> rows = new TreeMap<>();
    event.sightings().forEach(s -> rows.merge(s.id().value(), s, MachineRecorder::furtherAlong));
    for (MachineId id : event.asked()) {
      Optional<MachineRecord> machine = ledger.machine(id.value());
      boolean asked = looking.remove(id.value());
      MachineSighting row = rows.get(id.value());
      if (machine.isEmpty() || !asked || !cloud.identified) {
        continue;
      }
      ledger.atom();
      if (row != null) {
        trackings.of(id.value()).misses = 0;
        recorder.merge(machine.get(), row, event.started());
      } else if (event.complete() && event.error().isEmpty() && !freeze.isFrozen()) {
        confirmedMissing(machine.get());
      }
    }
  }

  private void confirmedMissing(MachineRecord machine) {
    if (trackings.of(machine.id()).misses < settings.config().missingListsUntilGone()) {
      return;
    }
    if (machine.status() == Status.LIVE) {
      if (!trackings.of(machine.id()).listed) {
        launchFailures.failed(
            machine.id(), "machine " + machine.id() + " was made, but no list has ever shown it");
      }
      trackings.of(machine.id()).presumedAt = step.now().nanos();
      ledger.put(machine.edit(edit -> {
        edit.status = Status.PRESUMED_GONE;
        edit.reason = "the cloud does not show it any more";
      }));
    } else {
      presumeGone(machine, "the cloud does not show it any more");
    }
  }
}
