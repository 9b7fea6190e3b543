package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.core.ledger.ActionIndex;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.ledger.ActionRecord.Attempt;
import io.cloudadapter.core.ledger.ActionRecord.Attempt.What;
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
  private static final String OURS = "pool";

  /** Errors that say nothing against another try. */
  private static final Set<CloudException.Kind> PASSING = Set.of(
      CloudException.Kind.THROTTLED,
      CloudException.Kind.UNAVAILABLE,
      CloudException.Kind.TIMEOUT,
      CloudException.Kind.CANCELLED);

  /** The state in memory of an action that has not ended. */
  private static final class Errand {
    final long notBefore;
    final long deadline;
    final RetryBackoff retry = new RetryBackoff();
    int timer = -1;

    /** From when on a look that shows nothing proves that nothing was done. */
    long settledAt;

    Errand(long notBefore, long deadline) {
      this.notBefore = notBefore;
      this.deadline = deadline;
    }
  }

  private final KeeperContext work;
  private final ActionIndex book;
  private final ActionQueue lanes;
  private final TimerWheel<UUID> times;
  private final Map<UUID, Errand> errands = new HashMap<>();

  /** Those that are over, the one that ended first first. */
  private final Deque<ActionIndex.Over> endings = new ArrayDeque<>();

  private int out;

  ActionRunner(KeeperContext work) {
    this.work = work;
    this.book = work.ledger.actions();
    this.lanes = new ActionQueue(book);
    this.times = new TimerWheel<>(work.now().nanos());
    List<ActionRecord> open = new ArrayList<>(book.open());
    open.sort(Comparator.comparingLong(ActionRecord::number));
    open.forEach(this::begin);
    List<ActionIndex.Over> over = new ArrayList<>(book.over());
    over.sort(Comparator.comparing(ActionIndex.Over::endedAt));
    endings.addAll(over);
  }

  // ------------------------------------------------------------------------------- time and turn

  /** One that was accepted just now, or in an earlier life. */
  void begin(ActionRecord action) {
    Errand errand = new Errand(
        work.now().plus(left(action.notBefore(), action.createdAt())),
        work.now().plus(left(action.deadline(), action.createdAt())));
    errands.put(action.uid(), errand);
    switch (action.phase()) {
      case PENDING -> {
        if (action.begun() || work.now().reached(errand.notBefore)) {
          due(action, errand);
        } else {
          wake(action, errand, errand.notBefore);
        }
      }
      // Its call may still be out, and its answer may still come.
      case RUNNING -> wake(action, errand, work.now().plus(leaseLeft(action)));
      default -> {
        errand.settledAt = work.now().plus(work.setup.profile().settle());
        wake(action, errand, work.now().nanos());
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
    return work.setup.profile().callTimeout().multipliedBy(2).plus(SOON).plus(SOON);
  }

  private void due(ActionRecord action, Errand errand) {
    lanes.add(action);
    wake(action, errand, errand.deadline);
  }

  private void wake(ActionRecord action, Errand errand, long at) {
    sleepOn(errand);
    errand.timer = times.add(at, action.uid());
  }

  private void sleepOn(Errand errand) {
    if (errand.timer >= 0) {
      times.remove(errand.timer);
      errand.timer = -1;
    }
  }

  /** To be looked at again at that time, or when its time is up. */
  private void wakeBy(ActionRecord action, Errand errand, long at) {
    wake(action, errand, errand.deadline - at < 0 ? errand.deadline : at);
  }

  void pulse() {
    if (errands.isEmpty() && endings.isEmpty()) {
      return;
    }
    for (UUID uid : book.pointless()) {
      book.find(uid).ifPresent(this::orphan);
    }
    expire();
    dispatch();
    forget();
    times.next().ifPresent(work::wakeAt);
  }

  /** Looks at what had to wait until now. */
  void expire() {
    if (errands.isEmpty()) {
      return;
    }
    List<UUID> come = new ArrayList<>();
    times.advance(work.now().nanos(), come::add);
    for (UUID uid : come) {
      Errand errand = errands.get(uid);
      Optional<ActionRecord> action = book.find(uid);
      if (errand != null && action.isPresent()) {
        errand.timer = -1;
        work.ledger.atom();
        goOn(action.get(), errand);
      }
    }
  }

  private void goOn(ActionRecord action, Errand errand) {
    boolean late = work.now().reached(errand.deadline);
    switch (action.phase()) {
      case PENDING -> {
        if (late) {
          outOfTime(action);
        } else {
          due(action, errand);
        }
      }
      case RUNNING ->
        doubt(action, errand, "no answer came while " + action.holder() + " had its lease");
      case PROBING -> {
        if (late) {
          unknown(action, "its time was up before it was known what its last attempt did");
        } else {
          probe(action, errand);
        }
      }
      default -> throw new IllegalStateException(action.uid() + " is over");
    }
  }

  // ------------------------------------------------------------------------------- attempts

  private boolean mayDisrupt() {
    return book.disrupting() < work.setup.config().actions().disruptedAtOnce();
  }

  private void dispatch() {
    if (!work.acting()) {
      return;
    }
    while (out < CALLS_AT_ONCE) {
      Optional<ActionRecord> next = lanes.first(mayDisrupt()).flatMap(book::find);
      if (next.isEmpty()) {
        return;
      }
      work.ledger.atom();
      start(next.get());
    }
  }

  private void start(ActionRecord action) {
    Optional<MachineRecord> machine = work.ledger.machine(action.machine());
    Optional<ActionTypes.Type> type = work.setup.actions().find(action.type());
    if (machine.isEmpty()) {
      orphan(action);
    } else if (machine.get().status() != Status.LIVE) {
      // It may be there again soon.
      Errand errand = errand(action);
      lanes.remove(action);
      wakeBy(action, errand, work.now().plus(AGAIN));
    } else if (type.isEmpty()) {
      undone(action, ActionPhase.FAILED, "there is no type " + action.type() + " any more");
    } else {
      Optional<String> unfit = action.begun()
          ? Optional.empty()
          : unfit(action.type(), machine.get(), type.get().traits());
      if (unfit.isPresent()) {
        undone(action, ActionPhase.FAILED, unfit.get());
      } else {
        call(attempt(action, OURS, lease()));
      }
    }
  }

  /** Why a machine is not in a state for an action. */
  Optional<String> unfit(String type, MachineRecord machine, ActionTraits traits) {
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
    long lag = work.setup.profile().listLag().toNanos();
    return work.trackIfAny(machine.id())
        .filter(track -> work.lookedAt - track.madeAt - lag <= 0)
        .flatMap(track -> Optional.ofNullable(track.made))
        .orElse(machine.state());
  }

  private static String text(MachineState state) {
    return state == MachineState.TERMINATED ? "stopped" : state.name().toLowerCase(Locale.ROOT);
  }

  /** Returns why no executor may claim an action at present. */
  Optional<String> hindered(ActionRecord action) {
    Optional<MachineRecord> machine = work.ledger.machine(action.machine());
    Optional<ActionTypes.Type> type = work.setup.actions().find(action.type());
    if (!lanes.claimable(action)) {
      return Optional.of("it is not the turn of action " + action.uid() + " yet");
    }
    if (!work.acting()
        || type.isEmpty()
        || machine.filter(m -> m.status() == Status.LIVE).isEmpty()) {
      return Optional.of("nothing can be done to machine " + action.machine() + " at present");
    }
    if (action.disrupts() && !action.begun() && !mayDisrupt()) {
      return Optional.of(book.disrupting() + " machines are under an action that disrupts them");
    }
    return action.begun()
        ? Optional.empty()
        : unfit(action.type(), machine.get(), type.get().traits());
  }

  /** An attempt is written down; what does it must not begin before that is durable. */
  ActionRecord attempt(ActionRecord action, String holder, Duration lease) {
    lanes.remove(action);
    ActionRecord running = action.edit(edit -> {
      edit.phase = ActionPhase.RUNNING;
      edit.reason = null;
      edit.attempts.add(ActionCommandHandler.begun(work.wall()));
      edit.holder = holder;
      edit.leaseUntil = work.wall().plus(lease);
    });
    work.ledger.put(running);
    lanes.refresh(action.machine());
    wake(running, errand(action), work.now().plus(lease));
    return running;
  }

  ActionRecord renew(ActionRecord action, Duration lease) {
    ActionRecord longer = action.edit(edit -> edit.leaseUntil = work.wall().plus(lease));
    work.ledger.put(longer);
    wake(longer, errand(action), work.now().plus(lease));
    return longer;
  }

  private void call(ActionRecord action) {
    out++;
    work.count(KeeperContext.Count.ACTION_CALLS, 1);
    work.ask(new Effect.Act(
        new MachineId(action.machine()),
        action.action(),
        action.token(),
        work.now().plus(work.setup.profile().callTimeout())));
  }

  private void probe(ActionRecord action, Errand errand) {
    if (out >= CALLS_AT_ONCE || !work.identified) {
      wakeBy(action, errand, work.now().plus(SOON));
      return;
    }
    out++;
    work.ask(new Effect.Probe(
        new MachineId(action.machine()),
        action.action(),
        action.token(),
        work.now().nanos()));
    // Should no answer come, it is asked again.
    wakeBy(action, errand, work.now().plus(lease()));
  }

  private Errand errand(ActionRecord action) {
    return java.util.Objects.requireNonNull(errands.get(action.uid()), "it is not over");
  }

  // ------------------------------------------------------------------------------- conclusions

  void acted(Event.Acted event) {
    out = Math.max(0, out - 1); // An earlier keeper of this process may have sent it.
    Optional<ActionRecord> current = book.find(event.action())
        .filter(action -> action.epoch() == event.epoch() && !action.outside());
    if (current.isEmpty()) {
      return;
    }
    ActionRecord action = current.get();
    if (action.phase() == ActionPhase.RUNNING) {
      if (event.progress().isPresent()) {
        reported(action, event.progress().get());
      } else {
        failed(action, event.error());
      }
    } else if (action.phase() == ActionPhase.PROBING && event.progress().isPresent()) {
      ends(action, event.progress().get());
    }
  }

  private void failed(ActionRecord action, Optional<CloudException> error) {
    boolean nothing =
        error.filter(e -> e.effect() == CloudException.Effect.NONE).isPresent();
    String why = cut(error.map(KeeperContext::text).orElse("it said nothing"));
    if (!nothing) {
      doubt(action, errand(action), why);
    } else if (PASSING.contains(error.get().kind()) || busy(error.get())) {
      nothing(action, why, error.get().retryAfter());
    } else {
      undone(action, ActionPhase.FAILED, why);
    }
  }

  private static boolean busy(CloudException error) {
    return error.conflict().filter(what -> what == CloudException.Conflict.BUSY).isPresent();
  }

  private static String cut(String text) {
    return text.length() > LONGEST_REASON ? text.substring(0, LONGEST_REASON) + "…" : text;
  }

  /** Applies an executor's report. */
  void reported(ActionRecord action, ActionProgress progress) {
    Errand errand = errand(action);
    switch (progress.state()) {
      case DONE, FAILED -> ends(action, progress);
      case NOT_DONE -> nothing(action, "it was not done", Optional.empty());
      case UNKNOWN -> doubt(action, errand, "its outcome is unknown");
      case UNDER_WAY -> look(action, errand, "it takes a while");
    }
  }

  /** Whether what was found out ends it. */
  private boolean ends(ActionRecord action, ActionProgress progress) {
    if (progress.state() == ActionProgress.State.DONE) {
      work.count(KeeperContext.Count.ACTIONS_SUCCEEDED, 1);
      made(action);
      end(action, ActionPhase.SUCCEEDED, null, What.SOMETHING, progress.result());
      return true;
    }
    if (progress.state() == ActionProgress.State.FAILED) {
      end(action, ActionPhase.FAILED, cut(progress.note()), What.SOMETHING, progress.result());
      return true;
    }
    return false;
  }

  /** What a start or a stop has made of its machine is known at once; lists come later, and lag. */
  private void made(ActionRecord action) {
    Optional<MachineState> state = action.action() instanceof Action.Start
        ? Optional.of(MachineState.RUNNING)
        : action.action() instanceof Action.Stop
            ? Optional.of(MachineState.TERMINATED)
            : Optional.empty();
    state.ifPresent(made -> {
      MachineTracking track = work.track(action.machine());
      track.made = made;
      track.madeAt = work.now().nanos();
    });
  }

  void probed(Event.Probed event) {
    out = Math.max(0, out - 1);
    Optional<ActionRecord> current = book.find(event.action())
        .filter(action -> action.epoch() == event.epoch() && action.phase() == ActionPhase.PROBING);
    if (current.isEmpty()) {
      return;
    }
    ActionRecord action = current.get();
    Errand errand = errand(action);
    ActionProgress.State state =
        event.progress().map(ActionProgress::state).orElse(ActionProgress.State.UNDER_WAY);
    boolean settled = event.asked() - errand.settledAt >= 0;
    if (event.progress().isPresent() && ends(action, event.progress().get())) {
      return;
    }
    if (settled && state == ActionProgress.State.NOT_DONE && action.repeat() != Repeat.ONCE) {
      nothing(action, "it was looked for, and had not been done", Optional.empty());
    } else if (settled && state != ActionProgress.State.UNDER_WAY) {
      unknown(action, "the outcome of its last attempt is unknown");
    } else {
      lookAgain(action, errand, event.error().flatMap(e -> e.retryAfter()));
    }
  }

  private void lookAgain(ActionRecord action, Errand errand, Optional<Duration> asked) {
    errand.retry.failed(work.now(), asked, work.setup.random());
    boolean unsettled = errand.settledAt - work.now().nanos() > 0;
    boolean beyond = unsettled && errand.settledAt - errand.retry.at() < 0;
    wakeBy(action, errand, beyond ? errand.settledAt : errand.retry.at());
  }

  /** The last attempt did nothing: there may be another one. */
  private void nothing(ActionRecord action, String why, Optional<Duration> asked) {
    if (action.cancelRequested()) {
      undone(action, ActionPhase.CANCELLED, "it was taken back");
    } else if (last(action)) {
      undone(action, ActionPhase.FAILED, why);
    } else {
      again(action, why, What.NOTHING, asked);
    }
  }

  private boolean last(ActionRecord action) {
    return action.epoch() >= action.most() || work.now().reached(errand(action).deadline);
  }

  /** The outcome of the last attempt is unknown. */
  private void doubt(ActionRecord action, Errand errand, String why) {
    switch (action.repeat()) {
      case SAFE -> {
        if (action.cancelRequested() || last(action)) {
          unknown(action, why);
        } else {
          again(action, why, What.UNKNOWN, Optional.empty());
        }
      }
      case TRACEABLE -> look(action, errand, why);
      case ONCE -> unknown(action, why);
    }
  }

  private void look(ActionRecord action, Errand errand, String why) {
    ActionRecord doubtful = action.edit(edit -> {
      edit.phase = ActionPhase.PROBING;
      edit.reason = why;
      edit.holder = null;
      edit.leaseUntil = null;
    });
    work.ledger.put(doubtful);
    errand.settledAt = work.now().plus(work.setup.profile().settle());
    errand.retry.reset();
    wakeBy(doubtful, errand, work.now().plus(SOON));
  }

  private void again(ActionRecord action, String why, What what, Optional<Duration> asked) {
    ActionRecord waiting = action.edit(edit -> {
      edit.phase = ActionPhase.PENDING;
      edit.reason = why;
      edit.conclude(what, why, work.wall());
    });
    work.ledger.put(waiting);
    Errand errand = errand(action);
    if (action.phase() == ActionPhase.PROBING) {
      errand.retry.reset(); // It has counted looks.
    }
    errand.retry.failed(work.now(), asked, work.setup.random());
    wakeBy(waiting, errand, errand.retry.at());
  }

  private void unknown(ActionRecord action, String why) {
    work.count(KeeperContext.Count.ACTIONS_UNKNOWN, 1);
    end(action, ActionPhase.UNKNOWN, why, What.UNKNOWN, Map.of());
  }

  /** The last attempt, if there was one, did nothing; of earlier ones that may not be known. */
  private void undone(ActionRecord action, ActionPhase phase, String why) {
    boolean doubtful =
        action.attempts().stream().anyMatch(attempt -> attempt.outcome() == What.UNKNOWN);
    if (doubtful) {
      work.count(KeeperContext.Count.ACTIONS_UNKNOWN, 1);
      String more = why + "; what an earlier attempt did is not known";
      end(action, ActionPhase.UNKNOWN, more, What.NOTHING, Map.of());
    } else {
      end(action, phase, why, What.NOTHING, Map.of());
    }
  }

  private void outOfTime(ActionRecord action) {
    if (action.attempts().isEmpty()) {
      undone(action, ActionPhase.EXPIRED, "its time was up");
    } else {
      undone(action, ActionPhase.FAILED, "its time was up; the last error: " + action.reason());
    }
  }

  /** Cancels an action that waits. */
  void takeBack(ActionRecord action) {
    undone(action, ActionPhase.CANCELLED, "it was taken back");
  }

  private void orphan(ActionRecord action) {
    work.ledger.atom();
    boolean doubtful = lastDid(action) == What.OPEN || lastDid(action) == What.UNKNOWN;
    String why = work.ledger
        .machine(action.machine())
        .filter(machine -> machine.generation() == action.generation())
        .map(machine -> "its machine is on its way out"
            + (machine.reason() == null ? "" : ": " + machine.reason()))
        .orElse("its machine has ended or left");
    end(
        action,
        ActionPhase.ORPHANED,
        cut(why) + (doubtful ? "; what its last attempt did is not known" : ""),
        What.UNKNOWN,
        Map.of());
  }

  private static What lastDid(ActionRecord action) {
    List<Attempt> attempts = action.attempts();
    return attempts.isEmpty() ? What.NOTHING : attempts.get(attempts.size() - 1).outcome();
  }

  /** It is over. */
  private void end(
      ActionRecord action,
      ActionPhase phase,
      @Nullable String why,
      What what,
      Map<String, String> result) {
    lanes.remove(action);
    Errand errand = errands.remove(action.uid());
    if (errand != null) {
      sleepOn(errand);
    }
    boolean open = lastDid(action) == What.OPEN;
    work.ledger.put(action.edit(edit -> {
      edit.phase = phase;
      edit.reason = why;
      edit.result = result;
      edit.endedAt = work.wall();
      if (open) {
        edit.conclude(what, phase == ActionPhase.SUCCEEDED ? null : why, work.wall());
      }
    }));
    book.over(action.uid()).ifPresent(endings::add);
    lanes.refresh(action.machine());
  }

  // ------------------------------------------------------------------------------- clean-up

  /** Drops what has been over for long enough. */
  private void forget() {
    Duration keep = work.setup.config().actions().keep();
    for (int dropped = 0; dropped < DROPS_AT_ONCE; dropped++) {
      ActionIndex.Over first = endings.peek();
      if (first == null) {
        return;
      }
      if (!work.older(first.endedAt(), keep)) {
        Duration left = left(first.endedAt().plus(keep), first.endedAt());
        // The other clock may allow more time, and this is not urgent.
        work.wakeAt(work.now().plus(left.compareTo(SOON) < 0 ? SOON : left));
        return;
      }
      endings.remove();
      work.ledger.atom();
      work.ledger.drop(first);
    }
    work.wakeAt(work.now().plus(SOON));
  }
}
