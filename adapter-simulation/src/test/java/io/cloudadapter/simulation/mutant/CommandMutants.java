package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.Set;

/** Cores that answer commands, policies or schedules wrongly. */
public final class CommandMutants {
  private CommandMutants() {}

  public static List<CoreMutant> all() {
    return List.of(
        new CoreMutant(
            "a decrement counts twice",
            "keeper/MachineCommands.java",
            "ledger.pool().desired() - 1));",
            "ledger.pool().desired() - 2));",
            Set.of("I6"),
            1),
        new CoreMutant(
            "a repeated terminate decrements again",
            "keeper/MachineCommands.java",
            "if (machine.status() == Status.LIVE || machine.status() == Status.PRESUMED_GONE) {\n      if "
                + "(command.decrement()) {",
            "if (machine.status() == Status.LIVE || machine.status() == Status.PRESUMED_GONE || "
                + "command.decrement()) {\n      if (command.decrement()) {",
            Set.of("I6", "I9"),
            34),
        new CoreMutant(
            "a machine that does not count lowers the desired size",
            "keeper/MemberLookup.java",
            "boolean may = machine.effective() || machine.waking() || machine.lowered();",
            "boolean may = machine.ran() || machine.lowered();",
            Set.of("I6"),
            1),
        new CoreMutant(
            "a machine that ends with a decrement forgets it",
            "keeper/MachineCommands.java",
            "edit.lowered = command.decrement()",
            "edit.lowered = false",
            Set.of("I6"),
            12),
        new CoreMutant(
            "an idempotency key is not looked up",
            "keeper/CommandHandler.java",
            "if (before.isPresent()) {",
            "if (before.isPresent() && before.get().command() == 0) {",
            Set.of("I6"),
            1),
        new CoreMutant(
            "an answer is not kept under its key",
            "keeper/state/IdempotencyCache.java",
            "entry(command, caller, outcome).ifPresent(ledger::put);",
            "entry(command, caller, outcome).ifPresent(java.util.Objects::requireNonNull);",
            Set.of("I6"),
            1),
        new CoreMutant(
            "a detach forgets its decrement",
            "keeper/MachineCommands.java",
            "      if (command.decrement() && (machine.effective() || machine.waking())) {\n"
                + "        decrement();\n      }\n      trackings.of(machine.id()).unmarked = false;",
            "      trackings.of(machine.id()).unmarked = false;",
            Set.of("I6"),
            3),
        new CoreMutant(
            "an attach counts twice",
            "keeper/Attacher.java",
            "sizes.setDesired(ledger.pool().desired() + 1);",
            "sizes.setDesired(ledger.pool().desired() + 2);",
            Set.of("I6"),
            3),
        new CoreMutant(
            "an attach is bound before it is counted",
            "keeper/Attacher.java",
            "    sizes.setDesired(ledger.pool().desired() + 1);",
            "    ledger.atom();\n    sizes.setDesired(ledger.pool().desired() + 1);",
            Set.of("I6"),
            3),
        new CoreMutant(
            "an attach forgets the keys of those that wait for it",
            "keeper/Attacher.java",
            "    idempotency.acknowledge(machine.awaited());\n",
            "",
            Set.of("I6"),
            9),
        new CoreMutant(
            "an attach that another process completes loses its keys",
            "keeper/Attacher.java",
            "    idempotency.acknowledge(machine.awaited());\n",
            "    attach.waiting.forEach(p -> p.awaited().ifPresent(a -> idempotency.acknowledge(List.of(a))));\n",
            Set.of("I6"),
            9),
        new CoreMutant(
            "the keys of an attach stay in memory",
            "keeper/Attacher.java",
            ".edit(edit -> edit.awaited = awaited));",
            ");",
            Set.of("I6"),
            9),
        new CoreMutant(
            "a cooldown is started by what changes nothing",
            "keeper/Scaler.java",
            "    if (decision.changes()) {\n      ScalingDirection event",
            "    if (decision.ok() && decision.event().isPresent()) {\n      ScalingDirection event",
            Set.of("cooldown", "limits"),
            1),
        new CoreMutant(
            "the limits of a resize are lost in a restart",
            "keeper/KeeperStartup.java",
            ".under(state.settings.config().scaling().minSize(), state.settings.config().maxSize())",
            ".under(-1, -1)",
            Set.of("limits"),
            1),
        new CoreMutant(
            "a schedule is followed without writing down how far",
            "keeper/ScheduleRunner.java",
            "      seen(due.name(), due.at());\n",
            "",
            Set.of("I6", "schedule", "policy", "limits"),
            1),
        new CoreMutant(
            "a size that was due while no process kept the pool is forgotten",
            "keeper/ScheduleRunner.java",
            "          && known.times().equals(times)\n",
            "          && known.times().equals(times)\n          && next != null\n",
            Set.of("schedule"),
            3));
  }
}
