package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.cli.SoakWrite.Answer;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a server under load, again and again, and compares what it acknowledged with what is there.
 * A long run: {@code -Dsoak.kills=50}; the same choices again: {@code -Dsoak.seed=N}.
 */
@Tag("proof")
class SoakTest {
  private static final int KILLS = Integer.getInteger("soak.kills", 3);
  private static final int CLIENTS_OF_EACH = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir
  private Path home;

  private final List<MachineId> ended = new ArrayList<>();
  private SoakClients load = new SoakClients(0, 0, List.of(), List.of(), 0);
  private int resized;
  private int acknowledged;
  private int open;
  private int refused;
  private int read;
  private int asleep;

  @Test
  void whatAKilledServerAcknowledgedIsThereForTheNextOne() throws Exception {
    long seed = Long.getLong("soak.seed", System.nanoTime());
    SplittableRandom random = new SplittableRandom(seed);
    System.out.printf("soak: %d kills, seed %d%n", KILLS, seed);
    try {
      for (int life = 1; life <= KILLS; life++) {
        live(life, random.split());
      }
      finish();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("replay the choices with -Dsoak.seed=" + seed, e);
    }
  }

  /** One life of the server, from what its predecessor left to its own violent end. */
  private void live(int life, SplittableRandom random) throws Exception {
    if (random.nextInt(5) == 0) {
      try (ServerProcess starting = start(60)) {
        starting.killAfter(Duration.ofMillis(random.nextInt(2_000)));
        asleep++;
      }
    }
    try (ServerProcess server = start(60)) {
      URI address = server.ready();
      compare(pool(address, "web"), pool(address, "jobs"));
      begin(life, address, 1 + random.nextInt(60), random.nextLong());
      load.awaitEnough();
    }
    load.join();
  }

  private void begin(int life, URI address, int enough, long seed) {
    MachinePool jobs = pool(address, "jobs");
    jobs.setDesiredSize(SoakClients.MOST, WriteOptions.none());
    load = new SoakClients(life, enough, pools(address, "web"), pools(address, "jobs"), seed);
  }

  /** What is there, against what was said before the server was killed. */
  private void compare(MachinePool web, MachinePool jobs) throws InterruptedException {
    assertThat(resizedTo(web))
        .as("the desired size of web, of %s", load.resizes)
        .isTrue();
    load.reads.forEach(seen -> assertThat(SoakWrite.readable(
            resized, load.resizes, seen.desiredSize(), seen.asked(), seen.answered()))
        .as("%s among %s", seen, load.resizes)
        .isTrue());
    statesAreKept(jobs.await(view -> true, PATIENCE));
    resized = repeatResizes(web);
    repeatOthers(jobs);
    count();
  }

  private boolean resizedTo(MachinePool web) throws InterruptedException {
    int found = web.await(view -> true, PATIENCE).desiredSize();
    return SoakWrite.readable(
        resized, load.resizes, found, SoakWrite.NEVER - 1, SoakWrite.NEVER - 1);
  }

  /** Each machine has the last state that its client set with success, or one that it requested later. */
  private void statesAreKept(PoolView view) {
    Map<MachineId, Set<ServiceState>> allowed = new HashMap<>();
    for (SoakWrite asked : load.others) {
      if (asked.what() instanceof SoakWrite.SetState set && asked.answer() != Answer.REFUSED) {
        if (asked.done()) {
          allowed.put(set.machine(), new TreeSet<>());
        }
        allowed.computeIfAbsent(set.machine(), id -> new TreeSet<>()).add(set.state());
        if (asked.open() && allowed.get(set.machine()).size() == 1) {
          allowed.remove(set.machine()); // the state before this process is unknown
        }
      }
    }
    view.machines().stream()
        .filter(machine -> allowed.containsKey(machine.id()))
        .forEach(machine -> assertThat(allowed.get(machine.id()))
            .as("%s", machine)
            .contains(machine.serviceState()));
  }

  /** Asks again under each key: what was acknowledged changes nothing, what was open acts once. */
  private int repeatResizes(MachinePool web) {
    int size = web.size().desiredSize();
    for (SoakWrite asked : load.resizes) {
      assertThat(repeat(web, asked)).as("%s, repeated", asked).isEqualTo(Answer.DONE);
      int then = web.size().desiredSize();
      if (asked.done()) {
        assertThat(then).as("the desired size after %s was repeated", asked).isEqualTo(size);
      } else {
        assertThat(then).isIn(size, ((SoakWrite.Resize) asked.what()).desiredSize());
      }
      size = then;
    }
    return size;
  }

  /** Then every write is known, and the desired size with it: each decrement counted once. */
  private void repeatOthers(MachinePool jobs) {
    if (load.others.isEmpty()) {
      return;
    }
    int decrements = 0;
    for (SoakWrite asked : load.others) {
      if (asked.answer() == Answer.REFUSED) {
        continue;
      }
      Answer answer = repeat(jobs, asked);
      assertThat(answer).isNotEqualTo(Answer.OPEN);
      if (asked.done()) {
        assertThat(answer).as("%s, repeated", asked).isEqualTo(Answer.DONE);
      }
      if (asked.what() instanceof SoakWrite.Terminate terminate && answer == Answer.DONE) {
        ended.add(terminate.machine());
        decrements += terminate.decrement() ? 1 : 0;
      }
    }
    assertThat(jobs.size().desiredSize())
        .as("the desired size of jobs after %d decrements, of %s", decrements, load.others)
        .isEqualTo(SoakClients.MOST - decrements);
  }

