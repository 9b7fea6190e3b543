package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.ErrorText;
import io.cloudadapter.core.keeper.state.KeeperCounters;
import io.cloudadapter.core.keeper.state.MachineTracking;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.RestoreRecord;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.spi.MachineSighting;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Applies lists: separates the pool's machines from others, hands each row to the part that handles it, and lets the
 * pool begin. A row always counts as presence; absence counts only in a complete list.
 */
final class ListReconciler {
  /** How often the ledger records a list without changes. */
  static final Duration STORED_EVERY = Duration.ofMinutes(5);

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final KeeperCounters counters;
  private final MachineTrackings trackings;
  private final CloudContact cloud;
  private final MachineRecorder recorder;
  private final ContestedMembers contested;
  private final LaunchMemory launchMemory;
  private final LaunchSettlement settlement;
  private final GroupTarget group;
  private final SizeControl sizes;
  private final MissingMachineDetector missingMachines;
  private final Map<String, MachineSighting> observed = new TreeMap<>();
  private int emptyObservations;
  private int completeLists;
  private final QuarantineHandler quarantine;
  private final UnchangedRowFilter last;

  ListReconciler(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      KeeperCounters counters,
      MachineTrackings trackings,
      CloudContact cloud,
      PoolFreeze freeze,
      MachineRecorder recorder,
      ContestedMembers contested,
      MissingMachineDetector missingMachines,
      QuarantineHandler quarantine,
      LaunchMemory launchMemory,
      LaunchSettlement settlement,
      GroupTarget group,
      SizeControl sizes) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.counters = counters;
    this.trackings = trackings;
    this.cloud = cloud;
    this.quarantine = quarantine;
    this.recorder = recorder;
    this.contested = contested;
    this.launchMemory = launchMemory;
    this.settlement = settlement;
    this.group = group;
    this.sizes = sizes;
    this.missingMachines = missingMachines;
    this.last = new UnchangedRowFilter(ledger, cloud, freeze);
    for (MachineRecord machine : ledger.machines()) {
      if (!machine.ran()) {
        MachineTracking track = trackings.of(machine.id());
        track.since = restarted(Duration.between(machine.boundAt(), step.wall()));
        track.bootingAt = track.since;
      }
      Instant unhealthy = MachineTracking.unhealthyFrom(machine);
      if (unhealthy != null) {
        trackings.of(machine.id()).unhealthySince =
            restarted(Duration.between(unhealthy, step.wall()));
      }
    }
  }

  /** A moment so long ago by the monotonic clock; never in the future. */
  private long restarted(Duration age) {
    return step.now().nanos()
        - Math.max(0, Math.min(age.toSeconds(), 365 * 86_400L)) * 1_000_000_000L;
  }

  /** Machines that a fresh ledger met, by id. */
  Map<String, MachineSighting> observed() {
    return observed;
  }

  /** How many complete lists this keeper has applied. */
  int completeLists() {
    return completeLists;
  }

  /** Looks what stands in quarantine, and who contests a member. */
  void countStrangers() {
    quarantine.onStep();
    contested.clearAlarmIfUncontested();
  }

  void onListed(Event.Listed event, OwnershipTagger tagger) {
    counters.count(KeeperCounters.Counter.LISTS, 1);
    if (!cloud.identified) {
      return;
    }
    boolean complete = event.error().isEmpty() && event.complete();
    long changesBefore = ledger.changes();
    Optional<Map<String, MachineSighting>> news =
        last.news(event.sightings(), complete, attended());
    Map<String, MachineSighting> rows = news.orElseGet(() -> byId(event.sightings()));
    if (complete && news.isEmpty()) {
      observed.keySet().retainAll(rows.keySet());
    }
    boolean plain = true;
    for (MachineSighting sighting : rows.values()) {
      ledger.atom();
      plain &= reconcile(sighting, event.started());
    }
    if (!complete) {
      onFailed(event);
      return;
    }
    alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.LIST);
    boolean changed = ledger.changes() != changesBefore;
    if (news.isPresent() && !changed && plain && allSettled(event.started())) {
      missingMachines.allShown(rows.keySet(), event.started(), tagger);
      settlement.ageUnresolved(event.started());
      remember(event.started());
      boolean decided = ledger.changes() != changesBefore;
      last.was(event.sightings(), decided);
      return;
    }
    if (news.isPresent()) {
      rows = byId(event.sightings());
    }
    cloud.listed = true;
    firstStart(event.started());
    boolean allShown = missingMachines.judge(rows.keySet(), event.started(), tagger);
    settlement.ageUnresolved(event.started());
    remember(event.started());
    changed = ledger.changes() != changesBefore;
    boolean again = changed || !plain || !allShown || !allSettled(event.started());
    last.was(event.sightings(), again);
  }

  /** Machines with state beside their records, or with something left to do. */
  private Predicate<String> attended() {
    return ledger.quiet() && !missingMachines.remembers()
        ? id -> false
        : id -> trackings.find(id).isPresent() || ledger.busy(id);
  }

  /** A machine may come twice: what is further on counts. */
  private static Map<String, MachineSighting> byId(List<MachineSighting> sightings) {
    Map<String, MachineSighting> rows = new LinkedHashMap<>(sightings.size() * 2);
    for (MachineSighting sighting : sightings) {
      rows.merge(sighting.id().value(), sighting, MachineRecorder::furtherAlong);
    }
    return rows;
  }

  /** Whether a row that changes nothing would not do so at any later time. */
  private boolean allSettled(Moment started) {
    return ledger.pool().phase() == PoolRecord.Phase.ACTIVE
        && observed.isEmpty()
        && started.reached(step.startedAt() + settings.profile().settle().toNanos() + 1);
  }

  /** From then on a person hears when the cloud is listed again. */
  private static final Duration LONG_WAIT = Duration.ofSeconds(30);

  private void onFailed(Event.Listed event) {
    counters.count(KeeperCounters.Counter.LISTS_FAILED, 1);
    alarms.raise(
        Alarm.Code.CLOUD,
        AlarmRegistry.Cause.LIST,
        event
            .error()
            .map(e -> "the cloud cannot be listed: " + ErrorText.of(e)
                + e.retryAfter()
                    .filter(wait -> wait.compareTo(LONG_WAIT) >= 0)
                    .map(step.wall()::plus)
                    .map(at -> "; listed again at " + at.truncatedTo(ChronoUnit.SECONDS))
                    .orElse(""))
            .orElse("the cloud's list is incomplete"),
        step.wall());
  }

  private void remember(Moment started) {
    completeLists++;
    Instant stored = ledger.pool().listedAt();
    cloud.lastListBeganAt = started.wall();
    cloud.lastListBegan = started.nanos();
    cloud.listArrived = step.now().nanos();
    if (stored == null
        || Duration.between(stored, started.wall()).abs().compareTo(STORED_EVERY) >= 0) {
      ledger.atom();
      ledger.put(ledger.pool().edit(edit -> edit.listedAt = started.wall()));
    }
  }

  private void firstStart(Moment started) {
    PoolRecord pool = ledger.pool();
    if (pool.phase() == PoolRecord.Phase.ACTIVE) {
      return;
    }
    emptyObservations = observed.isEmpty() ? emptyObservations + 1 : 0;
    boolean fresh = pool.phase() == PoolRecord.Phase.FRESH;
    ledger.atom();
    if (!observed.isEmpty()) {
      alarms.raise(
          Alarm.Code.OBSERVING,
          observed.size()
              + " machines carry this pool's mark, but its ledger is new: adopt them, or"
              + " disown them",
          step.wall());
      if (fresh) {
        ledger.put(pool.edit(edit -> edit.phase = PoolRecord.Phase.OBSERVING));
      }
    } else if (fresh || emptyObservations >= settings.config().missingListsUntilGone()) {
      alarms.clear(Alarm.Code.OBSERVING);
      activate(started);
    }
  }

  /** The pool begins to keep its size. */
  void activate(Moment started) {
    ledger.put(ledger.pool().edit(edit -> {
      edit.phase = PoolRecord.Phase.ACTIVE;
      edit.listedAt = started.wall();
    }));
    if (!ledger.pool().desiredSet()) {
      sizes.setDesired(settings.config().initialSize());
    }
  }

  /** Returns whether the row is of a machine that is recorded, or of one that has ended for good. */
  private boolean reconcile(MachineSighting sighting, Moment started) {
    String id = sighting.id().value();
    Optional<MachineRecord> known = ledger.machine(id);
    if (known.isPresent()) {
      if (known.get().remark() || known.get().status() == Status.QUARANTINED) {
        trackings.of(id).incarnation = sighting.incarnation().orElse(null);
      }
      trackings.find(id).ifPresent(MachineTracking::seen);
      recorder.merge(known.get(), sighting, started);
      noteChange(known.get());
      return true;
    }
    boolean ended = sighting.end() == MachineSighting.End.FINAL;
    if (sighting.pool().filter(settings.config().name()::equals).isEmpty()
        || (ended && onUnknownKey(sighting))) {
      return ended;
    }
    Optional<MachineRecord> tombstone = ledger.endedMachine(id);
    if (tombstone.filter(QuarantineHandler::isDisowned).isPresent()) {
      return true;
    }
    if (sighting.incarnation().filter(ledger.incarnation()::equals).isEmpty()) {
      if (tombstone.filter(gone -> isStale(gone, started)).isEmpty()) {
        onForeignMarks(sighting);
      }
    } else if (tombstone.isPresent()) {
      onReappeared(tombstone.get(), sighting, started);
    } else if (sighting.key().isEmpty() && group.isGroup()) {
      group.onGroupMachine(sighting);
    } else if (onUnknownKey(sighting)) {
      quarantine(
          sighting,
          Alarm.Code.UNKNOWN_LAUNCH_KEY,
          "machine " + id + " carries this pool's mark and a launch key that is not in the ledger:"
              + " another writer, or a restored ledger");
    } else {
      launchMemory.onSighted(sighting.key().orElseThrow().value());
      recorder.onLaunched(sighting.key().orElseThrow().value(), sighting);
    }
    return ended;
  }

  /** A machine of a restored ledger is not as the backup has it: the report names it. */
  private void noteChange(MachineRecord before) {
    RestoreRecord restore = ledger.pool().restore();
    if (restore == null) {
      return;
    }
    boolean changed = ledger
        .machine(before.id())
        .filter(now -> RestoreRecord.differs(now, before))
        .isPresent();
    if (changed && !restore.changed().contains(before.id())) {
      ledger.put(ledger.pool().edit(edit -> edit.restore = restore.changed(before.id())));
    }
  }

  private boolean onUnknownKey(MachineSighting sighting) {
    return sighting.key().flatMap(key -> ledger.launch(key.value())).isEmpty();
  }

  private void onForeignMarks(MachineSighting sighting) {
    boolean disowned = sighting
        .incarnation()
        .filter(incarnation -> ledger.pool().disowned().contains(incarnation.value()))
        .isPresent();
    if (disowned || sighting.end() == MachineSighting.End.FINAL) {
      return;
    }
    if (ledger.pool().phase() == PoolRecord.Phase.ACTIVE) {
      quarantine(
          sighting,
          Alarm.Code.QUARANTINE,
          "machine " + sighting.id()
              + " carries this pool's mark but belongs to another incarnation; the pool leaves "
              + "it alone");
    } else {
      observed.put(sighting.id().value(), sighting);
    }
  }

  private void quarantine(MachineSighting sighting, Alarm.Code code, String why) {
    boolean stranger = code == Alarm.Code.UNKNOWN_LAUNCH_KEY;
    // The key distinguishes an unknown machine, which stops launches, from one of another
    // incarnation, which does
    // not.
    String key = stranger ? sighting.key().map(k -> k.value()).orElse("") : null;
    MachineRecord record = recorder.record(sighting, Status.QUARANTINED, key, 0);
    trackings.of(record.id()).incarnation = sighting.incarnation().orElse(null);
    ledger.put(record.edit(edit -> edit.reason = why));
  }

  /** Whether a list may show a machine alive only since it lags behind its end. */
  private boolean isStale(MachineRecord tombstone, Moment started) {
    long lag = settings.profile().listLag().toNanos();
    return tombstone.status() == Status.GONE
        && !started.reached(trackings.of(tombstone.id()).endedAt + lag + 1);
  }

  /** An id whose record has ended is shown alive: stale at first, a late arrival after the lag. */
  private void onReappeared(MachineRecord tombstone, MachineSighting sighting, Moment started) {
    if (tombstone.status() == Status.DETACHED
        || sighting.end() == MachineSighting.End.FINAL
        || isStale(tombstone, started)) {
      return;
    }
    counters.count(KeeperCounters.Counter.LATE_ARRIVALS, 1);
    if (tombstone.kept() && tombstone.closedAt() == null) {
      setAside(tombstone, sighting);
      return;
    }
    MachineRecord record =
        recorder.record(sighting, Status.RETIRING, tombstone.key(), tombstone.profile());
    ledger.put(record.edit(edit -> {
      edit.reason = "it was recorded as ended, but the cloud lists it again";
      edit.lowered = tombstone.lowered();
    }));
  }

  /** One that was to be kept is ended by no decision of the pool: a person decides about it. Launches go on. */
  private void setAside(MachineRecord tombstone, MachineSighting sighting) {
    MachineRecord record =
        recorder.record(sighting, Status.QUARANTINED, tombstone.key(), tombstone.profile());
    trackings.of(record.id()).incarnation = sighting.incarnation().orElse(null);
    ledger.put(record.edit(edit -> {
      edit.acknowledged = true;
      edit.reason = "it was recorded as ended and was not evictable, but the cloud lists it again";
    }));
  }
}
