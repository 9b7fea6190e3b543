package io.cloudadapter.cli.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.cli.ServerProcess;
import io.cloudadapter.client.RemotePools;
import io.cloudadapter.simulated.MachineCreation;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.MachineSighting;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A pool of 20 machines gets another image and is refreshed with at most 10 % of them out of service, by a server that
 * is killed as by {@code kill -9} twice midway. Three machines die each time while no server runs. The cloud's own file
 * has the machines that are there.
 */
@DisabledIfSystemProperty(named = "pages.part", matches = "[13]")
@Tag("proof")
@Timeout(600)
class RefreshKillsTest {
  private static final int MACHINES = 20;
  private static final int LEAST = 18;
  private static final int DEATHS = 3;
  private static final Duration LOOK = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private static final RefreshRequest CAREFUL = RefreshRequest.builder()
      .minHealthyPercent(90)
      .warmup(Duration.ofSeconds(1))
      .failureLimit(20)
      .build();

  @TempDir
  private Path home;

  private final Set<MachineId> dead = new TreeSet<>();
  private Optional<PoolView> before = Optional.empty();
  private int fewest = MACHINES;
  private int steps;

  @Test
  void eachServerGoesOnWithTheRefreshAndLeavesEighteenMachinesInService() throws Exception {
    try (ServerProcess server = start("web-1")) {
      PoolView unused = pool(server)
          .await(view -> view.settled() && inService(view).size() == MACHINES, PATIENCE);
    }
    assertThat(running()).hasSize(MACHINES);
    try (ServerProcess server = start("web-2")) {
      MachinePool web = pool(server);
      PoolView unused = web.await(view -> view.drifted() == MACHINES, PATIENCE);
      web.refresh(CAREFUL);
      follow(web, 14);
    }
    assertThat(running().size()).as("machines after the first kill").isGreaterThanOrEqualTo(LEAST);
    die();
    try (ServerProcess server = start("web-2")) {
      follow(pool(server), 6);
    }
    die();
    try (ServerProcess server = start("web-2")) {
      MachinePool web = pool(server);
      follow(web, 0);
      PoolView end = web.await(PoolView::settled, PATIENCE);
      RefreshStatus status = web.refreshStatus().orElseThrow();
      assertThat(status.state()).as(status::toString).isEqualTo(RefreshState.SUCCEEDED);
      assertThat(end.drifted() + end.unknownTemplates()).isZero();
      assertThat(inService(end)).hasSize(MACHINES);
    }
    assertThat(running()).as("machines in the end").hasSize(MACHINES);
    assertThat(steps).as("steps seen").isPositive();
    System.out.printf(
        "refresh by servers that are killed: %d steps seen, at least %d machines in service%n",
        steps, fewest);
  }

  /** Looks at the pool many times a second until so many machines are left to replace. */
  private void follow(MachinePool web, int remaining) throws InterruptedException {
    before = Optional.empty();
    long end = System.nanoTime() + PATIENCE.toNanos();
    PoolView view = web.await(PoolView::everListed, PATIENCE);
    while (view.drifted() > remaining) {
      assertThat(System.nanoTime()).as("%s", web.refreshStatus()).isLessThan(end);
      judge(view);
      LockSupport.parkNanos(LOOK.toNanos());
      view = web.view();
    }
    judge(view);
  }

  /** A machine that was in service and is not any more has left enough others. */
  private void judge(PoolView view) {
    Set<MachineId> now = inService(view);
    before.map(this::inService).ifPresent(then -> {
      then.removeAll(now);
      if (!then.isEmpty()) {
        steps++;
        assertThat(now.size()).as("%s are out of service", then).isGreaterThanOrEqualTo(LEAST);
        fewest = Math.min(fewest, now.size());
      }
    });
    before = Optional.of(view);
  }

  /** A machine that has died is not in service, even if no list has shown that yet. */
  private Set<MachineId> inService(PoolView view) {
    return view.machines().stream()
        .filter(machine -> machine.allocated() && machine.machineState() == MachineState.RUNNING)
        .map(Machine::id)
        .filter(id -> !dead.contains(id))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** While no server runs, machines die. */
  private void die() {
    try (SimulatedCloud cloud = cloud()) {
      cloud.machines().stream()
          .filter(machine -> machine.state() == MachineState.RUNNING)
          .limit(DEATHS)
          .map(MachineSighting::id)
          .forEach(id -> {
            cloud.kill(id);
            dead.add(id);
          });
    }
  }

  /** The machines that run by the cloud's file, each of which was made for a launch of its own. */
  private Set<MachineId> running() {
    try (SimulatedCloud cloud = cloud()) {
      Map<Object, Long> byKey = cloud.created().stream()
          .collect(Collectors.groupingBy(MachineCreation::key, Collectors.counting()));
      assertThat(byKey).as("machines by launch key").allSatisfy((key, count) -> {
        assertThat(count).isEqualTo(1);
      });
      return cloud.machines().stream()
          .filter(machine -> machine.state() == MachineState.RUNNING)
          .map(MachineSighting::id)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private SimulatedCloud cloud() {
    return SimulatedCloud.builder(1, SimulatedClock.wall())
        .file(home.resolve("data/cloud-lab"))
        .build();
  }

  private MachinePool pool(ServerProcess server) throws IOException {
    URI address = server.ready();
    return RemotePools.at(address)
        .trust(home.resolve("data/tls/server.pem"))
        .build()
        .find("web")
        .orElseThrow();
  }

  private ServerProcess start(String image) throws IOException {
    Path config =
        Files.writeString(home.resolve("adapter.yaml"), """
        data: data
        server: {port: 0}
        accounts:
          lab: {provider: simulated, latency: 30ms, bootTime: 500ms, endTime: 200ms,
            listLag: 200ms, callTimeout: 2s, lateAcceptance: 200ms}
        pools:
          web: {account: lab, maxSize: %d, initialSize: %d, image: %s,
            listInterval: {busy: 300ms, idle: 1s}, launchesPerHour: 1000, terminationsPerHour: 1000}
        """.formatted(MACHINES, MACHINES, image));
    return ServerProcess.start(config, home.resolve("stderr"));
  }
}
