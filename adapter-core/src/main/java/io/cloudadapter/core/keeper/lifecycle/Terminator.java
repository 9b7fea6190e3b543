package io.cloudadapter.core.keeper.lifecycle;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.ErrorText;
import io.cloudadapter.core.keeper.state.HourlyQuota;
import io.cloudadapter.core.keeper.state.KeeperCounters;
import io.cloudadapter.core.keeper.state.MachineTracking;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.RetryBackoff;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.CloudException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Ends machines: decides about those that never started or are unhealthy, records RETIRING, and repeats the request
 * to the cloud once DELETING is durable, until a list shows the end.
 */
public final class Terminator {
  private static final int CALLS_AT_ONCE = 50;
  private static final Duration REPEAT = Duration.ofSeconds(30);

  /**
   * Up to this many refusals in a row are usually temporary: another operation holds the machine, or the cloud
   * throttles.
   */
  private static final int REFUSALS_THAT_PASS = 3;

  /** How long a cloud may take to end a machine before a person hears of it. */
  private static final Duration ENDS_WITHIN = Duration.ofMinutes(15);

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final KeeperCounters counters;
  private final MachineTrackings trackings;
  private final CloudContact cloud;
  private final PoolFreeze freeze;
  private final HourlyQuota terminateBudget;
  private final LoadBalancerRegistrar registrar;
  private final LifecycleHooks hooks;
  private final Remediator remediator;

  /** Which machines each call that is under way is to end, and all of these. */
  private final Set<Set<MachineId>> calls = new HashSet<>();

  private final Set<MachineId> calling = new HashSet<>();

  /** Those whose ends go out at the end of the step. */
  private final Set<MachineId> due = new LinkedHashSet<>();

  private final Set<String> denied = new HashSet<>();
  private final Set<String> troubled = new HashSet<>();

