package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.core.ledger.ActionIndex;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.ledger.ActionRecord.Attempt;
import io.cloudadapter.core.ledger.ActionRecord.Attempt.Outcome;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.ActionTypes;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.action.ActionTraits;
import io.cloudadapter.spi.action.ActionTraits.Repeat;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs accepted actions, each to exactly one end: it waits until an action is due, records an attempt before its call
 * leaves, and draws the conclusions. An attempt with unknown outcome is retried only if the action is idempotent, or
 * a probe proves that it had no effect.
 *
 * <p>Within one process, time-outs follow the monotonic clock only; after a restart they follow the ledger.
 */
final class ActionRunner {
  private static final int CALLS_AT_ONCE = 32;
  private static final int DROPS_AT_ONCE = 100;
  private static final int LONGEST_REASON = 300;
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration LONGEST_LEASE = Duration.ofHours(1);
  private static final Duration AGAIN = Duration.ofSeconds(5);
  private static final String HOLDER_POOL = "pool";

  /** Errors that say nothing against another try. */
  private static final Set<CloudException.Kind> PASSING = Set.of(
      CloudException.Kind.THROTTLED,
      CloudException.Kind.UNAVAILABLE,
      CloudException.Kind.TIMEOUT,
      CloudException.Kind.CANCELLED);

  /** The state in memory of an action that has not ended. */
  private static final class Run {
    final long notBefore;
    final long deadline;
    final RetryBackoff retry = new RetryBackoff();
    int timer = -1;

    /** From when on a look that shows nothing proves that nothing was done. */
    long settledAt;

    Run(long notBefore, long deadline) {
      this.notBefore = notBefore;
      this.deadline = deadline;
    }
  }

  private final KeeperContext work;
  private final ActionIndex index;
  private final ActionQueue queue;
  private final TimerWheel<UUID> timers;
  private final Map<UUID, Run> runs = new HashMap<>();

  /** Those that are over, the one that ended first first. */
  private final Deque<ActionIndex.Over> ended = new ArrayDeque<>();

  private int callsUnderWay;

  ActionRunner(KeeperContext work) {
    this.work = work;
    this.index = work.ledger.actions();
    this.queue = new ActionQueue(index);
    this.timers = new TimerWheel<>(work.now().nanos());
    List<ActionRecord> open = new ArrayList<>(index.open());
    open.sort(Comparator.comparingLong(ActionRecord::number));
    open.forEach(this::begin);
    List<ActionIndex.Over> over = new ArrayList<>(index.over());
    over.sort(Comparator.comparing(ActionIndex.Over::endedAt));
    ended.addAll(over);
  }

  // ------------------------------------------------------------------------------- time and turn

  /** One that was accepted just now, or in an earlier life. */
  void begin(ActionRecord action) {
    Run run = new Run(
        work.now().plus(left(action.notBefore(), action.createdAt())),
        work.now().plus(left(action.deadline(), action.createdAt())));
    runs.put(action.uid(), run);
    switch (action.phase()) {
      case PENDING -> {
        if (action.begun() || work.now().reached(run.notBefore)) {
          makeDue(action, run);
        } else {
          setTimer(action, run, run.notBefore);
        }
      }
      // Its call may still be out, and its answer may still come.
      case RUNNING -> setTimer(action, run, work.now().plus(leaseLeft(action)));
      default -> {
        run.settledAt = work.now().plus(work.settings.profile().settle());
        setTimer(action, run, work.now().nanos());
      }
    }
  }

  /** What is left of a time that began at that moment; no more than it was then. */
  private Duration left(Instant until, Instant since) {
    Duration most = Duration.between(since, until);
    Duration left = Duration.between(work.wall(), until);
    return left.isNegative() ? Duration.ZERO : left.compareTo(most) > 0 ? most : left;
  }

  /** All of it again: what the wall clock says of the rest would end it early after a leap. */
  private Duration leaseLeft(ActionRecord action) {
    Instant until = action.leaseUntil();
    Duration whole = until == null ? lease() : Duration.between(action.token().since(), until);
    return whole.compareTo(LONGEST_LEASE) > 0 ? LONGEST_LEASE : whole;
  }

  /** The longest that a call of ours may be out: it begins within one call time-out, and takes another. */
  private Duration lease() {
    return work.settings.profile().callTimeout().multipliedBy(2).plus(SOON).plus(SOON);
  }

  private void makeDue(ActionRecord action, Run run) {
    queue.add(action);
    setTimer(action, run, run.deadline);
  }

