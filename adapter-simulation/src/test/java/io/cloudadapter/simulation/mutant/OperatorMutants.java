package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.Set;

/** Cores that are broken where people look at pools and decide about them. */
public final class OperatorMutants {
  private OperatorMutants() {}

  /** Cores whose histories do not agree with their ledgers. */
  public static List<CoreMutant> ofHistory() {
    return List.of(
        new CoreMutant(
            "an event is written in a transaction of its own, after the answer",
            "history/PoolHistory.java",
            "return write(drafts, now);",
            "due.addAll(drafts);\n    return Recorded.NOTHING;",
            Set.of("H1"),
            1),
        new CoreMutant(
            "the numbers of events begin anew after a restart",
            "history/HistoryContents.java",
            "next = Math.max(next, head.last() + 1);",
            "next = 1;",
            Set.of("H2"),
            7),
        new CoreMutant(
            "the oldest events are dropped, and no event tells it",
            "history/HistoryPages.java",
            "return add(List.of(marker.of(plan.get().dropped(), next)), null, writes, false);",
            "return Optional.of(new Added(writes, List.of()));",
            Set.of("H2"),
            1),
        new CoreMutant(
            "a machine is chosen to go, and no event has the reason",
            "history/MachineEvents.java",
            "return of(after, PoolEventKind.VICTIM_CHOSEN, reason(after));",
            "return of(after, PoolEventKind.VICTIM_CHOSEN, \"\");",
            Set.of("H1"),
            1),
        new CoreMutant(
            "the launches of machines that live are dropped with the oldest events",
            "history/HistoryPages.java",
            "change = kept.with(events, stays);",
            "change = kept.with(List.of(), stays);",
            Set.of("H4"),
            14),
        new CoreMutant(
            "a history takes more bytes than it may",
            "history/HistoryPages.java",
            "this.limit = limit;",
            "this.limit = 4 * limit;",
            Set.of("H3"),
            1));
  }

  /** Cores for machines that stand in quarantine until people settle them. */
  public static List<CoreMutant> ofQuarantine() {
    return List.of(
        new CoreMutant(
            "a machine is adopted and not counted",
            "keeper/QuarantineHandler.java",
            "      sizes.setDesired(size);\n",
            "",
            Set.of("I6"),
            1),
        new CoreMutant(
            "launches that the cloud has not heard of count when a machine is adopted",
            "keeper/QuarantineHandler.java",
            "    return ledger.committed() - planned;\n",
            "    return ledger.committed();\n",
            Set.of("I6"),
            105),
        new CoreMutant(
            "a machine is adopted beyond the maximum",
            "keeper/QuarantineHandler.java",
            "if (counting > sizes.maxSize()) {",
            "if (counting > 1_000_000) {",
            Set.of("limits"),
            1),
        new CoreMutant(
            "a machine that was disowned ends",
            "keeper/QuarantineHandler.java",
            "decide(machine.get(), Status.DETACHED, QuarantineDecision.DISOWN);",
            "decide(machine.get(), Status.RETIRING, QuarantineDecision.DISOWN);",
            Set.of("I5"),
            1),
        new CoreMutant(
            "a machine that is to end in quarantine is forgotten",
            "keeper/QuarantineHandler.java",
            "        decide(machine.get(), Status.RETIRING, QuarantineDecision.TERMINATE);\n",
            "",
            Set.of("I6"),
            1),
        new CoreMutant(
            "a decision ends another machine in quarantine as well",
            "keeper/QuarantineHandler.java",
            "        decide(machine.get(), Status.RETIRING, QuarantineDecision.TERMINATE);\n",
            "        List.copyOf(ledger.quarantined()).forEach(each -> decide("
                + "ledger.machine(each).orElseThrow(), Status.RETIRING, QuarantineDecision.TERMINATE));\n",
            Set.of("I5"),
            1),
        new CoreMutant(
            "a machine that was disowned comes back",
            "keeper/ListReconciler.java",
            "if (tombstone.filter(QuarantineHandler::isDisowned).isPresent()) {",
            "if (tombstone.filter(QuarantineHandler::isDisowned).isPresent() && started.nanos() < 0) {",
            Set.of("I6"),
            1),
        new CoreMutant(
            "an adopted machine keeps the marks of another life",
            "keeper/QuarantineHandler.java",
            "edit.remark = settings.adoption();",
            "edit.remark = false;",
            Set.of("I5"),
            7));
  }

  /** Cores for pools that operators observe, suspend and delete. */
  public static List<CoreMutant> ofOperators() {
    return List.of(
        new CoreMutant(
            "a deletion drops the pool before the last machine is gone",
            "keeper/PoolDeletion.java",
            "if (!ledger.machines().isEmpty() || !ledger.unresolved().isEmpty()) {",
            "if (ledger.effective() > 0 || !ledger.unresolved().isEmpty()) {",
            Set.of("I16"),
            2),
        new CoreMutant(
            "a deletion forgets launches whose outcome is unknown",
            "keeper/PoolDeletion.java",
            "if (!ledger.machines().isEmpty() || !ledger.unresolved().isEmpty()) {",
            "if (!ledger.machines().isEmpty()) {",
            Set.of("I16"),
            40),
        new CoreMutant(
            "a suspended pool launches",
            "config/OperatingState.java",
            "SUSPENDED(false, true),",
            "SUSPENDED(true, true),",
            Set.of("I16"),
            1),
        new CoreMutant(
            "a suspended pool runs again after a restart",
            "keeper/KeeperStartup.java",
            "    upgrade(state);\n    configure(state);",
            "    upgrade(state);\n    configure(state);\n    if (!ledger.pool().state().ends()) {\n"
                + "      ledger.put(ledger.pool().edit(edit -> edit.state("
                + "io.cloudadapter.core.config.OperatingState.RUNNING)));\n    }",
            Set.of("I16", "I6"),
            1),
        new CoreMutant(
            "an observing pool takes marks off",
            "config/OperatingState.java",
            "OBSERVING(false, false),",
            "OBSERVING(false, true),",
            Set.of("I16"),
            2));
  }
}
