package io.cloudadapter.benchmarks.action;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.ActionsConfig;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.PoolConfig;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Asks for ten actions of each of many machines, from 64 threads, each accepted durably when its uid is
 * returned; counts how often the disk was waited for. Some begin meanwhile, which has its share of that. A
 * plain program on the simulated cloud.
 */
public final class ActionsAccepted {
  private static final int CALLERS = 64;
  private static final int EACH = 10;

  private ActionsAccepted() {}

  /**
   * Measures and prints.
   *
   * @param arguments how many machines, 1,000 unless given
   * @throws Exception if anything fails
   */
  public static void main(String[] arguments) throws Exception {
    int machines = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000;
    PoolConfig config = PoolConfig.named("web", "here", machines)
        .initialSize(machines)
        .actions(new ActionsConfig(EACH, EACH * machines, Duration.ofHours(1)))
        .disruption(DisruptionConfig.none()
            .with(DisruptionReason.ACTION, DisruptionLimit.machines(machines)))
        .listInterval(Duration.ofSeconds(1), Duration.ofSeconds(30))
        .launchesPerHour(2 * machines)
        .terminationsPerHour(machines)
        .missingListsUntilGone(2)
        .massDisappearanceShare(0.5)
        .build();
    try (CloudAdapter adapter = CloudAdapter.builder()
        .dataDirectory(Files.createTempDirectory("actions"))
        .account(
            new AccountConfig("here", "simulated", Map.of("quota", "20000", "capacity", "20000")))
        .pool(config)
        .open()) {
      MachinePool pool = adapter.defaultPool();
      pool.await(
          view -> view.settled() && view.machines().size() == machines, Duration.ofMinutes(10));
      measure(adapter, pool);
    }
  }

  private static void measure(CloudAdapter adapter, MachinePool pool) throws Exception {
    List<MachineId> ids = pool.view().machines().stream().map(Machine::id).toList();
    int actions = EACH * ids.size();
    AtomicInteger next = new AtomicInteger();
    double forces = forces(adapter);
    long began = System.nanoTime();
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    List<Future<?>> done = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      done.add(callers.submit(() -> {
        for (int n = next.getAndIncrement(); n < actions; n = next.getAndIncrement()) {
          pool.submit(
              ActionRequest.of(ids.get(n % ids.size()), new Action.Reboot(Action.Mode.SOFT)));
        }
      }));
    }
    for (Future<?> each : done) {
      each.get();
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    double forced = forces(adapter) - forces;
    callers.shutdown();
    System.out.printf(
        "%,d actions of %,d machines accepted from %d callers in %.2f s, %.0f forces: %.1f for each%n",
        actions, ids.size(), CALLERS, seconds, forced, actions / forced);
  }

  private static double forces(CloudAdapter adapter) {
    return adapter.metrics().stream()
        .filter(metric -> metric.name().equals("cloudadapter_store_forces_total"))
        .mapToDouble(Metric::value)
        .sum();
  }
}
