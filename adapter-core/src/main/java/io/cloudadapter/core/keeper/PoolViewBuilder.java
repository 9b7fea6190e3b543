package io.cloudadapter.core.keeper;

import io.cloudadapter.api.ListStatus;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.keeper.refresh.ActiveRefresh;
import io.cloudadapter.core.keeper.refresh.ShownTemplates;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.EndedMachines;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.PlaceholderId;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.warm.WarmRecord;
import io.cloudadapter.spi.MachineSighting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Builds the pool view for readers: the ledger, overlaid on the last list. It is updated machine by machine; a new
 * view is made only when something in it has changed.
 *
 * <p>A pending launch shows as REQUESTED; RETIRING and DELETING show as TERMINATING; a machine that has just ended
 * shows as TERMINATED until a complete list has passed without it. Machines that join or leave, and those in
 * quarantine, are not members and do not show.
 */
final class PoolViewBuilder {
  /** What a list may take from its call to its answer, on top of the pace of lists. */
  private static final Duration LIST_TIME = Duration.ofMinutes(1);

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final CloudContact cloud;
  private final PoolFreeze freeze;
  private final EndedMachines endedMachines;
  private final ListReconciler reconciler;
  private final ActiveRefresh activeRefresh;
  private final ShownTemplates templates;
  private final Map<String, Machine> members = new TreeMap<>();
  private List<Machine> placeholders = List.of();
  private List<Machine> unknownMachines = List.of();
  private int shownFor;
  private long shownAt;
  private long revision;
  private @org.jspecify.annotations.Nullable PoolView last;

  /** Whether the copy of a ledger was once found to be old; it does not get younger. */
  private boolean copyIsOld;

