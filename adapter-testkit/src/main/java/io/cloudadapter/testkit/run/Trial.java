package io.cloudadapter.testkit.run;

import io.cloudadapter.testkit.wire.WireFault;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a rule is tried.
 *
 * @param rule the rule's id
 * @param check tries it on a fresh bench; throws {@link RuleViolation} if it does not hold
 * @param faults the faults that strike each exchange of it in turn; empty if it is tried without
 * @param needs rules without which this one says nothing
 * @param feature the feature that it is about
 * @param keyed whether it is about keys that the cloud recognises
 * @param realTime whether it must run on real time, because it is about threads that wait
 * @param live whether it may be tried on a real account
 * @param seeds on how many clouds of different chance it is tried
 */
public record Trial(
    String rule,
    Check check,
    Set<WireFault> faults,
    List<String> needs,
    Optional<Class<?>> feature,
    boolean keyed,
    boolean realTime,
    boolean live,
    int seeds) {

  /** Tries a rule. */
  @FunctionalInterface
  public interface Check {
    void on(TestBench bench) throws Exception;
  }

  public static Trial of(String rule, Check check) {
    return new Trial(rule, check, Set.of(), List.of(), Optional.empty(), false, false, false, 1);
  }

  /** The same trial with another check in its place. */
  public Trial with(Check other) {
    return new Trial(rule, other, faults, needs, feature, keyed, realTime, live, seeds);
  }

  /** Tried again with one fault at each exchange, but for those that few rules are about. */
  public Trial withFaults() {
    return withFaults(EnumSet.complementOf(EnumSet.of(WireFault.CUT, WireFault.STALL)));
  }

  /** Tried again with one of these at each exchange. */
  public Trial withFaults(Set<WireFault> which) {
    return new Trial(
        rule, check, EnumSet.copyOf(which), needs, feature, keyed, realTime, live, seeds);
  }

  public Trial needs(String... rules) {
    List<String> all = new ArrayList<>(needs);
    all.addAll(List.of(rules));
    return new Trial(rule, check, faults, List.copyOf(all), feature, keyed, realTime, live, seeds);
  }

  public Trial of(Class<?> type) {
    return new Trial(rule, check, faults, needs, Optional.of(type), keyed, realTime, live, seeds);
  }

  /** Marks the trial as one that does not apply to an adapter whose cloud has no keys. */
  public Trial aboutKeys() {
    return new Trial(rule, check, faults, needs, feature, true, realTime, live, seeds);
  }

  public Trial onRealTime() {
    return new Trial(rule, check, faults, needs, feature, keyed, true, live, seeds);
  }

  public Trial onLiveToo() {
    return new Trial(rule, check, faults, needs, feature, keyed, realTime, true, seeds);
  }

  public Trial seeds(int count) {
    return new Trial(rule, check, faults, needs, feature, keyed, realTime, live, count);
  }
}
