package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.Set;

/** Cores whose account of disruption is broken. */
public final class DisruptionMutants {
  private static final String ACCOUNT = "keeper/state/DisruptionAccount.java";
  private static final Set<String> RULE = Set.of("I18");

  private DisruptionMutants() {}

  public static List<CoreMutant> all() {
    return List.of(
        new CoreMutant(
            "the account allows one debit more than its limit",
            ACCOUNT,
            "debits + 1 > most.get()",
            "debits > most.get()",
            RULE,
            3),
        new CoreMutant(
            "the account does not count the machines that the pool lacks",
            ACCOUNT,
            "(machine.available() && lacking > most.get())",
            "lacking > Integer.MAX_VALUE - 1",
            RULE,
            11),
        new CoreMutant(
            "the limit of a reason is one too high",
            ACCOUNT,
            "ofReason + 1 > mostOfReason.get()",
            "ofReason > mostOfReason.get()",
            RULE,
            37),
        new CoreMutant(
            "a machine that does not serve waits for no limit of its reason and for no window",
            ACCOUNT,
            "      if (!limited) {\n        return true;\n      }\n      count();\n",
            "      if (!limited || (reason != DisruptionReason.ACTION && !machine.serves())) {\n"
                + "        return true;\n      }\n      count();\n",
            RULE,
            9),
        new CoreMutant(
            "a window forbids work instead of permitting it",
            ACCOUNT,
            "return state.open() ? Optional.empty() : Optional.of(",
            "return !state.open() ? Optional.empty() : Optional.of(",
            RULE,
            3),
        new CoreMutant(
            "the account is asked only whether its limits leave any room",
            "keeper/action/ActionFitness.java",
            "&& draft.permits(machine);",
            ";",
            RULE,
            11),
        new CoreMutant(
            "a policy shrinks the pool as if a caller had asked for it",
            "planning/Planner.java",
            "int explicit = Math.min(chosen.size(), input.allowance() - input.automatic());",
            "int explicit = Math.min(chosen.size(), input.allowance());",
            RULE,
            6),
        new CoreMutant(
            "what leaves is no debit while it waits to leave",
            "ledger/MachineRecord.java",
            "return status == Status.RETIRING || status == Status.DELETING;",
            "return status == Status.DELETING;",
            RULE,
            3));
  }
}
