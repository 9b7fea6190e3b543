package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.TerminateResult;
import io.cloudadapter.spi.feature.BatchTerminate;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CloudTruth;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.specs.LaunchSpecs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Chapter 9: machines that end by one call. */
public final class BatchTrials {
  private static final int TRIES = 6;
  private static final Duration BOOT = Duration.ofMinutes(2);
  private static final Duration A_WHILE = Duration.ofMinutes(5);

  private BatchTrials() {}

  public static List<Trial> all() {
    return Stream.of(
            Trial.of("MP-9.30", BatchTrials::endsThoseAndNoOther).withFaults(),
            Trial.of("MP-9.31", BatchTrials::oneHindersNoOther),
            Trial.of("MP-9.32", BatchTrials::tellsTheTruth).withFaults(),
            Trial.of("MP-9.33", BatchTrials::keepsToItsNumber))
        .map(trial -> trial.of(BatchTerminate.class).needs("MP-9.1", "MP-4.3"))
        .toList();
  }

  /** In peace, and running: what is about newborns is a matter of chapter 4. In two zones by turns if there are. */
  private static List<MachineId> launched(TestBench bench, int count) {
    bench.sweep(false);
    List<PreparedLaunch> zones = new ArrayList<>();
    if (bench.sample().zones().isEmpty()) {
      zones.add(bench.prepare());
    }
    for (String zone : bench.sample().zones().stream().limit(2).toList()) {
      zones.add(
          bench.provider().prepare(LaunchSpecs.in(bench.spec(), Optional.of(zone)), bench.call()));
    }
    List<MachineId> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      PreparedLaunch frozen = zones.get(i % zones.size());
      all.add(KeyTrials.send(bench, frozen, bench.key()).machines().get(0).id());
    }
    bench.time().passBoot(all.get(count - 1), BOOT);
    bench.time().passLag();
    bench.sweep(true);
    return all;
  }

  private static void endsThoseAndNoOther(TestBench bench) {
    List<MachineId> all = launched(bench, 5);
    List<MachineId> named = List.of(all.get(0), all.get(2), all.get(3));
    until(bench, named);
    goneIn(bench, named);
    for (MachineId other : List.of(all.get(1), all.get(4))) {
      bench.require(
          bench.truth().lives(other), named + " were to end, and machine " + other + " has ended");
    }
  }

  /** Asks for those that are left until each was accepted or is not there, as the core does. */
  private static void until(TestBench bench, List<MachineId> machines) {
    Set<MachineId> left = new LinkedHashSet<>(machines);
    String said = "";
    for (int i = 0; i < TRIES && !left.isEmpty(); i++) {
      try {
        TerminateResult result = bench.batches().terminate(List.copyOf(left), bench.call());
        left.removeAll(result.accepted());
        left.removeIf(machine -> isGone(result, machine));
        said = result.refused().toString();
      } catch (CloudException error) {
        said = error.summary();
      }
      if (!left.isEmpty()) {
        bench.time().pass(bench.profile().listLag().plusSeconds(2));
      }
    }
    bench.require(
        left.isEmpty(), left + " were not accepted in " + TRIES + " calls, at last: " + said);
  }

  private static boolean isGone(TerminateResult result, MachineId machine) {
    return Optional.ofNullable(result.refused().get(machine))
        .filter(error -> error.kind() == Kind.NOT_FOUND)
        .isPresent();
  }

  private static void goneIn(TestBench bench, List<MachineId> machines) {
    bench.time().passUntil(() -> machines.stream().noneMatch(bench.truth()::lives), A_WHILE);
    for (MachineId machine : machines) {
      bench.require(
          !bench.truth().lives(machine),
          "the end of " + machine + " was accepted, but it lives on");
    }
  }

  private static void oneHindersNoOther(TestBench bench) {
    List<MachineId> all = launched(bench, 8);
    MachineId ended = all.get(0);
    new CoreRetryModel(bench).terminate(ended);
    bench.require(bench.truth().ends(ended), "machine " + ended + " lives on");
    withOneThatIsNoOther(bench, ended, "that has ended", all.subList(1, 3));
    withOneThatIsNoOther(bench, CloudTruth.neverWas(ended), "that never was", all.subList(3, 5));
    MachineId guarded = all.get(5);
    if (bench.truth().attempts("a machine that is guarded", console -> console.guard(guarded))) {
      List<MachineId> others = all.subList(6, 8);
      TerminateResult result =
          told(bench, others.get(0), guarded, "that is guarded", others.get(1));
      bench.require(
          busy(result, guarded),
          "machine " + guarded + " is guarded against its end, and must be refused as BUSY with"
              + " effect NONE: " + result);
      bench.require(
          result.accepted().containsAll(others),
          others + " were hindered by one that is guarded: " + result);
      goneIn(bench, others);
      bench.require(
          bench.truth().lives(guarded), "machine " + guarded + " was refused, and has ended");
    }
  }

  private static TerminateResult told(
      TestBench bench, MachineId first, MachineId odd, String what, MachineId last) {
    try {
      return bench.batches().terminate(List.of(first, odd, last), bench.call());
    } catch (CloudException error) {
      throw new RuleViolation(
          List.of(first, last) + " were hindered by a machine " + what + ", " + odd
              + ", as the whole call failed: " + error.summary(),
          error);
    }
  }

  private static boolean busy(TerminateResult result, MachineId machine) {
    return Optional.ofNullable(result.refused().get(machine))
        .filter(error -> error.effect() == Effect.NONE)
        .flatMap(CloudException::conflict)
        .filter(why -> why == Conflict.BUSY)
        .isPresent();
  }

  private static void withOneThatIsNoOther(
      TestBench bench, MachineId noOther, String what, List<MachineId> live) {
    TerminateResult result = told(bench, live.get(0), noOther, what, live.get(1));
    bench.require(
        result.accepted().containsAll(live),
        live + " were hindered by a machine " + what + ", " + noOther + ": " + result);
    bench.require(
        result.accepted().contains(noOther) || isGone(result, noOther),
        "a machine " + what + ", " + noOther + ", was neither accepted nor NOT_FOUND: " + result);
    goneIn(bench, live);
  }

  private static void tellsTheTruth(TestBench bench) {
    List<MachineId> all = launched(bench, 4);
    Set<MachineId> safe = new LinkedHashSet<>();
    try {
      TerminateResult result = bench.batches().terminate(all, bench.call());
      goneIn(bench, List.copyOf(result.accepted()));
      result.refused().forEach((machine, error) -> {
        if (error.effect() == Effect.NONE) {
          safe.add(machine);
        }
      });
    } catch (CloudException error) {
      if (error.effect() == Effect.NONE) {
        safe.addAll(all);
      }
    }
    bench.time().pass(bench.profile().settle().plusMillis(1));
    bench
        .time()
        .passUntil(() -> safe.stream().anyMatch(machine -> !bench.truth().lives(machine)), BOOT);
    for (MachineId machine : safe) {
      bench.require(
          bench.truth().lives(machine),
          "the end of " + machine + " was refused with effect NONE, and it has ended");
    }
  }

  private static void keepsToItsNumber(TestBench bench) {
    int most = bench.batches().most();
    bench.require(most >= 2, "most is " + most + ", and must be 2 or more");
    MachineId machine = launched(bench, 1).get(0);
    List<MachineId> tooMany = new ArrayList<>(List.of(machine));
    IntStream.rangeClosed(1, most)
        .mapToObj(number -> TerminateTrials.neverWas(machine, number))
        .forEach(tooMany::add);
    CallOutcome refused = bench.attempt(() -> {
      TerminateResult unused = bench.batches().terminate(tooMany, bench.call());
      assert unused != null;
    });
    bench.require(
        refused.is(Kind.INVALID) && refused.sure(),
        "the end of " + tooMany.size() + " machines, of which most allows " + most
            + ", must be INVALID with effect NONE, and was: " + refused);
    bench.time().pass(BOOT);
    bench.require(
        bench.truth().lives(machine), "a call was INVALID, and machine " + machine + " has ended");
    List<MachineId> asManyAsMayBe = tooMany.subList(0, most);
    TerminateResult result = bench.batches().terminate(asManyAsMayBe, bench.call());
    bench.require(
        result.accepted().contains(machine),
        "of " + most + " machines that may end by one call, " + machine + " was not accepted: "
            + result.refused().get(machine));
    bench.require(
        bench.batches().most() == most,
        "most was " + most + ", and then " + bench.batches().most());
    goneIn(bench, List.of(machine));
  }
}
