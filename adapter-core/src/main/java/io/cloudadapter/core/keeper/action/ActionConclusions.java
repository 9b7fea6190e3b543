package io.cloudadapter.core.keeper.action;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.core.keeper.state.ActionRuns;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.ErrorText;
import io.cloudadapter.core.keeper.state.KeeperCounters;
import io.cloudadapter.core.keeper.state.MachineTracking;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.ledger.ActionIndex;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.ledger.ActionRecord.Attempt;
import io.cloudadapter.core.ledger.ActionRecord.Attempt.Outcome;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.CloudException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Concludes from what is known of an action's last attempt how the action goes on: with another attempt, with a probe,
 * or to its one end. An attempt with unknown outcome is retried only if the action is idempotent, or a probe proves
 * that it had no effect.
 */
final class ActionConclusions {
  private static final int DROPS_AT_ONCE = 100;
  private static final int LONGEST_REASON = 300;
  /** Errors that say nothing against another try. */
  private static final Set<CloudException.Kind> PASSING = Set.of(
      CloudException.Kind.THROTTLED,
      CloudException.Kind.UNAVAILABLE,
      CloudException.Kind.TIMEOUT,
      CloudException.Kind.CANCELLED);

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final KeeperCounters counters;
  private final MachineTrackings trackings;
  private final ActionQueue queue;
  private final ActionRuns runs;
  /** Those that are over, the one that ended first first. */
  private final Deque<ActionIndex.Over> ended = new ArrayDeque<>();

