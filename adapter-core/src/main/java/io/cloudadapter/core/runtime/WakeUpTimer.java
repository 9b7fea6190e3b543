package io.cloudadapter.core.runtime;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A timer that rings once at a time, which may be set anew. If it is to ring as soon or sooner anyway, setting it
 * changes nothing, and it may ring early for the latest request: setting it anew after each step would wake the
 * timer's thread each time, which costs more than the step.
 *
 * <p>One thread at a time sets it; it rings on the timer's thread. The code that reacts to a ring sees that it has
 * rung.
 */
final class WakeUpTimer {
  private static final long SOONEST_NANOS = 1_000_000;

  private final ScheduledExecutorService timer;
  private final Runnable ring;
  private @Nullable Setting last;

  WakeUpTimer(ScheduledExecutorService timer, Runnable ring) {
    this.timer = timer;
    this.ring = ring;
  }

  /** Has it ring at a time, or sooner; both times in the same nanoseconds. */
  void set(long at, long now) {
    Setting before = last;
    if (before != null) {
      if (!before.rung && before.at - at <= 0) {
        return;
      }
      before.future.cancel(false);
    }
    last = new Setting(at, Math.max(at - now, SOONEST_NANOS));
  }

  private final class Setting {
    private final long at;
    private final ScheduledFuture<?> future;
    private volatile boolean rung;

    Setting(long at, long wait) {
      this.at = at;
      this.future = timer.schedule(this::ring, wait, TimeUnit.NANOSECONDS);
    }

    private void ring() {
      rung = true;
      ring.run();
    }
  }
}
