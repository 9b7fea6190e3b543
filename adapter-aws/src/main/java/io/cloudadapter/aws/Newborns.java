package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which instances were launched so lately that EC2 may not know them everywhere yet: what it then says of them, that they
 * are not there, is no answer. May be used by any thread.
 */
final class Newborns {
  private final Ticker ticker;
  private final Duration unsettled;

  /** When each was launched, the eldest first; guarded by this. */
  private final Map<MachineId, Long> born = new LinkedHashMap<>();

  Newborns(Ticker ticker, Duration unsettled) {
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

  private void forget() {
    long now = ticker.nanos();
    born.values().removeIf(when -> now - when > unsettled.toNanos());
  }
}