  private void setTimer(ActionRecord action, Run run, long at) {
    cancelTimer(run);
    run.timer = timers.add(at, action.uid());
  }

  private void cancelTimer(Run run) {
    if (run.timer >= 0) {
      timers.remove(run.timer);
      run.timer = -1;
    }
  }

  /** To be looked at again at that time, or when its time is up. */
  private void setTimerWithinDeadline(ActionRecord action, Run run, long at) {
    setTimer(action, run, run.deadline - at < 0 ? run.deadline : at);
  }

  void onStep() {
    if (runs.isEmpty() && ended.isEmpty()) {
      return;
    }
    for (UUID uid : index.pointless()) {
      index.find(uid).ifPresent(this::orphan);
    }
    expire();
    dispatch();
    dropOldActions();
    timers.next().ifPresent(work::wakeAt);
  }

  /** Looks at what had to wait until now. */
  void expire() {
    if (runs.isEmpty()) {
      return;
    }
    List<UUID> come = new ArrayList<>();
    timers.advance(work.now().nanos(), come::add);
    for (UUID uid : come) {
      Run run = runs.get(uid);
      Optional<ActionRecord> action = index.find(uid);
      if (run != null && action.isPresent()) {
        run.timer = -1;
        work.ledger.atom();
        onTimer(action.get(), run);
      }
    }
  }

  private void onTimer(ActionRecord action, Run run) {
    boolean late = work.now().reached(run.deadline);
    switch (action.phase()) {
      case PENDING -> {
        if (late) {
          expireAction(action);
        } else {
          makeDue(action, run);
        }
      }
      case RUNNING ->
        onUnknownOutcome(action, run, "no answer came while " + action.holder() + " had its lease");
      case PROBING -> {
        if (late) {
          endUnknown(action, "its time was up before it was known what its last attempt did");
        } else {
          probe(action, run);
        }
      }
      default -> throw new IllegalStateException(action.uid() + " is over");
    }
  }

  // ------------------------------------------------------------------------------- attempts

  private boolean mayDisrupt() {
    return index.disrupting() < work.settings.config().actions().disruptedAtOnce();
  }

  private void dispatch() {
    if (!work.mayAct()) {
      return;
    }
    while (callsUnderWay < CALLS_AT_ONCE) {
      Optional<ActionRecord> next = queue.first(mayDisrupt()).flatMap(index::find);
      if (next.isEmpty()) {
        return;
      }
      work.ledger.atom();
      start(next.get());
    }
  }

  private void start(ActionRecord action) {
    Optional<MachineRecord> machine = work.ledger.machine(action.machine());
    Optional<ActionTypes.Type> type = work.settings.actions().find(action.type());
    if (machine.isEmpty()) {
      orphan(action);
    } else if (machine.get().status() != Status.LIVE) {
      // It may be there again soon.
      Run run = errand(action);
      queue.remove(action);
      setTimerWithinDeadline(action, run, work.now().plus(AGAIN));
    } else if (type.isEmpty()) {
      endWithoutEffect(
          action, ActionPhase.FAILED, "there is no type " + action.type() + " any more");
    } else {
      Optional<String> unfit = action.begun()
          ? Optional.empty()
          : whyUnfit(action.type(), machine.get(), type.get().traits());
      if (unfit.isPresent()) {
        endWithoutEffect(action, ActionPhase.FAILED, unfit.get());
      } else {
        call(beginAttempt(action, HOLDER_POOL, lease()));
      }
    }
  }

  /** Why a machine is not in a state for an action. */
  Optional<String> whyUnfit(String type, MachineRecord machine, ActionTraits traits) {
    MachineState state = state(machine);
    if (traits.states().contains(state)) {
      return Optional.empty();
    }
    String needed =
        traits.states().stream().map(ActionRunner::text).collect(Collectors.joining(" or "));
    return Optional.of(
        "machine " + machine.id() + " is " + text(state) + ", " + type + " needs it " + needed);
  }

  /** What a list shows that began after the last action and cannot lag behind it; until then, what it made. */
  private MachineState state(MachineRecord machine) {
    long lag = work.settings.profile().listLag().toNanos();
    return work.trackingIfAny(machine.id())
        .filter(track -> work.lastListBegan - track.madeAt - lag <= 0)
        .flatMap(track -> Optional.ofNullable(track.made))
        .orElse(machine.state());
  }

  private static String text(MachineState state) {
    return state == MachineState.TERMINATED ? "stopped" : state.name().toLowerCase(Locale.ROOT);
  }

