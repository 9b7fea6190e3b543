package io.cloudadapter.testkit.certify;

import io.cloudadapter.spi.Verb;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;

/** Requests that get no answer before a call is over, so that a rule can act while calls wait. */
final class Silence {
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final Duration A_BIT = Duration.ofMillis(5);

  /** Between asking the budget and waiting for the cloud. */
  private static final Duration ON_ITS_WAY = Duration.ofMillis(100);

  private final Bench bench;
  private final Verb verb;
  private final long before;

  /** Has the next requests of a kind wait. The adapter must have logged in by then. */
  Silence(Bench bench, Verb verb, int requests) {
    this.bench = bench;
    this.verb = verb;
    this.before = all();
    for (int i = 0; i < requests; i++) {
      bench.line().next(verb, WireFault.SLOW);
    }
  }

  /** Whether reads can be made to wait in this cloud. */
  static boolean possible(Bench bench, Verb verb) {
    return bench.line().crossings().stream()
        .anyMatch(
            crossing -> crossing.verb() == verb && crossing.faults().contains(WireFault.SLOW));
  }

  /** Waits until so many requests of the kind have been sent since the silence began. */
  void awaitSent(int count) {
    long began = RealTime.ticker().nanos();
    while (sent() < count) {
      if (RealTime.since(began).compareTo(SOON) > 0) {
        throw new Broken(
            "only " + sent() + " of " + count + " calls at once had sent their request of kind "
                + verb + " after " + SOON.toSeconds() + " s");
      }
      RealTime.pause(A_BIT);
    }
    RealTime.pause(ON_ITS_WAY);
  }

  /** Waits until so many requests of any kind have been sent since the faults were planned. */
  static void untilCrossed(Bench bench, int count) {
    long began = RealTime.ticker().nanos();
    while (bench.line().crossings().size() < count) {
      if (RealTime.since(began).compareTo(SOON) > 0) {
        throw new Broken("only " + bench.line().crossings().size() + " of " + count
            + " exchanges were made after " + SOON.toSeconds() + " s");
      }
      RealTime.pause(A_BIT);
    }
    RealTime.pause(ON_ITS_WAY);
  }

  /** How many requests of the kind have been sent since. */
  long sent() {
    return all() - before;
  }

  private long all() {
    return bench.line().crossings().stream().filter(c -> c.verb() == verb).count();
  }
}
