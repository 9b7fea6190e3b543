package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.runtime.ActionHistory;
import io.cloudadapter.core.runtime.Clocks;
import io.cloudadapter.core.runtime.FollowerPool;
import io.cloudadapter.core.runtime.ReplicaPool;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.spi.config.ConfigSpec;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every public method of the library refuses a null at its caller, and nothing comes of it. */
class ArgumentsTest {
  private final CloudAdapter adapter = builder().inMemory().open();

  private static CloudAdapter.Builder builder() {
    return CloudAdapter.builder()
        .provider(new ImmediateCloud())
        .account(new AccountConfig("here", "plain", Map.of()))
        .pool(PoolConfig.named("web", "here", 20).build());
  }

  @AfterEach
  void close() {
    adapter.close();
  }

  @Test
  void aPoolRefusesEveryNullAndDoesNothing() throws Exception {
    MachinePool pool = adapter.defaultPool();
    PoolView before = pool.await(PoolView::settled, Duration.ofSeconds(30));

    NullArguments.areRefused(MachinePool.class, pool, 36);

    assertThat(pool.view().desiredSize()).isEqualTo(before.desiredSize());
    assertThat(pool.view().revision()).isEqualTo(before.revision());
    assertThat(adapter.metrics())
        .filteredOn(metric -> metric.name().equals("cloudadapter_commands_total"))
        .extracting(Metric::value)
        .as("no command has reached the pool")
        .containsExactly(0.0);
  }

  @Test
  void aWatchOfActionsRefusesEveryNull() throws Exception {
    try (ActionWatch watch = adapter.defaultPool().watchActions(0)) {
      NullArguments.areRefused(ActionWatch.class, watch, 1);
    }
  }

  /** What lies behind them is never asked: a null is refused before. */
  @Test
  void poolsAndCloudsOfReplicasRefuseEveryNull() throws Exception {
    PoolConfig config = PoolConfig.named("web", "here", 20).build();
    KeeperConfig settings = KeeperConfig.builder(
            config,
            ConfigSpec.none().parse(Map.of()),
            new ImmediateCloud().provider().profile(),
            1,
            new SplittableRandom(1))
        .adoption(true)
        .build();
    try (MemoryStore store = new MemoryStore()) {
      FollowerPool copy = new FollowerPool(
          settings,
          untouchable(StateStore.class),
          () -> 0,
          new Clocks(() -> Instant.EPOCH, () -> 0),
          new ActionHistory(store),
          () -> new PoolException(PoolException.Reason.ELSEWHERE, "a null was accepted", ""),
          () -> {
            throw new AssertionError("asked about a null");
          });

      ReplicaPool replica = new ReplicaPool(config.name(), copy, pool -> {
        throw new AssertionError("asked about a null");
      });
      NullArguments.areRefused(MachinePool.class, replica, 36);
      NullArguments.areRefused(MachinePool.class, copy, 36);
    }
  }

  private static <T> T untouchable(Class<T> type) {
    return type.cast(Proxy.newProxyInstance(
        ArgumentsTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
          throw new AssertionError(method + " was called");
        }));
  }

  @Test
  void theLibraryItsBuilderAndItsSettingsRefuseEveryNull() throws Exception {
    NullArguments.areRefused(CloudAdapter.class, adapter, 6);
    NullArguments.areRefused(CloudAdapter.Builder.class, builder(), 8);
    NullArguments.areRefused(PoolConfigBuilder.class, PoolConfig.named("db", "here", 5), 8);
    NullArguments.areRefused(PoolConfig.class, null, 2);
    NullArguments.areRefused(ScalingConfig.class, ScalingConfig.none(), 3);
    NullArguments.areRefused(
        io.cloudadapter.api.cloud.Cloud.class, adapter.cloud("here").orElseThrow(), 5);
  }
}
