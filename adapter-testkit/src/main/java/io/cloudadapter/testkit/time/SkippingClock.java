package io.cloudadapter.testkit.time;

import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that runs in real time, for rules about threads that wait, and jumps ahead when the kit lets time pass, so
 * that no run waits for a cloud to settle.
 */
public final class SkippingClock implements ClockMode {
  private final AtomicLong ahead = new AtomicLong();
  private final SimulatedClock clock;

  public SkippingClock() {
    InstantSource instants = SystemTime.instants();
    Ticker ticker = SystemTime.ticker();
    clock = SimulatedClock.wall(
        () -> instants.instant().plusNanos(ahead.get()), () -> ticker.nanos() + ahead.get());
  }

  public SimulatedClock clock() {
    return clock;
  }

  @Override
  public void pass(Duration time) {
    ahead.addAndGet(time.toNanos());
  }
}
