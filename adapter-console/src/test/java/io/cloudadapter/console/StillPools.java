package io.cloudadapter.console;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.ServiceState;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Pools that change only when a test changes them, and answer what it says. */
final class StillPools implements Pools {
  static final Instant LAUNCHED = Instant.parse("2026-03-01T12:00:00Z");

  private final List<StillPool> all = new ArrayList<>();

  /** A pool that is a view, and has none of the features that a pool may lack but those that it is given. */
  static final class StillPool {
    final PoolName name;
    final MachinePool pool;
    private final Map<String, Function<Object[], Object>> answers = new HashMap<>();
    private volatile PoolView view;
    private volatile PoolStatus status = PoolStatus.ACTIVE;

    StillPool(String name, int size) {
      this(name, size, runningMachines(name, size));
    }

    StillPool(String name, int desired, List<Machine> machines) {
      this.name = new PoolName(name);
      view = view(1, desired, machines);
      answers.put("quarantine", arguments -> List.of());
      InvocationHandler handler = (proxy, method, arguments) -> switch (method.getName()) {
        case "name" -> this.name;
        case "view" -> view;
        default -> {
          Function<Object[], Object> answer = answers.get(method.getName());
          if (answer != null) {
            yield answer.apply(arguments);
          }
          if (method.isDefault()) {
            yield InvocationHandler.invokeDefault(proxy, method, arguments);
          }
          throw new PoolException(PoolException.Reason.UNSUPPORTED, "this pool is still", "");
        }
      };
      pool = (MachinePool) Proxy.newProxyInstance(
          MachinePool.class.getClassLoader(), new Class<?>[] {MachinePool.class}, handler);
    }

    private static List<Machine> runningMachines(String name, int size) {
      List<Machine> machines = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        machines.add(new Machine(
            new MachineId("i-%s-%05d".formatted(name, i)),
            MachineState.RUNNING,
            ServiceState.IN_SERVICE,
            Optional.of(LAUNCHED.plusSeconds(i)),
            List.of(),
            List.of("10.0.%d.%d".formatted(i / 250, i % 250)),
            Optional.of("zone-" + "abc".charAt(i % 3)),
            Optional.of("small"),
            false,
            Map.of()));
      }
      return machines;
    }

    private PoolView view(long revision, int desired, List<Machine> machines) {
      return new PoolView(name, LAUNCHED, revision, desired, status, machines, List.of());
    }

    /** Has a method of the pool answer so from now on. */
    StillPool answering(String method, Function<Object[], Object> answer) {
      answers.put(method, answer);
      return this;
    }

    /** Gives the pool another status than active. */
    StillPool being(PoolStatus newStatus) {
      status = newStatus;
      wants(view.desiredSize());
      return this;
    }

    void wants(int desired) {
      view = view(view.revision() + 1, desired, view.machines());
    }
  }

  StillPools with(StillPool pool) {
    all.add(pool);
    return this;
  }

  StillPool named(String name) {
    return all.stream()
        .filter(pool -> pool.name.value().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public List<MachinePool> all() {
    return all.stream().map(pool -> pool.pool).toList();
  }

  @Override
  public MachinePool defaultPool() {
    return all().get(0);
  }

  @Override
  public Optional<MachinePool> find(String name) {
    return all().stream().filter(pool -> pool.name().value().equals(name)).findFirst();
  }

  @Override
  public List<Metric> metrics() {
    return List.of();
  }

  @Override
  public Optional<String> unready() {
    return Optional.empty();
  }
}
