package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.ledger.ActionRecord.Attempt.Outcome;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.simulation.cloud.ActionBehavior;
import io.cloudadapter.spi.action.ActionTraits.Repeat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Checks the actions of one pool's machines (I12): an accepted action is durable and ends once, as it does in truth;
 * a machine has one exclusive action at a time; an action that may not be done twice is not, also after unknown
 * outcomes; a call leaves only for a durable attempt.
 */
public final class ActionChecker {
  /** What was answered to a step's commands about actions. */
  public record Asked(List<Replied> replies) {}

  private record Replied(Event.Asked asked, StepResult.Answer answer) {}

  private final InvariantChecker judge;
  private final ActionBehavior deeds;
  private final Map<UUID, ActionRecord> open = new LinkedHashMap<>();
  private final Map<UUID, ActionRecord> over = new HashMap<>();
  private final Set<UUID> forgotten = new HashSet<>();
  private final List<UUID> ended = new ArrayList<>();
  private final Map<String, UUID> byKey = new HashMap<>();

  ActionChecker(InvariantChecker judge, ActionBehavior deeds) {
    this.judge = judge;
    this.deeds = deeds;
    deeds.watch(this::done);
  }

  /** Those that have not ended. */
  public List<ActionRecord> open() {
    return List.copyOf(open.values());
  }

  /** Those that have ended, in that order; also those that are forgotten. Grows, and is not to be changed. */
  public List<UUID> ended() {
    return ended;
  }

  /** Whether a machine is under an exclusive action. */
  boolean holds(String machine) {
    return open.values().stream()
        .anyMatch(
            action -> action.machine().equals(machine) && action.exclusive() && action.begun());
  }

  // ------------------------------------------------------------------------------- truth

  /** Something was done in the cloud. */
  private void done(ActionBehavior.Deed deed) {
    ActionRecord action = open.getOrDefault(deed.action(), over.get(deed.action()));
    if (action == null) {
      return; // Of another pool.
    }
    rule(
        action.repeat() == Repeat.SAFE
            || deeds.of(deed.action()).stream().allMatch(d -> d.attempt() == deed.attempt()),
        "I12",
        () -> "a second time was done " + action + ": " + deeds.of(deed.action()));
    rule(
        action.phase() != ActionPhase.CANCELLED
            && action.phase() != ActionPhase.EXPIRED
            && action.phase() != ActionPhase.FAILED,
        "I12",
        () -> "done was what had ended without: " + action);
  }

  // ------------------------------------------------------------------------------- commands

  /** What a step's commands are answered; to be asked before any of it becomes durable. */
  public Asked foretell(List<Event> events, StepResult step) {
    Map<CommandSender, StepResult.Answer> answers = new HashMap<>();
    step.answers().forEach(answer -> answers.put(answer.caller(), answer));
    List<Replied> replies = new ArrayList<>();
    for (Event event : events) {
      if (event instanceof Event.Asked asked && answers.containsKey(asked.caller())) {
        boolean ours = asked.command() instanceof Command.Submit
            || asked.command() instanceof Command.CancelAction
            || asked.command() instanceof Command.ClaimAction
            || asked.command() instanceof Command.ReportAction;
        if (ours) {
          replies.add(new Replied(asked, answers.get(asked.caller())));
        }
      }
    }
    return new Asked(replies);
  }

  /** A step is durable as a whole: what was answered is so. */
  public void compare(Asked asked) {
    for (Replied replied : asked.replies()) {
      StepResult.Answer answer = replied.answer();
      Command command = replied.asked().command();
      if (answer.refusal().isEmpty() && command instanceof Command.Submit) {
        accepted(replied.asked(), answer);
      } else if (command instanceof Command.CancelAction cancel) {
        cancelled(cancel.uid(), answer);
      } else if (answer.refusal().isEmpty() && command instanceof Command.ReportAction report) {
        ActionRecord action = open.getOrDefault(report.uid(), over.get(report.uid()));
        rule(
            action == null || action.epoch() == report.epoch(),
            "I12",
            () -> "believed was " + report + ", durable is " + action);
      }
    }
  }

