package io.cloudadapter.core.keeper.refresh;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.refresh.ProtectedMachines;
import io.cloudadapter.api.refresh.RefreshCause;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.MachineTracking;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.ledger.RefreshSettings;
import io.cloudadapter.core.ledger.TemplateIndex;
import io.cloudadapter.core.ledger.TemplateRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Counts the machines of a pool for a refresh: those that it still has to replace, those that are healthy, and those
 * that it may take out.
 */
final class RefreshCensus {
  /** Machines that may be taken out and are ill already: they cost no availability. */
  final List<MachineRecord> ill = new ArrayList<>();

  /** Machines that may be taken out and are healthy. */
  final List<MachineRecord> sound = new ArrayList<>();

  /** Machines that have to be replaced, and must not be at present. */
  final List<MachineRecord> blocked = new ArrayList<>();

  /** Machines of the warm pool that have to be replaced: they cost no availability, and go first. */
  final List<MachineRecord> warm = new ArrayList<>();

  /** How many machines are to be replaced in the end. */
  int remaining;

  /** How many machines are to be replaced and may be without a person's help. */
  int replaceable;

  /** How many of these wait for no window of disruption. */
  int pressing;

  /** How many machines carry their share: of the old template, and of the new one after their warmup. */
  int healthy;

  /** How many machines count that are not yet healthy and need not be replaced. */
  int warming;

  /** How many machines may be taken out at all: those of a day's share, if the refresh has started by itself. */
  int most = Integer.MAX_VALUE;

  /** How many machines of the new template have failed before they were in service. */
  int failures;

  private final Ledger ledger;
  private final RefreshRecord refresh;
  private final MachineTrackings trackings;
  private final CurrentStep step;
  private final MachineAges ages;
  private final Predicate<MachineRecord> windowless;
  private final Predicate<MachineRecord> served;
  private final TemplateDrift drift;
  private final Map<Integer, Boolean> matching = new HashMap<>();

  private RefreshCensus(
      Ledger ledger,
      RefreshRecord refresh,
      MachineTrackings trackings,
      CurrentStep step,
      MachineAges ages,
      Predicate<MachineRecord> windowless,
      Predicate<MachineRecord> served) {
    this.ledger = ledger;
    this.refresh = refresh;
    this.trackings = trackings;
    this.step = step;
    this.ages = ages;
    this.windowless = windowless;
    this.served = served;
    this.drift = new TemplateDrift(ledger, refresh.template());
  }

  /**
   * Counts.
   *
   * @param windowless whether a machine waits for no window of disruption
   * @param served whether a machine is behind all load balancers of the pool
   */
  static RefreshCensus of(
      Ledger ledger,
      RefreshRecord refresh,
      MachineTrackings trackings,
      CurrentStep step,
      MachineAges ages,
      Predicate<MachineRecord> windowless,
      Predicate<MachineRecord> served) {
    RefreshCensus census =
        new RefreshCensus(ledger, refresh, trackings, step, ages, windowless, served);
    for (MachineRecord machine : ledger.machines()) {
      census.count(machine);
    }
    for (MachineRecord machine : ledger.endedMachines()) {
      census.failures += census.failed(machine) ? 1 : 0;
    }
    return census;
  }

  /** Leaves what is more than a day's share for another refresh. */
  void limitTo(int machines) {
    most = machines;
    remaining = Math.min(remaining, machines);
    replaceable = Math.min(replaceable, machines);
    pressing = Math.min(pressing, machines);
  }

  private void count(MachineRecord machine) {
    boolean leaves = machine.status() == Status.RETIRING || machine.status() == Status.DELETING;
    failures += leaves && failed(machine) ? 1 : 0;
    if (isIdle(machine) && isOutdated(machine)) {
      warm.add(machine);
    }
    if (!machine.effective()) {
      return;
    }
    boolean carries = carries(machine);
    if (isOutdated(machine)) {
      healthy += carries ? 1 : 0;
      outdated(machine, carries);
    } else if (carries && isWarm(machine)) {
      healthy++;
    } else {
      warming++;
      if (!carries) {
        trackings.of(machine.id()).healthySince = null;
      }
    }
  }

