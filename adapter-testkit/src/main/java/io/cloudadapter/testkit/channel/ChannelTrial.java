package io.cloudadapter.testkit.channel;

import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.wire.WireFault;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * How a rule for hook channels is tried.
 *
 * @param rule the rule's id
 * @param check tries it on a fresh bench; throws {@link RuleViolation} if it does not hold
 * @param faults the faults that strike each exchange of it in turn; empty if it is tried without
 * @param needs rules without which this one says nothing
 */
record ChannelTrial(String rule, Check check, Set<WireFault> faults, List<String> needs) {
  /** What can go wrong between a channel and its receiver. */
  private static final Set<WireFault> ALL = EnumSet.complementOf(
      EnumSet.of(WireFault.CAPACITY, WireFault.QUOTA, WireFault.SKEWED_DATE, WireFault.STALE));

  /** Tries a rule. */
  @FunctionalInterface
  interface Check {
    void on(ChannelTestBench bench) throws Exception;
  }

  static ChannelTrial of(String rule, Check check) {
    return new ChannelTrial(rule, check, Set.of(), List.of());
  }

  ChannelTrial withFaults() {
    return withFaults(ALL);
  }

  ChannelTrial withFaults(Set<WireFault> which) {
    return new ChannelTrial(rule, check, EnumSet.copyOf(which), needs);
  }

  ChannelTrial needs(String... rules) {
    return new ChannelTrial(rule, check, faults, List.of(rules));
  }
}
