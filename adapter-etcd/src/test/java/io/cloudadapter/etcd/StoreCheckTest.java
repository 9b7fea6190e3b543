package io.cloudadapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.SharedStoreCheck;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.quorum.ClusterTransaction;
import io.cloudadapter.core.store.shared.QuorumStore;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ./adapter doctor finds in a real etcd. */
class StoreCheckTest {
  private static RealEtcd etcd;

  @TempDir
  private Path directory;

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

  private static ClusterAddress at(String prefix) {
    return ClusterAddress.parse(etcd.address(prefix));
  }

  @Test
  void anEmptyStoreIsWellAndStaysEmpty() {
    SharedStoreCheck found = SharedStoreCheck.of(at("fresh"));

    assertThat(found.fault()).isEmpty();
    assertThat(found.warnings()).isEmpty();
    assertThat(found.well()).hasSize(2);
    assertThat(found.well().get(0))
        .matches(etcd.server() + " is etcd [0-9.]+, [0-9]+ KiB, leads etcd");
    assertThat(found.well().get(1))
        .isEqualTo(etcd.address("fresh") + " holds no ledger yet; no replica leads at present");
    assertThat(etcd.etcdctl("get", "--prefix", "/fresh")).isEmpty();
  }

  @Test
  void whoLeadsIsNamedAndNotDisturbed() {
    try (ThreeReplicas trio = new ThreeReplicas(directory)) {
      trio.join("a", etcd.address("led"));
      trio.leader().defaultPool().setDesiredSize(1);

      assertThat(SharedStoreCheck.of(at("led")).well().get(1))
          .startsWith(etcd.address("led") + " holds a ledger at revision ")
          .endsWith(", epoch 1; a leads, at https://a.example");
      trio.leader().defaultPool().setDesiredSize(2);
      ThreeReplicas.await(
          "it goes on", () -> ThreeReplicas.settledAt(trio.leader().defaultPool(), 2));
    }
  }

  @Test
  void aMemberThatDoesNotAnswerIsDoubtedAndTheOthersServe() {
    SharedStoreCheck found = SharedStoreCheck.of(
        ClusterAddress.parse("etcd://127.0.0.1:1," + etcd.server() + "/one-away"));

    assertThat(found.fault()).isEmpty();
    assertThat(found.warnings()).hasSize(1);
    assertThat(found.warnings().get(0)).startsWith("127.0.0.1:1 does not answer: ");
  }

  @Test
  void etcdThatIsNotThereIsAFault() {
    SharedStoreCheck found = SharedStoreCheck.of(ClusterAddress.parse("etcd://127.0.0.1:1/x"));

    assertThat(found.fault().orElseThrow()).startsWith("etcd://127.0.0.1:1/x does not answer: ");
  }

  @Test
  void somethingElseUnderThePrefixIsAFault() {
    try (ClusterKv way = new EtcdClusterFactory().connect(at("foreign"))) {
      way.commit(new ClusterTransaction().put("/foreign/pods/x", "theirs"));
    }

    assertThat(SharedStoreCheck.of(at("foreign")).fault().orElseThrow())
        .contains("something that no cloud adapter wrote, such as /foreign/pods/x");
  }

  @Test
  void anotherFormatIsAFault() {
    try (ClusterKv way = new EtcdClusterFactory().connect(at("older"))) {
      way.commit(new ClusterTransaction().put("/older/head", "cloud-adapter 7\n"));
    }

    assertThat(SharedStoreCheck.of(at("older")).fault().orElseThrow())
        .contains("is of format 7, and this version reads formats 1 to 2");
  }

  @Test
  void aFullEtcdIsAFaultThatSaysWhatToDo() {
    try (RealEtcd own = RealEtcd.start("--quota-backend-bytes=2000000");
        ClusterKv way =
            new EtcdClusterFactory().connect(ClusterAddress.parse(own.address("full")));
        QuorumStore store =
            QuorumStore.open(way, "/full/", QuorumStore.Settings.usual(System::nanoTime))) {
      fill(store);

      SharedStoreCheck found = SharedStoreCheck.of(ClusterAddress.parse(own.address("full")));

      assertThat(found.warnings().get(0))
          .contains("is full (alarm NOSPACE): compact and defragment");
      assertThat(found.fault().orElseThrow()).contains("its quota is full; compact and defragment");
    }
  }

  private static void fill(QuorumStore store) {
    try {
      for (int i = 0; i < 100; i++) {
        store.commit(Transaction.builder().put("bulk", new byte[200_000]).build());
      }
    } catch (StoreException full) {
      return;
    }
    throw new AssertionError("it accepts everything");
  }
}
