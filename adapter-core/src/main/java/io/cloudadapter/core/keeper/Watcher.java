package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.keeper.MachineRecord.Status;
import io.cloudadapter.spi.Sighting;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Turns what the cloud shows into records: which promise became which machine, what has ended, what is
 * not ours. A row always counts as presence; absence counts only in a complete list, and only after long
 * enough, in enough lists, and when a look by id agrees.
 */
final class Watcher {
  private final Work work;
  private final Map<String, Sighting> observed = new TreeMap<>();
  private final Set<String> looking = new HashSet<>();
  private int emptyObservations;
  private boolean vanishAccepted;
  private int missingMembers;

  Watcher(Work work) {
    this.work = work;
    for (MachineRecord machine : work.ledger.machines()) {
      if (!machine.ran()) {
        work.track(machine.id()).since =
            restarted(Duration.between(machine.boundAt(), work.wall()));
      }
      if (machine.serviceState() == ServiceState.UNHEALTHY && machine.serviceSince() != null) {
        work.track(machine.id()).unhealthySince =
            restarted(Duration.between(machine.serviceSince(), work.wall()));
      }
    }
  }

  /** A moment so long ago by the monotonic clock; never in the future. */
  private long restarted(Duration age) {
    return work.now().nanos()
        - Math.max(0, Math.min(age.toSeconds(), 365 * 86_400L)) * 1_000_000_000L;
  }

  /** Machines that a fresh ledger met, by id. */
  Map<String, Sighting> observed() {
    return observed;
  }

  /** How many live machines the last complete list did not show. */
  int missing() {
    return missingMembers;
  }

  /** Whether a machine carries a key of ours that we do not know, and nobody has looked at it. */
  boolean strangers() {
    return strangers > 0;
  }

  private int strangers;

  void countStrangers() {
    strangers = 0;
    int quarantined = 0;
    for (MachineRecord machine : work.ledger.machines()) {
      if (machine.status() == Status.QUARANTINED && !machine.acknowledged()) {
        quarantined++;
        strangers += machine.key() != null ? 1 : 0;
      }
    }
    if (strangers == 0) {
      work.alarms.clear(Alarm.Code.UNKNOWN_KEY);
    }
    work.contested.removeIf(
        id -> work.ledger.machine(id).filter(m -> m.status() == Status.LIVE).isEmpty());
    if (quarantined == 0 && work.contested.isEmpty()) {
      work.alarms.clear(Alarm.Code.QUARANTINE);
    }
  }

  void listed(Event.Listed event, Launcher launcher, Joiner joiner) {
    work.count(Work.Count.LISTS, 1);
    Map<String, Sighting> rows = new TreeMap<>();
    for (Sighting sighting : event.sightings()) {
      rows.merge(sighting.id().value(), sighting, Watcher::further);
    }
    if (!work.identified) {
      return;
    }
    boolean complete = event.error().isEmpty() && event.complete();
    if (complete) {
      observed.keySet().retainAll(rows.keySet());
    }
    for (Sighting sighting : rows.values()) {
      work.ledger.atom();
      judge(sighting, event.started(), launcher);
    }
    if (!complete) {
      work.count(Work.Count.LISTS_FAILED, 1);
      work.alarms.raise(
          Alarm.Code.CLOUD,
          event
              .error()
              .map(e -> "the cloud cannot be listed: " + Work.text(e))
              .orElse("the cloud's list is incomplete"),
          work.wall());
      return;
    }
    work.alarms.clear(Alarm.Code.CLOUD);
    work.listed = true;
    firstStart(event.started());
    absence(rows.keySet(), event.started(), joiner);
    launcher.settle(event.started());
    remember(event.started());
  }

  /** Of two rows of one machine in one list, the one that is further in its life. */
  private static Sighting further(Sighting one, Sighting other) {
    return rank(other.state(), other.end()) > rank(one.state(), one.end()) ? other : one;
  }

