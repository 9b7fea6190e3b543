package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CloudResourceFixture;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Chapter 12: machines behind load balancers. */
public final class RegistrationTrials {
  private static final Duration STEP = Duration.ofSeconds(5);
  private static final int STEPS = 120;

  private RegistrationTrials() {}

  public static List<Trial> all() {
    return Stream.of(
            Trial.of("MP-12.50", CloudResourceFixture.tidied(RegistrationTrials::theseMachines))
                .withFaults(BalancerTrials.REPEATED),
            Trial.of("MP-12.51", CloudResourceFixture.tidied(RegistrationTrials::passesOver)),
            Trial.of("MP-12.52", CloudResourceFixture.tidied(RegistrationTrials::refuses)),
            Trial.of("MP-12.53", CloudResourceFixture.tidied(RegistrationTrials::noneIsCertain))
                .withFaults())
        .map(trial -> trial.of(LoadBalancerRegistration.class).needs("MP-12.10"))
        .toList();
  }

  private static void theseMachines(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    List<MachineId> machines = beside.machines(3);
    made(bench, beside, machines.subList(0, 1));
    for (int i = 0; i < 2; i++) {
      Set<MachineId> in = Set.of(machines.get(1), machines.get(2));
      beside.settled("register", () -> beside.register("web", in, true));
      behind(bench, beside, "register", Set.copyOf(machines));
    }
    for (int i = 0; i < 2; i++) {
      Set<MachineId> out = Set.of(machines.get(0), machines.get(2));
      beside.settled("deregister", () -> beside.register("web", out, false));
      behind(bench, beside, "deregister", Set.of(machines.get(1)));
    }
  }

  /** A load balancer with these machines behind it; no fault strikes that. */
  private static void made(TestBench bench, CloudResourceFixture beside, List<MachineId> machines) {
    bench.sweep(false);
    LoadBalancerSpec spec =
        beside.spec("web", machines.stream().map(bench.cloud()::nameOf).toList());
    LoadBalancerSpec there = beside.ensure(spec).spec();
    bench.require(
        BalancerTrials.same(there, spec), "ensure was asked for " + spec + ", tells " + there);
    bench.time().passLag();
    bench.sweep(true);
  }

  /**
   * Checks the machines behind a load balancer as the adapter returns them, and in truth; draining ones have time to
   * end.
   */
  private static void behind(
      TestBench bench, CloudResourceFixture beside, String what, Set<MachineId> wanted) {
    bench.sweep(false);
    Set<MachineId> told = beside.registered("web");
    for (int i = 0; i < STEPS && !told.equals(wanted); i++) {
      bench.time().pass(STEP);
      told = beside.registered("web");
    }
    bench.require(
        told.equals(wanted),
        "after " + what + " registered returns " + told + " instead of " + wanted);
    inTruth(bench, beside, what, wanted);
    bench.sweep(true);
  }

  private static void inTruth(
      TestBench bench, CloudResourceFixture beside, String what, Set<MachineId> wanted) {
    Set<String> hosts = hosts(beside);
    Set<String> names = wanted.stream().map(bench.cloud()::nameOf).collect(Collectors.toSet());
    bench.require(
        hosts.equals(names),
        "after " + what + " there are in truth " + hosts + " instead of " + names);
  }

  private static Set<String> hosts(CloudResourceFixture beside) {
    return beside.balancers().stream()
        .flatMap(spec -> spec.hosts().stream())
        .collect(Collectors.toSet());
  }

  private static void passesOver(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    List<MachineId> machines = beside.machines(3);
    made(bench, beside, machines.subList(0, 1));
    MachineId gone = machines.get(2);
    if (!bench.truth().attempts("machines that have ended", console -> console.kill(gone))) {
      return;
    }
    bench.time().passLag();
    CallOutcome in =
        attempt(bench, () -> beside.register("web", Set.of(gone, machines.get(1)), true));
    bench.require(in.accepted(), "register of two machines, of which one has ended, was " + in);
    behind(bench, beside, "register", Set.of(machines.get(0), machines.get(1)));
    CallOutcome out =
        attempt(bench, () -> beside.register("web", Set.of(gone, machines.get(1)), false));
    bench.require(out.accepted(), "deregister of two machines, of which one ended, was " + out);
    CallOutcome again =
        attempt(bench, () -> beside.register("web", Set.of(machines.get(1)), false));
    bench.require(again.accepted(), "deregister of a machine that is out was " + again);
    behind(bench, beside, "deregister", Set.of(machines.get(0)));
  }

  private static void refuses(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    List<MachineId> machines = beside.machines(1);
    made(bench, beside, machines);
    Set<MachineId> all = Set.copyOf(machines);
    absent(bench, "registered", () -> beside.registered("none"));
    absent(bench, "register", () -> beside.register("none", all, true));
    absent(bench, "deregister", () -> beside.register("none", all, false));
    inTruth(bench, beside, "calls for another one", all);
  }

  private static void absent(TestBench bench, String what, Supplier<?> call) {
    CallOutcome attempt = attempt(bench, call);
    bench.require(
        attempt.is(Kind.NOT_FOUND) && attempt.sure(),
        what + " of a load balancer that is not there must be NOT_FOUND, effect NONE, and was "
            + attempt);
  }

  private static CallOutcome attempt(TestBench bench, Supplier<?> call) {
    return bench.attempt(() -> {
      Object unused = call.get();
    });
  }

  /** Compares an effect NONE with the truth, after the longest time. */
  private static void noneIsCertain(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    List<MachineId> machines = beside.machines(2);
    made(bench, beside, machines.subList(0, 1));
    certain(bench, beside, "register", Set.of(machines.get(1)), true);
    certain(bench, beside, "deregister", Set.of(machines.get(0)), false);
  }

  private static void certain(
      TestBench bench,
      CloudResourceFixture beside,
      String what,
      Set<MachineId> machines,
      boolean in) {
    Set<String> before = hosts(beside);
    CallOutcome attempt = attempt(bench, () -> beside.register("web", machines, in));
    bench.sweep(false);
    beside.settles();
    bench.sweep(true);
    Set<String> after = hosts(beside);
    bench.require(
        !attempt.sure() || after.equals(before),
        what + " said " + attempt + ", and made of " + before + " " + after);
  }
}
