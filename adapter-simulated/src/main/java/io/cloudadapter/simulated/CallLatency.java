package io.cloudadapter.simulated;

import io.cloudadapter.spi.CallContext;
import java.time.Duration;

/**
 * How a call to the simulated cloud spends the time that it takes: its latency, and the time until its
 * deadline when no answer comes. {@link SimulatedClock#waiting()} gives the usual ones; a simulator on
 * one thread may instead note the times and deliver the outcome when its own clock has come that far.
 */
@FunctionalInterface
public interface CallLatency {

  /**
   * Spends time. Returns when it is over, or at once when the call is cancelled.
   *
   * @param time how long; never longer than the call has left
   * @param call whose time it is
   * @throws InterruptedException if the thread was interrupted meanwhile
   */
  void spend(Duration time, CallContext call) throws InterruptedException;

  /**
   * Spends no time: calls return at once, however long they claim to take. What would have been a
   * time-out is one without the wait.
   *
   * @return the strategy
   */
  static CallLatency atOnce() {
    return (time, call) -> {};
  }
}
