package io.cloudadapter.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.Pools;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class PoolsHealthTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private record PoolOf(String name, Supplier<PoolView> view) {}

  private static PoolOf pool(String name, Alarm.Code... alarms) {
    PoolView view = new PoolView(
        new PoolName(name),
        NOW,
        1,
        2,
        PoolStatus.ACTIVE,
        List.of(),
        Arrays.stream(alarms).map(code -> new Alarm(code, "look", NOW)).toList());
    return new PoolOf(name, () -> view);
  }

  private static PoolsHealth.Result healthOf(PoolOf... pools) {
    List<MachinePool> all = Arrays.stream(pools)
        .map(pool -> (MachinePool) Proxy.newProxyInstance(
            MachinePool.class.getClassLoader(),
            new Class<?>[] {MachinePool.class},
            (proxy, method, args) -> switch (method.getName()) {
              case "name" -> new PoolName(pool.name());
              case "view" -> pool.view().get();
              default -> throw new UnsupportedOperationException(method.getName());
            }))
        .toList();
    return new PoolsHealth(new Pools() {
          @Override
          public List<MachinePool> all() {
            return all;
          }

          @Override
          public MachinePool defaultPool() {
            throw new UnsupportedOperationException();
          }

          @Override
          public Optional<MachinePool> find(String name) {
            throw new UnsupportedOperationException();
          }

          @Override
          public List<Metric> metrics() {
            throw new UnsupportedOperationException();
          }
        })
        .check();
  }

  @Test
  void alarmsOfACloudAreShownAndLeaveTheApplicationUp() {
    PoolsHealth.Result health = healthOf(pool("web", Alarm.Code.QUOTA), pool("batch"));

    assertThat(health.up()).isTrue();
    assertThat(health.details().toString()).contains("QUOTA").contains("batch");
  }

  @Test
  void aFailedLedgerIsDown() {
    assertThat(healthOf(pool("web"), pool("batch", Alarm.Code.STORE_FAILED)).up())
        .isFalse();
  }

  @Test
  void aPoolThatCannotBeReadIsDownWithItsReason() {
    PoolsHealth.Result health = healthOf(pool("web"), new PoolOf("batch", () -> {
      throw new PoolException(PoolException.Reason.UNAVAILABLE, "the server does not answer", "");
    }));

    assertThat(health.up()).isFalse();
    assertThat(health.details())
        .containsEntry("batch", Map.of("error", "the server does not answer"))
        .containsKey("web");
  }
}
