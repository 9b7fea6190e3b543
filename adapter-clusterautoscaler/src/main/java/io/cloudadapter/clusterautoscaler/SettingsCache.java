package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerHost;
import io.grpc.Status;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * The settings of pools in memory. To read them asks the store and the pool, which may take longer than a caller waits:
 * {@code Refresh} reads them anew, and the other calls use what is known. Any number of threads may use it.
 */
final class SettingsCache {
  private final ClusterAutoscalerHost host;
  private final Executor readers;
  private final Map<PoolName, GroupSettings> known = new ConcurrentHashMap<>();
  private final Map<PoolName, CompletableFuture<GroupSettings>> reading = new ConcurrentHashMap<>();

  SettingsCache(ClusterAutoscalerHost host, Executor readers) {
    this.host = host;
    this.readers = readers;
  }

  /**
   * The settings as they were read last; read now if they never were.
   *
   * @throws PoolException UNAVAILABLE if they cannot be read at present
   */
  GroupSettings of(MachinePool pool) {
    GroupSettings before = known.get(pool.name());
    return before != null ? before : await(pool, readSoon(pool));
  }

  /** Reads the settings of pools anew, of all at the same time. */
  void read(List<MachinePool> pools) {
    List<CompletableFuture<GroupSettings>> answers =
        pools.stream().map(this::readSoon).toList();
    for (int i = 0; i < pools.size(); i++) {
      GroupSettings unused = await(pools.get(i), answers.get(i));
    }
  }

  private static GroupSettings await(MachinePool pool, CompletableFuture<GroupSettings> answer) {
    return CallDeadline.await(
        answer,
        Status.UNAVAILABLE.withDescription(
            "the settings of pool " + pool.name() + " cannot be read in time"));
  }

  private CompletableFuture<GroupSettings> readSoon(MachinePool pool) {
    CompletableFuture<GroupSettings> answer = new CompletableFuture<>();
    CompletableFuture<GroupSettings> running = reading.putIfAbsent(pool.name(), answer);
    if (running != null) {
      return running;
    }
    try {
      readers.execute(() -> read(pool, answer));
    } catch (RejectedExecutionException closed) {
      reading.remove(pool.name(), answer);
      answer.completeExceptionally(
          new PoolException(Reason.UNAVAILABLE, "this server is being closed", ""));
    }
    return answer;
  }

  private void read(MachinePool pool, CompletableFuture<GroupSettings> answer) {
    try {
      PoolConfig config = host.config(pool.name())
          .orElseThrow(() -> new PoolException(
              Reason.UNAVAILABLE,
              "the configuration of pool " + pool.name() + " is not known at present",
              "Ask again in a moment."));
      GroupSettings settings = new GroupSettings(config.account(), config.launch(), pool.scaling());
      known.put(pool.name(), settings);
      reading.remove(pool.name(), answer);
      answer.complete(settings);
    } catch (RuntimeException e) {
      reading.remove(pool.name(), answer);
      answer.completeExceptionally(e);
    }
  }

  /** Forgets all: another server may have changed them meanwhile. */
  void clear() {
    known.clear();
  }
}
