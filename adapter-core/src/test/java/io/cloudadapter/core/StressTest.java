package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.core.RegisterHistory.Deed;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.simulated.CloudFault;
import io.cloudadapter.simulated.MachineCreation;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole library on real threads, with a ledger on a real disk and a simulated cloud that loses
 * requests and replies, is slow and lists badly. More: {@code -Dstress.commands=5000}; the same
 * choices again, though not the same timing: {@code -Dstress.seed=N}.
 */
class StressTest {
  private static final int CALLERS = 8;
  private static final int COMMANDS = Integer.getInteger("stress.commands", 60);
  private static final int JOBS = 20;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir
  private Path directory;

  private final long seed = Long.getLong("stress.seed", System.nanoTime());
  private final SimulatedCloud cloud = SimulatedCloud.builder(seed, SimulatedClock.wall())
      .latency(Duration.ZERO, Duration.ofMillis(4))
      .bootTime(Duration.ofMillis(30))
      .endTime(Duration.ofMillis(30))
      .listLag(Duration.ofMillis(50))
      .callTimeout(Duration.ofMillis(500))
      .lateAcceptance(Duration.ofMillis(50))
      .pageSize(7)
      .capacity(100_000)
      .quota(100_000)
      .build();
  private final RegisterHistory sizes = new RegisterHistory();
  private final AtomicInteger expected = new AtomicInteger(JOBS);
  private final AtomicInteger acknowledged = new AtomicInteger();
  private final Set<MachineId> touched = ConcurrentHashMap.newKeySet();
  private final Queue<MachineId> ended = new ConcurrentLinkedQueue<>();
  private final Queue<MachineId> released = new ConcurrentLinkedQueue<>();

  @Test
  void keepsItsPromisesToManyCallersAtOnce() throws Exception {
    try {
      stress();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("the choices were those of -Dstress.seed=" + seed, e);
    }
  }

  private void stress() throws Exception {
    Set<MachineId> web;
    Set<MachineId> jobs;
    try (CloudAdapter adapter = open()) {
      pool(adapter, "jobs").setDesiredSize(JOBS);
      trouble();
      inParallel(CALLERS, caller -> call(adapter, caller));
      Map<CloudFault, Long> strikes = cloud.faults().strikes();
      cloud.faults().heal();
      assertThat(sizes.misfits(0))
          .as("%d writes and reads of a size", sizes.size())
          .isEmpty();
      web = settled(pool(adapter, "web"));
      jobs = settled(pool(adapter, "jobs"));
      assertThat(pool(adapter, "jobs").size().desiredSize()).isEqualTo(expected.get());
      assertThat(strikes)
          .containsKeys(CloudFault.LOSE_REPLY, CloudFault.SLOW, CloudFault.STALE_LIST);
      System.out.printf(
          "stress: seed %d, %d callers, %d commands acknowledged, %d writes and reads of a size in"
              + " an order, %d machines made, faults %s%n",
          seed, CALLERS, acknowledged.get(), sizes.size(), cloud.created().size(), strikes);
    }
    inspect(web, jobs);
    try (CloudAdapter again = open()) {
      assertThat(settled(pool(again, "web"))).isEqualTo(web);
      assertThat(settled(pool(again, "jobs"))).isEqualTo(jobs);
      assertThat(pool(again, "jobs").size().desiredSize()).isEqualTo(expected.get());
    }
  }

  private void trouble() {
    for (RequestKind verb : List.of(RequestKind.LAUNCH, RequestKind.TERMINATE, RequestKind.MARK)) {
      cloud
          .faults()
          .rate(verb, CloudFault.LOSE_REPLY, 0.1)
          .rate(verb, CloudFault.LOSE_REQUEST, 0.05)
          .rate(verb, CloudFault.ACCEPT_LATE, 0.05)
          .rate(verb, CloudFault.SLOW, 0.05)
          .rate(verb, CloudFault.HANG_AFTER_EFFECT, 0.02);
    }
    cloud
        .faults()
        .rate(RequestKind.READ, CloudFault.SLOW, 0.02)
        .rate(RequestKind.READ, CloudFault.STALE_LIST, 0.2)
        .rate(RequestKind.READ, CloudFault.INCOMPLETE_LIST, 0.05)
        .rate(RequestKind.READ, CloudFault.ERROR_BEFORE_EFFECT, 0.05);
  }

  /** Commands of one caller, drawn by the seed. */
  private void call(CloudAdapter adapter, int caller) {
    SplittableRandom chance = new SplittableRandom(seed + caller);
    for (int i = 0; i < COMMANDS; i++) {
      WriteOptions options = WriteOptions.none().idempotencyKey("caller-" + caller + "-" + i);
      switch (chance.nextInt(4)) {
        case 0 -> resize(pool(adapter, "web"), caller, chance.nextInt(30), options);
        case 1 -> read(pool(adapter, "web"), caller);
        default -> work(pool(adapter, "jobs"), caller, chance, options);
      }
    }
  }

  private void resize(MachinePool web, int caller, int size, WriteOptions options) {
    Deed deed = new Deed(caller, true, size);
    int number = sizes.called(deed);
    web.setDesiredSize(size, options);
    sizes.returned(deed, number);
    acknowledged.incrementAndGet();
  }