  private void accepted(Event.Asked asked, StepResult.Answer answer) {
    UUID uid = answer
        .outcome()
        .filter(CommandResult.Accepted.class::isInstance)
        .map(outcome -> ((CommandResult.Accepted) outcome).action())
        .orElseThrow(() -> new AssertionError("I12 is broken: accepted was " + asked));
    rule(known(uid), "I12", () -> "accepted was " + asked + ", and nothing is durable of " + uid);
    asked.caller().idempotencyKey().ifPresent(key -> {
      UUID before = byKey.putIfAbsent(key, uid);
      rule(
          before == null || before.equals(uid),
          "I12",
          () -> "under " + key + " there are two actions, " + before + " and " + uid);
    });
  }

  private boolean known(UUID uid) {
    return open.containsKey(uid) || over.containsKey(uid) || forgotten.contains(uid);
  }

  private void cancelled(UUID uid, StepResult.Answer answer) {
    ActionRecord action = open.getOrDefault(uid, over.get(uid));
    if (answer.refusal().isEmpty()) {
      rule(
          action == null
              || action.phase() == ActionPhase.CANCELLED
              || action.phase() == ActionPhase.UNKNOWN
              || action.cancelRequested(),
          "I12",
          () -> "taken back was " + action);
    } else if (answer.refusal().get().reason() == PoolException.Reason.NOT_FOUND) {
      rule(action == null, "I12", () -> "not found was " + action);
    }
  }

  // ------------------------------------------------------------------------------- records

  /** An action has become durable, or was forgotten. */
  void durable(UUID uid, Optional<ActionRecord> now) {
    ActionRecord before = open.getOrDefault(uid, over.get(uid));
    if (now.isEmpty()) {
      rule(before != null && before.ended(), "I12", () -> "forgotten was " + before);
      over.remove(uid);
      forgotten.add(uid);
      return;
    }
    ActionRecord action = now.get();
    rule(
        !forgotten.contains(uid) && (before == null || !before.ended()),
        "I12",
        () -> "ended was " + before + ", and now it is " + action);
    open.remove(uid);
    int tries = before == null ? 0 : before.epoch();
    if (action.epoch() > tries) {
      rule(
          action.epoch() == tries + 1,
          "I12",
          () -> "more than one attempt was begun at once of " + action);
      begins(action);
    }
    rule(action.epoch() >= tries, "I12", () -> "an attempt was forgotten of " + action);
    (action.ended() ? over : open).put(uid, action);
    if (action.ended()) {
      ends(action);
    }
  }

  /** How many actions are under way that disrupt their machines. */
  int disrupting() {
    return (int) open.values().stream()
        .filter(action -> action.disrupts() && action.begun())
        .count();
  }

  private void begins(ActionRecord action) {
    rule(
        action.phase() == ActionPhase.RUNNING || action.ended(),
        "I12",
        () -> "an attempt was begun, and it is " + action);
    rule(
        !action.exclusive() || !holds(action.machine()),
        "I12",
        () -> "beside another exclusive action there began " + action);
    rule(
        action.repeat() == Repeat.SAFE || deeds.of(action.uid()).isEmpty(),
        "I12",
        () -> "done is, and tried again, " + action);
    if (action.disrupts() && action.epoch() == 1) {
      judge.disruptions.begins(action.machine());
    }
  }

  private void ends(ActionRecord action) {
    ended.add(action.uid());
    boolean done = !deeds.of(action.uid()).isEmpty();
    switch (action.phase()) {
      case SUCCEEDED -> rule(done, "I12", () -> "not done was " + action);
      case FAILED, CANCELLED, EXPIRED -> {
        rule(!done, "I12", () -> "done was " + action);
        rule(
            action.attempts().stream().allMatch(attempt -> attempt.outcome() == Outcome.NOTHING),
            "I12",
            () -> "its outcome is unknown, but it is " + action);
      }
      default -> {}
    }
  }

  /** A call leaves. */
  void acts(Effect.Act act) {
    ActionRecord action =
        open.getOrDefault(act.token().action(), over.get(act.token().action()));
    rule(
        action != null
            && action.epoch() == act.token().attempt()
            && action.machine().equals(act.machine().value())
            && action
                .attempts()
                .get(action.epoch() - 1)
                .startedAt()
                .equals(act.token().since()),
        "I12",
        () -> "there leaves " + act + ", durable is " + action);
  }

  /** What has not ended; in the end all has. */
  List<String> unfinished() {
    List<String> reasons = new ArrayList<>();
    open.values().forEach(action -> reasons.add("not ended: " + action));
    return reasons;
  }
}
