package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.Set;

/** Cores in which the membership status of machines is broken. */
public final class MembershipMutants {
  private static final Set<String> RULE = Set.of("I19");

  private MembershipMutants() {}

  public static List<CoreMutant> all() {
    return List.of(
        new CoreMutant(
            "a machine that is to be kept is a victim",
            "planning/PlanInput.java",
            "return machine.isSpared() || held.test(machine.id());",
            "return machine.isProtected() || held.test(machine.id());",
            RULE,
            1),
        new CoreMutant(
            "a refresh replaces a machine that is to be kept",
            "keeper/refresh/RefreshCensus.java",
            "boolean kept = machine.kept() || (machine.isProtected()",
            "boolean kept = (machine.isProtected()",
            Set.of("I17", "I19"),
            1),
        new CoreMutant(
            "a caller ends a machine that is to be kept",
            "keeper/MachineCommands.java",
            "boolean may = !stays || !machine.kept();",
            "boolean may = true;",
            RULE,
            1),
        new CoreMutant(
            "a machine that is to be kept ends since the cloud rejected it",
            "keeper/MachineRecorder.java",
            "      if (seen.kept()) {\n",
            "      if (seen.kept() && seen.isProtected()) {\n",
            RULE,
            10),
        new CoreMutant(
            "a machine that is to be kept ends since its hook was abandoned",
            "keeper/lifecycle/ServiceEntry.java",
            "    if (machine.kept()) {\n",
            "    if (machine.kept() && machine.isProtected()) {\n",
            RULE,
            17),
        new CoreMutant(
            "a machine that is not active counts",
            "ledger/MachineRecord.java",
            "return serviceState != ServiceState.OUT_OF_SERVICE && !inactive;",
            "return serviceState != ServiceState.OUT_OF_SERVICE;",
            Set.of("I3", "I5", "I6", "L1"),
            1),
        new CoreMutant(
            "a disposable machine is kept",
            "ledger/MachineRecord.java",
            "return status == Status.LIVE && inactive && !isSpared();",
            "return status == Status.LIVE && inactive && !isSpared() && !ran;",
            Set.of("L1"),
            9));
  }
}