  PoolViewBuilder(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      CloudContact cloud,
      PoolFreeze freeze,
      EndedMachines endedMachines,
      ListReconciler reconciler,
      ActiveRefresh activeRefresh,
      long firstRevision) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.cloud = cloud;
    this.freeze = freeze;
    this.endedMachines = endedMachines;
    this.reconciler = reconciler;
    this.activeRefresh = activeRefresh;
    this.templates = new ShownTemplates(ledger);
    this.revision = firstRevision;
    this.shownFor = ledger.pool().profile();
    this.shownAt = ledger.templates().changes();
    ledger.machines().forEach(this::show);
  }

  /** The view after this step, or empty before the first complete list. */
  Optional<PoolView> view() {
    return view(listStatus());
  }

  /** The view of one who only reads the copy of a ledger, and lists no cloud. */
  Optional<PoolView> viewWithoutStep() {
    return view(listStatusWithoutStep());
  }

  /** The last view, or, before the first complete list, what the ledger has. */
  PoolView currentView() {
    return last != null ? last : build(Instant.EPOCH, ListStatus.NOT_LISTED);
  }

  /** Whether the last list is recent; wakes the keeper when it is to be called old. */
  private ListStatus listStatus() {
    if (cloud.lastListBeganAt == null) {
      return ListStatus.NOT_LISTED;
    }
    long old = cloud.listArrived + recent().toNanos();
    if (step.now().reached(old)) {
      return ListStatus.STALE;
    }
    step.wakeAt(old);
    return ListStatus.RECENT;
  }

  private ListStatus listStatusWithoutStep() {
    Instant stored = ledger.pool().listedAt();
    if (stored == null) {
      return ListStatus.NOT_LISTED;
    }
    Duration age = Duration.between(stored, step.wall());
    copyIsOld |= age.compareTo(ListReconciler.STORED_EVERY.plus(recent())) > 0;
    return copyIsOld ? ListStatus.STALE : ListStatus.RECENT;
  }

  /** How long a list counts as recent: as long as two more of them may be late or fail. */
  private Duration recent() {
    return settings.config().listInterval().idle().multipliedBy(3).plus(LIST_TIME);
  }

  private PoolView build(Instant timestamp, ListStatus listStatus) {
    return new PoolView(
        settings.config().name(),
        timestamp,
        revision,
        ledger.pool().desired(),
        status(),
        shownMachines(),
        alarms.all(),
        listStatus,
        templates.present(),
        refresh(),
        activeRefresh.owedHeadroom());
  }

  private Optional<RefreshState> refresh() {
    return ledger.refresh().filter(RefreshRecord::active).map(RefreshRecord::state);
  }

  private Optional<PoolView> view(ListStatus listStatus) {
    boolean changed = showAgainIfTemplateChanged();
    for (String id : ledger.takeTouched()) {
      Machine shownBefore = members.get(id);
      Optional<MachineRecord> machine = ledger.machine(id).or(() -> ledger.endedMachine(id));
      machine.ifPresentOrElse(this::show, () -> hide(id));
      changed |= !java.util.Objects.equals(shownBefore, members.get(id));
    }
    changed |= dropUnlisted();
    Instant timestamp =
        cloud.lastListBeganAt != null ? cloud.lastListBeganAt : ledger.pool().listedAt();
    if (timestamp == null) {
      return Optional.empty();
    }
    List<Machine> nowPromised = placeholders();
    List<Machine> nowStrange = reconciler.observed().isEmpty()
        ? List.of()
        : reconciler.observed().values().stream().map(PoolViewBuilder::machine).toList();
    changed |= !nowPromised.equals(placeholders) || !nowStrange.equals(unknownMachines);
    placeholders = nowPromised;
    unknownMachines = nowStrange;
    PoolView before = last;
    changed |= before != null && !before.alarms().equals(alarms.all());
    PoolRecord pool = ledger.pool();
    if (before == null
        || changed
        || before.desiredSize() != pool.desired()
        || before.headroom() != activeRefresh.owedHeadroom()
        || before.status() != status()
        || before.listStatus() != listStatus
        || !before.template().equals(templates.present())
        || !before.refresh().equals(refresh())) {
      revision++;
      last = build(timestamp, listStatus);
    } else if (!before.timestamp().equals(timestamp)) {
      last = new PoolView(
          before.pool(),
          timestamp,
          revision,
          before.desiredSize(),
          before.status(),
          before.machines(),
          before.alarms(),
          listStatus,
          before.template(),
          before.refresh(),
          before.headroom());
    }
    return Optional.ofNullable(last);
  }

  /** A rollback changes the present template, and with it what each machine differs in. */
  private boolean showAgainIfTemplateChanged() {
    int present = ledger.pool().profile();
    long changes = ledger.templates().changes();
    if (present == shownFor && changes == shownAt) {
      return false;
    }
    shownFor = present;
    shownAt = changes;
    ledger.machines().forEach(this::show);
    return true;
  }

  PoolStatus status() {
    if (freeze.isFrozen()) {
      return PoolStatus.FROZEN;
    }
    if (ledger.pool().state().ends()) {
      return PoolStatus.DELETING;
    }
    if (ledger.pool().state() == OperatingState.SUSPENDED) {
      return PoolStatus.SUSPENDED;
    }
    return ledger.pool().state() == OperatingState.RUNNING
            && ledger.pool().phase() == PoolRecord.Phase.ACTIVE
            && !ledger.pool().restored()
        ? PoolStatus.ACTIVE
        : PoolStatus.OBSERVING;
  }

  private List<Machine> shownMachines() {
    if (placeholders.isEmpty() && unknownMachines.isEmpty()) {
      return List.copyOf(members.values());
    }
    Map<String, Machine> all = new TreeMap<>(members);
    placeholders.forEach(machine -> all.put(machine.id().value(), machine));
    unknownMachines.forEach(machine -> all.putIfAbsent(machine.id().value(), machine));
    return List.copyOf(all.values());
  }

  private void show(MachineRecord machine) {
    boolean justEnded = machine.status() == Status.GONE && members.containsKey(machine.id());
    if (machine.status().member() || justEnded) {
      members.put(machine.id(), machine(machine));
      if (justEnded) {
        endedMachines.shown.add(machine.id());
      } else {
        endedMachines.shown.remove(machine.id());
        endedMachines.unlisted.remove(machine.id());
      }
    } else {
      hide(machine.id());
    }
  }

  private void hide(String id) {
    members.remove(id);
    endedMachines.shown.remove(id);
  }

  private boolean dropUnlisted() {
    if (endedMachines.unlisted.isEmpty()) {
      return false;
    }
    List.copyOf(endedMachines.unlisted).forEach(this::hide);
    endedMachines.unlisted.clear();
    return true;
  }

  private List<Machine> placeholders() {
    List<Machine> machines = new java.util.ArrayList<>();
    for (LaunchRecord launch : ledger.unresolved()) {
      for (int slot = 0; slot < launch.k() && !launch.warm(); slot++) {
        if (launch.slots().charAt(slot) == LaunchRecord.OPEN) {
          machines.add(placeholder(launch, slot));
        }
      }
    }
    return machines;
  }

  private Machine placeholder(LaunchRecord launch, int slot) {
    return new Machine(
        PlaceholderId.id(launch, slot),
        MachineState.REQUESTED,
        ServiceState.UNKNOWN,
        Optional.empty(),
        List.of(),
        List.of(),
        launch.zoneIfAny(),
        Optional.empty(),
        false,
        Map.of(),
        templates.of(launch).template(),
        templates.of(launch).drift(),
        MembershipStatus.DEFAULT);
  }

  private Machine machine(MachineRecord record) {
    ShownTemplates.Shown made = templates.of(record);
    return new Machine(
        new MachineId(record.id()),
        state(record),
        record.serviceState(),
        Optional.ofNullable(record.launchTime()),
        record.publicIps(),
        record.privateIps(),
        ledger.canon().optional(record.zone()),
        ledger.canon().optional(record.size()),
        record.isProtected(),
        metadata(record),
        made.template(),
        made.drift(),
        record.membershipStatus(),
        Optional.ofNullable(record.health())
            .map(note -> new MachineHealth(note.source(), note.reason())),
        Optional.ofNullable(record.warm())
            .filter(warm -> record.status() != MachineRecord.Status.GONE
                && record.end() != MachineSighting.End.FINAL
                && record.state() != MachineState.TERMINATING)
            .map(WarmRecord::state));
  }

  /**
   * What the cloud reports, and whether the machine is stopped, because the state alone would mean that it has ended.
   */
  private static Map<String, String> metadata(MachineRecord record) {
    boolean there = record.status() != Status.PRESUMED_GONE && record.status() != Status.GONE;
    if (!there || record.waking() || record.end() != MachineSighting.End.STOPPED) {
      return record.metadata();
    }
    Map<String, String> facts = new TreeMap<>(record.metadata());
    facts.put("stopped", "true");
    return facts;
  }

  static MachineState state(MachineRecord record) {
    return switch (record.status()) {
      // A machine that is started may show as stopped for a while, which would mean that it has
      // ended.
      case LIVE ->
        record.waking() && record.end() == MachineSighting.End.STOPPED
            ? MachineState.PENDING
            : record.state();
      case RETIRING, DELETING ->
        record.end() == MachineSighting.End.NOT_ENDED ? MachineState.TERMINATING : record.state();
      case PRESUMED_GONE, GONE -> MachineState.TERMINATED;
      case ATTACHING, DETACHING, DETACHED, QUARANTINED -> record.state();
    };
  }

  private static Machine machine(MachineSighting sighting) {
    return new Machine(
        sighting.id(),
        sighting.state(),
        ServiceState.UNKNOWN,
        sighting.launchTime(),
        sighting.publicIps(),
        sighting.privateIps(),
        sighting.zone(),
        sighting.size(),
        false,
        sighting.metadata());
  }
}
