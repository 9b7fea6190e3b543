package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.feature.ActionFeature;
import io.cloudadapter.testkit.run.ActionFixture;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.MachineAction;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Chapter 11: the rules for all actions. {@link ActionProbeTrials}: the rules about their progress. */
public final class ActionTrials {
  /** By then everything that was begun is over. */
  static final Duration UNTIL_OVER = Duration.ofMinutes(5);

  private ActionTrials() {}

  public static List<Trial> all() {
    return Stream.of(
            Trial.of("MP-11.1", ActionTrials::missing).needs("MP-11.3"),
            Trial.of("MP-11.2", ActionTrials::nothingElse).needs("MP-11.3"),
            Trial.of("MP-11.3", ActionTrials::doneIsDone),
            Trial.of("MP-11.4", ActionTrials::noneIsCertain).withFaults(),
            Trial.of("MP-11.5", ActionTrials::sentOnce)
                .withFaults(EnumSet.of(
                    WireFault.ERROR_BEFORE,
                    WireFault.LOST_REPLY,
                    WireFault.THROTTLED,
                    WireFault.GARBAGE_ERROR)),
            Trial.of("MP-11.6", ActionTrials::tokens).needs("MP-11.3"))
        .map(trial -> trial.of(ActionFeature.class).needs("MP-9.1"))
        .toList();
  }

  private static void missing(TestBench bench) {
    for (MachineAction kind : ActionFixture.claimed(bench)) {
      ActionFixture ready = ActionFixture.ready(bench, kind);
      MachineId never = new MachineId(ready.machine().value() + "0");
      notFound(bench, kind, "an id that never was", never, ready);
      bench.truth().provoking(console -> console.kill(ready.machine()));
      bench.time().passLag();
      notFound(bench, kind, "a machine that has ended", ready.machine(), ready);
    }
  }

  private static void notFound(
      TestBench bench, MachineAction kind, String what, MachineId machine, ActionFixture ready) {
    CallOutcome attempt = bench.attempt(() -> ready.askOf(machine));
    bench.require(
        attempt.is(Kind.NOT_FOUND) && attempt.sure(),
        kind.word() + " of " + what + " must be NOT_FOUND, effect NONE, and was " + attempt);
  }

  /** A machine as it is in truth, but for what is done to it. */
  private record State(
      Map<String, String> tags, int reboots, boolean stopped, int snapshots, int restores) {

    static State of(TestBench bench, MachineId machine) {
      Map<String, String> tags = bench
          .truth()
          .resource(machine)
          .map(CloudResource::tags)
          .orElseThrow(() -> new RuleViolation("machine " + machine + " is gone"));
      return new State(
          tags,
          seen(bench, MachineAction.REBOOT, machine),
          (bench.claims(MachineAction.STOP.feature())
              && bench.truth().provoke(console -> console.isStopped(machine))),
          seen(bench, MachineAction.SNAPSHOT, machine),
          seen(bench, MachineAction.RESTORE, machine));
    }

    private static int seen(TestBench bench, MachineAction kind, MachineId machine) {
      return kind.claimed(bench)
          ? bench.truth().provoke(console -> kind.times(console, machine))
          : 0;
    }
  }

  private static void nothingElse(TestBench bench) {
    OwnershipMarks theirs =
        new OwnershipMarks(TestBench.OTHER_POOL, bench.anotherLife(), Optional.of(bench.key()));
    List<MachineId> others = List.of(
        bench.truth().plant(1).iterator().next(),
        bench.truth().stranger(theirs.toTags()),
        bench.truth().stranger(Map.of("team", "shop")));
    for (MachineAction kind : ActionFixture.claimed(bench)) {
      LaunchKey key = bench.key();
      Map<String, String> tags = new TreeMap<>(bench.marks(key).toTags());
      if (bench.sample().maxTags() > 0) {
        tags.put("team", "shop");
      }
      ActionFixture ready = ActionFixture.on(bench, kind, bench.truth().stranger(tags));
      bench.time().passLag();
      Map<String, String> before = State.of(bench, ready.machine()).tags();
      List<State> around = others.stream().map(one -> State.of(bench, one)).toList();
      int machines = bench.truth().resources().size();
      MachineSighting was = row(bench, ready.machine());

      ActionProgress unused = ready.finishes(ready.ask(bench.call()));
      bench.time().passInPeace(bench.profile().settle().plus(UNTIL_OVER));

      String after = "after a " + kind.word() + ", ";
      bench.require(
          State.of(bench, ready.machine()).tags().equals(before),
          after + "the machine has the tags " + State.of(bench, ready.machine()).tags()
              + " instead of " + before);
      bench.require(
          others.stream().map(one -> State.of(bench, one)).toList().equals(around),
          after + "other machines are not as they were: "
              + others.stream().map(one -> State.of(bench, one)).toList() + " instead of "
              + around);
      bench.require(
          bench.truth().resources().size() == machines,
          after + "there are " + bench.truth().resources().size() + " resources instead of "
              + machines);
      same(bench, after, kind, was, row(bench, ready.machine()));
    }
  }

