package io.cloudadapter.testkit.crash;

import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.ResourceSighting;
import io.cloudadapter.spi.feature.MachineResources;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.ObservedResources;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.CloudResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Resources beside machines: made once, marked, listed, released, and whole after any crash. */
public final class ResourceTrials {
  private ResourceTrials() {}

  public static List<Trial> all() {
    return Stream.of(
            Trial.of("MP-9.54", ResourceTrials::areMadeOnce).withFaults(),
            Trial.of("MP-9.55", ResourceTrials::areWholeAfterACrash),
            Trial.of("MP-9.56", ResourceTrials::listsShowThemAll).withFaults(),
            Trial.of("MP-9.57", ResourceTrials::releaseEndsOne).withFaults(),
            Trial.of("MP-9.58", LeftoverTrials::nothingStaysBehind))
        .map(trial -> trial.of(MachineResources.class).needs("MP-9.1", "MP-2.1", "MP-4.3"))
        .toList();
  }

  private static void areMadeOnce(TestBench bench) {
    MachineResourceMaker beside = new MachineResourceMaker(bench);
    MachineSighting machine = beside.running();
    bench.sweep(true);
    beside.complete(bench.provider(), machine);
    bench.sweep(false);
    List<ResourceSighting> first = beside.of(machine);
    bench.require(
        !first.isEmpty(),
        "machine " + machine.id() + " was completed, and no list shows a resource of it");
    OwnershipMarks marks = bench.marks(machine);
    for (ResourceSighting resource : first) {
      bench.require(
          resource.pool().equals(Optional.of(marks.pool()))
              && resource.incarnation().equals(Optional.of(marks.incarnation()))
              && resource.key().equals(marks.key()),
          resource + " of machine " + machine.id() + " should carry " + marks.toTags()
              + ", and a list shows it with pool " + shown(resource.pool()) + ", incarnation "
              + shown(resource.incarnation()) + ", key " + shown(resource.key()));
    }
    beside.complete(bench.another(), machine);
    List<ResourceSighting> second = beside.of(machine);
    bench.require(
        ids(second).equals(ids(first)),
        "machine " + machine.id() + " had " + first + ", and after another call of complete it has "
            + second);
    requireTruth(bench, machine, second);
  }

  private static String shown(Optional<?> mark) {
    return mark.map(Object::toString).orElse("none");
  }

  /** As many stand beside the machine in truth as lists show. */
  private static void requireTruth(
      TestBench bench, MachineSighting machine, List<ResourceSighting> shown) {
    if (bench.cloud().console().isEmpty()) {
      bench.leavesOut("what is beside a machine in truth", "this cloud has no console");
      return;
    }
    List<CloudResource> made = of(bench, machine.key().orElseThrow());
    bench.require(
        made.stream().map(CloudResource::id).collect(Collectors.toSet()).equals(ids(shown)),
        "beside machine " + machine.id() + " a list shows " + shown + ", and the cloud has "
            + made);
  }

  /** What stands beside machines with a key, in truth. */
  static List<CloudResource> of(TestBench bench, LaunchKey key) {
    return bench.truth().resources().stream()
        .filter(resource -> !resource.isMachine())
        .filter(resource -> key.value().equals(resource.tags().get(OwnershipMarks.KEY_TAG)))
        .toList();
  }

  static Set<String> ids(List<ResourceSighting> resources) {
    return resources.stream()
        .map(ResourceSighting::id)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static void areWholeAfterACrash(TestBench bench) {
    bench.sweep(false);
    MachineResourceMaker beside = new MachineResourceMaker(bench);
    MachineSighting straight = beside.running();
    beside.complete(bench.provider(), straight);
    Map<String, Long> wanted = MachineResourceMaker.kinds(beside.of(straight));
    CrashedCall.atEachPoint(exchanges -> {
      MachineSighting machine = beside.running();
      boolean whole = CrashedCall.ends(bench, exchanges, dying -> {
        boolean unused =
            new ObservedResources(dying).complete(machine.id(), bench.marks(machine), bench.call());
      });
      bench.time().pass(bench.profile().settle());
      beside.complete(bench.another(), machine);
      List<ResourceSighting> made = beside.of(machine);
      bench.require(
          MachineResourceMaker.kinds(made).equals(wanted),
          CrashedCall.after("complete", exchanges)
              + ", another one completed the machine, and it has " + made + " instead of "
              + wanted);
      requireTruth(bench, machine, made);
      return whole;
    });
  }

  private static void listsShowThemAll(TestBench bench) {
    bench.sweep(false);
    MachineResourceMaker beside = new MachineResourceMaker(bench);
    MachineSighting ours = beside.running();
    beside.complete(bench.provider(), ours);
    MachineSighting theirs = beside.runningOf(TestBench.OTHER_POOL);
    beside.complete(bench.provider(), theirs);
    Set<String> ourResources = ids(beside.of(ours));
    bench.sweep(true);
    List<ResourceSighting> shown = beside.all(TestBench.POOL);
    bench.sweep(false);
    bench.require(
        ids(shown).containsAll(ourResources),
        "a complete list of resources shows " + shown + ", and the pool has " + ourResources);
    for (ResourceSighting resource : shown) {
      bench.require(
          !resource.machine().equals(Optional.of(theirs.id())),
          "the list of pool " + TestBench.POOL + " shows " + resource + " of a machine of pool "
              + TestBench.OTHER_POOL);
    }
  }

  private static void releaseEndsOne(TestBench bench) {
    bench.sweep(false);
    MachineResourceMaker beside = new MachineResourceMaker(bench);
    MachineSighting gone = beside.running();
    beside.complete(bench.provider(), gone);
    MachineSighting stays = beside.running();
    beside.complete(bench.provider(), stays);
    List<ResourceSighting> kept = beside.of(stays);
    List<ResourceSighting> released = beside.of(gone);
    CoreRetryModel core = new CoreRetryModel(bench);
    beside.end(gone);
    bench.sweep(true);
    ObservedResources resources = new ObservedResources(bench.provider());
    for (ResourceSighting resource : released) {
      core.write("release", () -> resources.release(resource, bench.call()));
    }
    bench.sweep(false);
    bench.time().pass(bench.profile().settle());
    List<ResourceSighting> left = beside.of(gone);
    bench.require(left.isEmpty(), "release returned, and a list shows " + left);
    bench.require(
        ids(beside.of(stays)).equals(ids(kept)),
        "resources of machine " + gone.id() + " were released, and machine " + stays.id() + " has "
            + beside.of(stays) + " instead of " + kept);
    for (ResourceSighting resource : released) {
      CallOutcome again = bench.attempt(
          () -> new ObservedResources(bench.another()).release(resource, bench.call()));
      bench.require(
          again.accepted() || again.is(Kind.NOT_FOUND),
          resource + " was released, and its release again is " + again);
    }
  }
}
