package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.feature.GroupLifecycleHooks;
import io.cloudadapter.spi.feature.WaitingMachine;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.TestCallContext;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.CloudResource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Chapter 13: machines that wait in the hooks of a group. */
public final class GroupHookTrials {

  /** Long enough for every delay that a fault causes in between. */
  private static final Duration SPAN = Duration.ofMinutes(20);

  private static final Duration SOON = Duration.ofMinutes(10);

  private GroupHookTrials() {}

  public static List<Trial> all() {
    return Stream.of(
            Trial.of("MP-13.20", GroupHookTrials::holdsWhoComes).withFaults(),
            Trial.of("MP-13.21", GroupHookTrials::holdsWhoGoes).needs("MP-13.6").withFaults(),
            Trial.of("MP-13.22", GroupHookTrials::forgivesWhoIsLate).needs("MP-13.20"))
        .map(trial -> trial.of(GroupLifecycleHooks.class).needs("MP-13.1"))
        .toList();
  }

  private static void holdsWhoComes(TestBench bench) {
    MachineId machine = comes(bench);
    bench.sweep(true);
    WaitingMachine held = told(bench, bench.provider(), machine, LifecycleTransition.LAUNCH);
    outlasts(bench, held);
    bench.require(
        find(bench, bench.another(), machine).isPresent(),
        "machine " + machine + " waits, and another adapter on the account does not return it");
    answer(bench, held, "release");
    bench.sweep(false);
    bench.time().pass(bench.profile().listLag());
    bench.require(
        find(bench, bench.provider(), machine).isEmpty(),
        "machine " + machine + " was released, and is still returned as waiting");
    bench.time().pass(SPAN.multipliedBy(2));
    bench.require(
        bench.truth().lives(machine),
        "machine " + machine + " was released into service, and ended");
  }

  private static void holdsWhoGoes(TestBench bench) {
    bench.sweep(false);
    PreparedLaunch frozen = bench.prepare();
    bench.provider().raise(frozen, 2, bench.call());
    bench.time().passUntil(() -> bench.truth().ours().size() == 2, SOON);
    bench.time().pass(bench.profile().settle().plus(SOON));
    List<MachineId> members = bench.truth().ours().stream()
        .map(resource -> new MachineId(resource.id()))
        .sorted()
        .toList();
    bench.truth().provoking(console -> console.holdMachines(SPAN));

    MachineId dropped = members.get(0);
    bench.truth().provoking(console -> console.dropFromGroup(dropped));
    bench.sweep(true);
    WaitingMachine first = told(bench, bench.provider(), dropped, LifecycleTransition.TERMINATE);
    outlasts(bench, first);
    goes(bench, first);

    MachineId ended = members.get(1);
    CoreRetryModel core = new CoreRetryModel(bench);
    core.terminate(ended);
    WaitingMachine second = told(bench, bench.provider(), ended, LifecycleTransition.TERMINATE);
    core.terminate(ended);
    outlasts(bench, second);
    goes(bench, second);
  }

  private static void forgivesWhoIsLate(TestBench bench) {
    MachineId machine = comes(bench);
    WaitingMachine held = told(bench, bench.provider(), machine, LifecycleTransition.LAUNCH);
    answer(bench, held, "release");
    late(bench, held, "release");
    late(bench, held, "extend");
    bench.require(
        bench.truth().lives(machine), "machine " + machine + " was released twice, and ended");
    bench.truth().provoking(console -> console.kill(machine));
    bench.require(bench.truth().ends(machine), "machine " + machine + " lives on");
    bench.time().pass(SOON);
    late(bench, held, "extend");
    late(bench, held, "release");
  }

  // ---- words

  /** A machine that its group makes and holds. */
  private static MachineId comes(TestBench bench) {
    bench.sweep(false);
    bench.truth().provoking(console -> console.holdMachines(SPAN));
    PreparedLaunch frozen = bench.prepare();
    bench.provider().raise(frozen, 1, bench.call());
    bench.time().passUntil(() -> !bench.truth().ours().isEmpty(), SOON);
    List<CloudResource> made = bench.truth().ours();
    bench.require(made.size() == 1, "a group that was raised to 1 has " + made);
    return new MachineId(made.get(0).id());
  }

  private static Optional<WaitingMachine> find(
      TestBench bench, ObservedProvider provider, MachineId machine) {
    return new CoreRetryModel(bench)
            .read("held", () -> {
              TestCallContext call = bench.call();
              return provider.reads(
                  "held", call, () -> hooks(provider).held(Set.of(TestBench.POOL), call));
            })
            .stream()
            .filter(held -> held.machine().equals(machine))
            .findFirst();
  }

  /** Returns a waiting machine, once the adapter returns it. */
  private static WaitingMachine told(
      TestBench bench,
      ObservedProvider provider,
      MachineId machine,
      LifecycleTransition transition) {
    bench.time().passUntil(() -> find(bench, provider, machine).isPresent(), SOON);
    WaitingMachine held = find(bench, provider, machine)
        .orElseThrow(() -> new RuleViolation("machine " + machine + " is held before "
            + transition.word() + ", and in " + SOON + " the adapter has not returned it"));
    bench.require(
        held.transition() == transition && held.pool().equals(TestBench.POOL),
        "machine " + machine + " is held before " + transition.word() + ", and told is " + held);
    bench.require(
        held.span().compareTo(SPAN) <= 0,
        "a group waits for " + SPAN + ", and told is " + held.span());
    return held;
  }

  /** The machine waits longer than its span, because the adapter extends the wait; and lists show it as running. */
  private static void outlasts(TestBench bench, WaitingMachine held) {
    for (int i = 0; i < 3; i++) {
      bench.time().pass(held.span().multipliedBy(2).dividedBy(3));
      answer(bench, held, "extend");
    }
    bench.require(
        bench.truth().lives(held.machine()),
        "machine " + held.machine() + " is held before " + held.transition().word()
            + ", and ended although its wait was extended");
    boolean gone = new CoreRetryModel(bench)
        .complete(ListQuery.ids(Set.of(held.machine()))).rows().stream()
            .anyMatch(row -> row.end() != MachineSighting.End.NOT_ENDED);
    bench.require(!gone, "machine " + held.machine() + " is held, and listed as ended");
  }

  private static void goes(TestBench bench, WaitingMachine held) {
    answer(bench, held, "release");
    bench.require(
        bench.truth().ends(held.machine()),
        "machine " + held.machine() + " was released before its end, and lives on");
  }

  private static void answer(TestBench bench, WaitingMachine held, String word) {
    new CoreRetryModel(bench).write(word, () -> say(bench, held, word));
  }

  private static void late(TestBench bench, WaitingMachine held, String word) {
    CallOutcome attempt = bench.attempt(() -> say(bench, held, word));
    bench.require(
        attempt.accepted(),
        word + " of a machine that is held no more must change nothing, and was " + attempt);
  }

  private static void say(TestBench bench, WaitingMachine held, String word) {
    TestCallContext call = bench.call();
    boolean done = bench.provider().changes(word, call, () -> {
      if (word.equals("extend")) {
        hooks(bench.provider()).extend(held, call);
      } else {
        hooks(bench.provider()).release(held, call);
      }
      return true;
    });
    assert done;
  }

  private static GroupLifecycleHooks hooks(ObservedProvider provider) {
    return provider
        .feature(GroupLifecycleHooks.class)
        .orElseThrow(
            () -> new RuleViolation("the adapter claims GroupLifecycleHooks and has none"));
  }
}
