package io.cloudadapter.benchmarks.keeper;

import io.cloudadapter.core.config.VictimSelectionPolicy;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.planning.PlacementPolicies;
import io.cloudadapter.core.planning.PlanInput;
import io.cloudadapter.core.planning.Planner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** How long it takes to plan the halving of a pool, beside one sort of the same machines by launch time. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class PlanSpeed {
  /** As many launches as the keeper has under way at once. */
  private static final int LAUNCH_WINDOW = 200;

  /** How many machines the pool has. */
  @Param({"1000", "10000", "100000"})
  public int machines;

  /** Which of them go first. */
  @Param({"NEWEST", "ZONE_BALANCE"})
  public VictimSelectionPolicy order = VictimSelectionPolicy.NEWEST;

  private List<MachineRecord> records = List.of();

  /** Makes the pool. */
  @Setup
  public void fill() {
    records = ManyMachines.running(machines);
  }

  /** Plans to end half of them. */
  @Benchmark
  public Object halving() {
    return Planner.plan(new PlanInput(
        machines / 2,
        machines,
        machines / 5,
        records,
        List.of(),
        List.of(),
        zone -> Optional.empty(),
        1,
        LAUNCH_WINDOW,
        machines,
        machines,
        machines,
        order,
        "00000000000000000000000000a",
        Instant.parse("2026-06-01T00:00:00Z"),
        PlacementPolicies.NONE));
  }

  /** The baseline: copies the machines and sorts them by launch time and id. */
  @Benchmark
  public Object sortOnly() {
    List<MachineRecord> sorted = new ArrayList<>(records);
    sorted.sort(Comparator.comparing(
            MachineRecord::launchTime, Comparator.nullsLast(Comparator.<Instant>naturalOrder()))
        .thenComparing(MachineRecord::id));
    return sorted;
  }
}
