package io.cloudadapter.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.Pools;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PoolMetersTest {

  /** Pools of which only the metrics are asked. */
  private static final class MeasuredPools implements Pools {
    List<Metric> metrics = List.of();
    int reads;

    @Override
    public List<Metric> metrics() {
      reads++;
      return metrics;
    }

    @Override
    public List<MachinePool> all() {
      throw new UnsupportedOperationException();
    }

    @Override
    public MachinePool defaultPool() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Optional<MachinePool> find(String name) {
      throw new UnsupportedOperationException();
    }
  }

  private final MockClock clock = new MockClock();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
  private final MeasuredPools pools = new MeasuredPools();

  private static Metric machines(String zone, double count) {
    return new Metric(
        "cloudadapter_pool_machines",
        "Machines.",
        Metric.Type.GAUGE,
        Map.of("pool", "web", "zone", zone),
        count);
  }

  private double machines(String zone) {
    return registry.get("cloudadapter.pool.machines").tag("zone", zone).gauge().value();
  }

  @Test
  void aReadingIsAtMostASecondOld() {
    pools.metrics = List.of(machines("a", 3));
    new PoolMeters(pools).bindTo(registry);
    pools.metrics = List.of(machines("a", 4));

    assertThat(machines("a")).isEqualTo(3);
    clock.add(Duration.ofSeconds(1));
    assertThat(machines("a")).isEqualTo(4);
    assertThat(machines("a")).isEqualTo(4);
    assertThat(pools.reads).isEqualTo(2);
  }

  @Test
  void rowsComeAndGoWithThePool() {
    pools.metrics = List.of(machines("a", 3));
    PoolMeters meters = new PoolMeters(pools);
    meters.bindTo(registry);
    pools.metrics = List.of(machines("a", 2), machines("b", 1));
    clock.add(Duration.ofSeconds(1));
    machines("a");
    assertThat(machines("b")).isEqualTo(1);

    pools.metrics = List.of(machines("b", 5));
    clock.add(Duration.ofSeconds(1));
    assertThat(machines("b")).isEqualTo(5);
    assertThat(registry.find("cloudadapter.pool.machines").tag("zone", "a").gauge())
        .isNull();

    meters.close();
    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void aTimerHasCountAndTime() {
    pools.metrics = List.of(Metric.timer(
        "cloudadapter_cloud_call_seconds", "Calls.", Map.of("verb", "read"), 1_500_000_000, 4));
    new PoolMeters(pools).bindTo(registry);

    var timer = registry.get("cloudadapter.cloud.call").functionTimer();
    assertThat(timer.count()).isEqualTo(4);
    assertThat(timer.totalTime(java.util.concurrent.TimeUnit.MILLISECONDS)).isEqualTo(1500);
  }

  @Test
  void prometheusShowsTheNamesOfTheServersPage() throws Exception {
    PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (CloudAdapter adapter = CloudAdapter.builder()
        .inMemory()
        .account(new AccountConfig("here", "simulated", Map.of("bootTime", "0s")))
        .pool(PoolConfig.named("web", "here", 5).initialSize(2).build())
        .open()) {
      adapter.defaultPool().await(PoolView::settled, Duration.ofMinutes(1));
      new PoolMeters(adapter).bindTo(prometheus);

      String page = prometheus.scrape();

      TreeSet<String> names = page.lines()
          .filter(line -> line.startsWith("# TYPE "))
          .map(line -> line.split(" ")[2])
          .collect(Collectors.toCollection(TreeSet::new));
      assertThat(names)
          .isEqualTo(adapter.metrics().stream()
              .map(Metric::name)
              .collect(Collectors.toCollection(TreeSet::new)));
      assertThat(page)
          .contains("cloudadapter_pool_desired_size{pool=\"web\"} 2.0")
          .contains("cloudadapter_cloud_call_seconds_count{account=\"here\",outcome=\"success\"")
          .contains("cloudadapter_pool_launch_to_running_seconds_count{pool=\"web\"} 2");
      assertThat(prometheus.getMeters())
          .extracting(Meter::getId)
          .allMatch(id -> id.getDescription() != null);
    }
  }
}
