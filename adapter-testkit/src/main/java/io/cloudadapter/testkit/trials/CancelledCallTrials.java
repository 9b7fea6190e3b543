package io.cloudadapter.testkit.trials;

import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.concurrent.BackgroundCall;
import io.cloudadapter.testkit.concurrent.UnansweredRequests;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.PreparedCalls;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.TestCallContext;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Chapter 6: calls that are cancelled. */
final class CancelledCallTrials {
  /** Long enough that an end before it is not the deadline's doing. */
  private static final Duration LONG = Duration.ofSeconds(8);

  private CancelledCallTrials() {}

  static void heedsInterrupts(TestBench bench) throws InterruptedException {
    givesUp(bench, "interrupt", (call, flight) -> flight.interrupt());
    PreparedLaunch frozen = bench.prepare();
    long before = launches(bench);
    BackgroundCall late = BackgroundCall.of("a launch", () -> {
      Thread.currentThread().interrupt();
      launch(bench, frozen, bench.call(LONG));
    });
    CallOutcome attempt = late.within(TestBench.LATEST, "an interrupt before it");
    requireCancelled(
        bench, attempt, "a launch", "an interrupt before it", launches(bench) - before);
  }

  static void heedsCancellation(TestBench bench) throws InterruptedException {
    givesUp(bench, "cancellation", (call, flight) -> call.cancel());
    PreparedLaunch frozen = bench.prepare();
    TestCallContext over = bench.call(LONG);
    over.cancel();
    long before = launches(bench);
    BackgroundCall late = BackgroundCall.of("a launch", () -> launch(bench, frozen, over));
    CallOutcome attempt = late.within(TestBench.LATEST, "a cancellation before it");
    requireCancelled(
        bench, attempt, "a launch", "a cancellation before it", launches(bench) - before);
    betweenPages(bench);
  }

  private static long launches(TestBench bench) {
    return bench.line().crossings().stream()
        .filter(crossing -> crossing.verb() == RequestKind.LAUNCH)
        .count();
  }

  /** Gives a call up. */
  private interface GivingUp {
    void up(TestCallContext call, BackgroundCall flight);
  }

  private static void givesUp(TestBench bench, String how, GivingUp give)
      throws InterruptedException {
    PreparedLaunch frozen = bench.prepare();
    PreparedCalls calls = new PreparedCalls(bench);
    waits(bench, RequestKind.LAUNCH, how, give, "a launch", call -> launch(bench, frozen, call));
    for (RequestKind verb : List.of(RequestKind.TERMINATE, RequestKind.MARK, RequestKind.ACT)) {
      if (calls.verbs().contains(verb) && UnansweredRequests.possible(bench, verb)) {
        waits(bench, verb, how, give, "a call that sends a " + verb, calls.ready(verb)::accept);
      }
    }
    if (UnansweredRequests.possible(bench, RequestKind.READ)) {
      waits(bench, RequestKind.READ, how, give, "a list", call -> list(bench, call));
    }
  }

  private static void waits(
      TestBench bench,
      RequestKind verb,
      String how,
      GivingUp give,
      String what,
      Consumer<TestCallContext> made)
      throws InterruptedException {
    UnansweredRequests silence = new UnansweredRequests(bench, verb, 1);
    TestCallContext call = bench.call(LONG);
    BackgroundCall flight = BackgroundCall.of(what, () -> made.accept(call));
    silence.awaitSent(1);
    bench.require(!flight.over(), what + " did not wait for its reply");
    give.up(call, flight);
    CallOutcome attempt = flight.within(TestBench.LATEST, "its " + how);
    requireCancelled(
        bench, attempt, what, "its " + how, verb == RequestKind.READ ? 0 : silence.sent());
  }

  /** What was written is not known to have had no effect, and nothing else is unknown. */
  private static void requireCancelled(
      TestBench bench, CallOutcome attempt, String what, String since, long written) {
    Effect effect = written > 0 ? Effect.UNKNOWN : Effect.NONE;
    bench.require(
        attempt.is(Kind.CANCELLED) && attempt.error().orElseThrow().effect() == effect,
        what + ", after " + since + ", is not CANCELLED with effect " + effect + " but " + attempt);
  }

  private static void betweenPages(TestBench bench) {
    for (int i = 0; i < 4; i++) {
      bench.require(!bench.launch().id().value().isEmpty(), "a launch gave no id");
    }
    bench.time().passLag();
    TestCallContext call = bench.call();
    int[] sent = {-1};
    CallOutcome attempt = bench.attempt(() -> bench
        .provider()
        .list(
            ListQuery.all(TestBench.POOL),
            row -> {
              if (sent[0] < 0) {
                sent[0] = bench.line().crossings().size();
                call.cancel();
              }
            },
            call));
    int more = bench.line().crossings().size() - sent[0];
    bench.require(sent[0] >= 0, "a list showed none of four machines: " + attempt);
    bench.require(more == 0, "a list asked for " + more + " pages more after its cancellation");
    bench.require(
        attempt.accepted() || (attempt.is(Kind.CANCELLED) && attempt.sure()),
        "a list that is cancelled between two pages was " + attempt);
  }

  private static void launch(TestBench bench, PreparedLaunch frozen, TestCallContext call) {
    int made = bench.provider().launch(frozen, bench.key(), 1, call).machines().size();
    bench.require(made == 1, made + " machines were made");
  }

  private static void list(TestBench bench, TestCallContext call) {
    boolean unused =
        bench.provider().list(ListQuery.all(TestBench.POOL), row -> {}, call).complete();
  }
}
