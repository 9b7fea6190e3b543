package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which instances were launched so lately that EC2 may not know them everywhere yet: what it then says of them, that
 * they are not there, is no answer. May be used by any thread.
 */
final class RecentLaunches {
  private final Ticker ticker;
  private final Duration unsettled;

  /** When each was launched, the eldest first; guarded by this. */
  private final Map<MachineId, Long> born = new LinkedHashMap<>();

  RecentLaunches(Ticker ticker, Duration unsettled) {
    this.ticker = ticker;
    this.unsettled = unsettled;
  }

  synchronized void add(MachineId machine) {
    forget();
    born.remove(machine);
    born.put(machine, ticker.nanos());
  }

  synchronized boolean has(MachineId machine) {
    forget();
    return born.containsKey(machine);
  }

  /** What an error about a machine means: of a newborn, that it is not there means nothing. */
  CloudException judged(MachineId machine, CloudException e) {
    return AwsErrorClassifier.isNoMachine(e) && has(machine) ? unknownYet(machine) : e;
  }

  static CloudException unknownYet(MachineId machine) {
    return AwsErrorClassifier.busy("EC2 does not show it everywhere yet: instance " + machine);
  }

  private void forget() {
    long now = ticker.nanos();
    born.values().removeIf(when -> now - when > unsettled.toNanos());
  }
}