  private static int rank(MachineState state, Sighting.End end) {
    if (end == Sighting.End.FINAL) {
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

  private void remember(Now started) {
    java.time.Instant stored = work.ledger.pool().listedAt();
    work.listedAt = started.wall();
    if (stored == null || Duration.between(stored, started.wall()).abs().toMinutes() >= 5) {
      work.ledger.atom();
      work.ledger.put(work.ledger.pool().edit(edit -> edit.listedAt = started.wall()));
    }
  }

  private void firstStart(Now started) {
    PoolRecord pool = work.ledger.pool();
    if (pool.phase() == PoolRecord.Phase.ACTIVE) {
      return;
    }
    emptyObservations = observed.isEmpty() ? emptyObservations + 1 : 0;
    boolean fresh = pool.phase() == PoolRecord.Phase.FRESH;
    work.ledger.atom();
    if (!observed.isEmpty()) {
      work.alarms.raise(
          Alarm.Code.OBSERVING,
          observed.size()
              + " machines carry this pool's mark, but its ledger is new: adopt them, or"
              + " disown them",
          work.wall());
      if (fresh) {
        work.ledger.put(pool.edit(edit -> edit.phase = PoolRecord.Phase.OBSERVING));
      }
    } else if (fresh || emptyObservations >= work.setup.config().pace().goneLists()) {
      work.alarms.clear(Alarm.Code.OBSERVING);
      activate(started);
    }
  }

  /** The pool begins to keep its size. */
  void activate(Now started) {
    work.ledger.put(work.ledger.pool().edit(edit -> {
      edit.phase = PoolRecord.Phase.ACTIVE;
      edit.listedAt = started.wall();
      if (!edit.desiredSet) {
        edit.desired = work.setup.config().initialSize();
        edit.desiredSet = true;
      }
    }));
  }

  private void judge(Sighting sighting, Now started, Launcher launcher) {
    String id = sighting.id().value();
    Optional<MachineRecord> known = work.ledger.machine(id);
    if (known.isPresent()) {
      if (known.get().remark()) {
        work.track(id).incarnation = sighting.incarnation().orElse(null);
      }
      work.trackIfAny(id).ifPresent(Track::seen);
      join(known.get(), sighting, started);
      return;
    }
    if (sighting.pool().filter(work.setup.config().name()::equals).isEmpty()
        || (sighting.end() == Sighting.End.FINAL && unknownKey(sighting))) {
      return;
    }
    Optional<MachineRecord> tombstone = work.ledger.endedMachine(id);
    if (sighting.incarnation().filter(work.incarnation()::equals).isEmpty()) {
      foreign(sighting);
    } else if (tombstone.isPresent()) {
      reappeared(tombstone.get(), sighting, started);
    } else if (unknownKey(sighting)) {
      quarantine(
          sighting,
          Alarm.Code.UNKNOWN_KEY,
          "machine " + id + " carries this pool's mark and a key that the ledger does not know:"
              + " another writer, or a restored ledger; launches are held until it is explained");
    } else {
      launcher.seen(sighting.key().orElseThrow().value());
      appeared(sighting.key().orElseThrow().value(), sighting);
    }
  }

  private boolean unknownKey(Sighting sighting) {
    return sighting.key().flatMap(key -> work.ledger.intent(key.value())).isEmpty();
  }

  private void foreign(Sighting sighting) {
    boolean disowned = sighting
        .incarnation()
        .filter(incarnation -> work.ledger.pool().disowned().contains(incarnation.value()))
        .isPresent();
    if (disowned || sighting.end() == Sighting.End.FINAL) {
      return;
    }
    if (work.ledger.pool().phase() == PoolRecord.Phase.ACTIVE) {
      quarantine(
          sighting,
          Alarm.Code.QUARANTINE,
          "machine " + sighting.id()
              + " carries this pool's mark but belongs to another life of it;"
              + " it is left alone");
    } else {
      observed.put(sighting.id().value(), sighting);
    }
  }

  private void quarantine(Sighting sighting, Alarm.Code code, String why) {
    work.alarms.raise(code, why, work.wall());
    boolean stranger = code == Alarm.Code.UNKNOWN_KEY;
    // The key tells a stranger (launches freeze) from a machine of another life (they do not).
    String key = stranger ? sighting.key().map(k -> k.value()).orElse("") : null;
    MachineRecord record = record(sighting, Status.QUARANTINED, key, 0);
    work.ledger.put(record.edit(edit -> edit.reason = why));
  }

  /** A machine answers to a key of ours: by the reply of its launch, or by a list. */
  void appeared(String key, Sighting sighting) {
    IntentRecord intent = work.ledger.intent(key).orElseThrow();
    String id = sighting.id().value();
    if (intent.ids().contains(id) || work.ledger.machine(id).isPresent()) {
      return;
    }
    if (work.ledger.endedMachine(id).isPresent()) {
      work.ledger.put(intent.unresolved() ? intent.kill(work.wall()) : intent);
      return;
    }
    boolean expected = intent.unresolved();
    boolean wanted = expected && intent.open() > 0;
    boolean roomByKey = intent.ids().size() < intent.asked();
    work.ledger.put(intent.bind(id, work.wall()));
    boolean countable = expected ? wanted : roomByKey && work.ledger.committed() < limit();
    if (sighting.end() == Sighting.End.FINAL) {
      bind(intent, sighting, Status.GONE, "it had ended when it was first seen");
      work.launchFailed("machine " + id + " ended before it was seen");
    } else if (sighting.state() == MachineState.REJECTED) {
      bind(intent, sighting, Status.RETIRING, rejection(sighting));
      failed(sighting);
    } else if (countable) {
      bind(intent, sighting, Status.LIVE, null);
    } else if (expected) {
      bind(intent, sighting, Status.RETIRING, "it was terminated before it appeared");
    } else {
      bind(intent, sighting, Status.RETIRING, "it arrived late, when its launch had been given up");
    }
    if (!expected) {
      work.count(Work.Count.LATE_ARRIVALS, 1);
    }
    if (!expected && !roomByKey) {
      work.alarms.raise(
          Alarm.Code.KEY_BROKEN,
          "launch " + key + " was for " + intent.asked() + " machines, but "
              + (intent.ids().size() + 1) + " answer to it; " + id + " is ended",
          work.wall());
    }
  }

  private int limit() {
    return Math.min(work.ledger.pool().desired(), work.setup.config().maxSize());
  }

  private static String rejection(Sighting sighting) {
    return "the cloud rejected it"
        + sighting.failure().map(f -> ": " + f.kind() + ", " + f.message()).orElse("");
  }

  private void failed(Sighting sighting) {
    work.launchFailed(rejection(sighting));
    sighting
        .failure()
        .ifPresent(failure -> work.holds.refused(
            failure.kind(), failure.scope(), Optional.empty(), failure.message(), work.now()));
  }

  private void bind(
      IntentRecord intent,
      Sighting sighting,
      Status status,
      @org.jspecify.annotations.Nullable String reason) {
    work.count(Work.Count.MACHINES_LAUNCHED, 1);
    if (status == Status.LIVE && sighting.state() == MachineState.RUNNING) {
      work.launchSucceeded();
    }
    MachineRecord record = record(sighting, status, intent.key(), intent.profile());
    work.ledger.put(record.edit(edit -> {
      edit.reason = reason;
      edit.zone = edit.zone == null ? intent.zone() : edit.zone;
      edit.endedAt = status == Status.GONE ? work.wall() : null;
    }));
  }

  MachineRecord record(
      Sighting sighting,
      Status status,
      @org.jspecify.annotations.Nullable String key,
      int profile) {
    int generation = work.ledger
        .endedMachine(sighting.id().value())
        .map(m -> m.generation() + 1)
        .orElse(0);
    work.appeared(sighting.id().value());
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
        null);
  }

  /** An id whose record has ended is shown alive: stale at first, a late arrival after the lag. */
  private void reappeared(MachineRecord tombstone, Sighting sighting, Now started) {
    Track track = work.track(tombstone.id());
    long lag = work.setup.profile().listLag().toNanos();
    if (tombstone.status() == Status.DETACHED
        || sighting.end() == Sighting.End.FINAL
        || !started.reached(track.endedAt + lag + 1)) {
      return;
    }
    work.count(Work.Count.LATE_ARRIVALS, 1);
    MachineRecord record = record(sighting, Status.RETIRING, tombstone.key(), tombstone.profile());
    work.ledger.put(
        record.edit(edit -> edit.reason = "it was recorded as gone, but is there again"));
  }

  /** Brings a record up to date with what the cloud shows. */
  void join(MachineRecord machine, Sighting sighting, Now started) {
    long advancedAt = work.trackIfAny(machine.id()).map(t -> t.advancedAt).orElse(work.began());
    boolean advances = advances(machine, sighting, started, advancedAt);
    MachineRecord seen = machine.edit(edit -> {
      if (advances) {
        edit.state = sighting.state();
        edit.end = sighting.end();
      }
      if (sighting.stateKnown() && sighting.state() == MachineState.RUNNING) {
        edit.ran = true;
      }
      edit.zone = sighting.zone().orElse(edit.zone);
      edit.size = sighting.size().orElse(edit.size);
      edit.launchTime = sighting.launchTime().orElse(edit.launchTime);
      edit.publicIps = sighting.publicIps();
      edit.privateIps = sighting.privateIps();
      edit.metadata = sighting.metadata();
    });
    if (advances) {
      work.track(machine.id()).advancedAt = started.nanos();
    }
    MachineRecord after = consequences(machine, seen, sighting, started);
    if (!after.equals(machine)) {
      work.ledger.put(after);
    }
    if (after.status().terminal()) {
      work.track(machine.id()).endedAt = work.now().nanos();
      work.count(Work.Count.MACHINES_GONE, 1);
    }
  }

  /** States only move forward, but for what a list shows that is surely younger than the last advance. */
  private boolean advances(MachineRecord machine, Sighting sighting, Now started, long advancedAt) {
    if (!sighting.stateKnown() || machine.end() == Sighting.End.FINAL) {
      return false;
    }
    int before = rank(machine.state(), machine.end());
    int shown = rank(sighting.state(), sighting.end());
    if (shown == before) {
      return sighting.end() != machine.end();
    }
    return shown > before
        || started.reached(advancedAt + work.setup.profile().listLag().toNanos() + 1);
  }

  private MachineRecord consequences(
      MachineRecord before, MachineRecord seen, Sighting sighting, Now started) {
    if (seen.end() == Sighting.End.FINAL) {
      if (before.status() == Status.LIVE && !seen.ran()) {
        work.launchFailed("machine " + seen.id() + " ended before it ran");
      }
      return ended(seen, seen.reason() == null ? "it ended by itself" : seen.reason());
    }
    if (seen.ran() && !before.ran() && seen.status() == Status.LIVE) {
      work.launchSucceeded();
    }
    if (seen.state() == MachineState.REJECTED && seen.status() == Status.LIVE) {
      failed(sighting);
      return seen.edit(edit -> {
        edit.status = Status.RETIRING;
        edit.reason = rejection(sighting);
      });
    }
    if (seen.status() == Status.PRESUMED_GONE && sighting.end() == Sighting.End.NOT_ENDED) {
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
      edit.status = machine.status() == Status.DETACHING && machine.end() != Sighting.End.FINAL
          ? Status.DETACHED
          : Status.GONE;
      edit.reason = why;
      edit.endedAt = at;
    });
  }

