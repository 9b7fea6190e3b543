package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.ConfigVersion;
import io.cloudadapter.core.config.DeletionMode;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.ManagedBy;
import io.cloudadapter.core.config.ManagedPool;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.spi.config.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pools that are created, changed and deleted while the library runs. */
@Timeout(120)
class PoolAdministrationTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final ConfigAuthor ALICE = ConfigAuthor.api("alice");

  private final ImmediateCloud cloud = new ImmediateCloud();

  @TempDir
  private Path data;

  private static PoolConfigBuilder pool(String name, int maxSize) {
    return PoolConfig.named(name, "here", maxSize)
        .listInterval(Duration.ofMillis(20), Duration.ofMillis(50))
        .launchesPerHour(1000)
        .terminationsPerHour(1000)
        .missingListsUntilGone(2);
  }

  private CloudAdapter open() {
    return CloudAdapter.builder()
        .provider(cloud)
        .account(new AccountConfig("here", "plain", Map.of()))
        .pool(pool("web", 20).build())
        .dataDirectory(data)
        .open();
  }

  private static void awaitNone(CloudAdapter adapter, String name) {
    while (adapter.administration().pool(name).isPresent()) {
      Thread.yield();
    }
  }

  private static void assertReason(PoolException refusal, Reason reason) {
    assertThat(refusal.reason()).isEqualTo(reason);
  }

  @Test
  void aCreatedPoolIsKeptAndComesBackAfterARestart() throws InterruptedException {
    try (CloudAdapter adapter = open()) {
      MachinePool jobs = adapter.createPool(pool("jobs", 5).build());
      jobs.setDesiredSize(3);
      jobs.await(PoolView::settled, SOON);
    }

    try (CloudAdapter adapter = open()) {
      MachinePool jobs = adapter.find("jobs").orElseThrow();
      PoolView view = jobs.await(PoolView::settled, SOON);
      assertThat(view.desiredSize()).isEqualTo(3);
      assertThat(cloud.running()).isEqualTo(3);
      assertThat(adapter.defaultPool().name().value()).isEqualTo("web");
      ManagedPool shown = adapter.administration().pool("jobs").orElseThrow();
      assertThat(shown.manager()).hasValue(ManagedBy.API);
      assertThat(shown.version()).isEqualTo(1);
      assertThat(shown.config()).hasValue(pool("jobs", 5).build());
    }
  }

  @Test
  void aPoolOfTheConfigurationHasAVersionAndIsNotChangedByTheApi() {
    try (CloudAdapter adapter = open()) {
      ManagedPool web = adapter.administration().pool("web").orElseThrow();
      assertThat(web.manager()).hasValue(ManagedBy.FILE);
      assertThat(web.version()).isEqualTo(1);

      assertThatThrownBy(() -> adapter.updatePool(pool("web", 30).build(), 1))
          .isInstanceOfSatisfying(PoolException.class, e -> assertReason(e, Reason.CONFLICT))
          .hasMessage("pool web is managed by the file, not by the api");
      assertThatThrownBy(() -> adapter.removePool("web", DeletionMode.TERMINATE, 1))
          .isInstanceOfSatisfying(PoolException.class, e -> assertReason(e, Reason.CONFLICT));
      assertThat(adapter
              .administration()
              .update(pool("web", 30).build(), 1, ConfigAuthor.file())
              .version())
          .isEqualTo(2);
    }
    try (CloudAdapter adapter = open()) {
      assertThat(adapter.administration().pool("web").orElseThrow().version())
          .as("the configuration is what it was before")
          .isEqualTo(3);
    }
  }

  @Test
  void anUpdateAppliesWhileThePoolRunsAndKeepsItsMachines() throws InterruptedException {
    try (CloudAdapter adapter = open()) {
      MachinePool jobs = adapter.createPool(pool("jobs", 3).build());
      jobs.setDesiredSize(3);
      jobs.await(PoolView::settled, SOON);
      assertThatThrownBy(() -> jobs.setDesiredSize(6)).isInstanceOf(PoolException.class);

      assertThat(adapter.updatePool(pool("jobs", 8).build(), 1).version()).isEqualTo(2);
      jobs.setDesiredSize(6);
      jobs.await(PoolView::settled, SOON);

      assertThat(cloud.running()).isEqualTo(6);
      assertThat(jobs.events(PoolEventQuery.all()).events())
          .anyMatch(event -> event.kind() == PoolEventKind.CONFIGURATION_CHANGED
              && event.message().contains("maxSize"));
    }
  }

  @Test
  void aChangeAgainstAnotherVersionIsRefusedWithThePresentOne() {
    try (CloudAdapter adapter = open()) {
      adapter.createPool(pool("jobs", 3).build());
      adapter.updatePool(pool("jobs", 4).build(), 1);

      assertThatThrownBy(() -> adapter.updatePool(pool("jobs", 5).build(), 1))
          .isInstanceOfSatisfying(PoolException.class, e -> assertReason(e, Reason.STALE))
          .hasMessage("pool jobs is at version 2, not at version 1");
      assertThat(adapter.updatePool(pool("jobs", 4).build(), 2).version())
          .as("nothing differs")
          .isEqualTo(2);
    }
  }

  @Test
  void theLastTwentyVersionsAreKeptAndAnEarlierOneComesBack() {
    try (CloudAdapter adapter = open()) {
      PoolAdministration pools = adapter.administration();
      pools.create(pool("jobs", 1).build(), ALICE);
      for (int version = 1; version < 25; version++) {
        pools.update(pool("jobs", version + 1).build(), version, ALICE);
      }

      assertThat(pools.versions("jobs"))
          .extracting(ConfigVersion::version)
          .startsWith(25L, 24L)
          .endsWith(6L)
          .hasSize(20);
      ManagedPool back = pools.rollback("jobs", 6, 25, ALICE);
      assertThat(back.version()).isEqualTo(26);
      assertThat(back.config().orElseThrow().maxSize()).isEqualTo(6);
      assertThat(back.author()).isEqualTo("alice");
      assertThatThrownBy(() -> pools.rollback("jobs", 5, 26, ALICE))
          .isInstanceOfSatisfying(PoolException.class, e -> assertReason(e, Reason.NOT_FOUND));
    }
  }

  @Test
  void aWrongConfigurationIsRefusedWithEveryFaultAndChangesNothing() {
    try (CloudAdapter adapter = open()) {
      assertThatThrownBy(
              () -> adapter.createPool(PoolConfig.named("jobs", "elsewhere", 3).build()))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("pools.jobs.account: there is no account elsewhere");
      assertThat(adapter.administration().pool("jobs")).isEmpty();
      assertThatThrownBy(() -> adapter.createPool(pool("web", 3).build()))
          .isInstanceOfSatisfying(PoolException.class, e -> assertReason(e, Reason.CONFLICT));
    }
  }

  @Test
  void aSecretIsNotReadableInTheDataDirectory() throws IOException {
    PoolConfig secret = pool("jobs", 3)
        .launch(LaunchConfig.builder().userData(Secret.of("#!/bin/token-4711")).build())
        .build();
    try (CloudAdapter adapter = open()) {
      adapter.createPool(secret);
    }

    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .doesNotContain("token-4711");
      }
    }
    try (CloudAdapter adapter = open()) {
      assertThat(adapter.administration().pool("jobs").orElseThrow().config()).hasValue(secret);
    }
  }

  @Test
  void aSuspendedPoolStaysSuspendedAfterARestart() throws InterruptedException {
    try (CloudAdapter adapter = open()) {
      adapter.administration().setState("web", OperatingState.SUSPENDED, ALICE);
      adapter.defaultPool().setDesiredSize(4);
    }

    try (CloudAdapter adapter = open()) {
      MachinePool web = adapter.defaultPool();
      PoolView view = web.await(v -> v.status() == PoolStatus.SUSPENDED, SOON);
      assertThat(view.desiredSize()).isEqualTo(4);
      assertThat(cloud.running()).isZero();

      adapter.administration().setState("web", OperatingState.RUNNING, ALICE);
      web.await(PoolView::settled, SOON);
      assertThat(cloud.running()).isEqualTo(4);
    }
  }

  @Test
  void aDeletedPoolEndsItsMachinesAndItsNameIsFree() throws InterruptedException {
    try (CloudAdapter adapter = open()) {
      MachinePool jobs = adapter.createPool(pool("jobs", 5).build());
      jobs.setDesiredSize(3);
      jobs.await(PoolView::settled, SOON);
      String incarnation = adapter.administration().pool("jobs").orElseThrow().incarnation();

      assertThatThrownBy(() -> adapter.removePool("jobs", DeletionMode.REFUSE, 1))
          .isInstanceOfSatisfying(PoolException.class, e -> assertReason(e, Reason.CONFLICT));
      assertThatThrownBy(() -> adapter.removePool("jobs", DeletionMode.TERMINATE, 7))
          .isInstanceOfSatisfying(PoolException.class, e -> assertReason(e, Reason.STALE));
      ManagedPool going = adapter.removePool("jobs", DeletionMode.TERMINATE, 1).orElseThrow();
      assertThat(going.state().ends()).isTrue();
      awaitNone(adapter, "jobs");

      assertThat(cloud.running()).isZero();
      assertThat(adapter.find("jobs")).isEmpty();
      adapter.createPool(pool("jobs", 2).build());
      ManagedPool another = adapter.administration().pool("jobs").orElseThrow();
      assertThat(another.incarnation()).isNotEqualTo(incarnation);
      assertThat(another.version()).isEqualTo(1);
      assertThat(adapter.find("jobs").orElseThrow().view().desiredSize()).isZero();
    }
  }

  @Test
  void aDeletionGoesOnAfterARestart() throws InterruptedException {
    try (CloudAdapter adapter = open()) {
      MachinePool jobs = adapter.createPool(pool("jobs", 5).build());
      jobs.setDesiredSize(3);
      jobs.await(PoolView::settled, SOON);
      adapter.removePool("jobs", DeletionMode.TERMINATE, 1);
    }

    try (CloudAdapter adapter = open()) {
      awaitNone(adapter, "jobs");
      assertThat(cloud.running()).isZero();
    }
  }

  @Test
  void aPoolThatIsNotConfiguredAnyMoreIsListedAndDeletedOnceItIsEmpty()
      throws InterruptedException {
    try (CloudAdapter adapter = CloudAdapter.builder()
        .provider(cloud)
        .account(new AccountConfig("here", "plain", Map.of()))
        .pool(pool("web", 20).build())
        .pool(pool("old", 3).initialSize(1).build())
        .dataDirectory(data)
        .open()) {
      adapter.find("old").orElseThrow().await(PoolView::settled, SOON);
    }

    try (CloudAdapter adapter = open()) {
      PoolAdministration pools = adapter.administration();
      ManagedPool old = pools.pool("old").orElseThrow();
      assertThat(old.configured()).isFalse();
      assertThat(pools.pools())
          .extracting(pool -> pool.name().value())
          .isEqualTo(List.of("old", "web"));
      assertThatThrownBy(() -> pools.delete("old", DeletionMode.REFUSE, 1, ALICE))
          .isInstanceOfSatisfying(PoolException.class, e -> assertReason(e, Reason.CONFLICT))
          .hasMessageContaining("is not configured, and the ledger has machines");
      assertThatThrownBy(() -> adapter.createPool(pool("old", 3).build()))
          .isInstanceOfSatisfying(PoolException.class, e -> assertReason(e, Reason.CONFLICT));

      MachinePool again = adapter
          .find(pools.create(pool("old", 3).build(), ConfigAuthor.file()).name().value())
          .orElseThrow();
      again.setDesiredSize(0);
      again.await(view -> view.settled() && view.machines().isEmpty(), SOON);
      pools.unconfigure("old", ConfigAuthor.file());
      assertThat(pools.delete("old", DeletionMode.REFUSE, 2, ALICE)).isEmpty();
    }
  }

  @Test
  void aPoolOfTheApiIsNotAlsoOneOfTheConfiguration() {
    try (CloudAdapter adapter = open()) {
      adapter.createPool(pool("jobs", 3).build());
    }

    assertThatThrownBy(() -> CloudAdapter.builder()
            .provider(cloud)
            .account(new AccountConfig("here", "plain", Map.of()))
            .pool(pool("jobs", 20).build())
            .dataDirectory(data)
            .open())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("pools.jobs: is managed by the api");
  }
}
