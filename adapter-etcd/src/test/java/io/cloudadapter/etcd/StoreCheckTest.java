package io.cloudadapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.StoreCheck;
import io.cloudadapter.core.store.QuorumStore;
import io.cloudadapter.core.store.StoreException;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.quorum.Attempt;
import io.cloudadapter.core.store.quorum.Quorum;
import io.cloudadapter.core.store.quorum.QuorumAddress;
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

  private static QuorumAddress at(String prefix) {
    return QuorumAddress.parse(etcd.address(prefix));
  }

  @Test
  void anEmptyStoreIsWellAndStaysEmpty() {
    StoreCheck found = StoreCheck.of(at("fresh"));

    assertThat(found.fault()).isEmpty();
    assertThat(found.doubts()).isEmpty();
    assertThat(found.well()).hasSize(2);
    assertThat(found.well().get(0))
        .matches(etcd.server() + " is etcd [0-9.]+, [0-9]+ KiB, leads etcd");
    assertThat(found.well().get(1))
        .isEqualTo(etcd.address("fresh") + " holds no ledger yet; nobody leads at present");
    assertThat(etcd.etcdctl("get", "--prefix", "/fresh")).isEmpty();
  }

  @Test
  void whoLeadsIsNamedAndNotDisturbed() {
    try (Trio trio = new Trio(directory)) {
      trio.join("a", etcd.address("led"));
      trio.leader().defaultPool().setDesiredSize(1);

      assertThat(StoreCheck.of(at("led")).well().get(1))
          .startsWith(etcd.address("led") + " holds a ledger at revision ")
          .endsWith(", epoch 1; a leads, at https://a.example");
      trio.leader().defaultPool().setDesiredSize(2);
      Trio.await("it goes on", () -> Trio.settledAt(trio.leader().defaultPool(), 2));
    }
  }

  @Test
  void aMemberThatDoesNotAnswerIsDoubtedAndTheOthersServe() {
    StoreCheck found =
        StoreCheck.of(QuorumAddress.parse("etcd://127.0.0.1:1," + etcd.server() + "/one-away"));

    assertThat(found.fault()).isEmpty();
    assertThat(found.doubts()).hasSize(1);
    assertThat(found.doubts().get(0)).startsWith("127.0.0.1:1 does not answer: ");
  }

  @Test
  void etcdThatIsNotThereIsAFault() {
    StoreCheck found = StoreCheck.of(QuorumAddress.parse("etcd://127.0.0.1:1/x"));

    assertThat(found.fault().orElseThrow()).startsWith("etcd://127.0.0.1:1/x does not answer: ");
  }

  @Test
  void somethingElseUnderThePrefixIsAFault() {
    try (Quorum way = new EtcdFactory().connect(at("foreign"))) {
      way.commit(new Attempt().put("/foreign/pods/x", "theirs"));
    }

    assertThat(StoreCheck.of(at("foreign")).fault().orElseThrow())
        .contains("something that no cloud adapter wrote, such as /foreign/pods/x");
  }

  @Test
  void anotherFormatIsAFault() {
    try (Quorum way = new EtcdFactory().connect(at("older"))) {
      way.commit(new Attempt().put("/older/head", "cloud-adapter 7\n"));
    }

    assertThat(StoreCheck.of(at("older")).fault().orElseThrow())
        .contains("is of format 7, and this version reads format 1");
  }

  @Test
  void aFullEtcdIsAFaultThatSaysWhatToDo() {
    try (RealEtcd own = RealEtcd.start("--quota-backend-bytes=2000000");
        Quorum way = new EtcdFactory().connect(QuorumAddress.parse(own.address("full")));
        QuorumStore store =
            QuorumStore.open(way, "/full/", QuorumStore.Settings.usual(System::nanoTime))) {
      fill(store);

      StoreCheck found = StoreCheck.of(QuorumAddress.parse(own.address("full")));

      assertThat(found.doubts().get(0)).contains("is full (alarm NOSPACE): compact and defragment");
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
    throw new AssertionError("it takes whatever is given");
  }
}
