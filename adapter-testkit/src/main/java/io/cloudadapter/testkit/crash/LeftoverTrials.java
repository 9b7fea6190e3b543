package io.cloudadapter.testkit.crash;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ResourceSighting;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.ObservedResources;
import io.cloudadapter.testkit.run.ResourceRelease;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.subject.CloudResource;
import java.util.List;
import java.util.function.Consumer;

/** Calls that are cut off at each exchange and never repeated: what they leave can be found and released. */
final class LeftoverTrials {
  private LeftoverTrials() {}

  static void nothingStaysBehind(TestBench bench) {
    bench.sweep(false);
    launches(bench);
    MachineResourceMaker beside = new MachineResourceMaker(bench);
    ofMachine(bench, beside, "complete", false, (machine, dying) -> {
      boolean unused =
          new ObservedResources(dying).complete(machine.id(), bench.marks(machine), bench.call());
    });
    ofMachine(
        bench,
        beside,
        "terminate",
        true,
        (machine, dying) -> dying.terminate(machine.id(), bench.call()));
    releases(bench, beside);
  }

  /** A call about a machine, by a process that ends in the middle of it. */
  private interface DyingCall {
    void make(MachineSighting machine, ObservedProvider dying);
  }

  private static void launches(TestBench bench) {
    PreparedLaunch prepared = bench.prepare();
    CrashedCall.atEachPoint(exchanges -> {
      LaunchKey key = bench.key();
      boolean whole =
          CrashedCall.ends(bench, exchanges, dying -> dying.asks(prepared, key, bench.call()));
      bench.time().pass(bench.profile().settle());
      requireNothing(bench, key, CrashedCall.after("launch", exchanges));
      return whole;
    });
  }

  private static void ofMachine(
      TestBench bench,
      MachineResourceMaker beside,
      String what,
      boolean completed,
      DyingCall call) {
    CrashedCall.atEachPoint(exchanges -> {
      MachineSighting machine = beside.running();
      if (completed) {
        beside.complete(bench.provider(), machine);
      }
      boolean whole = CrashedCall.ends(bench, exchanges, dying -> call.make(machine, dying));
      bench.time().pass(bench.profile().settle());
      requireNothing(bench, machine.key().orElseThrow(), CrashedCall.after(what, exchanges));
      return whole;
    });
  }

  private static void releases(TestBench bench, MachineResourceMaker beside) {
    CrashedCall.atEachPoint(exchanges -> {
      MachineSighting machine = beside.running();
      beside.complete(bench.provider(), machine);
      List<ResourceSighting> resources = beside.of(machine);
      beside.end(machine);
      boolean whole = true;
      for (ResourceSighting resource : resources) {
        Consumer<ObservedProvider> release =
            dying -> new ObservedResources(dying).release(resource, bench.call());
        whole &= CrashedCall.ends(bench, exchanges, release);
      }
      bench.time().pass(bench.profile().settle());
      requireNothing(bench, machine.key().orElseThrow(), CrashedCall.after("release", exchanges));
      return whole;
    });
  }

  /** Ends the machines of a key and releases what is left, by a process without memory; then nothing is there. */
  private static void requireNothing(TestBench bench, LaunchKey key, String what) {
    CoreRetryModel core = new CoreRetryModel(bench);
    for (CloudResource machine : bench.truth().of(key)) {
      MachineId id = new MachineId(machine.id());
      core.terminate(id);
      bench.require(bench.truth().ends(id), "machine " + id + " lives on");
    }
    bench.time().passLag();
    ResourceRelease.ofGone(bench, bench.another(), TestBench.POOL);
    List<CloudResource> left = ResourceTrials.of(bench, key);
    bench.require(
        left.isEmpty(),
        what + ", no machine is left, and after the release of all that lists show there is still "
            + left);
  }
}
