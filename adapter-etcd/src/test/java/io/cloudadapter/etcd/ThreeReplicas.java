package io.cloudadapter.etcd;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.ReplicaRole;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.Replica;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Replicas in one process, over one simulated cloud. */
final class ThreeReplicas implements AutoCloseable {
  static final Duration LEASE = Duration.ofSeconds(4);
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private final SimulatedCloud cloud =
      SimulatedCloud.builder(1, SimulatedClock.wall()).build();
  private final Path directory;
  private final List<Replica> replicas = new ArrayList<>();

  ThreeReplicas(Path directory) {
    this.directory = directory;
  }

  SimulatedCloud cloud() {
    return cloud;
  }

  /** One more, with its own way to the store. */
  Replica join(
      String name,
      ClusterAddress address,
      Function<CloudAdapter.Builder, CloudAdapter.Builder> more) {
    Path data = directory.resolve(name);
    shareKey(data);
    CloudAdapter.Builder builder = CloudAdapter.builder()
        .provider(new Shared())
        .dataDirectory(data)
        .account(new AccountConfig("here", "shared", Map.of()))
        .pool(PoolConfig.named("web", "here", 50)
            .listInterval(Duration.ofMillis(50), Duration.ofMillis(200))
            .launchesPerHour(1 << 20)
            .terminationsPerHour(1 << 20)
            .missingListsUntilGone(3)
            .massDisappearanceShare(1)
            .build());
    Replica replica = more.apply(builder).openReplica(address, name, LEASE);
    replicas.add(replica);
    replica.advertise("https://" + name + ".example");
    return replica;
  }

  Replica join(String name, ClusterAddress address) {
    return join(name, address, builder -> builder);
  }

  Replica join(String name, String address) {
    return join(name, ClusterAddress.parse(address));
  }

  /** All have the first one's key. */
  private void shareKey(Path data) {
    Path first = directory.resolve("ledger.key");
    try {
      Files.createDirectories(data);
      if (!Files.exists(first)) {
        Files.write(first, new byte[32]);
      }
      if (!Files.exists(data.resolve("ledger.key"))) {
        Files.copy(first, data.resolve("ledger.key"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Replica leader() {
    await("a replica leads", () -> replicas.stream().anyMatch(ThreeReplicas::leads));
    return replicas.stream().filter(ThreeReplicas::leads).findFirst().orElseThrow();
  }

  Replica follower() {
    return replicas.stream().filter(replica -> !leads(replica)).findFirst().orElseThrow();
  }

  static boolean leads(Replica replica) {
    return replica.replica().map(ReplicaRole::leads).orElse(false);
  }

  void gone(Replica replica) {
    replicas.remove(replica);
    replica.close();
  }

  long running() {
    return cloud.machines().stream()
        .filter(machine -> machine.state().allocated())
        .count();
  }

  static void await(String what, BooleanSupplier wish) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!wish.getAsBoolean()) {
      if (System.nanoTime() - until > 0) {
        throw new AssertionError("not within " + PATIENCE.toSeconds() + " s: " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  static boolean settledAt(MachinePool pool, int size) {
    try {
      return pool.view().settled() && pool.view().desiredSize() == size;
    } catch (io.cloudadapter.api.PoolException e) {
      return false;
    }
  }

  @Override
  public void close() {
    replicas.forEach(Replica::close);
    cloud.close();
  }

  /** The one cloud, by an adapter that is opened anew for each. */
  private final class Shared implements MachineProviderFactory {
    @Override
    public String name() {
      return "shared";
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
