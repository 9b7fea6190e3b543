package io.cloudadapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.Secret;
import io.cloudadapter.core.LedgerKeys;
import io.cloudadapter.core.Replica;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.DeletionMode;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes' parts over one real etcd and one cloud. */
class ReplicaTest {
  private static RealEtcd etcd;
  private static int stores;

  @TempDir
  private Path directory;

  private ThreeReplicas trio;
  private String address;

  @BeforeAll
  static void start() {
    etcd = RealEtcd.start();
  }

  @AfterAll
  static void stop() {
    if (etcd != null) {
      etcd.close();
    }
  }

  @BeforeEach
  void open() {
    trio = new ThreeReplicas(directory);
    address = etcd.address("replicas-" + ++stores);
  }

  @AfterEach
  void close() {
    trio.close();
  }

  @Test
  void oneKeepsThePoolAndTheOthersShowIt() {
    trio.join("a", address);
    Replica b = trio.join("b", address);
    MachinePool kept = trio.leader().defaultPool();
    kept.setDesiredSize(3);
    ThreeReplicas.await("the pool is at its size", () -> ThreeReplicas.settledAt(kept, 3));

    ThreeReplicas.await("the follower shows it", () -> ThreeReplicas.settledAt(b.defaultPool(), 3));
    assertThat(b.defaultPool().view().machines()).isEqualTo(kept.view().machines());
    ThreeReplicas.await(
        "what the follower shows is of the last seconds",
        () -> b.replica().orElseThrow().age().compareTo(Duration.ofSeconds(5)) < 0);
    assertThat(b.replica().orElseThrow().leader().orElseThrow().name()).isEqualTo("a");
    assertThat(trio.running()).isEqualTo(3);
  }

  @Test
  void metricsTellTheLeaderFromItsFollowersAndCountPoolsOnce() {
    trio.join("a", address);
    Replica b = trio.join("b", address);
    Replica leader = trio.leader();
    ThreeReplicas.await("the follower has read", () -> ThreeReplicas.settledAt(b.defaultPool(), 0));

    assertThat(metric(leader, "replica_leads")).contains(1.0);
    assertThat(metric(leader, "replica_age_seconds")).contains(0.0);
    assertThat(metric(leader, "replica_lease_left_seconds").orElseThrow())
        .isGreaterThan(0)
        .isLessThanOrEqualTo(ThreeReplicas.LEASE.toSeconds());
    assertThat(metric(leader, "pool_effective_size")).isPresent();
    assertThat(metric(b, "replica_leads")).contains(0.0);
    assertThat(metric(b, "replica_lease_left_seconds")).contains(0.0);
    assertThat(metric(b, "replica_epoch")).isEqualTo(metric(leader, "replica_epoch"));
    assertThat(metric(b, "pool_effective_size")).isEmpty();
  }

  private static Optional<Double> metric(Replica replica, String name) {
    return replica.metrics().stream()
        .filter(metric -> metric.name().equals("cloudadapter_" + name))
        .map(Metric::value)
        .findFirst();
  }

  @Test
  void aFollowerRefusesWritesAndSaysWhomToAsk() {
    trio.join("a", address);
    Replica b = trio.join("b", address);
    trio.leader();

    assertThatThrownBy(() -> b.defaultPool().setDesiredSize(3))
        .isInstanceOfSatisfying(PoolException.class, e -> {
          assertThat(e.reason()).isEqualTo(Reason.ELSEWHERE);
          assertThat(e).hasMessage("this replica follows and only answers reads");
          assertThat(e.detail()).isEqualTo("Ask the leader, a, at https://a.example.");
        });
  }

  @Test
  void theNextGoesOnWhereTheLeaderWasWhenItCloses() {
    trio.join("a", address);
    trio.join("b", address);
    trio.join("c", address);
    Replica first = trio.leader();
    first.defaultPool().setDesiredSize(4);
    ThreeReplicas.await(
        "the pool is at its size", () -> ThreeReplicas.settledAt(first.defaultPool(), 4));
    trio.gone(first);

    Replica next = trio.leader();
    next.defaultPool().setDesiredSize(6);
    ThreeReplicas.await(
        "the pool is at its size", () -> ThreeReplicas.settledAt(next.defaultPool(), 6));
    assertThat(trio.running()).isEqualTo(6);
    assertThat(trio.cloud().created()).hasSize(6);
    assertThat(next.replicas())
        .extracting(io.cloudadapter.api.ReplicaInfo::leads)
        .containsOnlyOnce(true);
  }

