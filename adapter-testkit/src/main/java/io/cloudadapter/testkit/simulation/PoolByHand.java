package io.cloudadapter.testkit.simulation;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.core.PoolConfig;
import io.cloudadapter.core.keeper.ActionTypes;
import io.cloudadapter.core.keeper.Setup;
import io.cloudadapter.core.shell.ActionFeed;
import io.cloudadapter.core.shell.Clocks;
import io.cloudadapter.core.shell.CloudCalls;
import io.cloudadapter.core.shell.KeptPool;
import io.cloudadapter.core.shell.Messenger;
import io.cloudadapter.core.shell.Sealer;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.BatchTerminate;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.ProviderConfig;
import io.cloudadapter.spi.Relabel;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * A pool that the library keeps over an adapter, on the caller's thread and in time that passes only when it is told:
 * for figures, such as how long a pool takes to grow and how many requests that costs. The ledger is in memory. All of
 * the library is the real one: its keeper, its calls with their budget, its ledger.
 *
 * <p>Calls come one after the other. A call takes no time, but for that in which it waits for its budget.
 *
 * <p>Not for use by several threads.
 */
public final class PoolByHand implements AutoCloseable {
  private static final Duration STEP = Duration.ofSeconds(1);

  private final SimulatedClock clock;
  private final HandTimer timer;
  private final MemoryStore store = new MemoryStore();
  private final CloudCalls calls;
  private final ActionFeed feed;
  private final KeptPool pool;

  /**
   * Begins to keep a pool; nothing happens before {@link #pass}.
   *
   * @param provider the adapter, opened with the same clock; closed with the pool
   * @param config how the pool is to be kept
   * @param template the pool's template, as the adapter's spec has accepted it
   * @param clock which time it is, for the adapter and its cloud, too
   * @param seed keys and jitter
   */
  public PoolByHand(
      MachineProvider provider,
      PoolConfig config,
      ProviderConfig template,
      SimulatedClock clock,
      long seed) {
    this.clock = clock;
    this.timer = new HandTimer(clock);
    HandThreads threads = new HandThreads();
    Clocks clocks = new Clocks(clock, clock, (signal, nanos) -> {
      clock.advance(Duration.ofNanos(nanos));
      return 0;
    });
    Random random = new Random(seed);
    this.calls = new CloudCalls(
        config.account(),
        provider,
        clocks,
        new Sealer(new byte[Sealer.KEY_BYTES], random),
        threads,
        timer,
        Map.of());
    Setup setup = new Setup(
        config,
        template,
        provider.profile(),
        provider.feature(Adoption.class).isPresent(),
        provider.feature(Relabel.class).isPresent(),
        store.epoch(),
        random,
        ActionTypes.none(),
        provider
            .feature(BatchTerminate.class)
            .map(feature -> Math.max(1, feature.most()))
            .orElse(1));
    this.feed = new ActionFeed(store);
    Messenger messenger = new Messenger(Map.of(), clocks, threads, timer);
    this.pool = new KeptPool(setup, store, calls, messenger, clocks, threads, timer, feed);
    pool.start();
  }

  /**
   * The pool.
   *
   * @return asked and told on the thread that moves time
   */
  public MachinePool pool() {
    return pool;
  }

  /**
   * Lets time pass, a second at a time, and all that falls due in it happen.
   *
   * @param time how much, 0 or more
   */
  public void pass(Duration time) {
    for (Duration left = time; left.compareTo(Duration.ZERO) > 0; left = left.minus(STEP)) {
      clock.advance(left.compareTo(STEP) < 0 ? left : STEP);
      timer.fire();
    }
  }

  /**
   * Lets time pass until something has come to be.
   *
   * @param so asked after each second
   * @param atMost how long
   * @return how long it took
   * @throws IllegalStateException if it has not come to be by then
   */
  public Duration passUntil(BooleanSupplier so, Duration atMost) {
    Instant began = clock.instant();
    while (!so.getAsBoolean()) {
      Duration passed = Duration.between(began, clock.instant());
      if (passed.compareTo(atMost) >= 0) {
        throw new IllegalStateException("after " + passed + " it has not come to be, and there is: "
            + pool.view().size() + ", " + pool.view().alarms());
      }
      pass(STEP);
    }
    return Duration.between(began, clock.instant());
  }

  @Override
  public void close() {
    pool.stop("it is not moved any more");
    calls.close();
    feed.close();
    store.close();
  }
}
