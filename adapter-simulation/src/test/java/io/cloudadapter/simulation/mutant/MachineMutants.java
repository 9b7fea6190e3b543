package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.Set;

/** Cores that plan, list or end machines wrongly. */
public final class MachineMutants {
  private MachineMutants() {}

  public static List<CoreMutant> all() {
    return List.of(
        new CoreMutant(
            "promised machines are not counted",
            "planning/Planner.java",
            "int missing = input.target() - effective.size() - open - taken.machines();",
            "int missing = input.target() - effective.size() - taken.machines();",
            Set.of("I3"),
            1),
        new CoreMutant(
            "the cap counts no machines that end or do not count",
            "planning/Planner.java",
            "input.maxSize() + input.surge() - committed - terminating - ballast",
            "Integer.MAX_VALUE - committed - terminating - ballast",
            Set.of("I3"),
            1),
        new CoreMutant(
            "maxSize is not looked at",
            "planning/Planner.java",
            "int room = input.maxSize() - committed - taken.machines();",
            "int room = Integer.MAX_VALUE;",
            Set.of("I3"),
            56),
        new CoreMutant(
            "a live machine makes room for a promise",
            "planning/Planner.java",
            "victims(effective.size() - input.target())",
            "victims(effective.size() + open - input.target())",
            Set.of("I5", "I3"),
            13),
        new CoreMutant(
            "protected machines are chosen",
            "planning/VictimSelector.java",
            "if (!input.isProtectedFromTermination(machine)) {",
            "if (!machine.id().isEmpty()) {",
            Set.of("I5"),
            20),
        new CoreMutant(
            "a machine is gone as soon as lists lack it",
            "keeper/MissingMachineDetector.java",
            "    long vanish = settings.vanish().toNanos();",
            "    long vanish = 0;",
            Set.of("I4"),
            19),
        new CoreMutant(
            "the wrong account is believed",
            "keeper/CloudPoller.java",
            "} else if (expected.equals(identity)) {",
            "} else if (!expected.isEmpty()) {",
            Set.of("I4"),
            11),
        new CoreMutant(
            "a machine of another life is ended",
            "keeper/ListReconciler.java",
            "recorder.record(sighting, Status.QUARANTINED, key, 0)",
            "recorder.record(sighting, Status.RETIRING, key, 0)",
            Set.of("I5"),
            1),
        new CoreMutant(
            "a machine is ended before that is durable",
            "keeper/lifecycle/Terminator.java",
            "    ledger.put(closed);\n",
            "    trackings.of(closed.id());\n",
            Set.of("I5"),
            2),
        new CoreMutant(
            "the hour's budget of ends is not kept",
            "keeper/lifecycle/Terminator.java",
            "if (terminateBudget.exhausted(step.now())) {",
            "if (terminateBudget.left(step.now()) < 0) {",
            Set.of("I10"),
            22),
        new CoreMutant(
            "a machine has half the time to boot",
            "keeper/lifecycle/Remediator.java",
            "trackings.of(machine.id()).since + deadline.toNanos()",
            "trackings.of(machine.id()).since + deadline.toNanos() / 2",
            Set.of("I11"),
            171),
        new CoreMutant(
            "an incomplete list is believed",
            "keeper/ListReconciler.java",
            "boolean complete = event.error().isEmpty() && event.complete();",
            "boolean complete = true;",
            Set.of("I4", "I5"),
            1190),
        new CoreMutant(
            "a late arrival is overlooked",
            "keeper/MachineRecorder.java",
            "if (launch.ids().contains(id) || ledger.machine(id).isPresent()) {",
            "if (launch.ids().contains(id) || ledger.machine(id).isPresent() || !launch.unresolved()) {",
            Set.of("I4", "L1"),
            1843),
        new CoreMutant(
            "machines go before their time",
            "keeper/lifecycle/Terminator.java",
            "    if (hasTime(machine) || registrar.holdUntilDeregistered(machine)"
                + " || hooks.pauseBeforeEnd(machine)) {\n      return;",
            "    if (registrar.holdUntilDeregistered(machine) || hooks.pauseBeforeEnd(machine)) {\n      return;",
            Set.of("I11"),
            3),
        new CoreMutant(
            "a machine that was to live on is ended",
            "keeper/lifecycle/Terminator.java",
            "    if (machine.released()) {",
            "    if (machine.released() && machine.reason() == null) {",
            Set.of("I5"),
            6),
        new CoreMutant(
            "a placement is not looked at",
            "planning/Planner.java",
            "share = placement.isPresent()",
            "share = placement.isPresent() && zones.isEmpty()",
            Set.of("zones"),
            13),
        new CoreMutant(
            "a machine ends although its hook waits",
            "keeper/lifecycle/Terminator.java",
            "if (hasTime(machine) || registrar.holdUntilDeregistered(machine) || hooks.pauseBeforeEnd(machine)) {",
            "hooks.pauseBeforeEnd(machine);\n    if (hasTime(machine) || registrar.holdUntilDeregistered(machine)) {",
            Set.of("I7"),
            8),
        new CoreMutant(
            "a machine ends as surplus in the middle of an action",
            "planning/PlanInput.java",
            "return machine.isSpared() || held.test(machine.id());",
            "return machine.isSpared();",
            Set.of("I12"),
            11),
        new CoreMutant(
            "a machine ends under its users",
            "keeper/lifecycle/Terminator.java",
            "hasTime(machine) || registrar.holdUntilDeregistered(machine) || hooks",
            "hasTime(machine) || hooks",
            Set.of("I14"),
            3),
        new CoreMutant(
            "a machine whose deregistration was sent counts as gone",
            "keeper/state/LoadBalancerState.java",
            "            && !behind.contains(id)\n",
            "",
            Set.of("I14"),
            3),
        new CoreMutant(
            "what others have behind a load balancer is taken out",
            "keeper/lifecycle/LoadBalancerRegistrar.java",
            "isOurs(id) && !wishes.in().contains(id) && state",
            "!wishes.in().contains(id) && state",
            Set.of("I14"),
            1),
        new CoreMutant(
            "a machine serves before its hooks have let it",
            "keeper/lifecycle/LoadBalancerRegistrar.java",
            "        && !machine.entering()\n",
            "",
            Set.of("I14"),
            17),
        new CoreMutant(
            "a machine that is not known to run is put behind a load balancer",
            "keeper/lifecycle/LoadBalancerRegistrar.java",
            "        && machine.ran()\n",
            "",
            Set.of("I14"),
            3));
  }
}
