package io.cloudadapter.simulation;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.hook.HookListener;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.history.HistoryBounds;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.runtime.ActionDispatcher;
import io.cloudadapter.core.runtime.ActionHistory;
import io.cloudadapter.core.runtime.Clocks;
import io.cloudadapter.core.runtime.GroupHookPoller;
import io.cloudadapter.core.runtime.HookNotifier;
import io.cloudadapter.core.runtime.LaunchEncryptor;
import io.cloudadapter.core.runtime.LocalPool;
import io.cloudadapter.core.runtime.ProviderCalls;
import io.cloudadapter.core.runtime.SpotNoticePoller;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.BatchTerminate;
import io.cloudadapter.spi.feature.GroupLifecycleHooks;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.MachineResources;
import io.cloudadapter.spi.feature.SpotNotices;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * A pool that the library keeps over an adapter, on the caller's thread and in time that passes only on request: for
 * measurements, such as how long a pool takes to grow and how many requests that costs. The ledger is in memory.
 * Everything else is the real library: its keeper, its calls with their rate limit, its ledger.
 *
 * <p>The machines that wait in the account's groups and the notices of its spot market are handled, too. Actions of
 * machines are those that the adapter supports.
 *
 * <p>Calls come one after the other. A call takes no time, but for that in which it waits for its budget.
 *
 * <p>Not for use by several threads.
 */
public final class ManualPool implements AutoCloseable {
  private static final Duration STEP = Duration.ofSeconds(1);

  private final PoolConfig config;
  private final ProviderConfig template;
  private final SimulatedClock clock;
  private final HookListener listener;
  private final ManualScheduler timer;
  private final MemoryStore store;
  private final ProviderCalls calls;
  private final ActionHistory feed;
  private final LocalPool pool;

  /**
   * Begins to keep a pool; nothing happens before {@link #pass}. It drops the messages of hooks.
   *
   * @param provider the adapter, opened with the same clock; closed with the pool
   * @param config how the pool is to be kept
   * @param template the pool's template, as the adapter's spec has accepted it
   * @param clock which time it is, for the adapter and its cloud, too
   * @param seed keys and jitter
   */
  public ManualPool(
      MachineProvider provider,
      PoolConfig config,
      ProviderConfig template,
      SimulatedClock clock,
      long seed) {
    this(provider, config, template, clock, seed, message -> {});
  }

  /**
   * Begins to keep a pool; nothing happens before {@link #pass}.
   *
   * @param provider the adapter, opened with the same clock; closed with the pool
   * @param config how the pool is to be kept
   * @param template the pool's template, as the adapter's spec has accepted it
   * @param clock which time it is, for the adapter and its cloud, too
   * @param seed keys and jitter
   * @param listener receives the messages of hooks, on the thread that moves time
   */
  public ManualPool(
      MachineProvider provider,
      PoolConfig config,
      ProviderConfig template,
      SimulatedClock clock,
      long seed,
      HookListener listener) {
    this(provider, config, template, clock, seed, listener, new MemoryStore());
  }

  private ManualPool(
      MachineProvider provider,
      PoolConfig config,
      ProviderConfig template,
      SimulatedClock clock,
      long seed,
      HookListener listener,
      MemoryStore store) {
    this.listener = listener;
    this.config = config;
    this.template = template;
    this.store = store;
    this.clock = clock;
    this.timer = new ManualScheduler(clock);
    DirectExecutorService threads = new DirectExecutorService();
    Clocks clocks = new Clocks(clock, clock, (signal, nanos) -> {
      clock.advance(Duration.ofNanos(nanos));
      return 0;
    });
    Random random = new Random(seed);
    this.calls = new ProviderCalls(
        config.account(),
        provider,
        clocks,
        new LaunchEncryptor(new byte[LaunchEncryptor.KEY_BYTES], random),
        threads,
        timer,
        Map.of());
    KeeperConfig settings = KeeperConfig.builder(
            config, template, provider.profile(), store.epoch(), random)
        .adoption(provider.feature(Adoption.class).isPresent())
        .relabel(provider.feature(Labeling.class).isPresent())
        .actions(ActionDispatcher.types(provider, Map.of()))
        .endsTogether(provider
            .feature(BatchTerminate.class)
            .map(feature -> Math.max(1, feature.most()))
            .orElse(1))
        .resources(provider.feature(MachineResources.class).isPresent())
        .resolvesImages(provider.feature(ImageResolver.class).isPresent())
        .build();
    this.feed = new ActionHistory(store);
    Map<String, HookChannel> channels = Map.of(HookTarget.LISTENER, new ListenerChannel(listener));
    HookNotifier messenger = new HookNotifier(channels, clocks, threads, timer);
    this.pool = new LocalPool(
        settings,
        store,
        calls,
        messenger,
        clocks,
        threads,
        threads,
        timer,
        feed,
        HistoryBounds.usual());
    pool.start();
    follow(provider);
  }

  /** Their rounds go on the timer's turn, so that what they ask of the pool is answered before they go on. */
  private void follow(MachineProvider provider) {
    if (provider.feature(SpotNotices.class).isPresent()) {
      SpotNoticePoller.of(config.account(), calls, () -> List.of(pool), Runnable::run)
          .start(timer);
    }
    if (provider.feature(GroupLifecycleHooks.class).isPresent()) {
      GroupHookPoller.of(config.account(), calls, () -> List.of(pool), clock, Runnable::run)
          .start(timer);
    }
  }

  /** Hands the messages of hooks to a listener. */
  private record ListenerChannel(HookListener listener) implements HookChannel {
    @Override
    public String channel() {
      return HookTarget.LISTENER;
    }

    @Override
    public void check(HookTarget target) {}

    @Override
    public void send(HookMessage message, HookTarget target, CallContext call) {
      listener.paused(message);
    }
  }

  /**
   * Has the process die, and another one go on with its ledger. This pool is of no use from then on.
   *
   * @param provider the adapter of the other process, opened with the same clock; closed with the pool
   * @param seed keys and jitter
   * @return the pool, as the other process keeps it
   */
  public ManualPool dies(MachineProvider provider, long seed) {
    return dies(provider, config, seed);
  }

  /**
   * Has the process die, and another one with another configuration go on with its ledger. This pool is of no use from
   * then on.
   *
   * @param provider the adapter of the other process, opened with the same clock; closed with the pool
   * @param changed how the other process keeps the pool, such as with another image; the pool's name, account and
   *     template are those of before
   * @param seed keys and jitter
   * @return the pool, as the other process keeps it
   */
  public ManualPool dies(MachineProvider provider, PoolConfig changed, long seed) {
    MemoryStore ledger = store.reopen();
    end("its process is dead");
    return new ManualPool(provider, changed, template, clock, seed, listener, ledger);
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
    end("it is not moved any more");
    store.close();
  }

  private void end(String why) {
    pool.stop(why);
    calls.close();
    feed.close();
  }
}
