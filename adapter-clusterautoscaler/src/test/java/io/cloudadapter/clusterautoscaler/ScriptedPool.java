package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.ListStatus;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.scaling.PoolScaling;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A pool whose machines and answers a test sets, and whose cloud has no quota for another machine. */
final class ScriptedPool {
  private final PoolName name;
  private final Map<String, Boolean> machines = new TreeMap<>();
  final List<String> terminated = new ArrayList<>();
  int desired;

  /** What comes of a request to end a machine. */
  Function<String, CompletionStage<Void>> ends = id -> CompletableFuture.completedFuture(null);

  ScriptedPool(String name, String... machines) {
    this.name = new PoolName(name);
    this.desired = machines.length;
    for (String machine : machines) {
      this.machines.put(machine, false);
    }
  }

  void protect(String machine) {
    machines.put(machine, true);
  }

  MachinePool pool() {
    return (MachinePool) Proxy.newProxyInstance(
        MachinePool.class.getClassLoader(),
        new Class<?>[] {MachinePool.class},
        (proxy, method, arguments) -> switch (method.getName()) {
          case "name" -> name;
          case "view" -> view();
          case "scaling" -> PoolScaling.unknown();
          case "plan" -> plan();
          case "increaseDesiredSizeAsync" -> resized((Integer) arguments[0]);
          case "cancelLaunchesAsync" -> resized(-(Integer) arguments[0]);
          case "terminateAsync" -> terminate(((MachineId) arguments[0]).value());
          case "toString" -> name.value();
          default -> throw new AssertionError("the pool is asked for " + method.getName());
        });
  }

  private CompletionStage<Void> resized(int by) {
    desired += by;
    return CompletableFuture.completedFuture(null);
  }

  private CompletionStage<Void> terminate(String id) {
    terminated.add(id);
    return ends.apply(id);
  }

  private PoolView view() {
    return new PoolView(
        name,
        Instant.EPOCH.plusSeconds(1),
        1,
        desired,
        PoolStatus.ACTIVE,
        machines.entrySet().stream()
            .map(machine -> new Machine(
                new MachineId(machine.getKey()),
                MachineState.RUNNING,
                ServiceState.UNKNOWN,
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                machine.getValue(),
                Map.of()))
            .toList(),
        List.of(),
        ListStatus.RECENT);
  }

  private PoolPlan plan() {
    return new PoolPlan(
        desired,
        machines.size(),
        0,
        List.of(),
        List.of(),
        List.of(new PoolPlan.Hold(Alarm.Code.QUOTA, "no more machines", Optional.empty())));
  }
}
