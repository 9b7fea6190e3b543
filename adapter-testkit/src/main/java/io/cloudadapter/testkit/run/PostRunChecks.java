package io.cloudadapter.testkit.run;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.LaunchOperations;
import io.cloudadapter.spi.feature.MachineResources;
import io.cloudadapter.testkit.subject.CloudResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The checks after every run of any rule: what was sent, and what is left. No author of a rule can forget them.
 */
final class PostRunChecks {
  /** By then every machine whose end was requested has ended, in any cloud that is tried here. */
  private static final Duration UNTIL_ENDED = Duration.ofMinutes(5);

  private static final Set<String> POOLS =
      Set.of(TestBench.POOL.value(), TestBench.OTHER_POOL.value());

  private final TestBench bench;
  private final ObservationLog witness;

  /** Machines whose end was asked for and refused. */
  private final Set<MachineId> refused = new HashSet<>();

  PostRunChecks(TestBench bench) {
    this.bench = bench;
    this.witness = bench.witness();
  }

  /** What crossed during the run. */
  void exchanges(List<ExchangePoint> crossings) {
    List<String> calls = witness.calls();
    if (bench.line().beforeCalls() > 0 && !witness.mayArriveBeforeCalls()) {
      witness.saw("MP-1.2", "the adapter made an exchange before it was called");
    }
    Map<RequestKind, Integer> units = bench.units();
    for (RequestKind verb : RequestKind.values()) {
      long made = crossings.stream().filter(crossing -> crossing.verb() == verb).count();
      int asked = units.getOrDefault(verb, 0);
      if (made > asked) {
        witness.saw(
            "MP-6.4",
            made + " exchanges of kind " + verb + " were made, but the budget was asked for "
                + asked + " of them; of all kinds it was asked for " + new TreeMap<>(units));
      }
    }
    for (int call = 1; call <= witness.certain(); call++) {
      writes(calls.get(call - 1), call, crossings);
    }
  }

  private void writes(String what, int call, List<ExchangePoint> crossings) {
    long launches = count(call, RequestKind.LAUNCH, crossings);
    long ends = count(call, RequestKind.TERMINATE, crossings);
    long marks = count(call, RequestKind.MARK, crossings);
    long acts = count(call, RequestKind.ACT, crossings);
    switch (what) {
      case "launch" -> {
        if (launches > 1) {
          witness.saw("MP-2.15", "one call of launch sent " + launches + " requests that create");
        }
      }
      case "terminate" -> {
        if (ends > 1) {
          witness.saw("MP-4.8", "one call of terminate sent " + ends + " requests that end");
        }
      }
      case "reboot", "snapshot", "restore", "stop", "start" -> {
        if (acts > 1) {
          witness.saw("MP-11.5", "one call of " + what + " sent " + acts + " requests that act");
        }
      }
      case "progress" -> readsOnly("MP-11.5", what, launches + ends + marks + acts);
      case "prepare" -> readsOnly("MP-2.11", what, launches + ends + marks + acts);
      case "list", "identity" -> readsOnly("MP-3.6", what, launches + ends + marks + acts);
      default -> {}
    }
  }

  private void readsOnly(String rule, String what, long writes) {
    if (writes > 0) {
      witness.saw(rule, what + " sent " + writes + " requests that write");
    }
  }

  private static long count(int call, RequestKind verb, List<ExchangePoint> crossings) {
    return crossings.stream()
        .filter(c -> c.call() == call && c.verb() == verb && !c.expired())
        .count();
  }

