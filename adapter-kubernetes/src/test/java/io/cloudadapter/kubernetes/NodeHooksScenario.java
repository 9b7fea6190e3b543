package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.fake.kubernetes.ApiObjects;
import io.cloudadapter.fake.kubernetes.ApiStandIn;
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
import org.junit.jupiter.api.io.TempDir;

/** A whole library on the simulated cloud, whose machines are nodes of a stand-in for an API server. */
abstract class NodeHooksScenario {
  static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir
  Path directory;

  ApiStandIn standIn;
  ApiObjects objects;

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

  HookTarget target(String... keys) {
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

  static PoolConfig pool(int size, LifecycleHook... hooks) {
    var builder = PoolConfig.named("web", "lab", 10)
        .initialSize(size)
        .listInterval(Duration.ofMillis(200), Duration.ofSeconds(1))
        .disruption(DisruptionConfig.none());
    for (LifecycleHook hook : hooks) {
      builder.hook(hook);
    }
    return builder.build();
  }

  LifecycleHook drain(Duration timeout, String... keys) {
    return LifecycleHook.onTerminate("drain", timeout, target(keys));
  }

  CloudAdapter open(PoolConfig pool) {
    return CloudAdapter.builder()
        .dataDirectory(directory.resolve("data"))
        .account(new AccountConfig(
            "lab", "simulated", Map.of("bootTime", "10ms", "listLag", "0s", "shownAfterEnd", "0s")))
        .pool(pool)
        .task(new NodeHooks(
            new ServiceAccountFiles(directory, Map.of()), new Random(1), Duration.ofSeconds(1)))
        .open();
  }

  static void until(String what, BooleanSupplier holds) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as(what).isNegative();
      LockSupport.parkNanos(10_000_000);
    }
  }

  static List<Machine> running(PoolView view) {
    return view.machines().stream()
        .filter(machine -> machine.machineState() == MachineState.RUNNING)
        .toList();
  }

  /** Makes a node with a pod for each machine of the pool. */
  List<Machine> join(MachinePool pool, int count) throws InterruptedException {
    List<Machine> machines = running(pool.await(view -> running(view).size() == count, PATIENCE));
    machines.forEach(machine -> {
      String node = node(machine.id());
      objects.node(node, "cloudadapter://lab/web/" + machine.id().value(), true);
      objects.pod("app-" + machine.id().value(), node);
      objects.pod("agent-" + machine.id().value(), node, "DaemonSet");
    });
    return machines;
  }

  static String node(MachineId machine) {
    return "node-" + machine.value();
  }

  static boolean isGone(PoolView view, MachineId machine) {
    return view.machines().stream()
        .noneMatch(
            each -> each.id().equals(machine) && each.machineState() != MachineState.TERMINATED);
  }

  List<String> evicted() {
    return standIn.requests("POST", "/eviction").stream()
        .map(request -> request.body().path("metadata").path("name").asText())
        .distinct()
        .toList();
  }
}