  /** Whether it is in the warm pool, and not on its way out of it. */
  private static boolean isIdle(MachineRecord machine) {
    return machine.status() == Status.LIVE
        && machine.warm() != null
        && !machine.isWarm(WarmState.WAKING)
        && !machine.isSpared();
  }

  private void outdated(MachineRecord machine, boolean carries) {
    ProtectedMachines rule = refresh.settings().protectedMachines();
    boolean held = ledger.actions().holds(machine.id());
    boolean kept = machine.kept() || (machine.isProtected() && rule != ProtectedMachines.REPLACE);
    if (kept || held) {
      blocked.add(machine);
    }
    if (rule == ProtectedMachines.SKIP && (kept || held)) {
      return;
    }
    remaining++;
    replaceable += kept ? 0 : 1;
    pressing += !kept && windowless.test(machine) ? 1 : 0;
    if (kept || held) {
      return;
    }
    if (carries) {
      sound.add(machine);
    } else if (refresh.isRollback()
        ? !machine.available()
        : machine.serviceState() == ServiceState.UNHEALTHY && isSeenRunning(machine)) {
      // What does not serve yet would serve with a template that is rejected. One that is only not
      // known to serve, as
      // after a restart, may serve.
      ill.add(machine);
    }
  }

  /** Whether a machine has to be replaced. */
  private boolean isOutdated(MachineRecord machine) {
    if (refresh.isRollback()) {
      // Only what the refresh has brought goes: other machines were there before it.
      return machine.key() != null
          && matching.computeIfAbsent(
              machine.profile(), number -> matches(number, refresh.rejected()));
    }
    if (refresh.isAutomatic()) {
      return refresh.reasonToStart() == RefreshCause.DRIFT
          ? drift.of(machine)
          : ages.isOverdue(machine, refresh.startedAt()) || windowless.test(machine);
    }
    if (machine.key() == null) {
      return true;
    }
    return refresh.settings().skipMatching()
        ? !matching.computeIfAbsent(
            machine.profile(), number -> matches(number, refresh.template()))
        : machine.profile() < refresh.template();
  }

  private boolean matches(int number, int other) {
    TemplateIndex templates = ledger.templates();
    var wanted = templates.find(other).map(TemplateRecord::digest);
    return wanted.isPresent()
        && templates.find(number).map(TemplateRecord::digest).equals(wanted);
  }

  /** Whether a machine was made for the new template and left before it was in service. */
  private boolean failed(MachineRecord machine) {
    return machine.key() != null
        && machine.profile() >= refresh.template()
        && (!machine.ran() || machine.entering())
        && !machine.byCommand();
  }

  private boolean carries(MachineRecord machine) {
    return isSeenRunning(machine)
        && machine.ready()
        && machine.serviceState() != ServiceState.UNHEALTHY
        && served.test(machine);
  }

  /** A machine that the last list did not show may be gone, and one whose state it left open may have stopped. */
  private boolean isSeenRunning(MachineRecord machine) {
    return machine.ran()
        && machine.state() == MachineState.RUNNING
        && trackings.of(machine.id()).isShown();
  }

  /** Whether a new machine has been healthy for its warmup without a break; by the monotonic clock. */
  private boolean isWarm(MachineRecord machine) {
    RefreshSettings settings = refresh.settings();
    if (settings.warmup().equals(Duration.ZERO)) {
      return true;
    }
    MachineTracking track = trackings.of(machine.id());
    Long since = track.healthySince;
    long began = since == null ? step.now().nanos() : since;
    if (refresh.active()) { // Of one that has ended, only the numbers are shown.
      track.healthySince = began;
    }
    long warm = began + settings.warmup().toNanos();
    if (step.now().reached(warm)) {
      return true;
    }
    step.wakeAt(warm);
    return false;
  }

  /** The oldest first; zone by zone if that is asked for. Ties by id. */
  List<MachineRecord> inOrder(List<MachineRecord> machines) {
    Comparator<MachineRecord> order =
        Comparator.comparing(MachineRecord::boundAt).thenComparing(MachineRecord::id);
    Comparator<MachineRecord> zones =
        Comparator.comparing(machine -> machine.zone() == null ? "" : machine.zone());
    return machines.stream()
        .sorted(refresh.settings().zoneByZone() ? zones.thenComparing(order) : order)
        .toList();
  }
}
