package io.cloudadapter.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ProbeConfig;
import io.cloudadapter.core.config.RemediationConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole library whose machines are probed, by a probe that this test answers. */
class HealthProberTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir
  private Path directory;

  /** Machines whose probes fail. */
  private final Set<String> ill = ConcurrentHashMap.newKeySet();

  private final MachineProbe probe = target -> CompletableFuture.completedFuture(
      ill.contains(target.machine().value())
          ? ProbeResult.bad("the connection was refused")
          : ProbeResult.ok("it accepts connections"));

  private static HealthConfig health() {
    return HealthConfig.of(ProbeConfig.tcp(22))
        .withTimes(Duration.ofSeconds(1), Duration.ofMillis(500))
        .withThresholds(2, 1)
        .withGrace(Duration.ofMillis(1));
  }

  private CloudAdapter open(PoolConfig pool) {
    return CloudAdapter.builder()
        .dataDirectory(directory)
        .account(new AccountConfig("lab", "simulated", Map.of("bootTime", "10ms")))
        .pool(pool)
        .task(new HealthProber(probe, new Random(1)))
        .open();
  }

  private static PoolConfig pool(HealthConfig health, boolean replaces) {
    return PoolConfig.named("web", "lab", 10)
        .initialSize(5)
        .listInterval(Duration.ofMillis(200), Duration.ofSeconds(1))
        .health(health)
        .disruption(DisruptionConfig.none())
        .remediation(RemediationConfig.builder()
            .enabled(replaces)
            .after(Duration.ofSeconds(1))
            .build())
        .build();
  }

  private static boolean allServe(PoolView view) {
    return view.machines().stream()
            .filter(machine -> machine.serviceState() == ServiceState.IN_SERVICE
                && machine.machineState() == MachineState.RUNNING)
            .count()
        == 5;
  }

  private static Set<String> ids(PoolView view) {
    return view.machines().stream().map(m -> m.id().value()).collect(Collectors.toSet());
  }

  @Test
  void machines_that_pass_are_in_service_and_one_that_fails_is_replaced() throws Exception {
    try (CloudAdapter adapter = open(pool(health(), true))) {
      MachinePool pool = adapter.defaultPool();
      PoolView served = pool.await(HealthProberTest::allServe, PATIENCE);
      String victim = served.machines().get(0).id().value();

      ill.add(victim);
      pool.await(
          view -> allServe(view)
              && view.machines().stream()
                  .noneMatch(machine -> machine.id().value().equals(victim)
                      && machine.machineState() == MachineState.RUNNING),
          PATIENCE);

      List<PoolEvent> events = pool.events(PoolEventQuery.all()).events();
      assertThat(events)
          .filteredOn(event -> event.kind() == PoolEventKind.SERVICE_STATE_CHANGED
              && event.machine().filter(id -> id.value().equals(victim)).isPresent())
          .last()
          .satisfies(event -> {
            assertThat(event.message())
                .isEqualTo(
                    "service state UNHEALTHY, was IN_SERVICE, by probe: the connection was refused");
            assertThat(event.details())
                .containsEntry("source", "probe")
                .containsEntry("reason", "the connection was refused");
          });
      assertThat(adapter.metrics())
          .extracting(Metric::name)
          .contains("cloudadapter_health_probe_seconds", "cloudadapter_health_machines");
    }
  }

  @Test
  void a_new_machine_enters_service_once_its_probe_passes() throws Exception {
    PoolConfig config = pool(health().withBeforeService(true), false);
    try (CloudAdapter adapter = open(config)) {
      PoolView served = adapter.defaultPool().await(HealthProberTest::allServe, PATIENCE);

      assertThat(served.machines())
          .allSatisfy(machine ->
              assertThat(machine.health().orElseThrow().source()).isEqualTo(HealthSource.PROBE));
      adapter
          .defaultPool()
          .await(
              view -> adapter.defaultPool().events(PoolEventQuery.all()).events().stream()
                      .filter(event -> event.kind() == PoolEventKind.MACHINE_IN_SERVICE)
                      .count()
                  == 5,
              PATIENCE);
    }
  }

  @Test
  void a_persons_word_stands_against_the_probe() throws Exception {
    try (CloudAdapter adapter = open(pool(health(), false))) {
      MachinePool pool = adapter.defaultPool();
      PoolView served = pool.await(HealthProberTest::allServe, PATIENCE);
      MachineId held = served.machines().get(0).id();
      MachineId failing = served.machines().get(1).id();
      pool.setServiceState(held, ServiceState.UNHEALTHY);

      ill.add(failing.value());
      PoolView after = pool.await(
          view -> view.machines().stream()
              .anyMatch(m -> m.id().equals(failing) && m.serviceState() == ServiceState.UNHEALTHY),
          PATIENCE);

      assertThat(after.machines())
          .filteredOn(machine -> machine.id().equals(held))
          .allSatisfy(machine -> {
            assertThat(machine.serviceState()).isEqualTo(ServiceState.UNHEALTHY);
            assertThat(machine.health()).isEmpty();
          });
    }
  }

  @Test
  void when_all_fail_at_once_the_probe_is_suspended_and_no_machine_goes() throws Exception {
    try (CloudAdapter adapter = open(pool(health(), true))) {
      MachinePool pool = adapter.defaultPool();
      PoolView served = pool.await(HealthProberTest::allServe, PATIENCE);

      ill.addAll(ids(served));
      PoolView suspended = pool.await(
          view ->
              view.alarms().stream().anyMatch(alarm -> alarm.code() == Alarm.Code.PROBES_SUSPENDED),
          PATIENCE);

      assertThat(ids(suspended)).isEqualTo(ids(served));
      ill.clear();
      PoolView again = pool.await(view -> view.alarms().isEmpty() && allServe(view), PATIENCE);
      assertThat(ids(again)).isEqualTo(ids(served));
    }
  }
}
