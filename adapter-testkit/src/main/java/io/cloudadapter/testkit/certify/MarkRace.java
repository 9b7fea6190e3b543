package io.cloudadapter.testkit.certify;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.Marks;
import io.cloudadapter.spi.Relabel;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Changes of one machine's tags at the same time: of two pools, or of a pool and somebody who labels. */
final class MarkRace {
  private static final Map<String, String> NOTE = Map.of("note", "ready");
  private static final Map<String, String> STATE = Map.of("state", "unhealthy");

  private final Bench bench;
  private final Overtaken overtaken;
  private final Marks ours;
  private final Marks theirs;

  MarkRace(Bench bench) {
    this.bench = bench;
    this.overtaken = new Overtaken(bench);
    this.ours = new Marks(Bench.POOL, bench.incarnation(), Optional.empty());
    this.theirs = new Marks(Bench.OTHER_POOL, bench.incarnation(), Optional.empty());
  }

  /** Two pools attach it: it belongs to one of them, and only that one was told so. */
  void hasOneWinner() throws InterruptedException {
    overtaken.each(
        () -> machine(Map.of()),
        "mark",
        (machine, adapter, call) -> bench.adoption(adapter).mark(machine, ours, call),
        (machine, adapter, call) -> adoption(adapter).mark(machine, theirs, call),
        this::winner);
  }

  private void winner(MachineId machine, Attempt first, Attempt second, String when) {
    bench.require(
        !(first.accepted() && second.accepted()),
        "two pools have marked one machine, " + when + "; it carries " + tags(machine));
    if (first.accepted() || second.accepted()) {
      PoolName winner = first.accepted() ? Bench.POOL : Bench.OTHER_POOL;
      bench.require(
          winner.value().equals(tags(machine).get(Marks.POOL_TAG)),
          "pool " + winner + " was told that a machine is its own, " + when + ", and it carries "
              + tags(machine));
    }
  }

  /** A pool lets it go that somebody labels: what was told to be done is done, and nothing else. */
  void letsGoWhatIsLabelled() throws InterruptedException {
    if (bench.claims(Relabel.class)) {
      overtaken.each(
          () -> machine(bench.marks(bench.key()).toTags()),
          "unmark",
          (machine, adapter, call) -> bench.adoption(adapter).unmark(machine, ours, call),
          (machine, adapter, call) -> relabel(adapter).label(machine, NOTE, call),
          this::letGo);
    } else {
      bench.leavesOut("unmark that a label overtakes", "the adapter does not claim Relabel");
    }
  }

  private void letGo(MachineId machine, Attempt unmark, Attempt label, String when) {
    bench.require(
        !unmark.accepted() || !tags(machine).containsKey(Marks.POOL_TAG),
        "unmark returned although the tags had changed, " + when + ", and the machine carries "
            + tags(machine));
    bench.require(
        !label.accepted() || has(machine, NOTE),
        "unmark wrote over a label that was set " + when + "; the machine has " + tags(machine));
  }

  /** Two label it: both labels are there, as far as that was told, and the marks. */
  void keepsBothLabels() throws InterruptedException {
    Map<String, String> marks = bench.marks(bench.key()).toTags();
    overtaken.each(
        () -> machine(marks),
        "label",
        (machine, adapter, call) -> new WatchedRelabel(adapter).label(machine, STATE, call),
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
    MachineId made = bench.stranger(tags);
    bench.passLag();
    return made;
  }

  private static Adoption adoption(Watched adapter) {
    return adapter
        .feature(Adoption.class)
        .orElseThrow(() -> new Broken("the adapter claims Adoption and has none"));
  }

  private static Relabel relabel(Watched adapter) {
    return adapter
        .feature(Relabel.class)
        .orElseThrow(() -> new Broken("the adapter claims Relabel and has none"));
  }

  private boolean has(MachineId machine, Map<String, String> wanted) {
    return tags(machine).entrySet().containsAll(wanted.entrySet());
  }

  private Map<String, String> tags(MachineId machine) {
    return bench.thing(machine).map(Thing::tags).orElse(Map.of());
  }
}