  private void read(MachinePool web, int caller) {
    int number = sizes.called(new Deed(caller, false, 0));
    sizes.read(caller, number, web.view().desiredSize());
  }

  /** Changes a machine that no caller has touched yet, or a new one. */
  private void work(MachinePool jobs, int caller, SplittableRandom chance, WriteOptions options) {
    if (chance.nextInt(4) == 0) {
      attach(jobs, options);
      return;
    }
    jobs.view().machines().stream()
        .filter(machine -> machine.machineState() == MachineState.RUNNING)
        .map(Machine::id)
        .filter(id -> Math.floorMod(id.hashCode(), CALLERS) == caller && touched.add(id))
        .findFirst()
        .ifPresent(id -> change(jobs, id, chance.nextInt(4), options));
  }

  private void change(MachinePool jobs, MachineId id, int what, WriteOptions options) {
    switch (what) {
      case 0 -> {
        twice(options, each -> jobs.terminate(id, true, each));
        expected.decrementAndGet();
        ended.add(id);
      }
      case 1 -> {
        twice(options, each -> jobs.terminate(id, false, each));
        ended.add(id);
      }
      case 2 -> {
        twice(options, each -> jobs.detach(id, true, each));
        expected.decrementAndGet();
        released.add(id);
      }
      default -> {
        twice(options, each -> jobs.setServiceState(id, ServiceState.UNHEALTHY, each));
        touched.remove(id);
      }
    }
  }

  private void attach(MachinePool jobs, WriteOptions options) {
    MachineId id = cloud.createMachine();
    touched.add(id);
    twice(options, each -> jobs.attach(id, each));
    expected.incrementAndGet();
  }

  /** Sends a command until it is answered, and then once more, which must change nothing. */
  private void twice(WriteOptions options, Consumer<WriteOptions> command) {
    for (boolean answered = false; !answered; ) {
      try {
        command.accept(options);
        answered = true;
      } catch (PoolException e) {
        if (e.reason() != Reason.UNAVAILABLE && e.reason() != Reason.UNKNOWN) {
          throw e;
        }
      }
    }
    command.accept(options);
    acknowledged.incrementAndGet();
  }

  private void inspect(Set<MachineId> web, Set<MachineId> jobs) {
    Map<Object, Long> byKey = cloud.created().stream()
        .filter(creation -> creation.key().isPresent())
        .collect(Collectors.groupingBy(MachineCreation::key, Collectors.counting()));
    assertThat(byKey.values()).as("machines of each launch key").containsOnly(1L);
    Map<String, Set<MachineId>> alive = cloud.machines().stream()
        .filter(machine -> isAlive(machine.state()) && machine.pool().isPresent())
        .collect(Collectors.groupingBy(
            machine -> machine.pool().orElseThrow().value(),
            Collectors.mapping(machine -> machine.id(), Collectors.toSet())));
    assertThat(alive.getOrDefault("web", Set.of())).isEqualTo(web);
    assertThat(alive.getOrDefault("jobs", Set.of())).isEqualTo(jobs);
    Set<MachineId> living = cloud.machines().stream()
        .filter(machine -> isAlive(machine.state()))
        .map(machine -> machine.id())
        .collect(Collectors.toSet());
    assertThat(living).doesNotContainAnyElementsOf(ended).containsAll(released);
  }

  private static Set<MachineId> settled(MachinePool pool) throws InterruptedException {
    // The last look before the faults healed may have failed: its alarm stands until the next look.
    PoolView view = pool.await(v -> v.settled() && v.alarms().isEmpty(), PATIENCE);
    return view.machines().stream()
        .filter(machine -> isAlive(machine.machineState()))
        .map(Machine::id)
        .collect(Collectors.toSet());
  }

  private static boolean isAlive(MachineState state) {
    return state == MachineState.REQUESTED
        || state == MachineState.PENDING
        || state == MachineState.RUNNING;
  }

  private static void inParallel(int callers, Consumer<Integer> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      Collection<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < callers; i++) {
        int caller = i;
        running.add(threads.submit(() -> work.accept(caller)));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private CloudAdapter open() throws InterruptedException {
    CloudAdapter adapter = CloudAdapter.builder()
        .dataDirectory(directory)
        .provider(new Factory())
        .account(new AccountConfig("here", "stressed", Map.of()))
        .pool(quick(PoolConfig.named("web", "here", 40)).build())
        .pool(quick(PoolConfig.named("jobs", "here", JOBS + CALLERS * COMMANDS)).build())
        .open();
    for (MachinePool pool : adapter.all()) {
      pool.await(view -> true, PATIENCE);
    }
    return adapter;
  }

  private static PoolConfigBuilder quick(PoolConfigBuilder pool) {
    return pool.listInterval(Duration.ofMillis(50), Duration.ofMillis(200))
        .launchesPerHour(1 << 20)
        .terminationsPerHour(1 << 20)
        .missingListsUntilGone(3)
        .massDisappearanceShare(1);
  }

  private static MachinePool pool(CloudAdapter adapter, String name) {
    return adapter.find(name).orElseThrow();
  }

  /** Hands out the one cloud. */
  private final class Factory implements MachineProviderFactory {
    @Override
    public String name() {
      return "stressed";
    }

    @Override
    public ConfigSpec config() {
      return ConfigSpec.none();
    }

    @Override
    public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
      return cloud.provider();
    }
  }
}
