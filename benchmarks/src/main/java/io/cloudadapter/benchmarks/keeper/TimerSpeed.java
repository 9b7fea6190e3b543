package io.cloudadapter.benchmarks.keeper;

import io.cloudadapter.core.keeper.state.TimerWheel;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Adds a future timer and cancels it, while many others wait: ours, Netty's hashed wheel, and the heap of a {@link
 * ScheduledThreadPoolExecutor}. Ours is for one thread, and so measured on one; the others take locks or queues for
 * many threads, without contention here.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TimerSpeed {
  private static final long SHORTEST = Duration.ofMinutes(10).toNanos();
  private static final long LONGEST = Duration.ofDays(2).toNanos();
  private static final int DRAWN = 1 << 16;

  /** How many wait. */
  @Param({"1000", "1000000"})
  public int pending;

  private final long[] aways = new long[DRAWN];
  private int drawn;
  private long began;
  private TimerWheel<String> ours = new TimerWheel<>(0);
  private HashedWheelTimer netty = new HashedWheelTimer();
  private ScheduledThreadPoolExecutor heap = new ScheduledThreadPoolExecutor(1);

  /** Fills all of them. */
  @Setup(Level.Trial)
  public void fill() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < DRAWN; i++) {
      aways[i] = random.nextLong(SHORTEST, LONGEST);
    }
    began = System.nanoTime();
    ours = new TimerWheel<>(began);
    heap.setRemoveOnCancelPolicy(true);
    for (int i = 0; i < pending; i++) {
      ours.add(began + away(), "hook");
      netty.newTimeout(timeout -> {}, away(), TimeUnit.NANOSECONDS);
      ScheduledFuture<?> unused = heap.schedule(() -> {}, away(), TimeUnit.NANOSECONDS);
    }
  }

  /** Ends their threads. */
  @TearDown(Level.Trial)
  public void stop() {
    netty.stop();
    heap.shutdownNow();
  }

  private long away() {
    return aways[drawn++ & (DRAWN - 1)];
  }

  /** Ours. */
  @Benchmark
  public int ours() {
    int number = ours.add(began + away(), "hook");
    ours.remove(number);
    return number;
  }

  /** Netty's; what is taken back leaves its slot when its thread next comes by. */
  @Benchmark
  public Timeout netty() {
    Timeout timeout = netty.newTimeout(t -> {}, away(), TimeUnit.NANOSECONDS);
    timeout.cancel();
    return timeout;
  }

  /** The JDK's. */
  @Benchmark
  public ScheduledFuture<?> heap() {
    ScheduledFuture<?> future = heap.schedule(() -> {}, away(), TimeUnit.NANOSECONDS);
    future.cancel(false);
    return future;
  }
}
