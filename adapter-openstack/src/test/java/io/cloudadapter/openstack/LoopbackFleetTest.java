package io.cloudadapter.openstack;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.FaultProxy;
import io.cloudadapter.testkit.wire.RecordedExchange;
import io.cloudadapter.testkit.wire.WireFault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A pool of many machines on real services, grown, healed and shrunk while one exchange in thirty goes wrong, and one
 * build in twenty: {@code -Dopenstack.fleet=FILE}, see {@code adapter-openstack/fleet-real}. Tells what it took.
 */
@EnabledIfSystemProperty(named = "openstack.fleet", matches = ".+")
class LoopbackFleetTest {
  private static final int SIZE = Integer.getInteger("openstack.fleet.size", 100);
  private static final int KILLED = SIZE / 10;
  private static final int ONE_IN = 30;
  private static final int MANY = 100_000;
  private static final Duration PATIENCE = Duration.ofMinutes(20);
  private static final List<WireFault> FAULTS = List.of(
      WireFault.RESET,
      WireFault.LOST_REPLY,
      WireFault.ERROR_BEFORE,
      WireFault.ERROR_AFTER,
      WireFault.THROTTLED,
      WireFault.TRUNCATED,
      WireFault.UNAUTHENTICATED,
      WireFault.GARBAGE_ERROR);

  private final LoopbackCloud cloud =
      new LoopbackCloud(Path.of(System.getProperty("openstack.fleet", "")));
  private final FaultProxy wire = FaultProxy.open(OpenStackDialect.OPENSTACK);
  private int seen;

  @Test
  void aPoolComesToItsSizeHealsAndEndsUnderAnyFault() throws Exception {
    Map<String, String> config = cloud.config(wire);
    wire.plan(faults());
    cloud.failBuilds(true);
    try (CloudAdapter adapter = CloudAdapter.builder()
        .inMemory()
        .provider(new OpenStackProviderFactory())
        .account(new AccountConfig("cloud", "openstack", config))
        .pool(PoolConfig.named("web", "cloud", SIZE)
            .launch(new LaunchConfig(
                List.of(),
                cloud.sample().size(),
                cloud.sample().image(),
                Market.ON_DEMAND,
                Map.of(),
                Optional.empty(),
                cloud.sample().template()))
            .listInterval(Duration.ofSeconds(5), Duration.ofSeconds(30))
            .launchesPerHour(10 * SIZE)
            .terminationsPerHour(10 * SIZE)
            .missingListsUntilGone(3)
            .massDisappearanceShare(0.5)
            .build())
        .open()) {
      MachinePool pool = adapter.defaultPool();
      told("grown to " + SIZE, SIZE, pool, () -> pool.setDesiredSize(SIZE), SIZE);
      List<MachineId> killed =
          pool.view().machines().stream().map(Machine::id).limit(KILLED).toList();
      told("healed of " + KILLED, KILLED, pool, () -> killed.forEach(cloud::kill), SIZE);
      told("shrunk to 0", SIZE, pool, () -> pool.setDesiredSize(0), 0);
    } finally {
      wire.close();
      cloud.failBuilds(false);
      cloud.close();
    }
  }

  private static List<FaultInjection> faults() {
    SplittableRandom chance = new SplittableRandom(1);
    List<FaultInjection> faults = new ArrayList<>();
    for (int exchange = 1; exchange < MANY; exchange++) {
      if (chance.nextInt(ONE_IN) == 0) {
        faults.add(new FaultInjection(FAULTS.get(chance.nextInt(FAULTS.size())), exchange, 0, 0));
      }
    }
    return faults;
  }

  /** Does something, waits until the pool has so many machines that run, and holds that against the truth. */
  private void told(String what, int machines, MachinePool pool, Runnable act, int size)
      throws InterruptedException {
    long began = System.nanoTime();
    act.run();
    PoolView view = pool.await(now -> isThere(now, size), PATIENCE);
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
    List<RecordedExchange> all = wire.exchanges();
    List<RecordedExchange> its = all.subList(seen, all.size());
    seen = all.size();
    Map<String, Integer> kinds = new TreeMap<>();
    its.forEach(exchange -> kinds.merge(kind(exchange), 1, Integer::sum));
    long spoilt = its.stream().filter(exchange -> exchange.fault().isPresent()).count();
    System.out.printf(
        Locale.ROOT,
        "FLEET %s in %d s: %d exchanges, %.1f a machine, %d of them spoilt%n",
        what,
        seconds,
        its.size(),
        (double) its.size() / machines,
        spoilt);
    kinds.forEach((kind, count) -> System.out.printf(Locale.ROOT, "FLEET   %5d %s%n", count, kind));
    assertThat(isThere(view, size)).as("%s, and is %s", what, view).isTrue();
    assertThat(cloud.resources()).as("servers in truth").hasSize(size);
  }

  private boolean isThere(PoolView view, int size) {
    long running = view.machines().stream()
        .filter(machine -> machine.machineState() == MachineState.RUNNING)
        .count();
    return view.settled() && running == size && cloud.resources().size() == size;
  }

  /** A request without its ids and tags. */
  private static String kind(RecordedExchange exchange) {
    String target = exchange
        .target()
        .replaceFirst("\\?.*tags-any.*", " of a key")
        .replaceFirst("\\?.*tags=.*", " of the pool")
        .replaceFirst("\\?.*", "")
        .replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "ID");
    return exchange.method() + " " + exchange.cloud().getPort() + target;
  }
}