  /** Returns why no executor may claim an action at present. */
  Optional<String> whyNotClaimable(ActionRecord action) {
    Optional<MachineRecord> machine = work.ledger.machine(action.machine());
    Optional<ActionTypes.Type> type = work.settings.actions().find(action.type());
    if (!queue.claimable(action)) {
      return Optional.of("it is not the turn of action " + action.uid() + " yet");
    }
    if (!work.mayAct()
        || type.isEmpty()
        || machine.filter(m -> m.status() == Status.LIVE).isEmpty()) {
      return Optional.of("nothing can be done to machine " + action.machine() + " at present");
    }
    if (action.disrupts() && !action.begun() && !mayDisrupt()) {
      return Optional.of(index.disrupting() + " machines are under an action that disrupts them");
    }
    return action.begun()
        ? Optional.empty()
        : whyUnfit(action.type(), machine.get(), type.get().traits());
  }

  /** An attempt is written down; what does it must not begin before that is durable. */
  ActionRecord beginAttempt(ActionRecord action, String holder, Duration lease) {
    queue.remove(action);
    ActionRecord running = action.edit(edit -> {
      edit.phase = ActionPhase.RUNNING;
      edit.reason = null;
      edit.attempts.add(ActionCommandHandler.newAttempt(work.wall()));
      edit.holder = holder;
      edit.leaseUntil = work.wall().plus(lease);
    });
    work.ledger.put(running);
    queue.refresh(action.machine());
    setTimer(running, errand(action), work.now().plus(lease));
    return running;
  }

  ActionRecord renewLease(ActionRecord action, Duration lease) {
    ActionRecord longer = action.edit(edit -> edit.leaseUntil = work.wall().plus(lease));
    work.ledger.put(longer);
    setTimer(longer, errand(action), work.now().plus(lease));
    return longer;
  }

  private void call(ActionRecord action) {
    callsUnderWay++;
    work.count(KeeperContext.Count.ACTION_CALLS, 1);
    work.emit(new Effect.Act(
        new MachineId(action.machine()),
        action.action(),
        action.token(),
        work.now().plus(work.settings.profile().callTimeout())));
  }

  private void probe(ActionRecord action, Run run) {
    if (callsUnderWay >= CALLS_AT_ONCE || !work.identified) {
      setTimerWithinDeadline(action, run, work.now().plus(SOON));
      return;
    }
    callsUnderWay++;
    work.emit(new Effect.Probe(
        new MachineId(action.machine()),
        action.action(),
        action.token(),
        work.now().nanos()));
    // Should no answer come, it is asked again.
    setTimerWithinDeadline(action, run, work.now().plus(lease()));
  }

  private Run errand(ActionRecord action) {
    return java.util.Objects.requireNonNull(runs.get(action.uid()), "it is not over");
  }

  // ------------------------------------------------------------------------------- conclusions

  void onActed(Event.Acted event) {
    callsUnderWay =
        Math.max(0, callsUnderWay - 1); // An earlier keeper of this process may have sent it.
    Optional<ActionRecord> current = index
        .find(event.action())
        .filter(action -> action.epoch() == event.epoch() && !action.outside());
    if (current.isEmpty()) {
      return;
    }
    ActionRecord action = current.get();
    if (action.phase() == ActionPhase.RUNNING) {
      if (event.progress().isPresent()) {
        onReport(action, event.progress().get());
      } else {
        onFailed(action, event.error());
      }
    } else if (action.phase() == ActionPhase.PROBING && event.progress().isPresent()) {
      endIfConcluded(action, event.progress().get());
    }
  }

  private void onFailed(ActionRecord action, Optional<CloudException> error) {
    boolean nothing =
        error.filter(e -> e.effect() == CloudException.Effect.NONE).isPresent();
    String why = truncated(error.map(KeeperContext::describe).orElse("it said nothing"));
    if (!nothing) {
      onUnknownOutcome(action, errand(action), why);
    } else if (PASSING.contains(error.get().kind()) || isBusy(error.get())) {
      retryOrFail(action, why, error.get().retryAfter());
    } else {
      endWithoutEffect(action, ActionPhase.FAILED, why);
    }
  }

  private static boolean isBusy(CloudException error) {
    return error.conflict().filter(what -> what == CloudException.Conflict.BUSY).isPresent();
  }

  private static String truncated(String text) {
    return text.length() > LONGEST_REASON ? text.substring(0, LONGEST_REASON) + "…" : text;
  }

