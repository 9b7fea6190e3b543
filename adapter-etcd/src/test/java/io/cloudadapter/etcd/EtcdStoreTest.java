package io.cloudadapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.exception.StoreFailedException;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StateStoreContract;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.quorum.ClusterTransaction;
import io.cloudadapter.core.store.shared.QuorumStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The store on a real etcd. */
class EtcdStoreTest implements StateStoreContract {
  private static RealEtcd etcd;
  private static ClusterKv quorum;
  private static int stores;

  @BeforeAll
  static void start() {
    etcd = RealEtcd.start();
    quorum = new EtcdClusterFactory().connect(ClusterAddress.parse(etcd.address("any")));
  }

  @AfterAll
  static void stop() {
    if (quorum != null) {
      quorum.close();
      etcd.close();
    }
  }

  private static QuorumStore open(String prefix) {
    return QuorumStore.open(quorum, prefix, QuorumStore.Settings.usual(System::nanoTime));
  }

  private static String freshPrefix() {
    return "/store-" + ++stores + "/";
  }

  @Override
  public Openings freshStore() {
    String prefix = freshPrefix();
    return () -> open(prefix);
  }

  @Test
  void aLaterOpeningFencesTheEarlierOne() {
    String prefix = freshPrefix();
    QuorumStore first = open(prefix);
    QuorumStore second = open(prefix);

    assertThatThrownBy(() -> put(first, "late")).isInstanceOf(StoreFailedException.class);
    assertThatThrownBy(() -> first.get("a")).isInstanceOf(StoreFailedException.class);
    assertThat(second.get("a")).isEmpty();
    first.close();
    second.close();
  }

  @Test
  void aStoreGoesOnAfterEtcdWasKilledAndStartedAgain() {
    try (RealEtcd own = RealEtcd.start();
        ClusterKv way = connect(own);
        QuorumStore store = QuorumStore.open(
            way,
            "/a/",
            new QuorumStore.Settings(
                java.util.Optional.empty(), System::nanoTime, Duration.ofSeconds(30)))) {
      put(store, "1");
      own.kill();
      own.restart();

      assertThat(put(store, "2")).isTrue();
      assertThat(store.get("a").orElseThrow().text()).isEqualTo("2");
    }
  }

  /** Its connections stay open, so that only silence shows it: gRPC takes 15 s to notice. */
  @Test
  void aMemberThatStandsStillDelaysOneWriteByTwoSecondsAndEndsNothing() {
    try (TcpProxy one = new TcpProxy(etcd.port());
        TcpProxy two = new TcpProxy(etcd.port());
        TcpProxy three = new TcpProxy(etcd.port());
        CountingQuorum way = new CountingQuorum(new EtcdClusterFactory()
            .connect(ClusterAddress.parse("etcd://" + one.server() + "," + two.server() + ","
                + three.server() + freshPrefix())));
        QuorumStore store = QuorumStore.open(
            way, "/store-" + stores + "/", QuorumStore.Settings.usual(System::nanoTime))) {
      put(store, "all answer");
      for (TcpProxy relay : List.of(one, two, three)) {
        relay.stands(true);
        way.takeUnanswered();

        for (int i = 0; i < 6; i++) { // One after the other would come to the same member again.
          assertThat(put(store, "while one stands still")).isTrue();
        }

        // One at most, for the first; a busy machine may keep another member silent as well.
        List<String> unanswered = way.takeUnanswered();
        assertThat(unanswered).as("requests without an answer").hasSizeLessThanOrEqualTo(3);
        assertThat(unanswered).allMatch(why -> why.matches(".*(2000 ms|deadline exceeded).*"));
        relay.stands(false);
      }
    }
  }

  @Test
  void aReaderIsToldWhenEtcdDoesNotAnswer() {
    RealEtcd own = RealEtcd.start();
    try (ClusterKv way = connect(own)) {
      QuorumStore store =
          QuorumStore.open(way, "/a/", QuorumStore.Settings.usual(System::nanoTime));
      own.kill();

      assertThatThrownBy(() -> store.get("a"))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(own.address("a") + " does not answer");
    } finally {
      own.close();
    }
  }

  @Test
  void etcdThatIsNotThereIsNamedAtTheStart() {
    ClusterAddress nowhere = ClusterAddress.parse("etcd://127.0.0.1:1/a");
    try (ClusterKv way = new EtcdClusterFactory().connect(nowhere)) {
      assertThatThrownBy(
              () -> QuorumStore.open(way, "/a/", QuorumStore.Settings.usual(System::nanoTime)))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("etcd://127.0.0.1:1/a does not answer");
    }
  }

  @Test
  void somethingElseUnderThePrefixIsLeftAlone() {
    String prefix = freshPrefix();
    quorum.commit(new ClusterTransaction().put(prefix + "pods/x", "theirs"));

    assertThatThrownBy(() -> open(prefix))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(
            "something that no cloud adapter wrote, such as " + prefix + "pods/x");
  }

  @Test
  void aFullEtcdRefusesWritesAndLosesNothing() {
    try (RealEtcd own = RealEtcd.start("--quota-backend-bytes=2000000");
        ClusterKv way = connect(own);
        QuorumStore store =
            QuorumStore.open(way, "/a/", QuorumStore.Settings.usual(System::nanoTime))) {
      int[] written = {0};

      assertThatThrownBy(() -> {
            while (written[0] < 100) {
              store.commit(Transaction.builder()
                  .put("n", "" + (written[0] + 1))
                  .put("bulk", new byte[200_000])
                  .build());
              written[0]++;
            }
          })
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("its quota is full; compact and defragment it");
      assertThat(store.get("n").orElseThrow().text()).isEqualTo("" + written[0]);
    }
  }

  private static ClusterKv connect(RealEtcd own) {
    return new EtcdClusterFactory().connect(ClusterAddress.parse(own.address("a")));
  }

  private static boolean put(StateStore store, String text) {
    return store.commit(Transaction.builder().put("a", text).build()).committed();
  }
}
