package io.cloudadapter.testkit.rows;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.InstanceStatus;
import io.cloudadapter.spi.feature.LoadBalancerHealth;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CloudResourceFixture;
import io.cloudadapter.testkit.run.CloudTruth;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Chapter 12: the health of machines as load balancers and the cloud itself find it. */
public final class HealthTrials {
  /** Clouds check new machines for a while. */
  private static final Duration CHECKED = Duration.ofMinutes(10);

  private static final List<HealthVerdict> FIRST =
      List.of(HealthVerdict.OK, HealthVerdict.BAD, HealthVerdict.CANNOT_TELL);
  private static final List<HealthVerdict> THEN =
      List.of(HealthVerdict.BAD, HealthVerdict.OK, HealthVerdict.OK);

  /** A reply of before was true then: an adapter cannot find out that it is stale, and a pool reads again. */
  private static final Set<WireFault> CURRENT =
      EnumSet.complementOf(EnumSet.of(WireFault.CUT, WireFault.STALL, WireFault.STALE));

  private HealthTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-12.54", CloudResourceFixture.tidied(HealthTrials::behindBalancers))
            .of(LoadBalancerHealth.class)
            .needs("MP-12.10")
            .withFaults(CURRENT),
        Trial.of("MP-12.90", HealthTrials::status)
            .of(InstanceStatus.class)
            .needs("MP-9.1")
            .withFaults(CURRENT),
        Trial.of("MP-12.91", HealthTrials::othersHinderNone)
            .of(InstanceStatus.class)
            .needs("MP-12.90"));
  }

  private static void behindBalancers(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    List<MachineId> machines = beside.machines(FIRST.size());
    bench.sweep(false);
    LoadBalancer unused = beside.ensure(
        beside.spec("web", machines.stream().map(bench.cloud()::nameOf).toList()));
    bench.sweep(true);
    isShown(
        bench,
        machines,
        FIRST,
        TestCloudConsole::setLoadBalancerHealth,
        () -> health(bench, "web"));
    isShown(
        bench, machines, THEN, TestCloudConsole::setLoadBalancerHealth, () -> health(bench, "web"));
    bench.sweep(false);
    CallOutcome nowhere = beside.attempt(() -> health(bench, "none")).attempt();
    bench.require(
        nowhere.is(Kind.NOT_FOUND),
        "health of a load balancer that is not there must be NOT_FOUND, and was " + nowhere);
    bench.sweep(true);
  }

  private static void status(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    List<MachineId> machines = beside.machines(FIRST.size());
    Set<MachineId> all = Set.copyOf(machines);
    isShown(
        bench, machines, FIRST, TestCloudConsole::setInstanceStatus, () -> statuses(bench, all));
    isShown(bench, machines, THEN, TestCloudConsole::setInstanceStatus, () -> statuses(bench, all));
  }

  private static void othersHinderNone(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    List<MachineId> machines = beside.machines(2);
    MachineId runs = machines.get(0);
    MachineId ended = machines.get(1);
    bench.truth().provoking(console -> {
      console.setInstanceStatus(runs, HealthVerdict.BAD);
      console.kill(ended);
    });
    bench.time().pass(CHECKED);
    MachineId never = CloudTruth.neverWas(runs);
    List<HealthReport> told = statuses(bench, Set.of(runs, ended, never));
    bench.require(
        verdicts(told, runs).equals(Set.of(HealthVerdict.BAD)),
        "with one that has ended and one that never was, the status of machine " + runs + " is "
            + told + " instead of BAD");
    for (MachineId none : List.of(ended, never)) {
      bench.require(
          !verdicts(told, none).contains(HealthVerdict.OK)
              && !verdicts(told, none).contains(HealthVerdict.BAD),
          "machine " + none + " is not there, and its status is " + told);
    }
  }

  private static List<HealthReport> health(TestBench bench, String end) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    LoadBalancerName balancer = new LoadBalancerName(beside.region(), beside.name(end));
    LoadBalancerHealth feature =
        bench.provider().feature(LoadBalancerHealth.class).orElseThrow();
    CallContext call = bench.call();
    return bench.provider().reads("health", call, () -> feature.health(balancer, call));
  }

  private static List<HealthReport> statuses(TestBench bench, Set<MachineId> machines) {
    InstanceStatus feature = bench.provider().feature(InstanceStatus.class).orElseThrow();
    CallContext call = bench.call();
    return bench.provider().reads("statuses", call, () -> feature.statuses(machines, call));
  }

  /** Sets what checks find, and reads it; under a fault the adapter fails, or reads the truth. */
  private static void isShown(
      TestBench bench,
      List<MachineId> machines,
      List<HealthVerdict> truth,
      Setting setting,
      Supplier<List<HealthReport>> reads) {
    bench.truth().provoking(console -> {
      for (int i = 0; i < machines.size(); i++) {
        setting.set(console, machines.get(i), truth.get(i));
      }
    });
    bench.time().pass(CHECKED);
    CloudResourceFixture.Answer<List<HealthReport>> told =
        CloudResourceFixture.of(bench).attempt(reads);
    told.value().ifPresent(reports -> {
      Map<MachineId, HealthVerdict> wrong = new TreeMap<>(Comparator.comparing(MachineId::value));
      for (int i = 0; i < machines.size(); i++) {
        Set<HealthVerdict> shown = verdicts(reports, machines.get(i));
        shown.remove(HealthVerdict.CANNOT_TELL);
        Set<HealthVerdict> wanted = EnumSet.of(truth.get(i));
        wanted.remove(HealthVerdict.CANNOT_TELL);
        if (!shown.equals(wanted)) {
          wrong.put(machines.get(i), truth.get(i));
        }
      }
      bench.require(
          wrong.isEmpty(),
          "the health of machines in truth is " + wrong + ", and shown is " + reports);
      bench.require(
          reports.stream().allMatch(report -> machines.contains(report.machine())),
          "asked about " + machines + ", the adapter shows " + reports);
    });
  }

  /** One thing that a console can set. */
  private interface Setting {
    void set(TestCloudConsole console, MachineId machine, HealthVerdict verdict);
  }

  private static Set<HealthVerdict> verdicts(List<HealthReport> reports, MachineId machine) {
    Set<HealthVerdict> verdicts = EnumSet.noneOf(HealthVerdict.class);
    reports.stream()
        .filter(report -> report.machine().equals(machine))
        .forEach(report -> verdicts.add(report.verdict()));
    return verdicts;
  }
}