  /** Applies an executor's report. */
  void onReport(ActionRecord action, ActionProgress progress) {
    Run run = errand(action);
    switch (progress.state()) {
      case DONE, FAILED -> endIfConcluded(action, progress);
      case NOT_DONE -> retryOrFail(action, "it was not done", Optional.empty());
      case UNKNOWN -> onUnknownOutcome(action, run, "its outcome is unknown");
      case UNDER_WAY -> startProbing(action, run, "it takes a while");
    }
  }

  /** Whether what was found out ends it. */
  private boolean endIfConcluded(ActionRecord action, ActionProgress progress) {
    if (progress.state() == ActionProgress.State.DONE) {
      work.count(KeeperContext.Count.ACTIONS_SUCCEEDED, 1);
      recordResultingState(action);
      end(action, ActionPhase.SUCCEEDED, null, Outcome.SOMETHING, progress.result());
      return true;
    }
    if (progress.state() == ActionProgress.State.FAILED) {
      end(
          action,
          ActionPhase.FAILED,
          truncated(progress.note()),
          Outcome.SOMETHING,
          progress.result());
      return true;
    }
    return false;
  }

  /** What a start or a stop has made of its machine is known at once; lists come later, and lag. */
  private void recordResultingState(ActionRecord action) {
    Optional<MachineState> state = action.action() instanceof Action.Start
        ? Optional.of(MachineState.RUNNING)
        : action.action() instanceof Action.Stop
            ? Optional.of(MachineState.TERMINATED)
            : Optional.empty();
    state.ifPresent(made -> {
      MachineTracking track = work.tracking(action.machine());
      track.made = made;
      track.madeAt = work.now().nanos();
    });
  }

  void onProbed(Event.Probed event) {
    callsUnderWay = Math.max(0, callsUnderWay - 1);
    Optional<ActionRecord> current = index
        .find(event.action())
        .filter(action -> action.epoch() == event.epoch() && action.phase() == ActionPhase.PROBING);
    if (current.isEmpty()) {
      return;
    }
    ActionRecord action = current.get();
    Run run = errand(action);
    ActionProgress.State state =
        event.progress().map(ActionProgress::state).orElse(ActionProgress.State.UNDER_WAY);
    boolean settled = event.asked() - run.settledAt >= 0;
    if (event.progress().isPresent() && endIfConcluded(action, event.progress().get())) {
      return;
    }
    if (settled && state == ActionProgress.State.NOT_DONE && action.repeat() != Repeat.ONCE) {
      retryOrFail(action, "it was looked for, and had not been done", Optional.empty());
    } else if (settled && state != ActionProgress.State.UNDER_WAY) {
      endUnknown(action, "the outcome of its last attempt is unknown");
    } else {
      probeAgain(action, run, event.error().flatMap(e -> e.retryAfter()));
    }
  }

  private void probeAgain(ActionRecord action, Run run, Optional<Duration> asked) {
    run.retry.failed(work.now(), asked, work.settings.random());
    boolean unsettled = run.settledAt - work.now().nanos() > 0;
    boolean beyond = unsettled && run.settledAt - run.retry.at() < 0;
    setTimerWithinDeadline(action, run, beyond ? run.settledAt : run.retry.at());
  }

  /** The last attempt did nothing: there may be another one. */
  private void retryOrFail(ActionRecord action, String why, Optional<Duration> asked) {
    if (action.cancelRequested()) {
      endWithoutEffect(action, ActionPhase.CANCELLED, "it was taken back");
    } else if (isLastAttempt(action)) {
      endWithoutEffect(action, ActionPhase.FAILED, why);
    } else {
      scheduleRetry(action, why, Outcome.NOTHING, asked);
    }
  }

  private boolean isLastAttempt(ActionRecord action) {
    return action.epoch() >= action.most() || work.now().reached(errand(action).deadline);
  }

  /** The outcome of the last attempt is unknown. */
  private void onUnknownOutcome(ActionRecord action, Run run, String why) {
    switch (action.repeat()) {
      case SAFE -> {
        if (action.cancelRequested() || isLastAttempt(action)) {
          endUnknown(action, why);
        } else {
          scheduleRetry(action, why, Outcome.UNKNOWN, Optional.empty());
        }
      }
      case TRACEABLE -> startProbing(action, run, why);
      case ONCE -> endUnknown(action, why);
    }
  }

  private void startProbing(ActionRecord action, Run run, String why) {
    ActionRecord doubtful = action.edit(edit -> {
      edit.phase = ActionPhase.PROBING;
      edit.reason = why;
      edit.holder = null;
      edit.leaseUntil = null;
    });
    work.ledger.put(doubtful);
    run.settledAt = work.now().plus(work.settings.profile().settle());
    run.retry.reset();
    setTimerWithinDeadline(doubtful, run, work.now().plus(SOON));
  }

