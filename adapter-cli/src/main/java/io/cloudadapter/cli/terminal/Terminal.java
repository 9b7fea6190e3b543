package io.cloudadapter.cli.terminal;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The connection of a command to the world outside.
 *
 * @param out where results go
 * @param err where complaints go
 * @param environment the environment variables
 * @param live whether out is a screen that a person looks at
 * @param clock wall time
 * @param pause lets time pass
 * @param in what a person types
 */
public record Terminal(
    PrintWriter out,
    PrintWriter err,
    Map<String, String> environment,
    boolean live,
    InstantSource clock,
    Pause pause,
    BufferedReader in) {

  /** Lets time pass. */
  @FunctionalInterface
  public interface Pause {
    /** Returns when the time is over. */
    void pause(Duration time) throws InterruptedException;
  }

  /** Returns the terminal of this process; the script that starts it passes whether it is a screen. */
  public static Terminal real() {
    return new Terminal(
        new PrintWriter(System.out, true, StandardCharsets.UTF_8),
        new PrintWriter(System.err, true, StandardCharsets.UTF_8),
        System.getenv(),
        Boolean.getBoolean("adapter.live"),
        InstantSource.system(),
        Terminal::wait,
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
  }

  /** The same, but its results go elsewhere. */
  public Terminal printingTo(PrintWriter other) {
    return new Terminal(other, err, environment, live, clock, pause, in);
  }

  /**
   * The width of the screen in characters, as the script that starts it passes it; unlimited without a screen, and if
   * the screen reports none.
   */
  public int columns() {
    try {
      int columns = live ? Integer.parseInt(environment.getOrDefault("COLUMNS", "")) : 0;
      return columns > 0 ? columns : Integer.MAX_VALUE;
    } catch (NumberFormatException e) {
      return Integer.MAX_VALUE;
    }
  }

  private static void wait(Duration time) throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    if (never.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new AssertionError("a latch has opened without being counted down");
    }
  }
}
