package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.event.EventCaller;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.RemediationConfig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Drains and joins of a whole library, for each cause and over restarts. */
class NodeHooksTest extends NodeHooksScenario {
  @Test
  void a_pool_that_shrinks_drains_the_node_before_its_machine_ends() throws Exception {
    objects.slowPods(true);
    try (CloudAdapter adapter = open(pool(2, drain(Duration.ofMinutes(1))))) {
      MachinePool pool = adapter.defaultPool();
      List<Machine> machines = join(pool, 2);

      pool.setDesiredSize(1);
      until("a pod ends", () -> !standIn.requests("POST", "/eviction").isEmpty());
      String evicted = standIn
          .requests("POST", "/eviction")
          .get(0)
          .body()
          .path("metadata")
          .path("name")
          .asText();
      MachineId leaving = new MachineId(evicted.substring("app-".length()));
      assertThat(isGone(pool.view(), leaving)).as("it waits for its pod").isFalse();
      assertThat(objects
              .find("nodes", node(leaving))
              .orElseThrow()
              .path("spec")
              .path("unschedulable")
              .asBoolean())
          .isTrue();
      objects.endPod(evicted);
      pool.await(view -> isGone(view, leaving), PATIENCE);

      MachineId staying = machines.stream()
          .map(Machine::id)
          .filter(id -> !id.equals(leaving))
          .findFirst()
          .orElseThrow();
      assertThat(objects.keys("nodes")).containsExactly(node(staying));
      assertThat(standIn.requests("POST", "/eviction")).hasSize(1);
      until("the message is removed", () -> objects.keys("secrets").isEmpty());
      assertThat(adapter.metrics())
          .filteredOn(metric -> metric.name().equals("cloudadapter_node_drains_total"))
          .singleElement()
          .satisfies(metric -> {
            assertThat(metric.labels()).containsEntry("result", "drained");
            assertThat(metric.value()).isEqualTo(1);
          });
    }
  }

  @Test
  void a_drain_goes_on_in_the_next_process_after_one_was_stopped_in_the_middle() throws Exception {
    objects.slowPods(true);
    PoolConfig config = pool(1, drain(Duration.ofMinutes(1)));
    MachineId leaving;
    try (CloudAdapter adapter = open(config)) {
      leaving = join(adapter.defaultPool(), 1).get(0).id();
      adapter.defaultPool().setDesiredSize(0);
      until("the pod ends", () -> !standIn.requests("POST", "/eviction").isEmpty());
    }
    assertThat(objects.keys("secrets")).hasSize(1);
    int cordons = standIn.requests("PATCH", node(leaving)).size();

    try (CloudAdapter adapter = open(config)) {
      assertThat(adapter.defaultPool().hooks()).hasSize(1);
      objects.endPod("app-" + leaving.value());
      adapter.defaultPool().await(view -> isGone(view, leaving), PATIENCE);

      assertThat(objects.keys("nodes")).isEmpty();
      assertThat(standIn.requests("PATCH", node(leaving))).hasSize(cordons);
      assertThat(standIn.requests("POST", "/eviction"))
          .as("a pod that ends is left alone")
          .hasSize(1);
    }
  }

  /** Ways to have a machine end, beside a smaller size. */
  enum Cause {
    COMMAND {
      @Override
      void end(MachinePool pool, MachineId machine) {
        pool.terminate(machine, false);
      }
    },
    REFRESH {
      @Override
      void end(MachinePool pool, MachineId machine) {
        pool.refresh(RefreshRequest.builder().skipMatching(false).build());
      }
    },
    REMEDIATION {
      @Override
      void end(MachinePool pool, MachineId machine) {
        pool.setServiceState(machine, ServiceState.UNHEALTHY);
      }
    };

    abstract void end(MachinePool pool, MachineId machine);
  }

