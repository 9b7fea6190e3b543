package io.cloudadapter.core.runtime;

import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.spi.Ticker;
import java.time.InstantSource;
import java.util.concurrent.locks.Condition;

/**
 * Both clocks, and how a thread waits by them.
 *
 * @param wall for facts
 * @param ticker for ages and waits
 * @param waits lets time pass in the midst of a call
 */
public record Clocks(InstantSource wall, Ticker ticker, Waits waits) {

  /** Waits for a signal, or until time has passed. */
  @FunctionalInterface
  public interface Waits {

    /**
     * Waits.
     *
     * @param signal what ends it early; its lock is held
     * @param nanos how long at most
     * @return how much of that is left; 0 or less if it has passed
     * @throws InterruptedException if the thread is interrupted
     */
    long waitFor(Condition signal, long nanos) throws InterruptedException;
  }

  /**
   * Makes clocks that advance without each other.
   *
   * @param wall for facts
   * @param ticker for ages and waits
   */
  public Clocks(InstantSource wall, Ticker ticker) {
    this(wall, ticker, Condition::awaitNanos);
  }

  /**
   * The clocks of this machine.
   *
   * @return wall time and monotonic time
   */
  @ReadsSystemClock
  public static Clocks system() {
    return new Clocks(InstantSource.system(), System::nanoTime);
  }

  public Moment now() {
    return new Moment(wall.instant(), ticker.nanos());
  }
}
