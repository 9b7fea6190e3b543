package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.Set;

/** Cores whose lifecycle hooks are broken. */
public final class HookMutants {
  private HookMutants() {}

  public static List<CoreMutant> all() {
    return List.of(
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
            104));
  }
}
