package io.cloudadapter.testkit.time;

import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much longer the short waits of one thread take than it asked for: by that a certification distinguishes a machine
 * that is too busy from an adapter that is slow. One thread waits; any thread may read.
 */
public final class SchedulingDelay {
  /**
   * Why a rule on adapters or channels is untested where the machine was too busy, in a run or in the last look for
   * threads; the same for all rules, so that it shows once.
   */
  public static final String TOO_BUSY =
      "this machine was too busy: a thread that only waited went on late for half of the time or more, so that "
          + "what was late may have no other cause; try again when less runs here, or with more processors";

  /**
   * How long each wait lasts. With a hundredth of a processor, most of the time is delay; with thirty threads that
   * compete for two processors, a quarter is.
   */
  private static final Duration WAIT = Duration.ofMillis(50);

  /** Less delay makes no rule late. */
  private static final Duration LEAST = Duration.ofSeconds(1);

  /** A machine is too busy when delays are this part of the time. */
  private static final int PART = 2;

  /** {@code -Dcertify.load=ignored}: no machine is too busy, so that tests of broken adapters find them on each. */
  private static final boolean IGNORED = System.getProperty("certify.load", "").equals("ignored");

  /**
   * A wait that ends early when what is waited for comes.
   *
   * @param <E> what it may throw
   */
  @FunctionalInterface
  public interface Wait<E extends Exception> {
    void atMost(Duration time) throws E;
  }

  private final Ticker ticker;
  private final long began;
  private final AtomicLong delayed = new AtomicLong();

  /**
   * No delay yet.
   *
   * @param ticker the real time, also where a fake has a time of its own
   */
  public SchedulingDelay(Ticker ticker) {
    this.ticker = ticker;
    this.began = ticker.nanos();
  }

  /** Waits once, for a short time, and adds how much longer that took. */
  public <E extends Exception> void during(Wait<E> wait) throws E {
    during(WAIT, wait);
  }

  /** Waits once, for that time but no longer than usual, and adds how much longer that took. */
  <E extends Exception> void during(Duration most, Wait<E> wait) throws E {
    Duration time = most.compareTo(WAIT) < 0 ? most : WAIT;
    long start = ticker.nanos();
    try {
      wait.atMost(time);
    } finally {
      delayed.addAndGet(Math.max(0, ticker.nanos() - start - time.toNanos()));
    }
  }

  /** The time since the first wait could begin. */
  Duration elapsed() {
    return Duration.ofNanos(ticker.nanos() - began);
  }

  /** The same without all delays. */
  Duration undelayed() {
    return elapsed().minusNanos(delayed.get());
  }

  /** Whether so much of the time was delay that it may have made anything late. */
  public boolean isTooBusy() {
    long lost = delayed.get();
    return !IGNORED && lost >= LEAST.toNanos() && lost >= elapsed().toNanos() / PART;
  }
}
