package io.cloudadapter.testkit.time;

import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The one place where the kit reads a real clock and looks at the machine: sockets live by it, also where a fake
 * has a time of its own.
 */
@ReadsSystemClock
public final class SystemTime {
  private SystemTime() {}

  public static Ticker ticker() {
    return System::nanoTime;
  }

  public static InstantSource instants() {
    return InstantSource.system();
  }

  /** Lets other threads work for that long. */
  public static void pause(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    long left = time.toNanos();
    // A park may end early, above all after other code has used one.
    while (left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(left);
      left = until - System.nanoTime();
    }
  }

  /** The machine, as a certificate names it. */
  public static Map<String, String> environment() {
    return Map.of(
        "jdk", Runtime.version().toString(),
        "os", System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        "processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
  }

  public static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }
}