  public Terminator(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      KeeperCounters counters,
      MachineTrackings trackings,
      CloudContact cloud,
      PoolFreeze freeze,
      HourlyQuota terminateBudget,
      LoadBalancerRegistrar registrar,
      LifecycleHooks hooks,
      Remediator remediator) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.counters = counters;
    this.trackings = trackings;
    this.cloud = cloud;
    this.freeze = freeze;
    this.terminateBudget = terminateBudget;
    this.registrar = registrar;
    this.hooks = hooks;
    this.remediator = remediator;
  }

  /** Decides that a machine ends. A person's word needs no budget (I10). */
  public void retire(MachineRecord machine, String reason, boolean byCommand) {
    ledger.put(machine.edit(edit -> {
      edit.status = Status.RETIRING;
      edit.reason = reason;
      edit.byCommand = byCommand;
    }));
  }

  /**
   * Decides that a machine is one too many; the pool's deletion policy says how it goes.
   *
   * @param byCommand whether it goes by a command or a policy, and needs no budget (I10)
   * @param explicit whether a caller has asked for the size that it is too many for
   */
  public void shrink(MachineRecord machine, String reason, boolean byCommand, boolean explicit) {
    Optional<DeletionPolicy> policy = settings.config().scaling().deletion();
    Duration grace = policy.map(DeletionPolicy::gracePeriod).orElse(Duration.ZERO);
    boolean lives = policy.filter(how -> !how.destroy()).isPresent();
    trackings.of(machine.id()).goesAt = step.now().plus(grace);
    ledger.put(machine.edit(edit -> {
      edit.status = Status.RETIRING;
      edit.reason = reason;
      edit.byCommand = byCommand;
      edit.disruption = explicit ? null : DisruptionReason.SHRINK;
      edit.released = lives;
      edit.goesAt = grace.isZero() ? null : step.wall().plus(grace);
    }));
  }

  /** Whether a machine still has some of the time that it was given; by the monotonic clock (I11). */
  private boolean hasTime(MachineRecord machine) {
    Instant goes = machine.goesAt();
    if (goes == null) {
      return false;
    }
    MachineTracking track = trackings.of(machine.id());
    Long known = track.goesAt;
    long at = known == null ? step.now().plus(left(goes)) : known;
    track.goesAt = at;
    if (step.now().reached(at)) {
      return false;
    }
    step.wakeAt(at);
    return true;
  }

  /** What is left of a time that an earlier life gave: no more than the policy gives, if it still does. */
  private Duration left(Instant goes) {
    Duration left = Duration.between(step.wall(), goes);
    Duration most =
        settings.config().scaling().deletion().map(DeletionPolicy::gracePeriod).orElse(left);
    return left.isNegative() ? Duration.ZERO : left.compareTo(most) > 0 ? most : left;
  }

  public void onStep() {
    if (!freeze.mayAct()) {
      return;
    }
    remediator.beginStep();
    for (MachineRecord machine : ledger.busyMachines()) {
      ledger.atom();
      switch (machine.status()) {
        case LIVE -> remediator.bootFailure(machine).ifPresent(reason -> end(machine, reason));
        case RETIRING -> endIfReady(machine);
        case DELETING -> requestEnd(machine);
        case ATTACHING, PRESUMED_GONE, DETACHING, QUARANTINED, GONE, DETACHED -> {}
      }
    }
    remediator.replaceUnhealthy(this::end);
    remediator.endDisposable(this::end);
    sendRequests();
    alarmOnBudget();
    alarmOnSlowEnds();
    remediator.alarmOnUnknownStates();
    denied.removeIf(this::isNotEnding);
    troubled.removeIf(this::isNotEnding);
    if (troubled.isEmpty()) {
      alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.END);
    }
    cloud.terminationDenied = !denied.isEmpty();
  }

  private void end(MachineRecord machine, String reason) {
    retire(machine, reason, false);
    ledger.machine(machine.id()).ifPresent(this::endIfReady);
  }

  private boolean isNotEnding(String id) {
    return ledger.machine(id).filter(m -> m.status() == Status.DELETING).isEmpty();
  }

  /** Says how many ends wait for the hour's budget. */
  private void alarmOnBudget() {
    int waiting = 0;
    for (MachineRecord machine : ledger.busyMachines()) {
      boolean due = machine.status() == Status.RETIRING
          && !hasTime(machine)
          && !registrar.holdUntilDeregistered(machine);
      waiting += due ? 1 : 0;
    }
    if (waiting == 0) {
      alarms.clear(Alarm.Code.DELETE_BUDGET);
    } else {
      alarms.raise(
          Alarm.Code.DELETE_BUDGET,
          waiting + " machines wait to be ended: the hour's budget of ends without a command is"
              + " spent",
          step.wall());
    }
  }

  /** In this order: the time that it was given, out from behind load balancers, its hooks, its end. */
  private void endIfReady(MachineRecord machine) {
    if (hasTime(machine)
        || registrar.holdUntilDeregistered(machine)
        || hooks.pauseBeforeEnd(machine)) {
      return;
    }
    if (machine.released()) {
      trackings.of(machine.id()).unmarked = false;
      ledger.put(machine.edit(edit -> edit.status = Status.DETACHING));
      return;
    }
    if (!machine.byCommand()) {
      if (terminateBudget.exhausted(step.now())) {
        terminateBudget.nextRefill().ifPresent(step::wakeAt);
        return;
      }
      terminateBudget.spend(step.now().nanos(), 1);
    }
    MachineRecord closed = machine.edit(edit -> {
      edit.status = Status.DELETING;
      edit.closedAt = step.wall();
    });
    ledger.put(closed);
    requestEnd(closed);
  }

  private void requestEnd(MachineRecord machine) {
    MachineId id = machine.machineId();
    RetryBackoff retry = trackings.of(machine.id()).retry();
    if (calling.contains(id)) {
      return;
    }
    if (retry.isDue(step.now())) {
      due.add(id);
    } else {
      step.wakeAt(retry.at());
    }
  }

  /** As many as the adapter can end by one call go out together. The rest goes when calls have returned. */
  private void sendRequests() {
    Iterator<MachineId> next = due.iterator();
    while (next.hasNext() && calls.size() < CALLS_AT_ONCE) {
      Set<MachineId> together = new LinkedHashSet<>();
      while (next.hasNext() && together.size() < settings.endsTogether()) {
        together.add(next.next());
      }
      calls.add(together);
      calling.addAll(together);
      counters.count(KeeperCounters.Counter.TERMINATE_CALLS, 1);
      step.emit(new Effect.Terminate(Collections.unmodifiableSet(together)));
    }
    due.clear();
  }

  public void onTerminated(Event.Terminated event) {
    // An earlier keeper of this process may have sent it.
    if (calls.remove(event.machines())) {
      calling.removeAll(event.machines());
    }
    Map<Optional<Duration>, RetryBackoff> failed = new HashMap<>();
    for (MachineId machine : event.machines()) {
      Optional<CloudException> error = Optional.ofNullable(event.errors().get(machine))
          .filter(e -> e.kind() != CloudException.Kind.NOT_FOUND);
      if (error.isEmpty()) {
        onAccepted(machine);
      } else {
        retryLater(machine, error.get(), failed);
        onRefused(machine, error.get());
      }
    }
  }

  private void onAccepted(MachineId machine) {
    Duration twice = settings.profile().listLag().multipliedBy(2);
    RetryBackoff retry = trackings.of(machine.value()).retry();
    retry.after(step.now(), twice.compareTo(REPEAT) > 0 ? twice : REPEAT);
    denied.remove(machine.value());
    troubled.remove(machine.value());
    MachineTracking track = trackings.of(machine.value());
    track.endRefusals = 0;
    track.endRefused = null;
  }

  /** Those that failed together are due together: else each would be a call of its own from then on. */
  private void retryLater(
      MachineId machine, CloudException error, Map<Optional<Duration>, RetryBackoff> failed) {
    RetryBackoff retry = trackings.of(machine.value()).retry();
    RetryBackoff other = failed.putIfAbsent(error.retryAfter(), retry);
    if (other == null) {
      retry.failed(step.now(), error.retryAfter(), settings.random());
    } else {
      retry.failedWith(other);
    }
  }

  private void onRefused(MachineId machine, CloudException error) {
    if (error.kind() == CloudException.Kind.DENIED) {
      denied.add(machine.value());
      cloud.terminationDenied = true;
    }
    MachineTracking track = trackings.of(machine.value());
    track.endRefusals++;
    track.endRefused = ErrorText.of(error);
    boolean passing = error.kind() == CloudException.Kind.THROTTLED
        || error.kind() == CloudException.Kind.CONFLICT;
    if (!passing || track.endRefusals >= REFUSALS_THAT_PASS) {
      troubled.add(machine.value());
      String often =
          track.endRefusals == 1 ? "" : ", refused " + track.endRefusals + " times in a row";
      int more = troubled.size() - 1;
      String others = more == 0 ? "" : ", nor can " + more + (more == 1 ? " other" : " others");
      alarms.raise(
          Alarm.Code.CLOUD,
          AlarmRegistry.Cause.END,
          "machine " + machine + " cannot be ended" + often + ": " + ErrorText.of(error)
              + others
              + "; if it is locked or protected in the cloud, unlock it there; it is asked again"
              + " and again",
          step.wall());
    }
  }

  /** Raises an alarm for machines that the cloud was asked to end and that live on for too long. */
  private void alarmOnSlowEnds() {
    int overdue = 0;
    String first = "";
    for (MachineRecord machine : ledger.busyMachines()) {
      if (machine.status() != Status.DELETING) {
        continue;
      }
      MachineTracking track = trackings.of(machine.id());
      Long since = track.endingSince;
      long began = since == null ? step.now().nanos() : since;
      track.endingSince = began;
      long due = began + ENDS_WITHIN.toNanos();
      if (!step.now().reached(due)) {
        step.wakeAt(due);
        continue;
      }
      first = overdue == 0 ? machine.id() : first;
      overdue++;
    }
    if (overdue == 0) {
      alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.SLOW_END);
    } else {
      alarms.raise(
          Alarm.Code.CLOUD,
          AlarmRegistry.Cause.SLOW_END,
          "machine " + first + (overdue == 1 ? "" : " and " + (overdue - 1) + " others")
              + " should have ended: the cloud was asked more than " + TimeSpan.rounded(ENDS_WITHIN)
              + " ago and still shows " + (overdue == 1 ? "it" : "them")
              + "; look there for what holds the end up",
          step.wall());
    }
  }

  /** The tombstones of a month ago are forgotten; late arrivals after that go to quarantine. */
  public void dropTombstones(Duration kept) {
    for (MachineRecord machine : java.util.List.copyOf(ledger.endedMachines())) {
      Instant ended = machine.endedAt();
      if (ended != null && step.isOlder(ended, kept)) {
        ledger.atom();
        ledger.drop(machine);
        trackings.remove(machine.id());
      }
    }
    for (LaunchRecord launch : java.util.List.copyOf(ledger.resolved())) {
      Instant ended = launch.endedAt();
      boolean owns = launch.ids().stream().anyMatch(id -> ledger.machine(id).isPresent());
      if (ended != null && step.isOlder(ended, kept) && !owns) {
        ledger.atom();
        ledger.drop(launch);
      }
    }
  }
}