  private MachineRecord ended(MachineRecord machine, String why) {
    return endedRecord(machine, why, work.wall());
  }

  /**
   * A member carries somebody else's marks. A machine that was launched here belongs to its launcher; an
   * attached one to the lower incarnation.
   */
  private MachineRecord changedHands(MachineRecord machine, Sighting sighting, Now started) {
    boolean otherPool = sighting.pool().isPresent()
        && !sighting.pool().get().equals(work.setup.config().name());
    boolean otherLife = sighting.incarnation().isPresent()
        && !sighting.incarnation().get().equals(work.incarnation());
    if (machine.status() != Status.LIVE || machine.remark() || (!otherPool && !otherLife)) {
      work.contested.remove(machine.id());
      return machine;
    }
    long marked = work.trackIfAny(machine.id()).map(t -> t.markedAt).orElse(work.began());
    if (!started.reached(marked + work.setup.profile().visibleWithin().toNanos())) {
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
          edit.reason = why;
        })
        : machine;
  }

  private void absence(Set<String> shown, Now started, Joiner joiner) {
    int newlyMissing = 0;
    int missing = 0;
    int live = 0;
    for (MachineRecord machine : List.copyOf(work.ledger.machines())) {
      boolean counts = machine.status() == Status.LIVE;
      live += counts ? 1 : 0;
      if (shown.contains(machine.id())) {
        forgetIfQuiet(machine, started);
        continue;
      }
      Track track = work.track(machine.id());
      if (machine.status() == Status.ATTACHING
          || machine.status() == Status.DETACHING
          || !started.reached(track.since)) {
        continue;
      }
      track.misses++;
      if (track.misses == 1) {
        track.missingSince = started.nanos();
        newlyMissing += counts && track.listed ? 1 : 0;
      }
      missing += counts && track.listed ? 1 : 0;
    }
    for (String id : work.shown) {
      if (!shown.contains(id) && started.reached(work.track(id).endedAt)) {
        work.unlisted.add(id);
      }
    }
    missingMembers = missing;
    massVanish(newlyMissing, missing, live);
    joiner.unmarkedIn(shown, started);
    if (!work.frozen()) {
      look(started);
    }
  }

  /** Of a machine that simply runs, and long has, nothing has to be remembered beside its record. */
  private void forgetIfQuiet(MachineRecord machine, Now started) {
    long lag = work.setup.profile().listLag().toNanos();
    boolean quiet = machine.status() == Status.LIVE
        && machine.ran()
        && !machine.remark()
        && machine.serviceState() != ServiceState.UNHEALTHY;
    if (quiet
        && work.trackIfAny(machine.id())
            .filter(track -> started.reached(track.advancedAt + lag + 1))
            .isPresent()) {
      work.forget(machine.id());
    }
  }

  private void massVanish(int newlyMissing, int missing, int live) {
    double share = work.setup.config().pace().vanishShare();
    int bearable = (int) Math.max(3, Math.floor(share * live));
    Alarm.Code frozen = work.ledger.pool().frozen();
    if (newlyMissing > bearable && !vanishAccepted) {
      work.freeze(
          Alarm.Code.MASS_VANISH,
          newlyMissing + " of " + live
              + " machines are missing from one list; nothing is launched or"
              + " ended until they are back or a person thaws the pool");
      work.identified = false;
    } else if (frozen == Alarm.Code.MASS_VANISH && missing <= bearable) {
      work.thaw();
    }
    vanishAccepted &= missing > 0;
  }

  /** A person has looked: what is missing now may be gone. */
  void acceptVanish() {
    vanishAccepted = true;
  }

  private void look(Now started) {
    long vanish = work.setup.vanish().toNanos();
    Set<MachineId> missing = new HashSet<>();
    for (MachineRecord machine : List.copyOf(work.ledger.machines())) {
      Track track = work.trackIfAny(machine.id()).orElse(null);
      if (track == null
          || track.misses < work.setup.config().pace().goneLists()
          || !started.reached(track.missingSince + vanish)) {
        continue;
      }
      if (machine.status() == Status.PRESUMED_GONE) {
        if (started.reached(track.presumedAt + 2 * vanish)) {
          gone(machine, "it was not seen for long enough");
        }
      } else if (missing.size() < work.setup.profile().maxIdsPerList()
          && looking.add(machine.id())) {
        missing.add(new MachineId(machine.id()));
      }
    }
    if (!missing.isEmpty()) {
      work.ask(new Effect.Describe(missing));
    }
  }

  private void gone(MachineRecord machine, String why) {
    work.ledger.atom();
    work.ledger.put(ended(machine, machine.reason() == null ? why : machine.reason()));
    work.track(machine.id()).endedAt = work.now().nanos();
    work.count(Work.Count.MACHINES_GONE, 1);
  }

  /** A look by id has ended: it confirms that missing machines are gone, or shows that they are not. */
  void described(Event.Described event) {
    Map<String, Sighting> rows = new TreeMap<>();
    event.sightings().forEach(s -> rows.merge(s.id().value(), s, Watcher::further));
    for (MachineId id : event.asked()) {
      Optional<MachineRecord> machine = work.ledger.machine(id.value());
      boolean asked = looking.remove(id.value());
      Sighting row = rows.get(id.value());
      if (machine.isEmpty() || !asked || !work.identified) {
        continue;
      }
      work.ledger.atom();
      if (row != null) {
        work.track(id.value()).misses = 0;
        join(machine.get(), row, event.started());
      } else if (event.complete() && event.error().isEmpty() && !work.frozen()) {
        confirmedMissing(machine.get());
      }
    }
  }

  private void confirmedMissing(MachineRecord machine) {
    if (work.track(machine.id()).misses < work.setup.config().pace().goneLists()) {
      return;
    }
    if (machine.status() == Status.LIVE) {
      if (!work.track(machine.id()).listed) {
        work.launchFailed("machine " + machine.id() + " was made, but no list has ever shown it");
      }
      work.track(machine.id()).presumedAt = work.now().nanos();
      work.ledger.put(machine.edit(edit -> {
        edit.status = Status.PRESUMED_GONE;
        edit.reason = "the cloud does not show it any more";
      }));
    } else {
      gone(machine, "the cloud does not show it any more");
    }
  }
}
