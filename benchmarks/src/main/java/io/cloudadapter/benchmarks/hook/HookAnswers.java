package io.cloudadapter.benchmarks.hook;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Completes the hooks of many machines that end at once, from 64 threads, each answer durable when it
 * returns; counts how often the disk was waited for. A plain program on the simulated cloud.
 */
public final class HookAnswers {
  private static final int CALLERS = 64;

  private HookAnswers() {}

  /**
   * Measures and prints.
   *
   * @param arguments how many machines, 1,000 unless given; the simulated cloud takes a while to make many
   * @throws Exception if anything fails
   */
  public static void main(String[] arguments) throws Exception {
    int machines = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000;
    PoolConfig config = PoolConfig.named("web", "here", machines)
        .initialSize(machines)
        .hook(LifecycleHook.onTerminate("drain", Duration.ofHours(1), HookTarget.listener()))
        .listInterval(Duration.ofSeconds(1), Duration.ofSeconds(30))
        .launchesPerHour(2 * machines)
        .terminationsPerHour(machines)
        .missingListsUntilGone(2)
        .massDisappearanceShare(0.5)
        .build();
    try (CloudAdapter adapter = CloudAdapter.builder()
        .dataDirectory(Files.createTempDirectory("answers"))
        .account(
            new AccountConfig("here", "simulated", Map.of("quota", "20000", "capacity", "20000")))
        .pool(config)
        .hooks("web", message -> {})
        .open()) {
      MachinePool pool = adapter.defaultPool();
      // What has never run has nothing to finish, and does not pause.
      pool.await(
          view -> view.settled() && view.machines().size() == machines, Duration.ofMinutes(10));
      pool.setDesiredSize(0);
      pool.await(
          view -> view.size().effective() == 0 && pool.hooks().size() == machines,
          Duration.ofMinutes(1));
      measure(adapter, pool, machines);
    }
  }

  private static void measure(CloudAdapter adapter, MachinePool pool, int machines)
      throws Exception {
    Queue<WaitingHook> hooks = new ConcurrentLinkedQueue<>(pool.hooks());
    double forces = forces(adapter);
    long began = System.nanoTime();
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    List<Future<?>> done = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      done.add(callers.submit(() -> {
        for (WaitingHook hook = hooks.poll(); hook != null; hook = hooks.poll()) {
          pool.answerHook(hook.token(), HookResult.CONTINUE);
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
        "%,d hooks completed by %d callers in %.2f s, %.0f forces: %.1f answers for each%n",
        machines, CALLERS, seconds, forced, machines / forced);
  }

  private static double forces(CloudAdapter adapter) {
    return adapter.metrics().stream()
        .filter(metric -> metric.name().equals("cloudadapter_store_forces_total"))
        .mapToDouble(Metric::value)
        .sum();
  }
}
