package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.ListStatus;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ViewMetricsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");

  private static Machine machine(String id, MachineState state, String zone) {
    return new Machine(
        new MachineId(id),
        state,
        ServiceState.IN_SERVICE,
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.of(zone),
        Optional.of("small"),
        false,
        Map.of());
  }

  private static PoolView view(String pool, List<Machine> machines, Alarm... alarms) {
    return new PoolView(
        new PoolName(pool),
        NOW.minusSeconds(7),
        1,
        machines.size(),
        PoolStatus.ACTIVE,
        machines,
        List.of(alarms));
  }

  private static WaitingHook waiting(Instant since) {
    return new WaitingHook(
        new UUID(1, since.getEpochSecond()),
        new MachineId("a"),
        LifecycleTransition.TERMINATE,
        "drain",
        since,
        NOW.plusSeconds(60),
        NOW.plusSeconds(600),
        true);
  }

  private static List<Metric> rows(List<Metric> metrics, String name) {
    return metrics.stream().filter(metric -> metric.name().equals(name)).toList();
  }

  private static double only(List<Metric> metrics, String name) {
    assertThat(rows(metrics, name)).as(name).hasSize(1);
    return rows(metrics, name).get(0).value();
  }

  @Test
  void machinesAreCountedByStateServiceStateAndZone() {
    List<Metric> metrics = ViewMetrics.of(
        view(
            "web",
            List.of(
                machine("a", MachineState.RUNNING, "z1"),
                machine("b", MachineState.RUNNING, "z1"),
                machine("c", MachineState.PENDING, "z2"))),
        List.of(),
        NOW);

    assertThat(rows(metrics, "cloudadapter_pool_machines"))
        .extracting(Metric::labels, Metric::value)
        .containsExactly(
            tuple(
                Map.of(
                    "pool", "web", "state", "running", "service_state", "in_service", "zone", "z1"),
                2.0),
            tuple(
                Map.of(
                    "pool", "web", "state", "pending", "service_state", "in_service", "zone", "z2"),
                1.0));
  }

  @Test
  void anAlarmOfManyMachinesIsOneRow() {
    List<Metric> metrics = ViewMetrics.of(
        view(
            "web",
            List.of(),
            new Alarm(Alarm.Code.QUARANTINE, "machine a", NOW),
            new Alarm(Alarm.Code.QUARANTINE, "machine b", NOW)),
        List.of(),
        NOW);

    assertThat(rows(metrics, "cloudadapter_pool_alarm"))
        .extracting(Metric::labels, Metric::value)
        .containsExactly(tuple(Map.of("pool", "web", "code", "QUARANTINE"), 1.0));
  }

  @Test
  void agesAreThoseOfTheListAndOfTheLongestPause() {
    PoolView view = view("web", List.of());

    List<Metric> busy = ViewMetrics.of(
        view, List.of(waiting(NOW.minusSeconds(3)), waiting(NOW.minusSeconds(40))), NOW);
    List<Metric> quiet = ViewMetrics.of(view, List.of(), NOW);

    assertThat(only(busy, "cloudadapter_pool_list_age_seconds")).isEqualTo(7);
    assertThat(only(busy, "cloudadapter_pool_oldest_pause_seconds")).isEqualTo(40);
    assertThat(only(quiet, "cloudadapter_pool_oldest_pause_seconds")).isZero();
  }

  @Test
  void aPoolThatHasListedNothingHasNoAgeOfItsList() {
    PoolView empty = new PoolView(
        new PoolName("web"),
        Instant.EPOCH,
        1,
        0,
        PoolStatus.ACTIVE,
        List.of(),
        List.of(),
        ListStatus.NOT_LISTED);

    assertThat(rows(ViewMetrics.of(empty, List.of(), NOW), "cloudadapter_pool_list_age_seconds"))
        .isEmpty();
  }

  @Test
  void aThousandPoolsOfAHundredThousandMachinesHaveFewRows() {
    MachineState[] states = MachineState.values();
    List<Metric> metrics = new ArrayList<>();
    for (int pool = 0; pool < 1_000; pool++) {
      List<Machine> machines = IntStream.range(0, 100)
          .mapToObj(i -> machine("i-" + i, states[i % states.length], "zone-" + i % 3))
          .toList();
      metrics.addAll(ViewMetrics.of(view("pool-" + pool, machines), List.of(), NOW));
    }

    // Two ages, and a row for each state and zone that occurs: nothing grows with the machines.
    assertThat(metrics).hasSizeLessThanOrEqualTo(1_000 * (2 + states.length * 3));
    assertThat(rows(metrics, "cloudadapter_pool_machines").stream()
            .mapToDouble(Metric::value)
            .sum())
        .isEqualTo(100_000);
    assertThat(metrics)
        .allSatisfy(metric ->
            assertThat(metric.labels().values()).noneMatch(value -> value.startsWith("i-")));
  }
}
