package io.cloudadapter.testkit.crash;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.ResourceSighting;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.ObservedResources;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Makes machines with resources beside them, and reads these, as patiently as the core does. */
final class MachineResourceMaker {
  private static final int TRIES = 12;
  private static final Duration BACK_OFF = Duration.ofSeconds(5);
  private static final Duration BOOT = Duration.ofMinutes(3);

  private final TestBench bench;

  MachineResourceMaker(TestBench bench) {
    this.bench = bench;
  }

  /** Launches a machine without faults, and waits until it runs. */
  MachineSighting running() {
    return runningOf(TestBench.POOL);
  }

  MachineSighting runningOf(PoolName pool) {
    bench.sweep(false);
    LaunchKey key = bench.key();
    LaunchSpec spec = bench.spec(pool, Map.of());
    MachineSighting machine = bench
        .provider()
        .launch(bench.provider().prepare(spec, bench.call()), key, 1, bench.call())
        .machines()
        .get(0);
    bench.time().passBoot(machine.id(), BOOT);
    return machine;
  }

  /** Calls complete until the machine has everything: after an unknown outcome, once that has settled. */
  void complete(ObservedProvider adapter, MachineSighting machine) {
    OwnershipMarks marks = new OwnershipMarks(
        machine.pool().orElse(TestBench.POOL), bench.incarnation(), machine.key());
    ObservedResources resources = new ObservedResources(adapter);
    Optional<CloudException> last = Optional.empty();
    for (int i = 0; i < TRIES; i++) {
      try {
        if (resources.complete(machine.id(), marks, bench.call())) {
          return;
        }
        bench.time().pass(BACK_OFF);
      } catch (CloudException error) {
        last = Optional.of(error);
        Duration wait = error.effect() == Effect.UNKNOWN ? bench.profile().settle() : BACK_OFF;
        bench.time().pass(error.retryAfter().filter(w -> w.compareTo(wait) > 0).orElse(wait));
      }
    }
    throw new RuleViolation("machine " + machine.id() + " runs, and is not complete after " + TRIES
        + " calls" + last.map(error -> ": " + error.summary()).orElse(""));
  }

  /** The resources of a machine, once lists surely show them. */
  List<ResourceSighting> of(MachineSighting machine) {
    bench.time().passLag();
    return all(machine.pool().orElse(TestBench.POOL)).stream()
        .filter(resource -> resource.machine().equals(Optional.of(machine.id())))
        .toList();
  }

  /** A complete list, read as often as that takes. */
  List<ResourceSighting> all(PoolName pool) {
    ObservedResources resources = new ObservedResources(bench.provider());
    CoreRetryModel core = new CoreRetryModel(bench);
    for (int i = 0; i < TRIES; i++) {
      List<ResourceSighting> rows = new ArrayList<>();
      ListResult result = core.read("list of resources", () -> {
        rows.clear();
        return resources.resources(pool, rows::add, bench.call());
      });
      if (result.complete()) {
        return rows;
      }
      bench.time().pass(BACK_OFF);
    }
    throw new RuleViolation("no complete list of resources in " + TRIES + " tries");
  }

  /** Ends a machine, and waits until it is gone and lists show that. */
  void end(MachineSighting machine) {
    new CoreRetryModel(bench).terminate(machine.id());
    bench.require(bench.truth().ends(machine.id()), "machine " + machine.id() + " lives on");
    bench.time().passLag();
  }

  static Map<String, Long> kinds(List<ResourceSighting> resources) {
    return resources.stream()
        .collect(
            Collectors.groupingBy(ResourceSighting::kind, TreeMap::new, Collectors.counting()));
  }
}
