package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which instances were launched, or shown alive by a list, so lately that EC2 may not know them everywhere yet: what it
 * then says of them, that they are not there, is no answer. A launch whose reply is lost is first met in a list. May be
 * used by any thread.
 */
final class RecentLaunches {
  private final Ticker ticker;
  private final Duration unsettled;

  /** When each was launched or shown last, the eldest first; guarded by this. */
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

  /** The eldest are first, so that most calls look at one only. */
  private void forget() {
    long now = ticker.nanos();
    Iterator<Long> times = born.values().iterator();
    while (times.hasNext() && now - times.next() > unsettled.toNanos()) {
      times.remove();
    }
  }
}
