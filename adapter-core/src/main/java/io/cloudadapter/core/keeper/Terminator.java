package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
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
final class Terminator {
  private static final int CALLS_AT_ONCE = 50;
  private static final Duration REPEAT = Duration.ofSeconds(30);

  /**
   * Up to this many refusals in a row are usually temporary: another operation holds the machine, or the cloud
   * throttles.
   */
  private static final int REFUSALS_THAT_PASS = 3;

  /** How long a cloud may take to end a machine before a person hears of it. */
  private static final Duration ENDS_WITHIN = Duration.ofMinutes(15);

  private static final String UNHEALTHY = "it was unhealthy";

  private final KeeperContext work;
  private final LoadBalancerRegistrar registrar;
  private final LifecycleHooks hooks;

  /** Which machines each call that is under way is to end, and all of these. */
  private final Set<Set<MachineId>> calls = new HashSet<>();

  private final Set<MachineId> calling = new HashSet<>();

  /** Those whose ends go out at the end of the step. */
  private final Set<MachineId> due = new LinkedHashSet<>();

  private final Set<String> denied = new HashSet<>();
  private final Set<String> troubled = new HashSet<>();
  private int untold;

  Terminator(KeeperContext work, LoadBalancerRegistrar registrar, LifecycleHooks hooks) {
    this.work = work;
    this.registrar = registrar;
    this.hooks = hooks;
  }

  /** Decides that a machine ends. A person's word needs no budget (I10). */
  void retire(MachineRecord machine, String reason, boolean byCommand) {
    work.ledger.put(machine.edit(edit -> {
      edit.status = Status.RETIRING;
      edit.reason = reason;
      edit.byCommand = byCommand;
    }));
  }

  /** Decides that a machine is one too many; the pool's deletion policy says how it goes. */
  void shrink(MachineRecord machine, String reason, boolean byCommand) {
    Optional<DeletionPolicy> policy = work.settings.config().scaling().deletion();
    Duration grace = policy.map(DeletionPolicy::gracePeriod).orElse(Duration.ZERO);
    boolean lives = policy.filter(how -> !how.destroy()).isPresent();
    work.tracking(machine.id()).goesAt = work.now().plus(grace);
    work.ledger.put(machine.edit(edit -> {
      edit.status = Status.RETIRING;
      edit.reason = reason;
      edit.byCommand = byCommand;
      edit.released = lives;
      edit.goesAt = grace.isZero() ? null : work.wall().plus(grace);
    }));
  }

  /** Whether a machine still has some of the time that it was given; by the monotonic clock (I11). */
  private boolean hasTime(MachineRecord machine) {
    Instant goes = machine.goesAt();
    if (goes == null) {
      return false;
    }
    MachineTracking track = work.tracking(machine.id());
    Long known = track.goesAt;
    long at = known == null ? work.now().plus(left(goes)) : known;
    track.goesAt = at;
    if (work.now().reached(at)) {
      return false;
    }
    work.wakeAt(at);
    return true;
  }

  /** What is left of a time that an earlier life gave: no more than the policy gives, if it still does. */
  private Duration left(Instant goes) {
    Duration left = Duration.between(work.wall(), goes);
    Duration most = work.settings
        .config()
        .scaling()
        .deletion()
        .map(DeletionPolicy::gracePeriod)
        .orElse(left);
    return left.isNegative() ? Duration.ZERO : left.compareTo(most) > 0 ? most : left;
  }

