package io.cloudadapter.testkit.time;

import io.cloudadapter.spi.Ticker;

/** The real time of a machine that is too busy: a thread that waits goes on only after ten times as long. */
public final class BusyTicker implements Ticker {
  private static final int TIMES = 10;

  private final long began = SystemTime.ticker().nanos();

  @Override
  public long nanos() {
    return (SystemTime.ticker().nanos() - began) * TIMES;
  }
}
