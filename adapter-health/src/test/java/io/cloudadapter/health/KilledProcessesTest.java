package io.cloudadapter.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ProbeConfig;
import io.cloudadapter.core.config.RemediationConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A pool of 50 machines, each with a web process of its own: an HTTP server of this test, on a real socket. The
 * processes are killed one by one, and then all at once.
 */
@Tag("proof")
class KilledProcessesTest {
  private static final int MACHINES = 50;
  private static final int BUDGET = 5;
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  @TempDir
  private Path directory;

  private final ExecutorService clients = Executors.newFixedThreadPool(4);
  private final Map<String, HttpServer> processes = new ConcurrentHashMap<>();

  /** Machines whose web process was killed. */
  private final Set<String> killed = ConcurrentHashMap.newKeySet();

  /** Whether no process answers any more. */
  private volatile boolean down;

  private final HttpProbe http = new HttpProbe(clients, ProbeHosts.none());

  @AfterEach
  void end() {
    processes.values().forEach(process -> process.stop(0));
    clients.shutdownNow();
  }

  /** Listens from the machine's first probe on. */
  private HttpServer process(String machine) {
    return processes.computeIfAbsent(machine, id -> {
      try {
        HttpServer server =
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/", exchange -> {
          if (down) {
            exchange.close();
            return;
          }
          exchange.sendResponseHeaders(200, 2);
          exchange.getResponseBody().write(new byte[] {'o', 'k'});
          exchange.close();
        });
        server.start();
        return server;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }

  private void kill(String machine) {
    process(machine).stop(0);
    killed.add(machine);
  }

  private void revive(String machine) {
    processes.remove(machine);
    killed.remove(machine);
  }

  /** The real probe, which asks the port of the machine's process in place of the machine's address. */
  private MachineProbe probe() {
    return target -> {
      int port = process(target.machine().value()).getAddress().getPort();
      return http.probe(new ProbeTarget(
          target.pool(),
          target.machine(),
          InetAddress.getLoopbackAddress(),
          ProbeConfig.http(port, "/"),
          target.timeout()));
    };
  }

  private CloudAdapter open() {
    PoolConfig pool = PoolConfig.named("web", "lab", 60)
        .initialSize(MACHINES)
        .launchesPerHour(1000)
        .terminationsPerHour(1000)
        .listInterval(Duration.ofMillis(200), Duration.ofSeconds(1))
        .health(HealthConfig.of(ProbeConfig.http(80, "/"))
            .withTimes(Duration.ofSeconds(1), Duration.ofMillis(800))
            .withThresholds(2, 1)
            .withGrace(Duration.ofMillis(1)))
        .disruption(DisruptionConfig.none().withMaxUnavailable(DisruptionLimit.machines(BUDGET)))
        .remediation(RemediationConfig.builder()
            .enabled(true)
            .after(Duration.ofSeconds(1))
            .build())
        .build();
    return CloudAdapter.builder()
        .dataDirectory(directory)
        .account(new AccountConfig("lab", "simulated", Map.of("bootTime", "10ms")))
        .pool(pool)
        .task(new HealthProber(probe(), new Random(1)))
        .open();
  }

  private static List<String> serving(PoolView view) {
    return view.machines().stream()
        .filter(machine -> machine.serviceState() == ServiceState.IN_SERVICE)
        .filter(machine -> machine.machineState() == MachineState.RUNNING)
        .map(machine -> machine.id().value())
        .toList();
  }

  private boolean allServe(PoolView view) {
    List<String> serving = serving(view);
    return serving.size() == MACHINES && serving.stream().noneMatch(killed::contains);
  }

  private static List<PoolEvent> events(MachinePool pool, PoolEventKind kind) {
    return pool.events(PoolEventQuery.all().kinds(kind)).events();
  }

  @Test
  void processes_killed_one_by_one_are_replaced_and_all_at_once_freeze_the_pool()
      throws InterruptedException {
    try (CloudAdapter adapter = open()) {
      MachinePool pool = adapter.defaultPool();
      List<String> first = serving(pool.await(this::allServe, PATIENCE));
      Set<Integer> unavailable = new HashSet<>();
      for (String victim : first) {
        kill(victim);
        // The next one once fewer are down than the budget allows to be replaced at once.
        pool.await(
            view -> {
              unavailable.add(pool.disruption().unavailable());
              return serving(view).stream().filter(id -> !killed.contains(id)).count()
                  > MACHINES - BUDGET;
            },
            PATIENCE);
      }
      PoolView replaced = pool.await(this::allServe, PATIENCE);
      assertThat(serving(replaced)).doesNotContainAnyElementsOf(first);
      assertThat(unavailable).anyMatch(count -> count > 0).allMatch(count -> count <= BUDGET);
      Set<String> ended = events(pool, PoolEventKind.TERMINATION_DECIDED).stream()
          .flatMap(event -> event.machine().stream())
          .map(id -> id.value())
          .collect(Collectors.toSet());
      assertThat(ended).containsExactlyInAnyOrderElementsOf(first);

      List<String> second = new ArrayList<>(serving(replaced));
      down = true; // In one moment: to stop fifty servers takes some.
      second.forEach(this::kill);
      PoolView frozen = pool.await(
          view ->
              view.alarms().stream().anyMatch(alarm -> alarm.code() == Alarm.Code.PROBES_SUSPENDED),
          PATIENCE);
      assertThat(frozen.machines())
          .extracting(Machine::machineState)
          .doesNotContain(MachineState.TERMINATING);

      second.forEach(this::revive);
      down = false;
      PoolView thawed = pool.await(view -> allServe(view) && view.alarms().isEmpty(), PATIENCE);
      assertThat(serving(thawed)).containsExactlyInAnyOrderElementsOf(second);
      assertThat(events(pool, PoolEventKind.TERMINATION_DECIDED)).hasSize(MACHINES);
    }
  }
}