  private static Answer repeat(MachinePool pool, SoakWrite asked) {
    return SoakWrite.send(pool, asked.what(), asked.key());
  }

  private void count() {
    for (List<SoakWrite> writes : List.of(load.resizes, load.others)) {
      acknowledged += (int) writes.stream().filter(SoakWrite::done).count();
      open += (int) writes.stream().filter(SoakWrite::open).count();
      refused += (int)
          writes.stream().filter(asked -> asked.answer() == Answer.REFUSED).count();
    }
    read += load.reads.size();
  }

  /** A last, quiet life: the pools settle, and the clouds hold what the pools show and no more. */
  private void finish() throws Exception {
    Map<String, Set<MachineId>> shown = new HashMap<>();
    try (ServerProcess server = start(0)) {
      URI address = server.ready();
      compare(pool(address, "web"), pool(address, "jobs"));
      for (String name : List.of("web", "jobs")) {
        MachinePool pool = pool(address, name);
        pool.setDesiredSize(5);
        PoolView view =
            pool.await(each -> each.settled() && each.size().allocated() == 5, PATIENCE);
        assertThat(view.alarms()).isEmpty();
        shown.put(
            name,
            view.machines().stream()
                .filter(machine -> alive(machine.machineState()))
                .map(Machine::id)
                .collect(Collectors.toSet()));
      }
      server.stop();
    }
    int machines = 0;
    for (String name : shown.keySet()) {
      machines += inspect(home.resolve("data/cloud-" + name), shown.get(name));
    }
    assertThat(logged())
        .as("what the servers logged")
        .doesNotContain("ERROR")
        .doesNotContain("would have broken");
    System.out.printf(
        "soak: %d kills under load and %d while starting; %d writes acknowledged and all there,"
            + " %d refused, %d open and done once when repeated; %d reads; %d machines, none"
            + " twice, none left behind%n",
        KILLS, asleep, acknowledged, refused, open, read, machines);
  }

  /** The servers' log, and what they said besides. */
  private String logged() throws IOException {
    return Files.readString(home.resolve("data/adapter.log"))
        + Files.readString(home.resolve("stderr"));
  }

  /** The truth about a cloud; how many machines it ever had. */
  private int inspect(Path file, Set<MachineId> shown) {
    try (SimulatedCloud cloud =
        SimulatedCloud.builder(1, SimulatedClock.wall()).file(file).build()) {
      Map<Object, Long> byKey = cloud.created().stream()
          .collect(Collectors.groupingBy(MachineCreation::key, Collectors.counting()));
      assertThat(byKey).as("machines by launch key").allSatisfy((key, count) -> {
        assertThat(count).isEqualTo(1);
      });
      Set<MachineId> alive = cloud.machines().stream()
          .filter(machine -> alive(machine.state()))
          .map(MachineSighting::id)
          .collect(Collectors.toSet());
      assertThat(alive).as("machines alive in %s", file).isEqualTo(shown);
      assertThat(alive).doesNotContainAnyElementsOf(ended);
      return cloud.created().size();
    }
  }

  private static boolean alive(MachineState state) {
    return switch (state) {
      case REQUESTED, PENDING, RUNNING -> true;
      case REJECTED, TERMINATING, TERMINATED -> false;
    };
  }

  private List<MachinePool> pools(URI address, String name) {
    return IntStream.range(0, CLIENTS_OF_EACH)
        .mapToObj(i -> pool(address, name))
        .toList();
  }

  /** A client of its own, with its own connections. */
  private MachinePool pool(URI address, String name) {
    return RemotePools.at(address)
        .trust(home.resolve("data/tls/server.pem"))
        .build()
        .find(name)
        .orElseThrow();
  }

  /** Two pools on two quick clouds; on that of jobs, a lost launch cannot be repeated by its key. */
  private ServerProcess start(int deathsPerHour) throws IOException {
    Path config = Files.writeString(home.resolve("adapter.yaml"), """
        data: data
        server: {port: 0}
        accounts:
          web:
            provider: simulated
            latency: 30ms
            bootTime: 200ms
            endTime: 200ms
            listLag: 200ms
            callTimeout: 2s
            lateAcceptance: 200ms
            deathsPerHour: %d
          jobs: {provider: simulated, latency: 30ms, bootTime: 200ms, endTime: 200ms,
            listLag: 200ms, callTimeout: 2s, lateAcceptance: 200ms, keys: none}
        pools:
          web: {account: web, maxSize: 20, listInterval: &often {busy: 300ms, idle: 1s},
            launchesPerHour: 100000, terminationsPerHour: 100000, massDisappearanceShare: 1}
          jobs: {account: jobs, maxSize: 20, listInterval: *often,
            launchesPerHour: 100000, terminationsPerHour: 100000, massDisappearanceShare: 1}
        """.formatted(deathsPerHour));
    return ServerProcess.start(config, home.resolve("stderr"));
  }
}