  private static MachineSighting row(TestBench bench, MachineId machine) {
    return bench
        .lists()
        .ids(List.of(machine))
        .row(machine)
        .orElseThrow(() -> new RuleViolation("a list by its id does not show machine " + machine));
  }

  /** A machine that is stopped and started may come back elsewhere; one that is rebooted may not. */
  private static void same(
      TestBench bench, String after, MachineAction kind, MachineSighting was, MachineSighting is) {
    bench.require(
        is.pool().equals(was.pool())
            && is.incarnation().equals(was.incarnation())
            && is.key().equals(was.key())
            && is.zone().equals(was.zone())
            && is.size().equals(was.size())
            && is.market() == was.market()
            && is.end() != MachineSighting.End.FINAL,
        after + "the machine shows as " + is + " instead of " + was);
    if (kind == MachineAction.REBOOT) {
      bench.require(
          is.publicIps().equals(was.publicIps()) && is.privateIps().equals(was.privateIps()),
          after + "the machine has the addresses " + is.publicIps() + is.privateIps()
              + " instead of " + was.publicIps() + was.privateIps());
    }
  }

  private static void doneIsDone(TestBench bench) {
    for (MachineAction kind : ActionFixture.claimed(bench)) {
      ActionFixture ready = ActionFixture.ready(bench, kind);
      ActionProgress unused = ready.finishes(ready.ask(bench.call()));
      bench.require(
          ready.times() == 1,
          kind.word() + " is DONE, and in truth it was done " + ready.times() + " times");
      bench.time().passInPeace(bench.profile().settle().plus(UNTIL_OVER));
      bench.require(
          ready.times() == 1,
          kind.word() + " was asked for once, and done " + ready.times() + " times");
    }
  }

  private static void noneIsCertain(TestBench bench) {
    for (MachineAction kind : ActionFixture.oneOfEachFeature(bench)) {
      ActionFixture ready = ActionFixture.ready(bench, kind);
      CallOutcome attempt = bench.attempt(() -> asked(ready, bench));
      bench.sweep(false);
      bench.time().passInPeace(bench.profile().settle().plus(UNTIL_OVER));
      bench.require(
          !attempt.sure() || ready.times() == 0,
          kind.word() + " said " + attempt + ", and was done all the same");
      bench.require(
          ready.times() <= 1,
          kind.word() + " was asked for once, said " + attempt + ", and was done " + ready.times()
              + " times");
    }
  }

  private static void asked(ActionFixture ready, TestBench bench) {
    ActionProgress unused = ready.ask(bench.call());
  }

  /** How many requests each call has sent is looked at after each run. */
  private static void sentOnce(TestBench bench) {
    ActionFixture ready =
        ActionFixture.ready(bench, ActionFixture.claimed(bench).get(0));
    CallOutcome attempt = bench.attempt(() -> asked(ready, bench));
    bench.sweep(false);
    bench.time().pass(bench.profile().settle());
    bench.sweep(true);
    CallOutcome look = bench.attempt(() -> {
      ActionProgress unused = ready.look(bench.call());
    });
    bench.require(
        look.accepted() || look.sure(),
        "progress after " + attempt + " only reads, and was " + look);
  }

  private static void tokens(TestBench bench) {
    List<MachineAction> kinds =
        ActionFixture.claimed(bench).stream().filter(kind -> !kind.harmless()).toList();
    if (kinds.isEmpty()) {
      throw NotTestableException.notThere("what the adapter can do may be done twice");
    }
    if (!bench.cloud().knowsActionTokens()) {
      throw NotTestableException.notThere(
          "the test cloud declares that its cloud has no tokens for actions");
    }
    for (MachineAction kind : kinds) {
      ActionFixture ready = ActionFixture.ready(bench, kind);
      ActionFixture second = ready.again();
      ActionProgress first = ready.finishes(ready.ask(bench.call()));
      ActionProgress again = second.finishes(second.ask(bench.another(), bench.call()));
      bench.time().passInPeace(UNTIL_OVER);
      bench.require(
          ready.times() == 1,
          "two attempts of one " + kind.word() + " came to " + ready.times() + " of them");
      bench.require(
          again.result().equals(first.result()),
          "the second attempt of a " + kind.word() + " has the result " + again.result()
              + ", the first had " + first.result());
      ActionFixture other = ready.anew();
      ActionProgress unused = other.finishes(other.ask(bench.call()));
      bench.require(
          other.times() == 1, "another " + kind.word() + " was done " + other.times() + " times");
    }
  }
}
