package io.cloudadapter.testkit.certify;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.hook.Transition;
import io.cloudadapter.spi.FrozenLaunch;
import io.cloudadapter.spi.GroupHooks;
import io.cloudadapter.spi.HeldMachine;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.Sighting;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Chapter 13: machines that a group holds until somebody says that they may go on. */
final class GroupHookTrials {

  /** Long enough for whatever a fault costs in between. */
  private static final Duration SPAN = Duration.ofMinutes(20);

  private static final Duration SOON = Duration.ofMinutes(10);

  private GroupHookTrials() {}

  static List<Trial> all() {
    return Stream.of(
            Trial.of("MP-13.20", GroupHookTrials::holdsWhoComes).swept(),
            Trial.of("MP-13.21", GroupHookTrials::holdsWhoGoes).needs("MP-13.6").swept(),
            Trial.of("MP-13.22", GroupHookTrials::forgivesWhoIsLate).needs("MP-13.20"))
        .map(trial -> trial.of(GroupHooks.class).needs("MP-13.1"))
        .toList();
  }

  private static void holdsWhoComes(Bench bench) {
    MachineId machine = comes(bench);
    bench.sweep(true);
    HeldMachine held = told(bench, bench.provider(), machine, Transition.LAUNCH);
    outlasts(bench, held);
    bench.require(
        find(bench, bench.another(), machine).isPresent(),
        "machine " + machine + " is held, and another adapter on the account is not told so");
    answer(bench, held, "release");
    bench.sweep(false);
    bench.pass(bench.profile().listLag());
    bench.require(
        find(bench, bench.provider(), machine).isEmpty(),
        "machine " + machine + " was released, and is told to be held yet");
    bench.pass(SPAN.multipliedBy(2));
    bench.require(
        bench.lives(machine), "machine " + machine + " was released into service, and ended");
  }

  private static void holdsWhoGoes(Bench bench) {
    bench.sweep(false);
    FrozenLaunch frozen = bench.prepare();
    bench.provider().raise(frozen, 2, bench.call());
    bench.passUntil(() -> bench.ours().size() == 2, SOON);
    bench.pass(bench.profile().settle().plus(SOON));
    List<MachineId> members =
        bench.ours().stream().map(thing -> new MachineId(thing.id())).sorted().toList();
    bench.provoking(console -> console.holdMachines(SPAN));

    MachineId dropped = members.get(0);
    bench.provoking(console -> console.dropFromGroup(dropped));
    bench.sweep(true);
    HeldMachine first = told(bench, bench.provider(), dropped, Transition.TERMINATE);
    outlasts(bench, first);
    goes(bench, first);

    MachineId ended = members.get(1);
    CarefulCore core = new CarefulCore(bench);
    core.terminate(ended);
    HeldMachine second = told(bench, bench.provider(), ended, Transition.TERMINATE);
    core.terminate(ended);
    outlasts(bench, second);
    goes(bench, second);
  }

  private static void forgivesWhoIsLate(Bench bench) {
    MachineId machine = comes(bench);
    HeldMachine held = told(bench, bench.provider(), machine, Transition.LAUNCH);
    answer(bench, held, "release");
    late(bench, held, "release");
    late(bench, held, "extend");
    bench.require(bench.lives(machine), "machine " + machine + " was released twice, and ended");
    bench.provoking(console -> console.kill(machine));
    bench.require(bench.ends(machine), "machine " + machine + " lives on");
    bench.pass(SOON);
    late(bench, held, "extend");
    late(bench, held, "release");
  }

  // ---- words

  /** A machine that its group makes and holds. */
  private static MachineId comes(Bench bench) {
    bench.sweep(false);
    bench.provoking(console -> console.holdMachines(SPAN));
    FrozenLaunch frozen = bench.prepare();
    bench.provider().raise(frozen, 1, bench.call());
    bench.passUntil(() -> !bench.ours().isEmpty(), SOON);
    List<Thing> made = bench.ours();
    bench.require(made.size() == 1, "a group that was raised to 1 has " + made);
    return new MachineId(made.get(0).id());
  }

  private static Optional<HeldMachine> find(Bench bench, Watched provider, MachineId machine) {
    return new CarefulCore(bench)
            .read("held", () -> {
              KitCall call = bench.call();
              return provider.reads(
                  "held", call, () -> hooks(provider).held(Set.of(Bench.POOL), call));
            })
            .stream()
            .filter(held -> held.machine().equals(machine))
            .findFirst();
  }

  /** What is told of a machine, once it is. */
  private static HeldMachine told(
      Bench bench, Watched provider, MachineId machine, Transition transition) {
    bench.passUntil(() -> find(bench, provider, machine).isPresent(), SOON);
    HeldMachine held = find(bench, provider, machine)
        .orElseThrow(() -> new Broken("machine " + machine + " is held before " + transition.word()
            + ", and in " + SOON + " it is not told"));
    bench.require(
        held.transition() == transition && held.pool().equals(Bench.POOL),
        "machine " + machine + " is held before " + transition.word() + ", and told is " + held);
    bench.require(
        held.span().compareTo(SPAN) <= 0,
        "a group waits for " + SPAN + ", and told is " + held.span());
    return held;
  }

  /** It is held for longer than its span, as its group is told to wait; and shown as running. */
  private static void outlasts(Bench bench, HeldMachine held) {
    for (int i = 0; i < 3; i++) {
      bench.pass(held.span().multipliedBy(2).dividedBy(3));
      answer(bench, held, "extend");
    }
    bench.require(
        bench.lives(held.machine()),
        "machine " + held.machine() + " is held before " + held.transition().word()
            + ", and ended though its group was told to wait");
    boolean gone = new CarefulCore(bench)
        .complete(ListQuery.ids(Set.of(held.machine()))).rows().stream()
            .anyMatch(row -> row.end() != Sighting.End.NOT_ENDED);
    bench.require(!gone, "machine " + held.machine() + " is held, and listed as ended");
  }

  private static void goes(Bench bench, HeldMachine held) {
    answer(bench, held, "release");
    bench.require(
        bench.ends(held.machine()),
        "machine " + held.machine() + " was released before its end, and lives on");
  }

  private static void answer(Bench bench, HeldMachine held, String word) {
    new CarefulCore(bench).write(word, () -> say(bench, held, word));
  }

  private static void late(Bench bench, HeldMachine held, String word) {
    Attempt attempt = bench.attempt(() -> say(bench, held, word));
    bench.require(
        attempt.accepted(),
        word + " of a machine that is held no more must change nothing, and was " + attempt);
  }

  private static void say(Bench bench, HeldMachine held, String word) {
    KitCall call = bench.call();
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

  private static GroupHooks hooks(Watched provider) {
    return provider
        .feature(GroupHooks.class)
        .orElseThrow(() -> new Broken("the adapter claims GroupHooks and has none"));
  }
}
