package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.kubernetes.ApiStandIn.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole library on the simulated cloud, whose machines are nodes of an API server of this test's own. */
class NodeHooksTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir
  private Path directory;

  private ApiStandIn standIn;
  private ApiObjects objects;

  @BeforeEach
  void start() throws IOException {
    standIn = ApiStandIn.start();
    objects = standIn.objects();
    Files.writeString(directory.resolve("kubeconfig"), standIn.kubeconfig());
  }

  @AfterEach
  void end() {
    standIn.close();
  }

  private HookTarget target(String... keys) {
    Map<String, String> parameters = new TreeMap<>(Map.of(
        "namespace",
        "cloudadapter",
        "kubeconfig",
        directory.resolve("kubeconfig").toString()));
    for (int i = 0; i < keys.length; i += 2) {
      parameters.put(keys[i], keys[i + 1]);
    }
    return new HookTarget(NodeChannel.NAME, parameters, Optional.empty());
  }

  private static PoolConfig pool(int size, LifecycleHook... hooks) {
    var builder = PoolConfig.named("web", "lab", 10)
        .initialSize(size)
        .listInterval(Duration.ofMillis(200), Duration.ofSeconds(1))
        .disruption(DisruptionConfig.none());
    for (LifecycleHook hook : hooks) {
      builder.hook(hook);
    }
    return builder.build();
  }

  private LifecycleHook drain(Duration timeout, String... keys) {
    return LifecycleHook.onTerminate("drain", timeout, target(keys));
  }

  private CloudAdapter open(PoolConfig pool) {
    return CloudAdapter.builder()
        .dataDirectory(directory.resolve("data"))
        .account(new AccountConfig(
            "lab", "simulated", Map.of("bootTime", "10ms", "listLag", "0s", "shownAfterEnd", "0s")))
        .pool(pool)
        .task(new NodeHooks(
            new ServiceAccountFiles(directory, Map.of()), new Random(1), Duration.ofSeconds(1)))
        .open();
  }

  private static void until(String what, BooleanSupplier holds) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as(what).isNegative();
      LockSupport.parkNanos(10_000_000);
    }
  }

  private static List<Machine> running(PoolView view) {
    return view.machines().stream()
        .filter(machine -> machine.machineState() == MachineState.RUNNING)
        .toList();
  }

  /** Makes a node with a pod for each machine of the pool. */
  private List<Machine> join(MachinePool pool, int count) throws InterruptedException {
    List<Machine> machines = running(pool.await(view -> running(view).size() == count, PATIENCE));
    machines.forEach(machine -> {
      String node = node(machine.id());
      objects.node(node, "cloudadapter://lab/web/" + machine.id().value(), true);
      objects.pod("app-" + machine.id().value(), node);
      objects.pod("agent-" + machine.id().value(), node, "DaemonSet");
    });
    return machines;
  }

  private static String node(MachineId machine) {
    return "node-" + machine.value();
  }

  private static boolean isGone(PoolView view, MachineId machine) {
    return view.machines().stream()
        .noneMatch(
            each -> each.id().equals(machine) && each.machineState() != MachineState.TERMINATED);
  }

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

  @Test
  void lost_replies_and_errors_in_any_request_delay_a_drain_and_change_nothing_else()
      throws Exception {
    try (CloudAdapter adapter = open(pool(1, drain(Duration.ofMinutes(1))))) {
      MachineId leaving = join(adapter.defaultPool(), 1).get(0).id();
      standIn.next("POST", "/secrets", Fault.LOST_REPLY);
      standIn.next("GET", "/nodes", Fault.RESET);
      standIn.next("PATCH", node(leaving), Fault.LOST_REPLY);
      standIn.next("GET", "/pods", Fault.UNAVAILABLE);
      standIn.next("POST", "/eviction", Fault.LOST_REPLY);
      standIn.next("DELETE", node(leaving), Fault.LOST_REPLY);
      standIn.next("DELETE", "", Fault.THROTTLED);

      adapter.defaultPool().setDesiredSize(0);
      adapter.defaultPool().await(view -> isGone(view, leaving), PATIENCE);

      assertThat(objects.keys("nodes")).isEmpty();
      assertThat(objects.keys("pods")).containsExactly("default/agent-" + leaving.value());
      until("the message is removed", () -> objects.keys("secrets").isEmpty());
      assertThat(standIn.isSpent()).isTrue();
    }
  }

  @Test
  void an_api_server_that_is_away_raises_the_alarm_and_the_drain_goes_on_once_it_is_back()
      throws Exception {
    try (CloudAdapter adapter = open(pool(1, drain(Duration.ofMinutes(1))))) {
      MachinePool pool = adapter.defaultPool();
      MachineId leaving = join(pool, 1).get(0).id();
      standIn.away(true);

      pool.setDesiredSize(0);
      PoolView alarmed = pool.await(
          view -> view.alarms().stream().anyMatch(alarm -> alarm.code() == Alarm.Code.HOOK),
          PATIENCE);
      assertThat(alarmed.alarms())
          .filteredOn(alarm -> alarm.code() == Alarm.Code.HOOK)
          .singleElement()
          .satisfies(alarm -> assertThat(alarm.message())
              .contains(
                  "UNAVAILABLE",
                  "/api/v1/namespaces/cloudadapter/secrets",
                  standIn.uri().toString()));
      until(
          "the metric",
          () -> adapter.metrics().stream()
              .filter(metric -> metric.name().equals("cloudadapter_kubernetes_up"))
              .map(Metric::value)
              .toList()
              .equals(List.of(0.0)));
      standIn.away(false);
      pool.await(view -> isGone(view, leaving) && view.alarms().isEmpty(), PATIENCE);
      assertThat(objects.keys("nodes")).isEmpty();
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
    PoolConfig config = pool(1, drain(Duration.ofMinutes(1), "timeout", "1s"));
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

  @Test
  void a_message_whose_hook_was_removed_from_the_configuration_is_removed_after_it()
      throws Exception {
    objects.slowPods(true);
    MachineId leaving;
    try (CloudAdapter adapter = open(pool(1, drain(Duration.ofMinutes(1))))) {
      leaving = join(adapter.defaultPool(), 1).get(0).id();
      adapter.defaultPool().setDesiredSize(0);
      until("the pod ends", () -> !standIn.requests("POST", "/eviction").isEmpty());
    }
    LifecycleHook other = LifecycleHook.onLaunch("ready", Duration.ofMinutes(1), target());
    try (CloudAdapter adapter = open(pool(0, other))) {
      MachinePool pool = adapter.defaultPool();
      pool.answerHook(pool.hooks().get(0).token(), HookResult.CONTINUE);
      until("the message is removed", () -> objects.keys("secrets").isEmpty());
      assertThat(objects.keys("nodes")).containsExactly(node(leaving));
    }
  }
}
