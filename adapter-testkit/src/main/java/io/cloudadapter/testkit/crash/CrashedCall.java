package io.cloudadapter.testkit.crash;

import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.WireFault;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** One call of an adapter whose process ends after some of the call's exchanges: the rest never leaves. */
final class CrashedCall {
  /** No call makes so many exchanges, repetitions by its HTTP client included. */
  private static final int REST = 60;

  private CrashedCall() {}

  /**
   * Makes a call by an adapter of its own, which is given up after it.
   *
   * @param bench the run
   * @param exchanges how many exchanges take effect, 0 or more
   * @param call the call; its outcome has no meaning
   * @return whether the call made no more exchanges than that, so that nothing was cut off
   */
  static boolean ends(TestBench bench, int exchanges, Consumer<ObservedProvider> call) {
    ObservedProvider dying = bench.another();
    bench.spoil(IntStream.rangeClosed(1, REST)
        .mapToObj(rest -> new FaultInjection(WireFault.RESET, exchanges + rest, 0, 0))
        .toList());
    CallOutcome unused = bench.attempt(() -> call.accept(dying));
    boolean whole = bench.line().crossings().size() <= exchanges;
    bench.spoil(List.of());
    bench.sweep(false);
    dying.close();
    return whole;
  }

  /**
   * Tries each point at which a call can be cut off.
   *
   * @param point tries the point after so many exchanges, and returns whether the call was whole
   */
  static void atEachPoint(IntPredicate point) {
    int exchanges = 0;
    while (!point.test(exchanges)) {
      exchanges++;
      if (exchanges > REST) {
        throw new RuleViolation("one call makes more than " + REST + " exchanges");
      }
    }
  }

  /** Says where a call was cut off. */
  static String after(String call, int exchanges) {
    IntFunction<String> times = n -> n == 1 ? "1 exchange" : n + " exchanges";
    return "a process ended after " + times.apply(exchanges) + " of " + call;
  }
}
