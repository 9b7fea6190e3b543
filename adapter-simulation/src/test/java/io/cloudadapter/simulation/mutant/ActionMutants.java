package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.Set;

/** Cores whose actions are broken. */
public final class ActionMutants {
  private ActionMutants() {}

  public static List<CoreMutant> all() {
    return List.of(
        new CoreMutant(
            "an action's call leaves before its attempt is durable",
            "keeper/action/ActionRunner.java",
            "    ledger.put(running);\n",
            "",
            Set.of("I12"),
            2),
        new CoreMutant(
            "what may not be done twice is tried again",
            "keeper/action/ActionConclusions.java",
            "case ONCE -> endUnknown(action, why);",
            "case ONCE -> scheduleRetry(action, why, Outcome.NOTHING, Optional.empty());",
            Set.of("I12"),
            11),
        new CoreMutant(
            "what does not show at once is believed not to be done",
            "keeper/action/ActionRunner.java",
            "boolean settled = event.asked() - run.settledAt >= 0;",
            "boolean settled = event.asked() != run.settledAt;",
            Set.of("I12"),
            2),
        new CoreMutant(
            "a machine has two exclusive actions at a time",
            "keeper/action/ActionQueue.java",
            "    return holder.isPresent()\n",
            "    return holder.filter(uid -> lane.isEmpty()).isPresent()\n",
            Set.of("I12"),
            11),
        new CoreMutant(
            "a restart forgets an action whose call was out",
            "keeper/action/ActionRunner.java",
            "case RUNNING -> runs.setTimer(action, run, step.now().plus(runs.leaseLeft(action)));",
            "case RUNNING -> run.settledAt = 0;",
            Set.of("L1"),
            37),
        new CoreMutant(
            "more machines are disrupted than may be",
            "keeper/action/ActionFitness.java",
            "return room && (roomForSound || !machine.available()) && draft.permits(machine);",
            "return room || !machine.id().isEmpty();",
            Set.of("I18"),
            117),
        new CoreMutant(
            "what an earlier attempt may have done is denied",
            "keeper/action/ActionConclusions.java",
            "action.attempts().stream().anyMatch(attempt -> attempt.outcome() == Outcome.UNKNOWN);",
            "action.attempts().isEmpty();",
            Set.of("I12"),
            58),
        new CoreMutant(
            "an executor that has lost its lease is believed",
            "keeper/action/ActionCommandHandler.java",
            "        && action.epoch() == report.epoch();",
            "        && action.epoch() >= report.epoch();",
            Set.of("I12"),
            441),
        new CoreMutant(
            "an action that was accepted is not kept",
            "keeper/action/ActionCommandHandler.java",
            "      ledger.put(accepted);\n      runner.begin(accepted);\n",
            "",
            Set.of("I12"),
            2),
        new CoreMutant(
            "an action is dropped before it has ended",
            "keeper/action/ActionRunner.java",
            "      ledger.actions().find(uid).ifPresent(conclusions::orphan);",
            "      ledger.actions().find(uid).ifPresent(runs::remove);",
            Set.of("L1"),
            6),
        new CoreMutant(
            "a watch that goes on skips what has happened since",
            "runtime/ActionChangeBuffer.java",
            "while (place < count && at(place).version() <= version) {",
            "while (place < count) {",
            Set.of("I13"),
            6),
        new CoreMutant(
            "a watch that goes on tells again what it has told",
            "runtime/ActionChangeBuffer.java",
            "at(place).version() <= version",
            "at(place).version() < version",
            Set.of("I13"),
            37),
        new CoreMutant(
            "a watch does not tell that an action is forgotten",
            "runtime/ActionChangeBuffer.java",
            "if (end == null && ActionHistory.action(change.key())) {",
            "if (end == null && ActionHistory.action(change.key()) && change.value().isPresent()) {",
            Set.of("I13"),
            2),
        new CoreMutant(
            "a watch ends although what it has yet to tell is there",
            "runtime/ActionChangeBuffer.java",
            "if (count - place > ring.length) {",
            "if (count - place > 3) {",
            Set.of("I13"),
            11),
        new CoreMutant(
            "a watch goes on from the middle of a transaction",
            "runtime/ActionChangeBuffer.java",
            "page.size() < PAGE || at(place).version() == version",
            "page.size() < 1",
            Set.of("I13"),
            2));
  }
}
