package io.cloudadapter.testkit.concurrent;

import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.subject.FaultHook;
import io.cloudadapter.testkit.time.SystemTime;
import io.cloudadapter.testkit.time.TimeLimit;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;

/** Requests that get no answer before a call is over, so that a rule can act while calls wait. */
public final class UnansweredRequests {
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final Duration A_BIT = Duration.ofMillis(5);

  /** Between asking the budget and waiting for the cloud. */
  private static final Duration ON_ITS_WAY = Duration.ofMillis(100);

  private final TestBench bench;
  private final RequestKind verb;
  private final long before;
  private final long struckBefore;

  /** Has the next requests of a kind wait. The adapter must have logged in by then. */
  public UnansweredRequests(TestBench bench, RequestKind verb, int requests) {
    this.bench = bench;
    this.verb = verb;
    this.before = all();
    this.struckBefore = struck();
    for (int i = 0; i < requests; i++) {
      bench.line().next(verb, WireFault.SLOW);
    }
  }

  /** Whether requests of a kind can be made to wait in this cloud; if not, that part of a rule is left out. */
  public static boolean possible(TestBench bench, RequestKind verb) {
    boolean possible = bench
        .cloud()
        .faultPoint()
        .map(point -> point.faults(verb).contains(WireFault.SLOW))
        .orElse(true);
    if (!possible) {
      bench.leavesOut(
          "calls that wait for the reply to a " + verb, "no fault of this cloud makes them wait");
    }
    return possible;
  }

  /** Waits until so many requests of the kind have been sent since the silence began. */
  public void awaitSent(int count) {
    TimeLimit limit = TimeLimit.of(SOON);
    while (sent() < count) {
      if (limit.isOver()) {
        throw RuleViolation.late(
            "only " + sent() + " of " + count + " calls at once had sent their request of kind "
                + verb + " after " + SOON.toSeconds() + " s");
      }
      limit.pause(A_BIT);
    }
    // Without a wire the budget is asked first, and a busy machine may take long from there to the
    // cloud.
    while (!bench.wired() && struck() - struckBefore < count && !limit.isOver()) {
      limit.pause(A_BIT);
    }
    SystemTime.pause(ON_ITS_WAY);
  }

  /** Without a wire: how many faults have struck. */
  private long struck() {
    return bench.cloud().faultPoint().map(FaultHook::strikes).orElse(0L);
  }

  /** Waits until so many requests of any kind have been sent since the faults were planned. */
  public static void untilCrossed(TestBench bench, int count) {
    TimeLimit limit = TimeLimit.of(SOON);
    while (bench.line().crossings().size() < count) {
      if (limit.isOver()) {
        throw RuleViolation.late("only " + bench.line().crossings().size() + " of " + count
            + " exchanges were made after " + SOON.toSeconds() + " s");
      }
      limit.pause(A_BIT);
    }
    SystemTime.pause(ON_ITS_WAY);
  }

  /** How many requests of the kind have been sent since. */
  public long sent() {
    return all() - before;
  }

  private long all() {
    return bench.line().sent().getOrDefault(verb, 0L);
  }
}