  @Test
  void aPoolThatWasCreatedAtRunTimeIsReadByFollowersAndKeptByTheNextLeader() {
    trio.join("a", address);
    Replica b = trio.join("b", address);
    Replica first = trio.leader();
    PoolConfig jobs = PoolConfig.named("jobs", "here", 5)
        .listInterval(Duration.ofMillis(50), Duration.ofMillis(200))
        .build();

    assertThatThrownBy(() -> b.administration().create(jobs, ConfigAuthor.api("ann")))
        .isInstanceOfSatisfying(
            PoolException.class, e -> assertThat(e.reason()).isEqualTo(Reason.ELSEWHERE));
    first.administration().create(jobs, ConfigAuthor.api("ann"));
    MachinePool kept = first.find("jobs").orElseThrow();
    kept.setDesiredSize(2);
    ThreeReplicas.await("the pool is at its size", () -> ThreeReplicas.settledAt(kept, 2));
    ThreeReplicas.await(
        "the follower shows it",
        () -> b.find("jobs").filter(pool -> ThreeReplicas.settledAt(pool, 2)).isPresent());
    assertThat(b.administration().pool("jobs").orElseThrow().config()).hasValue(jobs);
    trio.gone(first);

    Replica next = trio.leader();
    assertThat(next.find("jobs").orElseThrow().view().desiredSize()).isEqualTo(2);
    assertThat(next.administration()
            .delete("jobs", DeletionMode.TERMINATE, 1, ConfigAuthor.api("ann")))
        .isPresent();
    ThreeReplicas.await(
        "the pool is gone", () -> next.administration().pool("jobs").isEmpty());
    assertThat(trio.running()).isZero();
  }

  @Test
  void aReplicaWithAnotherKeyIsTurnedAway() throws Exception {
    trio.join("a", address);
    Path other = Files.createDirectories(directory.resolve("b"));
    byte[] key = new byte[32];
    key[0] = 1;
    Files.write(other.resolve("ledger.key"), key);

    assertThatThrownBy(() -> trio.join("b", address))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("has another ledger.key than the store's other replicas");
  }

  @Test
  void theLeaderRotatesTheKeyAndAReplicaThatComesWithoutItIsRefused() {
    Replica first = trio.join("a", address);
    trio.leader().administration().create(jobs(), ConfigAuthor.api("alice"));
    String before = LedgerKeys.in(directory.resolve("a")).present().orElseThrow();
    String next = LedgerKeys.makeNext(directory.resolve("a")).next().orElseThrow();

    trio.join("b", address);
    trio.gone(first);
    Replica b = trio.leader();
    trio.join("a", address);
    trio.gone(b);
    Replica alone = trio.leader();
    assertThat(LedgerKeys.in(directory.resolve("a")).present())
        .as("a replica that is gone is not asked")
        .contains(next);
    assertThatThrownBy(() -> trio.join("b", address))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("they have " + next + ", and this directory has " + before);
    ThreeReplicas.await("the pool is kept", () -> alone.find("jobs").isPresent());
    assertThat(alone.administration().pool("jobs").orElseThrow().config()).contains(jobs());
  }

  @Test
  void theKeyStaysWhileAReplicaLacksTheNextOne() throws IOException {
    Replica a = trio.join("a", address);
    trio.leader().administration().create(jobs(), ConfigAuthor.api("alice"));
    String before = LedgerKeys.in(directory.resolve("a")).present().orElseThrow();
    String next = LedgerKeys.makeNext(directory.resolve("a")).next().orElseThrow();
    trio.join("b", address);
    trio.gone(a);
    Replica b = trio.leader();
    trio.join("c", address);
    Replica again = trio.join("a", address);
    trio.gone(b);
    String lacking = "c";
    while (trio.leader() != again) {
      // Another without the next key comes before that one goes: a replica that is gone is not
      // asked.
      lacking = lacking.equals("c") ? "b" : "c";
      Replica leading = trio.leader();
      trio.join(lacking, address);
      trio.gone(leading);
    }

    assertThat(again.find("jobs")).isPresent();
    assertThat(LedgerKeys.in(directory.resolve("a")).present()).contains(before);

    Files.copy(directory.resolve("a/ledger.key.next"), directory.resolve("c/ledger.key.next"));
    trio.gone(trio.follower());
    Replica c = trio.join("c", address);
    trio.gone(again);
    assertThat(trio.leader()).isSameAs(c);
    ThreeReplicas.await(
        "the pool is kept under the next key", () -> c.find("jobs").isPresent());
    assertThat(c.administration().pool("jobs").orElseThrow().config()).contains(jobs());
    assertThat(LedgerKeys.in(directory.resolve("c")).present()).contains(next);
    trio.join("a", address);
    assertThat(LedgerKeys.in(directory.resolve("a")).present())
        .as("it has the leader's key by now")
        .contains(next);
  }

  private static PoolConfig jobs() {
    return PoolConfig.named("jobs", "here", 5)
        .launch(LaunchConfig.builder().userData(Secret.of("token-4711")).build())
        .build();
  }
}
