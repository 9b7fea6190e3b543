package io.cloudadapter.testkit.time;

import io.cloudadapter.spi.Ticker;

/** The real time of a machine that is too busy: a thread that waits goes on only after ten times as long. */
public final class BusyTicker implements Ticker {
  private static final int TIMES = 10;

  private long lastRead = SystemTime.ticker().nanos();
  private long passed;
  private int times = TIMES;

  @Override
  public synchronized long nanos() {
    long now = SystemTime.ticker().nanos();
    passed += (now - lastRead) * times;
    lastRead = now;
    return passed;
  }

  /** From now on, the machine lets threads go on in time. */
  public synchronized void becomeQuiet() {
    long unused = nanos();
    times = 1;
  }
}
