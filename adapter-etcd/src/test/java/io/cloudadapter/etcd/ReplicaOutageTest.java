package io.cloudadapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.core.Replica;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replicas whose etcd is away for a while: cut off, compacted, killed, or absent from the start. */
class ReplicaOutageTest {
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
  void aFollowerWhoseWatchMissedWhatIsCompactedByNowReadsAllAnew() {
    trio.join("a", address);
    MachinePool kept = trio.leader().defaultPool();
    try (TcpProxy relay = new TcpProxy(etcd.port())) {
      Replica b = trio.join("b", "etcd://" + relay.server() + "/replicas-" + stores);
      kept.setDesiredSize(1);
      ThreeReplicas.await(
          "the follower shows it", () -> ThreeReplicas.settledAt(b.defaultPool(), 1));
      relay.cut(true);
      kept.setDesiredSize(4);
      ThreeReplicas.await("the pool is at its size", () -> ThreeReplicas.settledAt(kept, 4));
      etcd.compact();
      assertThat(b.defaultPool().view().desiredSize()).isEqualTo(1);
      relay.cut(false);

      ThreeReplicas.await(
          "the follower shows it", () -> ThreeReplicas.settledAt(b.defaultPool(), 4));
      assertThat(b.defaultPool().view().machines()).isEqualTo(kept.view().machines());
      assertThat(trio.leader().replica().orElseThrow().leader().orElseThrow().name())
          .isEqualTo("a");
    }
  }

  @Test
  void aStoreThatDoesNotAnswerAtTheStartIsNamed() {
    assertThatThrownBy(() -> trio.join("a", "etcd://127.0.0.1:1/x"))
        .hasMessageContaining("etcd://127.0.0.1:1/x does not answer");
  }

  @Test
  void aLeaderWhoseEtcdIsGoneStopsAndGoesOnWhenItIsBack() {
    try (RealEtcd own = RealEtcd.start();
        ThreeReplicas alone = new ThreeReplicas(directory.resolve("alone"))) {
      Replica a = alone.join("a", own.address("x"));
      a.defaultPool().setDesiredSize(2);
      ThreeReplicas.await(
          "the pool is at its size", () -> ThreeReplicas.settledAt(a.defaultPool(), 2));
      own.kill();
      ThreeReplicas.await("no replica leads", () -> !ThreeReplicas.leads(a));
      assertThat(a.defaultPool().view().desiredSize()).isEqualTo(2);
      assertThatThrownBy(() -> a.defaultPool().setDesiredSize(3)).isInstanceOf(PoolException.class);
      own.restart();

      ThreeReplicas.await("it leads again", () -> ThreeReplicas.leads(a));
      a.defaultPool().setDesiredSize(3);
      ThreeReplicas.await(
          "the pool is at its size", () -> ThreeReplicas.settledAt(a.defaultPool(), 3));
      assertThat(alone.cloud().created()).hasSize(3);
    }
  }
}