  private void scheduleRetry(
      ActionRecord action, String why, Outcome what, Optional<Duration> asked) {
    ActionRecord waiting = action.edit(edit -> {
      edit.phase = ActionPhase.PENDING;
      edit.reason = why;
      edit.conclude(what, why, work.wall());
    });
    work.ledger.put(waiting);
    Run run = errand(action);
    if (action.phase() == ActionPhase.PROBING) {
      run.retry.reset(); // It has counted looks.
    }
    run.retry.failed(work.now(), asked, work.settings.random());
    setTimerWithinDeadline(waiting, run, run.retry.at());
  }

  private void endUnknown(ActionRecord action, String why) {
    work.count(KeeperContext.Count.ACTIONS_UNKNOWN, 1);
    end(action, ActionPhase.UNKNOWN, why, Outcome.UNKNOWN, Map.of());
  }

  /** The last attempt, if there was one, did nothing; of earlier ones that may not be known. */
  private void endWithoutEffect(ActionRecord action, ActionPhase phase, String why) {
    boolean doubtful =
        action.attempts().stream().anyMatch(attempt -> attempt.outcome() == Outcome.UNKNOWN);
    if (doubtful) {
      work.count(KeeperContext.Count.ACTIONS_UNKNOWN, 1);
      String more = why + "; what an earlier attempt did is not known";
      end(action, ActionPhase.UNKNOWN, more, Outcome.NOTHING, Map.of());
    } else {
      end(action, phase, why, Outcome.NOTHING, Map.of());
    }
  }

  private void expireAction(ActionRecord action) {
    if (action.attempts().isEmpty()) {
      endWithoutEffect(action, ActionPhase.EXPIRED, "its time was up");
    } else {
      endWithoutEffect(
          action, ActionPhase.FAILED, "its time was up; the last error: " + action.reason());
    }
  }

  /** Cancels an action that waits. */
  void cancel(ActionRecord action) {
    endWithoutEffect(action, ActionPhase.CANCELLED, "it was taken back");
  }

  private void orphan(ActionRecord action) {
    work.ledger.atom();
    boolean doubtful = lastDid(action) == Outcome.OPEN || lastDid(action) == Outcome.UNKNOWN;
    String why = work.ledger
        .machine(action.machine())
        .filter(machine -> machine.generation() == action.generation())
        .map(machine -> "its machine is on its way out"
            + (machine.reason() == null ? "" : ": " + machine.reason()))
        .orElse("its machine has ended or left");
    end(
        action,
        ActionPhase.ORPHANED,
        truncated(why) + (doubtful ? "; what its last attempt did is not known" : ""),
        Outcome.UNKNOWN,
        Map.of());
  }

  private static Outcome lastDid(ActionRecord action) {
    List<Attempt> attempts = action.attempts();
    return attempts.isEmpty()
        ? Outcome.NOTHING
        : attempts.get(attempts.size() - 1).outcome();
  }

  /** It is over. */
  private void end(
      ActionRecord action,
      ActionPhase phase,
      @Nullable String why,
      Outcome what,
      Map<String, String> result) {
    queue.remove(action);
    Run run = runs.remove(action.uid());
    if (run != null) {
      cancelTimer(run);
    }
    boolean open = lastDid(action) == Outcome.OPEN;
    work.ledger.put(action.edit(edit -> {
      edit.phase = phase;
      edit.reason = why;
      edit.result = result;
      edit.endedAt = work.wall();
      if (open) {
        edit.conclude(what, phase == ActionPhase.SUCCEEDED ? null : why, work.wall());
      }
    }));
    index.over(action.uid()).ifPresent(ended::add);
    queue.refresh(action.machine());
  }

  // ------------------------------------------------------------------------------- clean-up

  /** Drops what has been over for long enough. */
  private void dropOldActions() {
    Duration keep = work.settings.config().actions().keep();
    for (int dropped = 0; dropped < DROPS_AT_ONCE; dropped++) {
      ActionIndex.Over first = ended.peek();
      if (first == null) {
        return;
      }
      if (!work.isOlder(first.endedAt(), keep)) {
        Duration left = left(first.endedAt().plus(keep), first.endedAt());
        // The other clock may allow more time, and this is not urgent.
        work.wakeAt(work.now().plus(left.compareTo(SOON) < 0 ? SOON : left));
        return;
      }
      ended.remove();
      work.ledger.atom();
      work.ledger.drop(first);
    }
    work.wakeAt(work.now().plus(SOON));
  }
}
