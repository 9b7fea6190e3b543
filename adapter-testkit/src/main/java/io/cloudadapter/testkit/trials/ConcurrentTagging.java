package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.ObservedLabeling;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.subject.CloudResource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Concurrent changes of one machine's tags: by two pools, or by a pool and a user who labels it. */
final class ConcurrentTagging {
  private static final Map<String, String> NOTE = Map.of("note", "ready");
  private static final Map<String, String> STATE = Map.of("state", "unhealthy");

  private final TestBench bench;
  private final InterleavedWrites overtaken;
  private final OwnershipMarks ours;
  private final OwnershipMarks theirs;

  ConcurrentTagging(TestBench bench) {
    this.bench = bench;
    this.overtaken = new InterleavedWrites(bench);
    this.ours = new OwnershipMarks(TestBench.POOL, bench.incarnation(), Optional.empty());
    this.theirs = new OwnershipMarks(TestBench.OTHER_POOL, bench.incarnation(), Optional.empty());
  }

  /** Two pools attach it: it belongs to one of them, and only that one gets a success. */
  void hasOneWinner() throws InterruptedException {
    overtaken.each(
        () -> machine(Map.of()),
        "mark",
        (machine, adapter, call) -> bench.adoption(adapter).mark(machine, ours, call),
        (machine, adapter, call) -> adoption(adapter).mark(machine, theirs, call),
        this::winner);
  }

  private void winner(MachineId machine, CallOutcome first, CallOutcome second, String when) {
    bench.require(
        !(first.accepted() && second.accepted()),
        "two pools have marked one machine, " + when + "; it carries " + tags(machine));
    if (first.accepted() || second.accepted()) {
      PoolName winner = first.accepted() ? TestBench.POOL : TestBench.OTHER_POOL;
      bench.require(
          winner.value().equals(tags(machine).get(OwnershipMarks.POOL_TAG)),
          "pool " + winner + " got a success for the mark of a machine, " + when
              + ", and it carries " + tags(machine));
    }
  }

  /** A pool detaches a machine while a user labels it: each success has happened, and nothing else. */
  void letsGoWhatIsLabelled() throws InterruptedException {
    if (bench.claims(Labeling.class)) {
      overtaken.each(
          () -> machine(bench.marks(bench.key()).toTags()),
          "unmark",
          (machine, adapter, call) -> bench.adoption(adapter).unmark(machine, ours, call),
          (machine, adapter, call) -> relabel(adapter).label(machine, NOTE, call),
          this::letGo);
    } else {
      bench.leavesOut("unmark that a label overtakes", "the adapter does not claim Labeling");
    }
  }

  private void letGo(MachineId machine, CallOutcome unmark, CallOutcome label, String when) {
    bench.require(
        !unmark.accepted() || !tags(machine).containsKey(OwnershipMarks.POOL_TAG),
        "unmark returned although the tags had changed, " + when + ", and the machine carries "
            + tags(machine));
    bench.require(
        !label.accepted() || has(machine, NOTE),
        "unmark wrote over a label that was set " + when + "; the machine has " + tags(machine));
  }

  /** Two users label it: both labels are there, as far as both got a success, and so are the marks. */
  void keepsBothLabels() throws InterruptedException {
    Map<String, String> marks = bench.marks(bench.key()).toTags();
    overtaken.each(
        () -> machine(marks),
        "label",
        (machine, adapter, call) -> new ObservedLabeling(adapter).label(machine, STATE, call),
        (machine, adapter, call) -> relabel(adapter).label(machine, NOTE, call),
        (machine, first, second, when) -> {
          Map<String, String> wanted = new TreeMap<>(marks);
          wanted.putAll(first.accepted() ? STATE : Map.of());
          wanted.putAll(second.accepted() ? NOTE : Map.of());
          bench.require(
              has(machine, wanted),
              "of two labels that were set at the same time, " + when + ", not all are there: "
                  + tags(machine) + " instead of " + wanted);
        });
  }

  private MachineId machine(Map<String, String> tags) {
    MachineId made = bench.truth().stranger(tags);
    bench.time().passLag();
    return made;
  }

  private static Adoption adoption(ObservedProvider adapter) {
    return adapter
        .feature(Adoption.class)
        .orElseThrow(() -> new RuleViolation("the adapter claims Adoption and has none"));
  }

  private static Labeling relabel(ObservedProvider adapter) {
    return adapter
        .feature(Labeling.class)
        .orElseThrow(() -> new RuleViolation("the adapter claims Labeling and has none"));
  }

  private boolean has(MachineId machine, Map<String, String> wanted) {
    return tags(machine).entrySet().containsAll(wanted.entrySet());
  }

  private Map<String, String> tags(MachineId machine) {
    return bench.truth().resource(machine).map(CloudResource::tags).orElse(Map.of());
  }
}