  @ParameterizedTest
  @EnumSource(Cause.class)
  void a_machine_that_ends_for_another_cause_is_drained_too(Cause cause) throws Exception {
    PoolConfig config = pool(1, drain(Duration.ofMinutes(1))).toBuilder()
        .remediation(RemediationConfig.builder()
            .enabled(true)
            .after(Duration.ofSeconds(1))
            .build())
        .build();
    try (CloudAdapter adapter = open(config)) {
      MachinePool pool = adapter.defaultPool();
      MachineId leaving = join(pool, 1).get(0).id();

      cause.end(pool, leaving);
      pool.await(view -> isGone(view, leaving), PATIENCE);

      assertThat(objects.keys("nodes")).isEmpty();
      assertThat(evicted()).containsExactly("app-" + leaving.value());
    }
  }

  @Test
  void a_machine_without_a_node_ends_all_the_same() throws Exception {
    try (CloudAdapter adapter = open(pool(1, drain(Duration.ofMinutes(1))))) {
      MachinePool pool = adapter.defaultPool();
      MachineId leaving = running(pool.await(view -> running(view).size() == 1, PATIENCE))
          .get(0)
          .id();

      pool.setDesiredSize(0);
      pool.await(view -> isGone(view, leaving), PATIENCE);
      until("the message is removed", () -> objects.keys("secrets").isEmpty());
    }
  }

  @Test
  void the_node_object_of_a_machine_that_ended_with_pods_goes_after_it_in_the_next_process_too()
      throws Exception {
    PoolConfig config = pool(1, drain(Duration.ofMinutes(1), "timeout", "5s"));
    MachineId leaving;
    try (CloudAdapter adapter = open(config)) {
      leaving = join(adapter.defaultPool(), 1).get(0).id();
      objects.budget("app-" + leaving.value(), 1_000_000);
      adapter.defaultPool().setDesiredSize(0);
      until(
          "the message is marked",
          () -> objects.keys("secrets").stream()
              .anyMatch(key ->
                  objects.find("secrets", key).orElseThrow().toString().contains("answered")));
      until("the hook has ended", () -> adapter.defaultPool().hooks().isEmpty());
      assertThat(adapter
              .defaultPool()
              .events(PoolEventQuery.all().kinds(PoolEventKind.HOOK_ANSWERED))
              .events())
          .singleElement()
          .satisfies(event -> {
            assertThat(event.message())
                .endsWith(
                    " was completed; its receiver reported: the time limit of the drain is over,"
                        + " and pods are left on it: default/app-" + leaving.value()
                        + "; the eviction of default/app-" + leaving.value()
                        + " is refused: The disruption budget of-app-" + leaving.value()
                        + " needs 1 healthy pods and has 1 currently");
            assertThat(event.caller().map(EventCaller::principal)).contains("kubernetes");
          });
    }
    try (CloudAdapter adapter = open(config)) {
      adapter.defaultPool().await(view -> isGone(view, leaving), PATIENCE);
      until("the node is deleted", () -> objects.keys("nodes").isEmpty());
      until("the message is removed", () -> objects.keys("secrets").isEmpty());
    }
  }

  @Test
  void a_new_machine_enters_service_when_its_node_is_ready() throws Exception {
    LifecycleHook ready = LifecycleHook.onLaunch("node-ready", Duration.ofMinutes(5), target());
    try (CloudAdapter adapter = open(pool(1, ready))) {
      MachinePool pool = adapter.defaultPool();
      MachineId machine = running(pool.await(view -> running(view).size() == 1, PATIENCE))
          .get(0)
          .id();
      until("its hook waits", () -> pool.hooks().stream().anyMatch(WaitingHook::told));
      objects.node(node(machine), "cloudadapter://lab/web/" + machine.value(), false);
      until("the nodes are followed", () -> !standIn.requests("GET", "/nodes").isEmpty());
      assertThat(pool.hooks()).hasSize(1);

      objects.ready(node(machine));
      until("the hook is completed", () -> pool.hooks().isEmpty());
      assertThat(pool.view().machines()).extracting(Machine::id).containsExactly(machine);
    }
  }
}
