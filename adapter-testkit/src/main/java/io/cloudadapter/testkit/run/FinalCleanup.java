package io.cloudadapter.testkit.run;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.testkit.report.Violation;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Clears a cloud that outlives the runs, after all of them: each run cleans up after itself, except one that hung and
 * was given up. It ends everything with the kit's own marks, and reports what remains.
 */
public final class FinalCleanup {
  private static final Duration STEP = Duration.ofSeconds(5);
  private static final int STEPS = 24;
  private static final String STILL_THERE = "after all runs the account still has ";

  /** What a person is to do about machines that are still there. */
  public static final String BY_HAND = "end by hand everything with the mark "
      + OwnershipMarks.POOL_TAG + " = " + TestBench.POOL + " or " + TestBench.OTHER_POOL;

  private FinalCleanup() {}

  /** A trial: nothing of the kit's lives on. */
  public static void leavesNothing(TestBench bench) {
    // Or the lists would lack what was launched last.
    bench.time().passLag();
    Set<MachineId> left = living(bench);
    for (int i = 0; i < STEPS && !left.isEmpty(); i++) {
      for (MachineId machine : left) {
        // Whether it was refused shows in the next list.
        CallOutcome unused = bench.attempt(() -> bench.provider().terminate(machine, bench.call()));
      }
      bench.time().pass(STEP);
      left = living(bench);
    }
    if (left.isEmpty()) {
      ResourceRelease.ofGone(bench, bench.provider(), TestBench.POOL);
      ResourceRelease.ofGone(bench, bench.provider(), TestBench.OTHER_POOL);
    }
    left.forEach(machine -> report(bench, machine));
  }

  /** Reports a machine that is still there. */
  static void report(TestBench bench, MachineId machine) {
    boolean said = bench.witness().hasEnded(machine);
    bench
        .witness()
        .saw(
            said ? "MP-4.3" : "MP-4.9",
            STILL_THERE + machine + ", whose terminate " + (said ? "returned" : "failed") + "; "
                + BY_HAND);
  }

  /** Whether a finding reports a machine that is still there: no busy machine makes an adapter leave one. */
  static boolean isReport(Violation finding) {
    return finding.seen().startsWith(STILL_THERE);
  }

  private static Set<MachineId> living(TestBench bench) {
    Set<MachineId> living = new TreeSet<>();
    for (PoolName pool : List.of(TestBench.POOL, TestBench.OTHER_POOL)) {
      MachineLists.Listed listed = bench.lists().everything(ListQuery.all(pool));
      if (!listed.result().complete()) {
        bench.witness().saw("MP-3.1", "the last list of " + pool + " is incomplete in peace");
      }
      listed.rows().stream()
          .filter(row -> row.end() != MachineSighting.End.FINAL)
          .forEach(row -> living.add(row.id()));
    }
    return living;
  }
}
