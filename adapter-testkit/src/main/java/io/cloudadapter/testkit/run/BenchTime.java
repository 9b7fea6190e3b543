package io.cloudadapter.testkit.run;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.TimeSpan;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** How a rule lets time pass: at once where the cloud lives by the kit's clock, and in real time elsewhere. */
public final class BenchTime {
  /** How long to wait between two looks at the cloud's truth. */
  private static final Duration LOOKS = Duration.ofSeconds(1);

  /** In real time, for what ought not to happen when nothing is in doubt. */
  private static final Duration A_LITTLE = Duration.ofSeconds(10);

  /** What a rule may wait at once where time is real, however little patience there is. */
  private static final Duration SHORT_PAUSE = Duration.ofMinutes(2);

  private final TestBench bench;

  BenchTime(TestBench bench) {
    this.bench = bench;
  }

  /**
   * Lets time pass, for the adapter and its cloud. In real time, hours leave a rule untested, because that wait is
   * too long.
   */
  public void pass(Duration time) {
    if (bench.subject().outlivesRuns() && time.compareTo(longestPause()) > 0) {
      throw new NotTestableException("would have to wait for " + TimeSpan.text(time)
          + " of real time, with a patience of " + TimeSpan.text(bench.subject().patience()));
    }
    bench.setting().time().pass(time);
  }

  /**
   * Lets time pass in which nothing ought to happen. Where it is real and that would be too long, it is as much as what
   * was sent may take, and the verdict says what that leaves out: all the rest of the rule can still be tried.
   */
  public void passInPeace(Duration time) {
    if (!bench.subject().outlivesRuns() || time.compareTo(longestPause()) <= 0) {
      pass(time);
      return;
    }
    Duration settle = bench.profile().settle();
    Duration real =
        bench.witness().doubtful() && settle.compareTo(A_LITTLE) > 0 ? settle : A_LITTLE;
    bench.leavesOut(
        "what happens only later than " + TimeSpan.text(real),
        "would have to wait for " + TimeSpan.text(time) + " of real time, with a patience of "
            + TimeSpan.text(bench.subject().patience()));
    pass(real);
  }

  /** Half of a run's time, so that the rest of it has some, too. */
  private Duration longestPause() {
    Duration half = bench.subject().patience().dividedBy(2);
    return half.compareTo(SHORT_PAUSE) > 0 ? half : SHORT_PAUSE;
  }

  /** Lets time pass until something has come to be, a few seconds more at most, and no longer than said. */
  public void passUntil(BooleanSupplier so, Duration atMost) {
    for (Duration left = atMost;
        left.compareTo(Duration.ZERO) > 0 && !so.getAsBoolean();
        left = left.minus(LOOKS)) {
      pass(LOOKS);
    }
  }

  /** Lets so much time pass that lists show what was made, and no longer what has ended. */
  public void passLag() {
    pass(bench.profile().listLag().plusMillis(1));
  }

  /** Lets so much time pass that a machine runs; where it is real, until it does. */
  public void passBoot(MachineId machine, Duration boot) {
    if (bench.subject().outlivesRuns()) {
      passUntil(() -> runs(machine), boot);
    } else {
      pass(boot);
    }
  }

  /**
   * A cloud may report for a while that a new machine is BUSY, or missing, when it is to be changed or ended. Rules
   * about other things let that time pass; MP-4.2, MP-4.3 and MP-4.5 do not.
   */
  public void passUntilKnown(MachineId machine) {
    if (bench.subject().outlivesRuns()) {
      passBoot(machine, SHORT_PAUSE);
    } else {
      pass(bench.profile().visibleWithin());
    }
  }

  private boolean runs(MachineId machine) {
    return bench
        .lists()
        .ids(List.of(machine))
        .row(machine)
        .filter(row -> row.state() == MachineState.RUNNING)
        .isPresent();
  }
}
