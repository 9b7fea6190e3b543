package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.concurrent.BackgroundCall;
import io.cloudadapter.testkit.concurrent.UnansweredRequests;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.ExchangePoint;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.TestCallContext;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.util.List;

/**
 * A change of one machine's tags that another one overtakes: each exchange of the first is held up in turn, and
 * another adapter has done all of the second before it goes on. By luck that is never seen.
 */
final class InterleavedWrites {
  private static final Duration LONG = Duration.ofSeconds(8);

  private final TestBench bench;
  private final ObservedProvider rival;

  InterleavedWrites(TestBench bench) {
    this.bench = bench;
    this.rival = bench.another();
  }

  /** A change of tags. */
  interface Change {
    void of(MachineId machine, ObservedProvider adapter, TestCallContext call);
  }

  /** What must hold when both are over. */
  interface Outcome {
    void look(MachineId machine, CallOutcome slow, CallOutcome quick, String when);
  }

  /** Makes the machine that both are about. */
  interface Fresh {
    MachineId machine();
  }

  /**
   * Lets one change be overtaken by another one, at each of its exchanges. It is left out where the kit cannot delay
   * an exchange, or where the cloud changes tags without a condition.
   */
  void each(Fresh fresh, String what, Change slow, Change quick, Outcome outcome)
      throws InterruptedException {
    if (!bench.wired() || !bench.cloud().changesTagsOnCondition()) {
      bench.leavesOut(
          what + " that another change overtakes",
          bench.wired()
              ? "the cloud changes tags without a condition"
              : "without a wire no exchange can be held up");
      return;
    }
    // Both have logged in before the race.
    boolean unused =
        rival.list(ListQuery.all(TestBench.POOL), row -> {}, bench.call()).complete();
    List<RequestKind> exchanges = exchanges(fresh, slow);
    for (int held = 1; held <= exchanges.size(); held++) {
      race(fresh.machine(), what, held, exchanges.get(held - 1), slow, quick, outcome);
    }
  }

  /** Returns the exchanges of the change without disturbance. */
  private List<RequestKind> exchanges(Fresh fresh, Change slow) {
    MachineId machine = fresh.machine();
    int before = bench.line().crossings().size();
    slow.of(machine, bench.provider(), bench.call());
    return bench.line().crossings().stream()
        .skip(before)
        .map(ExchangePoint::verb)
        .toList();
  }

  private void race(
      MachineId machine,
      String what,
      int held,
      RequestKind verb,
      Change slow,
      Change quick,
      Outcome outcome)
      throws InterruptedException {
    // What was read is old when it arrives, and what is written is late.
    WireFault fault = verb == RequestKind.READ ? WireFault.SLOW : WireFault.SLOW_BEFORE;
    bench.spoil(List.of(new FaultInjection(fault, held, 0, 0)));
    TestCallContext call = bench.call(LONG);
    BackgroundCall flight = BackgroundCall.of(what, () -> slow.of(machine, bench.provider(), call));
    UnansweredRequests.untilCrossed(bench, held);
    TestCallContext brief = bench.call();
    CallOutcome second = bench.attempt(() -> rival.feature("a change meanwhile", brief, () -> {
      quick.of(machine, rival, brief);
      // The end of this call lets the other one go on: by then every read shows what was written.
      bench.time().passLag();
    }));
    CallOutcome first = flight.within(LONG.plus(TestBench.LATEST), "it began");
    // What crossed is counted anew, and no exchange is held up any more.
    bench.spoil(List.of());
    outcome.look(
        machine,
        first,
        second,
        "while exchange " + held + " of the one, of kind " + verb + ", was held up");
  }
}
