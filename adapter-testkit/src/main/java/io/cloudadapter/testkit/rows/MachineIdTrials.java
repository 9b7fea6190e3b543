package io.cloudadapter.testkit.rows;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.MachineLists.Listed;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Ids that tell machines apart: numbers with many digits, and ids that the cloud gives again. */
public final class MachineIdTrials {
  private static final int SOME = 3;

  /** By then a machine whose end was requested by mistake has ended. */
  private static final Duration UNTIL_ENDED = Duration.ofMinutes(5);

  private MachineIdTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-3.21", MachineIdTrials::numbersKeepTheirDigits).needs("MP-2.20"),
        Trial.of("MP-4.10", MachineIdTrials::reusedIdsNameOneMachine).needs("MP-4.3"));
  }

  private static void numbersKeepTheirDigits(TestBench bench) {
    bench.truth().provoking(TestCloudConsole::numberIds);
    List<MachineId> made = new ArrayList<>();
    for (int i = 0; i < SOME; i++) {
      made.add(bench.launch().id());
    }
    bench.time().passLag();
    for (MachineId id : made) {
      bench.require(
          bench.truth().lives(id),
          "a launch returned machine " + id + ", and the cloud has "
              + bench.truth().ours());
      Listed listed = bench.lists().ids(List.of(id));
      bench.require(
          listed.ids().equals(List.of(id)), "a list by the id " + id + " shows " + listed.ids());
    }
    List<MachineId> pool = bench.lists().pool().ids();
    bench.require(
        pool.size() == SOME && new HashSet<>(pool).equals(new HashSet<>(made)),
        "machines " + made + " were launched, and a list of the pool shows " + pool);
  }

  private static void reusedIdsNameOneMachine(TestBench bench) {
    bench.truth().provoking(TestCloudConsole::reuseIds);
    MachineId first = bench.launch().id();
    bench.time().passUntilKnown(first);
    bench.provider().terminate(first, bench.call());
    bench.require(bench.truth().ends(first), "machine " + first + " lives on");
    bench.time().passLag();
    MachineId second = bench.launch().id();
    bench.require(
        !second.equals(first), "machine " + first + " has ended, and another one has its id");
    bench.time().passUntilKnown(second);
    CallOutcome late = bench.attempt(() -> bench.provider().terminate(first, bench.call()));
    bench.require(
        late.accepted() || late.is(Kind.NOT_FOUND),
        "terminate of machine " + first + ", which has ended, neither returned nor was NOT_FOUND: "
            + late);
    bench.time().passInPeace(UNTIL_ENDED);
    bench.require(
        bench.truth().lives(second),
        "machine " + first + " had ended and was terminated once more, and machine " + second
            + ", to which the cloud gave its id, has ended");
    boolean shown = bench
        .lists()
        .ids(List.of(first))
        .row(first)
        .filter(row -> row.end() != MachineSighting.End.FINAL)
        .isPresent();
    bench.require(!shown, "a list shows machine " + first + " as alive, which has ended");
  }
}
