package io.cloudadapter.testkit.load;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.concurrent.BackgroundCall;
import io.cloudadapter.testkit.concurrent.ConcurrentCalls;
import io.cloudadapter.testkit.concurrent.UnansweredRequests;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.TestCallContext;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.time.SystemTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A hundred calls at once, and many of them when the adapter is closed. */
public final class CrowdTrials {
  private static final int CROWD = 100;
  private static final int FLIGHTS = 12;

  /** For calls whose requests are answered at once, also on a busy machine. */
  private static final Duration ENOUGH = Duration.ofSeconds(8);

  /** Within which an adapter has to be closed. */
  private static final Duration TO_CLOSE = Duration.ofSeconds(5);

  /** By then as many requests have been sent as the adapter sends at once. */
  private static final Duration A_WHILE = Duration.ofMillis(200);

  private CrowdTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-7.7", CrowdTrials::manyAtOnce).needs("MP-7.1"),
        Trial.of("MP-8.6", CrowdTrials::closedWhileBusy)
            .needs("MP-2.1", "MP-6.3")
            .onRealTime());
  }

  private static void manyAtOnce(TestBench bench) throws Exception {
    MachineId machine = bench.launch().id();
    String identity = bench.provider().identity(bench.call());
    bench.time().passLag();
    List<ListQuery> queries =
        List.of(ListQuery.all(TestBench.POOL), ListQuery.ids(List.of(machine)));
    int done = ConcurrentCalls.together(
            bench, CROWD, number -> one(bench, queries, number, machine, identity))
        .size();
    bench.require(done == CROWD, done + " of " + CROWD + " calls came back");
  }

  private static boolean one(
      TestBench bench, List<ListQuery> queries, int number, MachineId machine, String identity) {
    String what = "one of " + CROWD + " calls at once";
    try {
      if (number % 3 == 2) {
        String seen = bench.provider().identity(bench.call(ENOUGH));
        bench.require(seen.equals(identity), what + ", identity, is another: " + seen);
      } else {
        List<MachineId> seen = new ArrayList<>();
        boolean complete = bench
            .provider()
            .list(queries.get(number % 3), row -> seen.add(row.id()), bench.call(ENOUGH))
            .complete();
        bench.require(
            complete && seen.contains(machine),
            what + ", a list, has " + seen + (complete ? "" : " and is incomplete"));
      }
      return true;
    } catch (CloudException error) {
      String failed = what + " failed: " + error.summary();
      throw error.kind() == Kind.TIMEOUT
          ? RuleViolation.late(failed)
          : new RuleViolation(failed, error);
    }
  }

  /** Some of the calls wait for a reply, and others for a connection or a permit. */
  private static void closedWhileBusy(TestBench bench) throws InterruptedException {
    ObservedProvider adapter = bench.apart();
    PreparedLaunch prepared = adapter.prepare(bench.spec(), bench.call());
    UnansweredRequests silence = new UnansweredRequests(bench, RequestKind.LAUNCH, FLIGHTS);
    List<TestCallContext> calls = new ArrayList<>();
    List<BackgroundCall> flights = new ArrayList<>();
    for (int i = 0; i < FLIGHTS; i++) {
      TestCallContext call = bench.call(Duration.ofSeconds(60));
      calls.add(call);
      LaunchKey key = bench.key();
      flights.add(BackgroundCall.of("a launch", () -> adapter.asks(prepared, key, call)));
    }
    silence.awaitSent(1);
    SystemTime.pause(A_WHILE);
    BackgroundCall close = BackgroundCall.of("close", adapter::close);
    try {
      CallOutcome closed =
          close.within(TO_CLOSE.plusSeconds(1), "it began, with " + FLIGHTS + " calls under way,");
      bench.require(closed.accepted(), "close threw " + closed);
      for (BackgroundCall flight : flights) {
        ended(bench, flight);
      }
    } finally {
      calls.forEach(TestCallContext::cancel);
    }
  }

  private static void ended(TestBench bench, BackgroundCall flight) throws InterruptedException {
    CallOutcome ended;
    try {
      ended = flight.within(TO_CLOSE.plusSeconds(1), "close");
    } catch (RuleViolation broken) {
      throw refusesUse(broken) ? RuleViolation.late(String.valueOf(broken.getMessage())) : broken;
    }
    bench.require(
        ended.accepted() || ended.is(Kind.CANCELLED),
        "a launch that was under way when the adapter was closed was " + ended
            + " instead of CANCELLED");
  }

  /** That is right for a call after close, and on a busy machine a thread may come to its call only then. */
  private static boolean refusesUse(RuleViolation broken) {
    Throwable thrown = broken.getCause();
    return thrown != null && thrown.getCause() instanceof IllegalStateException;
  }
}
