package io.cloudadapter.junit;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.hook.HookListener;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.simulated.CloudFaultInjector;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.simulated.SimulatedCloudBuilder;
import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.cloudadapter.simulation.ManualPool;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The pool of one test, with its cloud and its time. The pool is the library itself: its keeper, its retries and rate
 * limits, its ledger in memory. Time passes only in {@link #advance}, {@link #settle} and the pool's {@code await};
 * what falls due then happens on the thread that calls them, before they return.
 *
 * <p>Any thread may use it; calls run one after the other.
 */
public final class TestPool {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofHours(1);

  private final ReentrantLock lock = new ReentrantLock();
  private final SimulatedClock clock = SimulatedClock.startingAt(START);
  private final SimulatedCloud cloud;
  private final MachinePool pool = VirtualTimePool.of(this);
  private final long seed;
  private ManualPool process;
  private int processes = 1;
  private HookListener listener = ignored -> {};

  TestPool(PoolConfig config, Consumer<? super SimulatedCloudBuilder> settings, long seed) {
    this.seed = seed;
    SimulatedCloudBuilder builder = SimulatedCloud.builder(seed, clock);
    settings.accept(builder);
    this.cloud = builder.build();
    this.process = new ManualPool(
        cloud.provider(),
        config,
        new SimulatedProviderFactory().template().parse(config.launch().template()),
        clock,
        seed,
        message -> listener.paused(message));
  }

  /**
   * Returns the pool. Its {@code await} lets virtual time pass, so it returns at once by any real clock. It stays the
   * same when {@link #crash} ends its process.
   *
   * @return the pool, until the end of the test
   */
  public MachinePool pool() {
    return pool;
  }

  /**
   * Returns the cloud, as its owner sees it: without lag, without faults.
   *
   * @return the cloud that the pool uses
   */
  public SimulatedCloud cloud() {
    return cloud;
  }

  /**
   * Returns the control over the cloud's faults: lost replies, throttling, machines that die.
   *
   * @return the faults of {@link #cloud}
   */
  public CloudFaultInjector faults() {
    return cloud.faults();
  }

  /**
   * Returns the virtual time, which code under test may use as its clock.
   *
   * @return the clock of the pool and its cloud; only {@link #advance} moves it together with the pool
   */
  public SimulatedClock clock() {
    return clock;
  }

  /**
   * Returns the seed from which all chance follows.
   *
   * @return the seed; {@code -Dcloudadapter.seed} repeats it
   */
  public long seed() {
    return seed;
  }

  /**
   * Lets time pass, a second at a time, and everything that falls due happen.
   *
   * @param time how much, 0 or more
   * @throws IllegalArgumentException if the time is negative
   */
  public void advance(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException("time must be 0 or more, was " + time);
    }
    locked(() -> process.pass(time));
  }

  /**
   * Lets time pass until the pool rests at its desired size: {@link PoolView#settled}.
   *
   * @return the view of the pool at rest
   * @throws AssertionError if it does not rest within an hour, with its size and alarms
   */
  public PoolView settle() {
    lock.lock();
    try {
      if (passUntil(PoolView::settled, LONGEST)) {
        return process.pool().view();
      }
      PoolView view = process.pool().view();
      throw new AssertionError("the pool does not rest within " + LONGEST + " of virtual time: "
          + view.size() + ", " + view.alarms());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends the process of the pool without warning and starts another one over the same ledger, as after a power
   * failure. A command that has returned before is never lost; a call to the cloud that is under way gets no answer.
   */
  public void crash() {
    locked(() -> process = process.dies(cloud.provider(), seed + processes++));
  }

  /**
   * Sets who receives the messages of hooks whose target is {@link io.cloudadapter.api.hook.HookTarget#listener()}.
   *
   * @param receiver receives the messages from now on; messages that are sent before are dropped
   */
  public void hookListener(HookListener receiver) {
    Objects.requireNonNull(receiver, "receiver");
    locked(() -> listener = receiver);
  }

  /** Lets time pass until a listed view meets a condition; returns whether one does. */
  boolean passUntil(Predicate<? super PoolView> condition, Duration atMost) {
    Instant end = clock.instant().plus(atMost);
    while (!met(condition)) {
      if (!clock.instant().isBefore(end)) {
        return false;
      }
      process.pass(SECOND);
    }
    return true;
  }

  private boolean met(Predicate<? super PoolView> condition) {
    PoolView view = process.pool().view();
    return view.everListed() && condition.test(view);
  }

  /** The pool as its present process keeps it. The lock must be held. */
  MachinePool present() {
    return process.pool();
  }

  ReentrantLock lock() {
    return lock;
  }

  private void locked(Runnable work) {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }

  void close() {
    locked(() -> {
      process.close();
      cloud.close();
    });
  }
}