  /** Ends what the run has left, through the adapter, and looks whether anything stays. */
  void leavesNothing() {
    if (bench.cloud().console().isEmpty()) {
      if (!witness.launched()) {
        return;
      }
      // Or the list would lack what was launched last, and it would stay.
      bench.time().passLag();
      ObservedProvider fresh = bench.another();
      POOLS.forEach(pool -> clear(fresh, new PoolName(pool)));
      if (bench.claims(MachineResources.class)) {
        bench.time().passLag();
        POOLS.forEach(pool -> ResourceRelease.ofGone(bench, fresh, new PoolName(pool)));
      }
      return;
    }
    List<CloudResource> left = bench.truth().resources();
    for (CloudResource resource : left) {
      witness.noSecretIn(
          "what is written on " + resource.kind() + " " + resource.id(), "" + resource.tags());
      boolean stranger =
          bench.truth().strangers().stream().anyMatch(id -> id.value().equals(resource.id()));
      if (resource.isMachine() && !stranger && !POOLS.contains(mark(resource))) {
        witness.saw(
            witness.losesMarks(new MachineId(resource.id())),
            "machine " + resource.id() + " exists without our mark; tags " + resource.tags());
      }
    }
    if (left.stream().noneMatch(resource -> POOLS.contains(mark(resource)))) {
      besides();
      return;
    }
    ObservedProvider fresh = bench.another();
    if (witness.doubtful() || bench.claims(LaunchOperations.class)) {
      // A launch that the fault held back may still arrive, and an operation may still run.
      bench.time().pass(bench.profile().settle().plusMillis(1));
    } else {
      bench.time().passLag();
    }
    POOLS.forEach(pool -> clear(fresh, new PoolName(pool)));
    bench.time().passUntil(this::oursAreGone, UNTIL_ENDED);
    if (bench.hasGroup() && !oursAreGone()) {
      // It may still have had to make a machine in place of one that had died.
      bench.time().passLag();
      POOLS.forEach(pool -> clear(fresh, new PoolName(pool)));
      bench.time().passUntil(this::oursAreGone, UNTIL_ENDED);
    }
    bench.truth().resources().stream()
        .filter(resource -> resource.isMachine() && POOLS.contains(mark(resource)))
        .forEach(this::blames);
    besides();
  }

  /** A machine that should be gone: which word of the adapter was not true. */
  private void blames(CloudResource resource) {
    String machine = "machine " + resource.id();
    MachineId id = new MachineId(resource.id());
    if (witness.hasEnded(id)) {
      witness.saw("MP-4.3", machine + " lives on although terminate returned");
    } else if (!refused.contains(id)) {
      witness.saw(
          "MP-3.1",
          "the list of pool " + mark(resource) + " lacks " + machine
              + ", which lives and has its mark; so it was never terminated");
    }
  }

  private boolean oursAreGone() {
    return bench.truth().resources().stream()
        .noneMatch(resource -> resource.isMachine() && POOLS.contains(mark(resource)));
  }

  /** What stands beside a machine that lives is as it should be. */
  private void besides() {
    if (!oursAreGone()) {
      return;
    }
    releasesBesides();
    // Where no machine was ever ended, what is left is of a launch that failed.
    String rule = witness.hasEndedAny() ? "MP-4.7" : "MP-2.8";
    for (CloudResource resource : bench.truth().resources()) {
      boolean ofAnother =
          resource.tags().containsKey(OwnershipMarks.POOL_TAG) && !POOLS.contains(mark(resource));
      if (!resource.isMachine() && !ofAnother) {
        witness.saw(
            rule, resource.kind() + " " + resource.id() + " is left although no machine is");
      }
    }
  }

  /** Releases what the cloud does not end with its machine. */
  private void releasesBesides() {
    boolean beside =
        bench.truth().resources().stream().anyMatch(resource -> POOLS.contains(mark(resource)));
    if (!beside || !bench.claims(MachineResources.class)) {
      return;
    }
    ObservedProvider fresh = bench.another();
    bench.time().passLag();
    try {
      POOLS.forEach(pool -> ResourceRelease.ofGone(bench, fresh, new PoolName(pool)));
    } catch (CloudException error) {
      witness.saw(
          "MP-9.57",
          "with all trouble over, a resource cannot be listed or released: " + error.summary());
    }
  }

  private static String mark(CloudResource resource) {
    return resource.tags().getOrDefault(OwnershipMarks.POOL_TAG, "");
  }

  /** With all trouble over, an error is the fault of the call that it comes from, in any run. */
  private void clear(ObservedProvider adapter, PoolName pool) {
    List<MachineSighting> rows = new ArrayList<>();
    boolean complete;
    try {
      complete = adapter.list(ListQuery.all(pool), rows::add, patient()).complete();
    } catch (CloudException error) {
      witness.saw("MP-3.1", "with all trouble over, a list failed: " + error.summary());
      return;
    }
    for (MachineSighting row : rows) {
      if (row.end() != MachineSighting.End.FINAL) {
        end(adapter, row.id());
      }
    }
    if (!complete && bench.cloud().console().isPresent()) {
      bench.time().pass(UNTIL_ENDED);
    }
  }

  private void end(ObservedProvider adapter, MachineId machine) {
    try {
      adapter.terminate(machine, patient());
      refused.remove(machine);
    } catch (CloudException error) {
      refused.add(machine);
      witness.saw(
          "MP-4.9",
          "with all trouble over, terminate of machine " + machine + " failed: " + error.summary());
    }
  }

  /** The calls of the run may have had little time; these have enough. */
  private TestCallContext patient() {
    return bench.call(bench.profile().callTimeout());
  }
}
