package io.cloudadapter.simulation;

import java.util.List;
import java.util.Set;

/** Defects that a pool keeper could have, and that peers of ours have had. */
final class CoreMutants {
  private CoreMutants() {}

  static List<CoreMutant> all() {
    return List.of(
        new CoreMutant(
            "a launch leaves before its intent is durable",
            "keeper/LaunchSender.java",
            "    ledger.put(sent);\n",
            "    launchBudget.left(step.now());\n",
            Set.of("I1"),
            1),
        new CoreMutant(
            "a retry takes a fresh key",
            "keeper/LaunchSender.java",
            "new LaunchKey(launch.key()), request,",
            "new LaunchKey(launch.attempts() > 0"
                + " ? io.cloudadapter.core.keeper.state.RandomIds.token(settings.random())"
                + " : launch.key()), request,",
            Set.of("I1", "I2"),
            2),
        new CoreMutant(
            "a retry asks for one machine more",
            "keeper/LaunchSender.java",
            "request, launch.asked(), sent.attempts()",
            "request, launch.asked() + (launch.attempts() > 0 ? 1 : 0), sent.attempts()",
            Set.of("I2"),
            2),
        new CoreMutant(
            "an unknown outcome is taken for a refusal",
            "keeper/LaunchSettlement.java",
            "if (error.effect() == CloudException.Effect.NONE && !state.ambiguous && !keyTrouble)",
            "if (!keyTrouble)",
            Set.of("I4"),
            1),
        new CoreMutant(
            "a refusal of the second sending is believed",
            "keeper/LaunchSettlement.java",
            "if (error.effect() == CloudException.Effect.NONE && !state.ambiguous && !keyTrouble)",
            "if (error.effect() == CloudException.Effect.NONE && !keyTrouble)",
            Set.of("I4"),
            4),
        new CoreMutant(
            "what an earlier process may have sent is forgotten",
            "keeper/LaunchMemory.java",
            "          outcomeUnknown(state, \"an earlier process sent it, and its reply is "
                + "unknown\");\n",
            "",
            Set.of("I4"),
            329),
        new CoreMutant(
            "a launch is given up before the cloud's bounds have passed",
            "keeper/LaunchSettlement.java",
            "listStarted.reached(state.lastSent + settings.profile().settle().toNanos())",
            "true",
            Set.of("I4"),
            4),
        new CoreMutant(
            "a launch without key support is sent again",
            "keeper/LaunchMemory.java",
            "if (!settings.profile().keySupport().resendable() || state.stopped || first == null) {",
            "if (!settings.profile().keySupport().resendable()) {\n      return !state.stopped;\n    }\n    "
                + "if (state.stopped || first == null) {",
            Set.of("I2"),
            1),
        new CoreMutant(
            "promised machines are not counted",
            "planning/Planner.java",
            "int missing = input.desired() - effective.size() - open;",
            "int missing = input.desired() - effective.size();",
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
            "int room = input.maxSize() - committed;",
            "int room = Integer.MAX_VALUE;",
            Set.of("I3"),
            56),
        new CoreMutant(
            "a live machine makes room for a promise",
            "planning/Planner.java",
            "victims(effective.size() - input.desired())",
            "victims(effective.size() + open - input.desired())",
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
            "machines out of service count",
            "ledger/MachineRecord.java",
            "        && serviceState != ServiceState.OUT_OF_SERVICE;",
            "        && serviceState != null;",
            Set.of("I3", "L1", "I5"),
            17),
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
            "boolean may = machine.effective() || machine.lowered();",
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
            "      if (command.decrement() && machine.effective()) {\n        decrement();\n      }\n      "
                + "trackings.of(machine.id()).unmarked = false;",
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
            "a new desired size stays in memory",
            "ledger/Ledger.java",
            "    pool = causes.mark(pool, changed);\n    write(",
            "    boolean resized = pool.desired() != changed.desired();\n"
                + "    pool = causes.mark(pool, changed);\n    if (!resized) write(",
            Set.of("I6"),
            2),
        new CoreMutant(
            "a machine's end is forgotten instead of recorded",
            "ledger/MachineIndex.java",
            "(machine.status().terminal() ? ended : present).put(machine.id(), machine);",
            "if (!machine.status().terminal()) present.put(machine.id(), machine);",
            Set.of("I9", "I4", "I2"),
            19),
        new CoreMutant(
            "a deposed keeper writes",
            "store/LeaderFence.java",
            "Transaction.builder().require(prefix + LEADER, fence);",
            "Transaction.builder();",
            Set.of("I8"),
            32),
        new CoreMutant(
            "a commit is acknowledged before it is on the disk",
            "store/embedded/WriteAheadLog.java",
            "padding), end);\n    file.force();",
            "padding), end);",
            Set.of("I6"),
            99),
        new CoreMutant(
            "a failed write is acknowledged",
            "store/embedded/GroupCommitWriter.java",
            "      bytes.addAndGet(log.append(durable));",
            "      try {\n        bytes.addAndGet(log.append(durable));\n      } catch "
                + "(IOException e) {\n        bytes.addAndGet(0);\n      }",
            Set.of("I6"),
            1928),
        new CoreMutant(
            "a launch is given up while its call is out",
            "keeper/LaunchSettlement.java",
            "if (state.calling || launch.operation() != null || !listStarted.reached(state.lastSent))",
            "if (launch.operation() != null || !listStarted.reached(state.lastSent))",
            Set.of("I4"),
            545),
        new CoreMutant(
            "a key is used after the cloud may have forgotten it",
            "keeper/LaunchMemory.java",
            ".lifetime().dividedBy(2)",
            ".lifetime().multipliedBy(100)",
            Set.of("I2"),
            1143),
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
            "a cooldown is started by what changes nothing",
            "keeper/Scaler.java",
            "    if (decision.changes()) {\n      ScalingDirection event",
            "    if (decision.ok() && decision.event().isPresent()) {\n      ScalingDirection event",
            Set.of("cooldown", "limits"),
            1),
        new CoreMutant(
            "a repeated request is answered without its decision",
            "ledger/OutcomeCodec.java",
            "decision(in).of(command)",
            "decision(in).of(new Command.Thaw())",
            Set.of("I6"),
            1),
        new CoreMutant(
            "the limits of a resize are lost in a restart",
            "keeper/KeeperStartup.java",
            ".under(state.settings.config().scaling().minSize(), state.settings.config().maxSize())",
            ".under(-1, -1)",
            Set.of("limits"),
            1),
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
            3),
        new CoreMutant(
            "a placement is not looked at",
            "planning/Planner.java",
            "share = placement.isPresent()",
            "share = placement.isPresent() && zones.isEmpty()",
            Set.of("zones"),
            13),
        new CoreMutant(
            "a machine that a person ends does not pause",
            "keeper/lifecycle/LifecycleHooks.java",
            "    return machine.ran()\n",
            "    return machine.ran() && !machine.byCommand()\n",
            Set.of("I7"),
            8),
        new CoreMutant(
            "an answer is taken after the time is up",
            "keeper/lifecycle/LifecycleHooks.java",
            "} else if (hook.state() == how) {",
            "} else if (hook.state() == how || hook.state() == State.TIMED_OUT) {",
            Set.of("I7"),
            9),
        new CoreMutant(
            "a restart forgets when a pause is over",
            "keeper/lifecycle/LifecycleHooks.java",
            "      start(hook.token(), at, limit);\n      outbox",
            "      outbox",
            Set.of("I7"),
            9),
        new CoreMutant(
            "an answer is acknowledged and not kept",
            "keeper/lifecycle/LifecycleHooks.java",
            "      end(hook, how);\n      pending.accept();",
            "      pending.accept();",
            Set.of("I7"),
            8),
        new CoreMutant(
            "a hook that is abandoned is completed",
            "keeper/lifecycle/LifecycleHooks.java",
            "State how = command.result() == HookResult.CONTINUE ? State.COMPLETED : State.ABANDONED;",
            "State how = State.COMPLETED;",
            Set.of("I7"),
            9),
        new CoreMutant(
            "heartbeats put a pause off for ever",
            "keeper/lifecycle/LifecycleHooks.java",
            "long within = timer.limit() - wished < 0 ? timer.limit() : wished;",
            "long within = wished;",
            Set.of("I7"),
            9),
        new CoreMutant(
            "heartbeats do not put a pause off",
            "keeper/lifecycle/LifecycleHooks.java",
            "if (step.now().reached(timer.at())) {",
            "if (timer.number() >= 0) {",
            Set.of("I7"),
            9),
        new CoreMutant(
            "a machine ends although its hook waits",
            "keeper/lifecycle/Terminator.java",
            "if (hasTime(machine) || registrar.holdUntilDeregistered(machine) || hooks.pauseBeforeEnd(machine)) {",
            "hooks.pauseBeforeEnd(machine);\n    if (hasTime(machine) || registrar.holdUntilDeregistered(machine)) {",
            Set.of("I7"),
            8),
        new CoreMutant(
            "a machine whose receiver could not be reached may wait for ever",
            "keeper/lifecycle/LifecycleHooks.java",
            "if (timer == null || hook.isEmpty()) {",
            "if (timer == null || hook.isEmpty() || !hook.get().told()) {",
            Set.of("I7"),
            17),
        new CoreMutant(
            "a machine enters service that may not",
            "keeper/lifecycle/LifecycleHooks.java",
            "      if (hook.result() == HookResult.ABANDON) {",
            "      if (hook.result() == HookResult.ABANDON && transition == LifecycleTransition.TERMINATE) {",
            Set.of("I7"),
            17),
        new CoreMutant(
            "only the first hook has its turn",
            "keeper/lifecycle/LifecycleHooks.java",
            "boolean isNew = hook.transition() == transition\n",
            "boolean isNew = had.isEmpty() && hook.transition() == transition\n",
            Set.of("I7"),
            9),
        new CoreMutant(
            "a message that did not arrive is taken for one that did",
            "keeper/lifecycle/HookOutbox.java",
            "    if (event.error().isEmpty()) {",
            "    if (event.error().isEmpty() || event.hook().length() > 0) {",
            Set.of("I7"),
            17),
        // What Senlin's hooks do to their users, as far as it is not above.
        new CoreMutant(
            "a machine that is unhealthy does not pause",
            "keeper/lifecycle/LifecycleHooks.java",
            "    return machine.ran()\n",
            "    return machine.ran()\n        && !String.valueOf(machine.reason()).startsWith(\"it was unhealthy\")\n",
            Set.of("I7"),
            296),
        new CoreMutant(
            "after a restart no message is sent",
            "keeper/lifecycle/LifecycleHooks.java",
            "      start(hook.token(), at, limit);\n      outbox.add(hook);\n",
            "      start(hook.token(), at, limit);\n",
            Set.of("I7"),
            61),
        new CoreMutant(
            "a restart begins the time of a pause anew",
            "keeper/lifecycle/LifecycleHooks.java",
            "          step.now().plus(left(hook.deadline(), Duration.between(hook.since(), hook.limit())));",
            "          step.now().plus(Duration.between(hook.since(), hook.deadline()));",
            Set.of("I7"),
            9),
        new CoreMutant(
            "a pause is over before its deadline",
            "keeper/lifecycle/LifecycleHooks.java",
            "start(token, step.now().plus(hook.timeout()), step.now().plus(hook.limit()));",
            "start(token, step.now().plus(hook.timeout().dividedBy(2)), step.now().plus(hook.limit()));",
            Set.of("I7"),
            8),
        new CoreMutant(
            "a machine whose hook was abandoned stays for ever",
            "keeper/lifecycle/LifecycleHooks.java",
            "beginNextHook(machine, LifecycleTransition.TERMINATE) == Passage.PAUSED",
            "beginNextHook(machine, LifecycleTransition.TERMINATE) != Passage.FREE",
            Set.of("L1", "I7"),
            9),
        new CoreMutant(
            "a message that fails takes those behind it along",
            "keeper/lifecycle/HookOutbox.java",
            "      queue.tokens.add(event.token()); // Behind",
            "      queue.tokens.clear(); // Behind",
            Set.of("I7"),
            104),
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
            "a machine ends as surplus in the middle of an action",
            "planning/PlanInput.java",
            "return machine.isProtected() || held.test(machine.id());",
            "return machine.isProtected();",
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
            "return ledger.actions().disrupting() < settings.config().actions().disruptedAtOnce();",
            "return ledger.actions().disrupting() <= settings.config().actions().disruptedAtOnce();",
            Set.of("I12"),
            24),
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
            2),
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

  /** The same for clouds that size groups by themselves. */
  static List<CoreMutant> ofGroups() {
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

  /** The same for clouds that run launches as operations. */
  static List<CoreMutant> ofOperations() {
    return List.of(
        new CoreMutant(
            "a lost operation is taken for one that failed",
            "keeper/LaunchSettlement.java",
            "      memory.outcomeUnknown(state, \"the cloud does not have operation \""
                + " + running.operation());\n",
            "      ledger.put(launch.resolved(step.wall()));\n",
            Set.of("I4"),
            1),
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

  /** The same for clouds where machines have resources beside them. */
  static List<CoreMutant> ofResources() {
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
            1),
        new CoreMutant(
            "resources are made anew as soon as a reply is lost",
            "keeper/resource/MachineCompleter.java",
            "if (error.effect() == CloudException.Effect.UNKNOWN) {",
            "if (completion.calling) {",
            Set.of("I15"),
            1),
        new CoreMutant(
            "resources that an earlier process may have made are not waited for",
            "keeper/resource/MachineCompleter.java",
            "if (calledBefore.contains(id)) {",
            "if (id.isEmpty()) {",
            Set.of("I15"),
            1),
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

  /** The same for clouds that end several machines by one call, and take some back. */
  static List<CoreMutant> ofBatches() {
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
            "      applyServiceState(machine, ServiceState.OUT_OF_SERVICE);\n",
            "",
            Set.of("I6"),
            1));
  }

  /** The same where machines stand in quarantine and people settle them. */
  static List<CoreMutant> ofHistory() {
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
            1),
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
            1),
        new CoreMutant(
            "a history takes more bytes than it may",
            "history/HistoryPages.java",
            "this.limit = limit;",
            "this.limit = 4 * limit;",
            Set.of("H3"),
            1));
  }

  static List<CoreMutant> ofQuarantine() {
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
            "if (size > sizes.maxSize()) {",
            "if (size > 1_000_000) {",
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

  /** The same where operators have pools observe, suspend them and delete them. */
  static List<CoreMutant> ofOperators() {
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
