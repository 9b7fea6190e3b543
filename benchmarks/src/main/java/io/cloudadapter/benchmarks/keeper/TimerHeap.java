package io.cloudadapter.benchmarks.keeper;

import io.cloudadapter.core.keeper.state.TimerWheel;
import io.netty.util.HashedWheelTimer;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * How much heap a time to come takes, in the candidates of {@link TimerSpeed}: compares the heap in use
 * before and after, each after several collections. What is due is one shared object.
 */
public final class TimerHeap {
  private static final int PENDING = 1_000_000;
  private static final long AWAY = Duration.ofHours(40).toNanos();

  private TimerHeap() {}

  /**
   * Measures and prints.
   *
   * @param arguments none
   * @throws InterruptedException if it was interrupted
   */
  public static void main(String[] arguments) throws InterruptedException {
    long empty = used();
    TimerWheel<String> ours = new TimerWheel<>(0);
    for (int i = 0; i < PENDING; i++) {
      ours.add(AWAY + i, "hook");
    }
    long afterOurs = used();
    HashedWheelTimer netty = new HashedWheelTimer();
    for (int i = 0; i < PENDING; i++) {
      netty.newTimeout(timeout -> {}, AWAY + i, TimeUnit.NANOSECONDS);
    }
    long afterNetty = used();
    ScheduledThreadPoolExecutor heap = new ScheduledThreadPoolExecutor(1);
    Runnable nothing = () -> {};
    for (int i = 0; i < PENDING; i++) {
      ScheduledFuture<?> unused = heap.schedule(nothing, AWAY + i, TimeUnit.NANOSECONDS);
    }
    long afterHeap = used();
    System.out.printf(
        "%,d pending: ours %d bytes each, Netty's wheel %d, the JDK's executor %d%n",
        ours.size(),
        (afterOurs - empty) / PENDING,
        (afterNetty - afterOurs) / PENDING,
        (afterHeap - afterNetty) / PENDING);
    netty.stop();
    heap.shutdownNow();
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 5; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
