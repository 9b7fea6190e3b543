package io.cloudadapter.core;

import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Pools;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.runtime.Clocks;
import io.cloudadapter.core.store.CommitResult;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.Ticker;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** The tasks that run beside the pools of this process, and their access to its store. */
final class LeaderTasks implements AutoCloseable {
  private static final String PREFIX = "tasks/";

  private final StateStore store;
  private final Clocks clocks;
  private final Map<String, List<HookChannel>> channels;
  private final Function<PoolName, Optional<PoolConfig>> configs;
  private final List<LeaderTask.Running> running = new CopyOnWriteArrayList<>();

  LeaderTasks(
      StateStore store,
      Clocks clocks,
      Map<String, List<HookChannel>> channels,
      Function<PoolName, Optional<PoolConfig>> configs) {
    this.configs = configs;
    this.store = store;
    this.clocks = clocks;
    this.channels = Map.copyOf(channels);
  }

  void start(List<LeaderTask> tasks, Pools pools) {
    try {
      for (LeaderTask task : tasks) {
        running.add(task.start(new Context(pools)));
      }
    } catch (RuntimeException | Error e) {
      // After any failure, everything that was started must end.
      close();
      throw e;
    }
  }

  List<Metric> metrics() {
    List<Metric> metrics = new ArrayList<>();
    running.forEach(task -> metrics.addAll(task.metrics()));
    return metrics;
  }

  @Override
  public void close() {
    running.forEach(LeaderTask.Running::close);
    running.clear();
  }

  private final class Context implements LeaderContext {
    private final Pools pools;

    Context(Pools pools) {
      this.pools = pools;
    }

    @Override
    public Pools pools() {
      return pools;
    }

    @Override
    public Optional<PoolConfig> config(PoolName pool) {
      return configs.apply(pool);
    }

    @Override
    public Map<String, List<HookChannel>> channels() {
      return channels;
    }

    @Override
    public Optional<byte[]> read(String key) {
      try {
        return store.get(PREFIX + key).map(entry -> entry.sharedBytes().clone());
      } catch (StoreException | IllegalStateException e) {
        throw unavailable("cannot be read", e);
      }
    }

    @Override
    public void write(String key, byte[] value) {
      CommitResult result;
      try {
        result = store.commit(Transaction.builder().put(PREFIX + key, value).build());
      } catch (StoreException | IllegalStateException e) {
        throw unavailable("cannot be written", e);
      }
      if (!result.committed()) {
        throw new PoolException(
            Reason.UNAVAILABLE, "whether the state of a task was written is unknown", "");
      }
    }

    private static PoolException unavailable(String what, RuntimeException cause) {
      return new PoolException(Reason.UNAVAILABLE, "the state of a task " + what, "", cause);
    }

    @Override
    public boolean leads() {
      return store.mayAct();
    }

    @Override
    public InstantSource wall() {
      return clocks.wall();
    }

    @Override
    public Ticker ticker() {
      return clocks.ticker();
    }
  }
}