  void onStep() {
    if (!work.mayAct()) {
      return;
    }
    untold = 0;
    for (MachineRecord machine : work.ledger.busyMachines()) {
      work.ledger.atom();
      switch (machine.status()) {
        case LIVE -> checkBoot(machine);
        case RETIRING -> endIfReady(machine);
        case DELETING -> requestEnd(machine);
        case ATTACHING, PRESUMED_GONE, DETACHING, QUARANTINED, GONE, DETACHED -> {}
      }
    }
    remediate();
    sendRequests();
    alarmOnBudget();
    alarmOnSlowEnds();
    alarmOnUnknownStates();
    denied.removeIf(this::isNotEnding);
    troubled.removeIf(this::isNotEnding);
    if (troubled.isEmpty()) {
      work.alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.END);
    }
    work.terminationDenied = !denied.isEmpty();
  }

  private boolean isNotEnding(String id) {
    return work.ledger.machine(id).filter(m -> m.status() == Status.DELETING).isEmpty();
  }

  /** Says how many ends wait for the hour's budget. */
  private void alarmOnBudget() {
    int waiting = 0;
    for (MachineRecord machine : work.ledger.busyMachines()) {
      boolean due =
          machine.status() == Status.RETIRING && !hasTime(machine) && !registrar.holds(machine);
      waiting += due ? 1 : 0;
    }
    if (waiting == 0) {
      work.alarms.clear(Alarm.Code.DELETE_BUDGET);
    } else {
      work.alarms.raise(
          Alarm.Code.DELETE_BUDGET,
          waiting + " machines wait to be ended: the hour's budget of ends without a command is"
              + " spent",
          work.wall());
    }
  }

  private void checkBoot(MachineRecord machine) {
    if (machine.ran() || !machine.state().allocated()) {
      return;
    }
    Duration deadline = work.settings.config().bootDeadline();
    long at = work.tracking(machine.id()).since + deadline.toNanos();
    if (!work.now().reached(at)) {
      work.wakeAt(at);
    } else if (shownBooting(machine, at)) {
      String reason = "it did not run within " + TimeSpan.rounded(deadline);
      work.launchFailures.failed(machine.id(), "machine " + machine.id() + ": " + reason);
      retire(machine, reason, false);
      work.ledger.machine(machine.id()).ifPresent(this::endIfReady);
    } else if (work.now().reached(at + deadline.toNanos())) {
      untold++;
    } else {
      work.wakeAt(at + deadline.toNanos());
    }
  }

  /** Machines that have had twice their boot time and whose state is unknown: only a person may end them. */
  private void alarmOnUnknownStates() {
    if (untold == 0) {
      work.alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.STATE);
    } else {
      work.alarms.raise(
          Alarm.Code.CLOUD,
          AlarmRegistry.Cause.STATE,
          "the cloud has not reported the state of " + untold + " machines that should run by now;"
              + " they count, and the pool does not end them",
          work.wall());
    }
  }

  /**
   * Whether a look that cannot lag behind the deadline has shown that the machine does not run yet. That
   * time has passed proves nothing: a process that stood still, or could not list, knows only what was.
   */
  private boolean shownBooting(MachineRecord machine, long deadline) {
    long lag = work.settings.profile().listLag().toNanos();
    return work.tracking(machine.id()).bootingAt - (deadline + lag) >= 0;
  }

  /** In this order: the time that it was given, out from behind load balancers, its hooks, its end. */
  private void endIfReady(MachineRecord machine) {
    if (hasTime(machine) || registrar.holds(machine) || hooks.pauseBeforeEnd(machine)) {
      return;
    }
    if (machine.released()) {
      work.tracking(machine.id()).unmarked = false;
      work.ledger.put(machine.edit(edit -> edit.status = Status.DETACHING));
      return;
    }
    if (!machine.byCommand()) {
      if (work.deleteBudget.exhausted(work.now())) {
        work.deleteBudget.nextRefill().ifPresent(work::wakeAt);
        return;
      }
      work.deleteBudget.spend(work.now().nanos(), 1);
    }
    MachineRecord closed = machine.edit(edit -> {
      edit.status = Status.DELETING;
      edit.closedAt = work.wall();
    });
    work.ledger.put(closed);
    requestEnd(closed);
  }

  private void requestEnd(MachineRecord machine) {
    MachineId id = KeeperContext.id(machine);
    RetryBackoff retry = work.tracking(machine.id()).retry();
    if (calling.contains(id)) {
      return;
    }
    if (retry.isDue(work.now())) {
      due.add(id);
    } else {
      work.wakeAt(retry.at());
    }
  }

  /** As many as the adapter can end by one call go out together. The rest goes when calls have returned. */
  private void sendRequests() {
    Iterator<MachineId> next = due.iterator();
    while (next.hasNext() && calls.size() < CALLS_AT_ONCE) {
      Set<MachineId> together = new LinkedHashSet<>();
      while (next.hasNext() && together.size() < work.settings.endsTogether()) {
        together.add(next.next());
      }
      calls.add(together);
      calling.addAll(together);
      work.count(KeeperContext.Count.TERMINATE_CALLS, 1);
      work.emit(new Effect.Terminate(Collections.unmodifiableSet(together)));
    }
    due.clear();
  }

  void onTerminated(Event.Terminated event) {
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
    Duration twice = work.settings.profile().listLag().multipliedBy(2);
    RetryBackoff retry = work.tracking(machine.value()).retry();
    retry.after(work.now(), twice.compareTo(REPEAT) > 0 ? twice : REPEAT);
    denied.remove(machine.value());
    troubled.remove(machine.value());
    MachineTracking track = work.tracking(machine.value());
    track.endRefusals = 0;
    track.endRefused = null;
  }

  /** Those that failed together are due together: else each would be a call of its own from then on. */
  private void retryLater(
      MachineId machine, CloudException error, Map<Optional<Duration>, RetryBackoff> failed) {
    RetryBackoff retry = work.tracking(machine.value()).retry();
    RetryBackoff other = failed.putIfAbsent(error.retryAfter(), retry);
    if (other == null) {
      retry.failed(work.now(), error.retryAfter(), work.settings.random());
    } else {
      retry.failedWith(other);
    }
  }

  private void onRefused(MachineId machine, CloudException error) {
    if (error.kind() == CloudException.Kind.DENIED) {
      denied.add(machine.value());
      work.terminationDenied = true;
    }
    MachineTracking track = work.tracking(machine.value());
    track.endRefusals++;
    track.endRefused = KeeperContext.describe(error);
    boolean passing = error.kind() == CloudException.Kind.THROTTLED
        || error.kind() == CloudException.Kind.CONFLICT;
    if (!passing || track.endRefusals >= REFUSALS_THAT_PASS) {
      troubled.add(machine.value());
      String often =
          track.endRefusals == 1 ? "" : ", refused " + track.endRefusals + " times in a row";
      int more = troubled.size() - 1;
      String others = more == 0 ? "" : ", nor can " + more + (more == 1 ? " other" : " others");
      work.alarms.raise(
          Alarm.Code.CLOUD,
          AlarmRegistry.Cause.END,
          "machine " + machine + " cannot be ended" + often + ": " + KeeperContext.describe(error)
              + others
              + "; if it is locked or protected in the cloud, unlock it there; it is asked again"
              + " and again",
          work.wall());
    }
  }

  /** Raises an alarm for machines that the cloud was asked to end and that live on for too long. */
  private void alarmOnSlowEnds() {
    int overdue = 0;
    String first = "";
    for (MachineRecord machine : work.ledger.busyMachines()) {
      if (machine.status() != Status.DELETING) {
        continue;
      }
      MachineTracking track = work.tracking(machine.id());
      Long since = track.endingSince;
      long began = since == null ? work.now().nanos() : since;
      track.endingSince = began;
      long due = began + ENDS_WITHIN.toNanos();
      if (!work.now().reached(due)) {
        work.wakeAt(due);
        continue;
      }
      first = overdue == 0 ? machine.id() : first;
      overdue++;
    }
    if (overdue == 0) {
      work.alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.SLOW_END);
    } else {
      work.alarms.raise(
          Alarm.Code.CLOUD,
          AlarmRegistry.Cause.SLOW_END,
          "machine " + first + (overdue == 1 ? "" : " and " + (overdue - 1) + " others")
              + " should have ended: the cloud was asked more than " + TimeSpan.rounded(ENDS_WITHIN)
              + " ago and still shows " + (overdue == 1 ? "it" : "them")
              + "; look there for what holds the end up",
          work.wall());
    }
  }

  private void remediate() {
    PoolConfig.Remediation remediation = work.settings.config().remediation();
    if (!remediation.enabled()) {
      return;
    }
    int unhealthy = 0;
    int onTheirWay = 0;
    for (MachineRecord machine : work.ledger.machines()) {
      unhealthy += isUnhealthy(machine) ? 1 : 0;
      onTheirWay += isBeingReplaced(machine) ? 1 : 0;
    }
    if (unhealthy == 0) {
      work.alarms.clear(Alarm.Code.MASS_UNHEALTHY);
      return;
    }
    int bearable =
        (int) Math.max(1, Math.floor(remediation.freezeShare() * work.ledger.effective()));
    if (unhealthy > bearable) {
      work.alarms.raise(
          Alarm.Code.MASS_UNHEALTHY,
          unhealthy + " of " + work.ledger.effective() + " machines are unhealthy; none is replaced"
              + " until it is at most " + bearable,
          work.wall());
      return;
    }
    work.alarms.clear(Alarm.Code.MASS_UNHEALTHY);
    for (MachineRecord machine : java.util.List.copyOf(work.ledger.machines())) {
      boolean spared = machine.isProtected() || work.ledger.actions().holds(machine.id());
      if (isUnhealthy(machine) && !spared && onTheirWay < remediation.atOnce()) {
        onTheirWay += remediate(machine, remediation.after()) ? 1 : 0;
      }
    }
  }

  private boolean remediate(MachineRecord machine, Duration after) {
    long at = work.tracking(machine.id()).unhealthySince + after.toNanos();
    if (!work.now().reached(at)) {
      work.wakeAt(at);
      return false;
    }
    work.ledger.atom();
    retire(machine, UNHEALTHY + " for " + TimeSpan.rounded(after), false);
    work.ledger.machine(machine.id()).ifPresent(this::endIfReady);
    return true;
  }

  private static boolean isUnhealthy(MachineRecord machine) {
    return machine.effective() && machine.serviceState() == ServiceState.UNHEALTHY;
  }

  private static boolean isBeingReplaced(MachineRecord machine) {
    String reason = machine.reason();
    return (machine.status() == Status.RETIRING || machine.status() == Status.DELETING)
        && reason != null
        && reason.startsWith(UNHEALTHY);
  }

  /** The tombstones of a month ago are forgotten; late arrivals after that go to quarantine. */
  void dropTombstones(Duration kept) {
    for (MachineRecord machine : java.util.List.copyOf(work.ledger.endedMachines())) {
      Instant ended = machine.endedAt();
      if (ended != null && work.isOlder(ended, kept)) {
        work.ledger.atom();
        work.ledger.drop(machine);
        work.stopTracking(machine.id());
      }
    }
    for (LaunchRecord launch : java.util.List.copyOf(work.ledger.resolved())) {
      Instant ended = launch.endedAt();
      boolean owns =
          launch.ids().stream().anyMatch(id -> work.ledger.machine(id).isPresent());
      if (ended != null && work.isOlder(ended, kept) && !owns) {
        work.ledger.atom();
        work.ledger.drop(launch);
      }
    }
  }
}