  ActionConclusions(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      KeeperCounters counters,
      MachineTrackings trackings,
      ActionQueue queue,
      ActionRuns runs) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.counters = counters;
    this.trackings = trackings;
    this.queue = queue;
    this.runs = runs;
    List<ActionIndex.Over> over = new ArrayList<>(ledger.actions().over());
    over.sort(Comparator.comparing(ActionIndex.Over::endedAt));
    ended.addAll(over);
  }

  /** Whether actions that have ended are kept. */
  boolean hasEnded() {
    return !ended.isEmpty();
  }

  void onFailed(ActionRecord action, Optional<CloudException> error) {
    boolean nothing =
        error.filter(e -> e.effect() == CloudException.Effect.NONE).isPresent();
    String why = truncated(error.map(ErrorText::of).orElse("it gave no reason"));
    if (!nothing) {
      onUnknownOutcome(action, runs.of(action), why);
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
    ActionRuns.Run run = runs.of(action);
    switch (progress.state()) {
      case DONE, FAILED -> endIfConcluded(action, progress);
      case NOT_DONE -> retryOrFail(action, "it was not done", Optional.empty());
      case UNKNOWN -> onUnknownOutcome(action, run, "its outcome is unknown");
      case UNDER_WAY -> startProbing(action, run, "it takes a while");
    }
  }

  /** Whether what was found out ends it. */
  boolean endIfConcluded(ActionRecord action, ActionProgress progress) {
    if (progress.state() == ActionProgress.State.DONE) {
      counters.count(KeeperCounters.Counter.ACTIONS_SUCCEEDED, 1);
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
      MachineTracking track = trackings.of(action.machine());
      track.made = made;
      track.madeAt = step.now().nanos();
    });
  }

  void probeAgain(ActionRecord action, ActionRuns.Run run, Optional<Duration> asked) {
    run.retry.failed(step.now(), asked, settings.random());
    boolean unsettled = run.settledAt - step.now().nanos() > 0;
    boolean beyond = unsettled && run.settledAt - run.retry.at() < 0;
    runs.setTimerWithinDeadline(action, run, beyond ? run.settledAt : run.retry.at());
  }

  /** The last attempt did nothing: there may be another one. */
  void retryOrFail(ActionRecord action, String why, Optional<Duration> asked) {
    if (action.cancelRequested()) {
      endWithoutEffect(action, ActionPhase.CANCELLED, "it was cancelled");
    } else if (isLastAttempt(action)) {
      endWithoutEffect(action, ActionPhase.FAILED, why);
    } else {
      scheduleRetry(action, why, Outcome.NOTHING, asked);
    }
  }

  private boolean isLastAttempt(ActionRecord action) {
    return action.made() >= action.most() || step.now().reached(runs.of(action).deadline);
  }

  /** The outcome of the last attempt is unknown. */
  void onUnknownOutcome(ActionRecord action, ActionRuns.Run run, String why) {
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

  private void startProbing(ActionRecord action, ActionRuns.Run run, String why) {
    ActionRecord doubtful = action.edit(edit -> {
      edit.phase = ActionPhase.PROBING;
      edit.reason = why;
      edit.holder = null;
      edit.leaseUntil = null;
    });
    ledger.put(doubtful);
    run.settledAt = step.now().plus(settings.profile().settle());
    run.retry.reset();
    runs.setTimerWithinDeadline(doubtful, run, step.now().plus(ActionRuns.SOON));
  }

  private void scheduleRetry(
      ActionRecord action, String why, Outcome what, Optional<Duration> asked) {
    ActionRecord waiting = action.edit(edit -> {
      edit.phase = ActionPhase.PENDING;
      edit.reason = why;
      edit.conclude(what, why, step.wall());
    });
    ledger.put(waiting);
    ActionRuns.Run run = runs.of(action);
    if (action.phase() == ActionPhase.PROBING) {
      run.retry.reset(); // It has counted looks.
    }
    run.retry.failed(step.now(), asked, settings.random());
    boolean delayed = !waiting.begun() && run.notBefore - run.retry.at() > 0;
    runs.setTimerWithinDeadline(waiting, run, delayed ? run.notBefore : run.retry.at());
  }

  void endUnknown(ActionRecord action, String why) {
    counters.count(KeeperCounters.Counter.ACTIONS_UNKNOWN, 1);
    end(action, ActionPhase.UNKNOWN, why, Outcome.UNKNOWN, Map.of());
  }

  /** The last attempt, if there was one, did nothing; of earlier ones that may not be known. */
  void endWithoutEffect(ActionRecord action, ActionPhase phase, String why) {
    boolean doubtful =
        action.attempts().stream().anyMatch(attempt -> attempt.outcome() == Outcome.UNKNOWN);
    if (doubtful) {
      counters.count(KeeperCounters.Counter.ACTIONS_UNKNOWN, 1);
      String more = why + "; the outcome of an earlier attempt is unknown";
      end(action, ActionPhase.UNKNOWN, more, Outcome.NOTHING, Map.of());
    } else {
      end(action, phase, why, Outcome.NOTHING, Map.of());
    }
  }

  void expireAction(ActionRecord action) {
    if (action.attempts().isEmpty()) {
      endWithoutEffect(action, ActionPhase.EXPIRED, "its time was up");
    } else {
      endWithoutEffect(
          action, ActionPhase.FAILED, "its time was up; the last error: " + action.reason());
    }
  }

  /** Cancels an action that waits. */
  void cancel(ActionRecord action) {
    endWithoutEffect(action, ActionPhase.CANCELLED, "it was cancelled");
  }

  void orphan(ActionRecord action) {
    ledger.atom();
    boolean doubtful = lastDid(action) == Outcome.OPEN || lastDid(action) == Outcome.UNKNOWN;
    String why = ledger
        .machine(action.machine())
        .filter(machine -> machine.generation() == action.generation())
        .map(machine -> "its machine is on its way out"
            + (machine.reason() == null ? "" : ": " + machine.reason()))
        .orElse("its machine has ended or left");
    end(
        action,
        ActionPhase.ORPHANED,
        truncated(why) + (doubtful ? "; the outcome of its last attempt is unknown" : ""),
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
    runs.remove(action);
    boolean open = lastDid(action) == Outcome.OPEN;
    ledger.put(action.edit(edit -> {
      edit.phase = phase;
      edit.reason = why;
      edit.result = result;
      edit.endedAt = step.wall();
      if (open) {
        edit.conclude(what, phase == ActionPhase.SUCCEEDED ? null : why, step.wall());
      }
    }));
    ledger.actions().over(action.uid()).ifPresent(ended::add);
    queue.refresh(action.machine());
  }

  /** Drops what has been over for long enough. */
  void dropOldActions() {
    Duration keep = settings.config().actions().keep();
    for (int dropped = 0; dropped < DROPS_AT_ONCE; dropped++) {
      ActionIndex.Over first = ended.peek();
      if (first == null) {
        return;
      }
      if (!step.isOlder(first.endedAt(), keep)) {
        Duration left = runs.left(first.endedAt().plus(keep), first.endedAt());
        // The other clock may allow more time, and this is not urgent.
        step.wakeAt(step.now().plus(left.compareTo(ActionRuns.SOON) < 0 ? ActionRuns.SOON : left));
        return;
      }
      ended.remove();
      ledger.atom();
      ledger.drop(first);
    }
    step.wakeAt(step.now().plus(ActionRuns.SOON));
  }
}
