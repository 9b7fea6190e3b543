package io.cloudadapter.core.keeper.action;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.core.keeper.state.ActionRuns;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.KeeperCounters;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.RestoreRecord;
import io.cloudadapter.core.protocol.ActionTypes;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.action.ActionTraits.Repeat;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Runs accepted actions: it waits until an action is due, records an attempt before its call leaves, and passes the
 * outcome to {@link ActionConclusions}.
 */
final class ActionRunner {
  private static final int CALLS_AT_ONCE = 32;
  private static final Duration AGAIN = Duration.ofSeconds(5);
  private static final String HOLDER_POOL = "pool";

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final KeeperCounters counters;
  private final CloudContact cloud;
  private final PoolFreeze freeze;
  private final ActionQueue queue;
  private final ActionFitness fitness;
  private final ActionRuns runs;
  private final ActionConclusions conclusions;
  private int callsUnderWay;

  ActionRunner(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      KeeperCounters counters,
      CloudContact cloud,
      PoolFreeze freeze,
      ActionQueue queue,
      ActionFitness fitness,
      ActionRuns runs,
      ActionConclusions conclusions) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.counters = counters;
    this.cloud = cloud;
    this.freeze = freeze;
    this.queue = queue;
    this.fitness = fitness;
    this.runs = runs;
    this.conclusions = conclusions;
    List<ActionRecord> open = new ArrayList<>(ledger.actions().open());
    open.sort(Comparator.comparingLong(ActionRecord::number));
    open.forEach(this::begin);
  }

  /** One that was accepted just now, or in an earlier life. */
  void begin(ActionRecord action) {
    ActionRuns.Run run = runs.add(action);
    switch (action.phase()) {
      case PENDING -> {
        if (action.begun() || step.now().reached(run.notBefore)) {
          makeDue(action, run);
        } else {
          runs.setTimer(action, run, run.notBefore);
        }
      }
      // Its call may still be out, and its answer may still come.
      case RUNNING -> runs.setTimer(action, run, step.now().plus(runs.leaseLeft(action)));
      default -> {
        run.settledAt = step.now().plus(settings.profile().settle());
        runs.setTimer(action, run, step.now().nanos());
      }
    }
  }

  /**
   * Gives actions that have not ended what was left of their times at the backup. One that may have been done since is
   * treated as tried, with an unknown outcome.
   */
  void resumeAfterRestore(RestoreRecord restore) {
    List<ActionRecord> open = new ArrayList<>(ledger.actions().open());
    open.sort(Comparator.comparingLong(ActionRecord::number));
    for (ActionRecord action : open) {
      ledger.atom();
      resume(action, restore);
    }
  }

  private static boolean mayHaveBegun(ActionRecord action, RestoreRecord restore) {
    return action.repeat() != Repeat.SAFE
        && action.phase() == ActionPhase.PENDING
        && action.notBefore().isBefore(restore.restoredAt());
  }

  private void resume(ActionRecord action, RestoreRecord restore) {
    Instant resumedAt = action.resumedAt();
    Instant since = later(action.createdAt(), restore.takenAt());
    if (resumedAt != null) { // A crash may have cut an earlier acceptance.
      since = later(resumedAt, since);
    }
    Duration stoodStill = Duration.between(since, step.wall());
    Duration later = stoodStill.isNegative() ? Duration.ZERO : stoodStill;
    queue.remove(action);
    runs.remove(action);
    ActionRecord resumed = action.edit(edit -> {
      edit.notBefore = action.notBefore().plus(later);
      edit.deadline = action.deadline().plus(later);
      edit.resumedAt = step.wall();
    });
    ledger.put(resumed);
    if (mayHaveBegun(action, restore)) {
      doubt(resumed, restore);
    } else {
      begin(resumed);
    }
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /** One that can be looked for is looked for; of any other one it stays unknown. */
  private void doubt(ActionRecord action, RestoreRecord restore) {
    String why = "it may have been done between the backup and the restore";
    ActionRuns.Run run = runs.add(action);
    boolean free =
        !action.exclusive() || ledger.actions().holder(action.machine()).isEmpty();
    if (action.repeat() != Repeat.TRACEABLE || !free) {
      conclusions.endUnknown(action, why);
      return;
    }
    ActionRecord tried = action.edit(edit -> {
      edit.phase = ActionPhase.RUNNING;
      edit.assumed = action.assumed() + 1;
      edit.attempts.add(ActionCommandHandler.newAttempt(restore.takenAt()));
      edit.holder = HOLDER_POOL;
      edit.leaseUntil = step.wall();
    });
    ledger.put(tried);
    conclusions.onUnknownOutcome(tried, run, why);
  }

  private void makeDue(ActionRecord action, ActionRuns.Run run) {
    queue.add(action);
    runs.setTimer(action, run, run.deadline);
  }

  void onStep() {
    if (ledger.pool().restored() || (runs.isEmpty() && !conclusions.hasEnded())) {
      return;
    }
    for (UUID uid : ledger.actions().pointless()) {
      ledger.actions().find(uid).ifPresent(conclusions::orphan);
    }
    expire();
    dispatch();
    conclusions.dropOldActions();
    runs.nextTimer().ifPresent(step::wakeAt);
  }

  /** Looks at what had to wait until now. */
  void expire() {
    if (runs.isEmpty() || ledger.pool().restored()) {
      return;
    }
    for (UUID uid : runs.takeDue()) {
      ActionRuns.Run run = runs.find(uid);
      Optional<ActionRecord> action = ledger.actions().find(uid);
      if (run != null && action.isPresent()) {
        run.timer = -1;
        ledger.atom();
        onTimer(action.get(), run);
      }
    }
  }

  private void onTimer(ActionRecord action, ActionRuns.Run run) {
    boolean late = step.now().reached(run.deadline);
    switch (action.phase()) {
      case PENDING -> {
        if (late) {
          conclusions.expireAction(action);
        } else {
          makeDue(action, run);
        }
      }
      case RUNNING ->
        conclusions.onUnknownOutcome(
            action, run, "no answer came while " + action.holder() + " had its lease");
      case PROBING -> {
        if (late) {
          conclusions.endUnknown(
              action, "its deadline passed before the outcome of its last attempt was known");
        } else {
          probe(action, run);
        }
      }
      default -> throw new IllegalStateException(action.uid() + " is over");
    }
  }

  private void dispatch() {
    if (!freeze.mayServe()) {
      return;
    }
    while (callsUnderWay < CALLS_AT_ONCE) {
      Optional<ActionRecord> next =
          queue.first(fitness.mayDisrupt()).flatMap(ledger.actions()::find);
      if (next.isEmpty()) {
        return;
      }
      ledger.atom();
      start(next.get());
    }
  }

  private void start(ActionRecord action) {
    Optional<MachineRecord> machine = ledger.machine(action.machine());
    Optional<ActionTypes.Type> type = settings.actions().find(action.type());
    if (machine.isEmpty()) {
      conclusions.orphan(action);
    } else if (machine.get().status() != Status.LIVE || machine.get().warm() != null) {
      // It may be there again soon.
      ActionRuns.Run run = runs.of(action);
      queue.remove(action);
      runs.setTimerWithinDeadline(action, run, step.now().plus(AGAIN));
    } else if (type.isEmpty()) {
      conclusions.endWithoutEffect(
          action, ActionPhase.FAILED, "there is no type " + action.type() + " any more");
    } else {
      Optional<String> unfit = action.begun()
          ? Optional.empty()
          : fitness.whyUnfit(action.type(), machine.get(), type.get().traits());
      if (unfit.isPresent()) {
        conclusions.endWithoutEffect(action, ActionPhase.FAILED, unfit.get());
      } else {
        call(beginAttempt(action, HOLDER_POOL, runs.lease()));
      }
    }
  }

  /** An attempt is written down; what does it must not begin before that is durable. */
  ActionRecord beginAttempt(ActionRecord action, String holder, Duration lease) {
    queue.remove(action);
    ActionRecord running = action.edit(edit -> {
      edit.phase = ActionPhase.RUNNING;
      edit.reason = null;
      edit.attempts.add(ActionCommandHandler.newAttempt(step.wall()));
      edit.holder = holder;
      edit.leaseUntil = step.wall().plus(lease);
    });
    ledger.put(running);
    queue.refresh(action.machine());
    runs.setTimer(running, runs.of(action), step.now().plus(lease));
    return running;
  }

  ActionRecord renewLease(ActionRecord action, Duration lease) {
    ActionRecord longer = action.edit(edit -> edit.leaseUntil = step.wall().plus(lease));
    ledger.put(longer);
    runs.setTimer(longer, runs.of(action), step.now().plus(lease));
    return longer;
  }

  private void call(ActionRecord action) {
    callsUnderWay++;
    counters.count(KeeperCounters.Counter.ACTION_CALLS, 1);
    step.emit(new Effect.Act(
        new MachineId(action.machine()),
        action.action(),
        action.token(),
        step.now().plus(settings.profile().callTimeout())));
  }

  private void probe(ActionRecord action, ActionRuns.Run run) {
    if (callsUnderWay >= CALLS_AT_ONCE || !cloud.identified) {
      runs.setTimerWithinDeadline(action, run, step.now().plus(ActionRuns.SOON));
      return;
    }
    callsUnderWay++;
    step.emit(new Effect.Probe(
        new MachineId(action.machine()),
        action.action(),
        action.token(),
        step.now().nanos()));
    // Should no answer come, it is asked again.
    runs.setTimerWithinDeadline(action, run, step.now().plus(runs.lease()));
  }

  void onActed(Event.Acted event) {
    callsUnderWay =
        Math.max(0, callsUnderWay - 1); // An earlier keeper of this process may have sent it.
    Optional<ActionRecord> current = ledger
        .actions()
        .find(event.action())
        .filter(action -> action.epoch() == event.epoch() && !action.outside());
    if (current.isEmpty()) {
      return;
    }
    ActionRecord action = current.get();
    if (action.phase() == ActionPhase.RUNNING) {
      if (event.progress().isPresent()) {
        conclusions.onReport(action, event.progress().get());
      } else {
        conclusions.onFailed(action, event.error());
      }
    } else if (action.phase() == ActionPhase.PROBING && event.progress().isPresent()) {
      conclusions.endIfConcluded(action, event.progress().get());
    }
  }

  void onProbed(Event.Probed event) {
    callsUnderWay = Math.max(0, callsUnderWay - 1);
    Optional<ActionRecord> current = ledger
        .actions()
        .find(event.action())
        .filter(action -> action.epoch() == event.epoch() && action.phase() == ActionPhase.PROBING);
    if (current.isEmpty()) {
      return;
    }
    ActionRecord action = current.get();
    ActionRuns.Run run = runs.of(action);
    ActionProgress.State state =
        event.progress().map(ActionProgress::state).orElse(ActionProgress.State.UNDER_WAY);
    boolean settled = event.asked() - run.settledAt >= 0;
    if (event.progress().isPresent()
        && conclusions.endIfConcluded(action, event.progress().get())) {
      return;
    }
    if (settled && state == ActionProgress.State.NOT_DONE && action.repeat() != Repeat.ONCE) {
      conclusions.retryOrFail(action, "it was looked for, and had not been done", Optional.empty());
    } else if (settled && state != ActionProgress.State.UNDER_WAY) {
      conclusions.endUnknown(action, "the outcome of its last attempt is unknown");
    } else {
      conclusions.probeAgain(action, run, event.error().flatMap(e -> e.retryAfter()));
    }
  }
}
