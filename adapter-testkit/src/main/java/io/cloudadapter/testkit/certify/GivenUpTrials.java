package io.cloudadapter.testkit.certify;

import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.FrozenLaunch;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.Verb;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Chapter 6: calls that nobody wants any more. */
final class GivenUpTrials {
  /** Long enough that an end before it is not the deadline's doing. */
  private static final Duration LONG = Duration.ofSeconds(8);

  private GivenUpTrials() {}

  static void heedsInterrupts(Bench bench) throws InterruptedException {
    givesUp(bench, "interrupt", (call, flight) -> flight.interrupt());
    FrozenLaunch frozen = bench.prepare();
    long before = launches(bench);
    Flight late = Flight.of("a launch", () -> {
      Thread.currentThread().interrupt();
      launch(bench, frozen, bench.call(LONG));
    });
    Attempt attempt = late.within(Bench.LATEST, "an interrupt before it");
    requireCancelled(
        bench, attempt, "a launch", "an interrupt before it", launches(bench) - before);
  }

  static void heedsCancellation(Bench bench) throws InterruptedException {
    givesUp(bench, "cancellation", (call, flight) -> call.cancel());
    FrozenLaunch frozen = bench.prepare();
    KitCall over = bench.call(LONG);
    over.cancel();
    long before = launches(bench);
    Flight late = Flight.of("a launch", () -> launch(bench, frozen, over));
    Attempt attempt = late.within(Bench.LATEST, "a cancellation before it");
    requireCancelled(
        bench, attempt, "a launch", "a cancellation before it", launches(bench) - before);
    betweenPages(bench);
  }

  private static long launches(Bench bench) {
    return bench.line().crossings().stream()
        .filter(crossing -> crossing.verb() == Verb.LAUNCH)
        .count();
  }

  /** Gives a call up. */
  private interface GivingUp {
    void up(KitCall call, Flight flight);
  }

  private static void givesUp(Bench bench, String how, GivingUp give) throws InterruptedException {
    FrozenLaunch frozen = bench.prepare();
    Calls calls = new Calls(bench);
    waits(bench, Verb.LAUNCH, how, give, "a launch", call -> launch(bench, frozen, call));
    for (Verb verb : List.of(Verb.TERMINATE, Verb.MARK, Verb.ACT)) {
      if (calls.verbs().contains(verb) && Silence.possible(bench, verb)) {
        waits(bench, verb, how, give, "a call that sends a " + verb, calls.ready(verb)::accept);
      }
    }
    if (Silence.possible(bench, Verb.READ)) {
      waits(bench, Verb.READ, how, give, "a list", call -> list(bench, call));
    }
  }

  private static void waits(
      Bench bench, Verb verb, String how, GivingUp give, String what, Consumer<KitCall> made)
      throws InterruptedException {
    Silence silence = new Silence(bench, verb, 1);
    KitCall call = bench.call(LONG);
    Flight flight = Flight.of(what, () -> made.accept(call));
    silence.awaitSent(1);
    bench.require(!flight.over(), what + " did not wait for its reply");
    give.up(call, flight);
    Attempt attempt = flight.within(Bench.LATEST, "its " + how);
    requireCancelled(bench, attempt, what, "its " + how, verb == Verb.READ ? 0 : silence.sent());
  }

  /** What was written is not known to have had no effect, and nothing else is unknown. */
  private static void requireCancelled(
      Bench bench, Attempt attempt, String what, String since, long written) {
    Effect effect = written > 0 ? Effect.UNKNOWN : Effect.NONE;
    bench.require(
        attempt.is(Kind.CANCELLED) && attempt.error().orElseThrow().effect() == effect,
        what + ", after " + since + ", is not CANCELLED with effect " + effect + " but " + attempt);
  }

  private static void betweenPages(Bench bench) {
    for (int i = 0; i < 4; i++) {
      bench.require(!bench.launch().id().value().isEmpty(), "a launch gave no id");
    }
    bench.passLag();
    KitCall call = bench.call();
    int[] sent = {-1};
    Attempt attempt = bench.attempt(() -> bench
        .provider()
        .list(
            ListQuery.all(Bench.POOL),
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

  private static void launch(Bench bench, FrozenLaunch frozen, KitCall call) {
    int made = bench.provider().launch(frozen, bench.key(), 1, call).machines().size();
    bench.require(made == 1, made + " machines were made");
  }

  private static void list(Bench bench, KitCall call) {
    boolean unused =
        bench.provider().list(ListQuery.all(Bench.POOL), row -> {}, call).complete();
  }
}
