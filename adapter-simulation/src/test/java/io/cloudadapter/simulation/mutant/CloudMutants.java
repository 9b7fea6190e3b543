package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.Set;

/** Cores that are broken for one kind of clouds. */
public final class CloudMutants {
  private CloudMutants() {}

  /** Cores for clouds that size groups by themselves. */
  public static List<CoreMutant> ofGroups() {
    return List.of(
        new CoreMutant(
            "a group is asked for machines that it may have let go of",
            "keeper/GroupTarget.java",
            "member = machine.status() == Status.LIVE || machine.status() == Status.RETIRING;",
            "member = machine.status().member();",
            Set.of("I3"),
            1),
        new CoreMutant(
            "a group gets its target before the step is complete",
            "keeper/Keeper.java",
            "    parts.hooks.onStep();\n",
            "    parts.group.setGroupTargets();\n    parts.hooks.onStep();\n",
            Set.of("I3"),
            1),
        new CoreMutant(
            "a machine that a group has made in place of another is a stranger",
            "keeper/GroupTarget.java",
            "      recorder.onReplacement(sighting);\n",
            "      memory.onSighted(\"\");\n",
            Set.of("L1"),
            5),
        new CoreMutant(
            "a machine that a group has made in place of another enters service without its hooks",
            "keeper/MachineRecorder.java",
            "      edit.replacement = true;\n      edit.entering = entering;\n",
            "      edit.replacement = true;\n",
            Set.of("I7"),
            21),
        new CoreMutant(
            "a machine that a group has made in place of another passes for an attached one",
            "keeper/MachineRecorder.java",
            "      edit.replacement = true;\n",
            "",
            Set.of("I7"),
            1),
        new CoreMutant(
            "a group is asked for a machine in place of one that it ends by itself",
            "keeper/GroupTarget.java",
            "member && !machine.dropped()",
            "member",
            Set.of("I3"),
            4),
        new CoreMutant(
            "what a group has decided is forgotten",
            "keeper/MachineCommands.java",
            "edit.dropped = true",
            "edit.dropped = false",
            Set.of("I3"),
            2),
        new CoreMutant(
            "a group lets a machine into service before its hooks do",
            "keeper/MachineCommands.java",
            "comes && serves ?",
            "comes ?",
            Set.of("I7"),
            2),
        new CoreMutant(
            "a group ends a machine before its hooks let it",
            "keeper/MachineCommands.java",
            "case RETIRING -> CommandResult.Stay.LONGER;",
            "case RETIRING -> CommandResult.Stay.NO_LONGER;",
            Set.of("I7"),
            4));
  }

  /** Cores for clouds that run launches as operations. */
  public static List<CoreMutant> ofOperations() {
    return List.of(
        new CoreMutant(
            "a lost operation is taken for one that failed",
            "keeper/LaunchSettlement.java",
            "      memory.outcomeUnknown(state, \"the cloud does not have operation \""
                + " + running.operation());\n",
            "      ledger.put(launch.resolved(step.wall()));\n",
            Set.of("I4"),
            16),
        new CoreMutant(
            "a launch is given up while its operation runs",
            "keeper/LaunchSettlement.java",
            "if (state.calling || launch.operation() != null || !listStarted.reached(state.lastSent))",
            "if (state.calling || !listStarted.reached(state.lastSent))",
            Set.of("I4"),
            1),
        new CoreMutant(
            "an operation is checked once",
            "keeper/LaunchOperationPoller.java",
            "      check.next.after(step.now(), check.interval);\n",
            "      check.calling = true;\n",
            Set.of("L1"),
            1),
        new CoreMutant(
            "a launch is done when it is accepted",
            "keeper/LaunchSettlement.java",
            "            .map(runs -> rest.accepted(runs.id()))",
            "            .map(runs -> rest.resolved(step.wall()))",
            Set.of("I4"),
            1));
  }

  /** Cores for clouds where machines have resources beside them. */
  public static List<CoreMutant> ofResources() {
    return List.of(
        new CoreMutant(
            "a machine is in service before it has its resources",
            "keeper/lifecycle/ServiceEntry.java",
            "if (!completer.isComplete(machine)) {",
            "if (machine.id().isEmpty()) {",
            Set.of("I15"),
            1),
        new CoreMutant(
            "a call that asks for another one is taken for the last",
            "keeper/resource/MachineCompleter.java",
            "} else if (event.complete()) {",
            "} else if (!completion.calling) {",
            Set.of("I15"),
            2),
        new CoreMutant(
            "resources are made anew as soon as a reply is lost",
            "keeper/resource/MachineCompleter.java",
            "if (error.effect() == CloudException.Effect.UNKNOWN) {",
            "if (completion.calling) {",
            Set.of("I15"),
            8),
        new CoreMutant(
            "resources that an earlier process may have made are not waited for",
            "keeper/resource/MachineCompleter.java",
            "if (calledBefore.contains(id)) {",
            "if (id.isEmpty()) {",
            Set.of("I15"),
            4),
        new CoreMutant(
            "resources of a launch under way are released",
            "keeper/resource/ResourceOwner.java",
            "launch.get().unresolved()",
            "launch.get().key().isEmpty()",
            Set.of("I15"),
            1),
        new CoreMutant(
            "what a launch left that made no machine is never released",
            "keeper/resource/ResourceOwner.java",
            "(machine.isEmpty() && launch.get().ids().stream().anyMatch(this::mayLive))",
            "machine.isEmpty()",
            Set.of("L1"),
            1),
        new CoreMutant(
            "what a machine that has ended leaves is never released",
            "keeper/resource/ResourceOwner.java",
            "if (machine.flatMap(ledger::machine).isPresent()) {",
            "if (machine.isPresent()) {",
            Set.of("L1"),
            1),
        new CoreMutant(
            "a release that failed is not repeated",
            "keeper/resource/ResourceSweeper.java",
            "leftover.next.failed(step.now(), error.retryAfter(), settings.random());",
            "leftover.next.after(step.now(), Duration.ofDays(9));",
            Set.of("L1"),
            1));
  }

  /** Cores for clouds that end several machines by one call, and take some back. */
  public static List<CoreMutant> ofBatches() {
    return List.of(
        new CoreMutant(
            "all that are on their way out go together with the first",
            "keeper/lifecycle/Terminator.java",
            "    due.clear();\n",
            "    due.clear();\n    ledger.busyMachines().stream().filter(one -> one.status() =="
                + " Status.RETIRING).map(MachineRecord::machineId).forEach(due::add);\n",
            Set.of("I5"),
            1),
        new CoreMutant(
            "more go together than the cloud takes",
            "keeper/lifecycle/Terminator.java",
            "together.size() < settings.endsTogether()",
            "together.size() <= settings.endsTogether()",
            Set.of("I5"),
            11),
        new CoreMutant(
            "a machine that was named in a failed call is not ended again",
            "keeper/lifecycle/Terminator.java",
            "      calling.removeAll(event.machines());\n",
            "      calling.removeIf(one -> event.machines().contains(one)"
                + " && !event.errors().containsKey(one));\n",
            Set.of("L1"),
            15),
        new CoreMutant(
            "a machine that the cloud takes back stays in service",
            "keeper/MachineCommands.java",
            "      states.set(machine, ServiceState.OUT_OF_SERVICE);\n",
            "",
            Set.of("I6"),
            1));
  }
}
