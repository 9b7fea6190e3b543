package io.cloudadapter.core.store.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.core.exception.StoreCorruptException;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.exception.StoreFailedException;
import io.cloudadapter.core.store.CommitResult;
import io.cloudadapter.core.store.CommitResult.Outcome;
import io.cloudadapter.core.store.RecordingListener;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StateStoreContract;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.quorum.ClusterTransaction;
import io.cloudadapter.core.store.quorum.SimulatedCluster;
import io.cloudadapter.core.store.quorum.SimulatedCluster.Client;
import io.cloudadapter.core.store.quorum.SimulatedCluster.Fate;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The store on a quorum, over servers in memory that lose requests, answers and their way. */
class QuorumStoreTest implements StateStoreContract {
  private static final String PREFIX = "adapter/";

  private final Deque<Fate> fates = new ArrayDeque<>();
  private long nanos;
  private final SimulatedCluster quorum = new SimulatedCluster(() -> nanos);
  private final Client client =
      quorum.client("a", () -> Optional.ofNullable(fates.poll()).orElse(Fate.DONE));

  /** A second passes with each look at the clock, so that patience ends. */
  private QuorumStore.Settings settings() {
    return new QuorumStore.Settings(
        Optional.of(Runnable::run), () -> nanos += 1_000_000_000L, Duration.ofSeconds(10));
  }

  @Override
  public Openings freshStore() {
    SimulatedCluster fresh = new SimulatedCluster(() -> 0);
    return () -> QuorumStore.open(fresh.client("a"), PREFIX, QuorumStore.Settings.usual(() -> 0));
  }

  private QuorumStore open() {
    return QuorumStore.open(client, PREFIX, settings());
  }

  private static CommitResult put(StateStore store, String text) {
    return store.commit(Transaction.builder().put("a", text).build());
  }

  @Test
  void aLaterOpeningFencesTheEarlierOneInReadsAndWrites() {
    QuorumStore first = open();
    put(first, "1");
    QuorumStore second = open();

    assertThatThrownBy(() -> first.get("a"))
        .isInstanceOf(StoreFailedException.class)
        .hasMessageContaining("epoch 1 is fenced: epoch 2 was opened since");
    assertThatThrownBy(() -> put(first, "2")).isInstanceOf(StoreFailedException.class);
    assertThat(second.get("a").map(StoreEntry::text)).contains("1");
  }

  @Test
  void whatAnEarlierOpeningCannotReadOffItsCopyIsRefusedByTheServers() {
    QuorumStore first = open();
    QuorumStore second = open();

    assertThatThrownBy(() -> put(first, "late")).isInstanceOf(StoreFailedException.class);
    assertThat(second.get("a")).isEmpty();
    assertThatThrownBy(() ->
            first.commit(Transaction.builder().require("nothing", 7).delete("a").build()))
        .isInstanceOf(StoreFailedException.class);
  }

  @Test
  void anAnswerThatIsLostIsFoundOut() {
    QuorumStore store = open();
    fates.add(Fate.UNHEARD);

    assertThat(put(store, "1")).isEqualTo(CommitResult.committed(1));
    assertThat(store.get("a").map(StoreEntry::text)).contains("1");
  }

  @Test
  void aRequestThatIsLostIsSentAgain() {
    QuorumStore store = open();
    fates.add(Fate.LOST);

    assertThat(put(store, "1")).isEqualTo(CommitResult.committed(1));
    assertThat(put(store, "2")).isEqualTo(CommitResult.committed(2));
  }

  @Test
  void aRequestThatArrivesAfterItWasGivenUpDoesNothing() {
    QuorumStore store = open();
    fates.add(Fate.DELAYED);
    assertThat(put(store, "1")).isEqualTo(CommitResult.committed(1));

    quorum.arrive();

    assertThat(put(store, "2")).isEqualTo(CommitResult.committed(2));
    assertThat(open().get("a").map(StoreEntry::text)).contains("2");
  }

  @Test
  void whatADeposedOpeningHasSentArrivesInVain() {
    QuorumStore first = open();
    fates.add(Fate.DELAYED);
    client.cut(false);
    Client other = quorum.client("b");
    fates.add(Fate.DELAYED); // its bar, too
    for (int i = 0; i < 20; i++) {
      fates.add(Fate.DELAYED);
    }
    assertThat(put(first, "late").outcome()).isEqualTo(Outcome.UNKNOWN);
    QuorumStore second = QuorumStore.open(other, PREFIX, settings());

    quorum.arrive();

    assertThat(second.get("a")).isEmpty();
    assertThat(put(second, "1")).isEqualTo(CommitResult.committed(1));
  }

  @Test
  void aWriteWhoseFateIsUnknownEndsAsUnknownAndTheOpeningWithIt() {
    QuorumStore store = open();
    RecordingListener heard = new RecordingListener();
    store.watch("", 0, heard);
    client.cut(true);

    CommitResult result = put(store, "1");

    assertThat(result.outcome()).isEqualTo(Outcome.UNKNOWN);
    assertThat(result.cause().orElseThrow()).hasMessageContaining("has not answered for PT10S");
    assertThatThrownBy(() -> put(store, "2")).isInstanceOf(StoreFailedException.class);
    assertThat(heard.calls()).containsExactly("ended FAILED");
  }

  @Test
  void aReadThatCannotAskFailsAndTheStoreGoesOn() {
    QuorumStore store = open();
    put(store, "1");
    client.cut(true);
    assertThatThrownBy(() -> store.get("a")).isInstanceOf(StoreException.class);

    client.cut(false);

    assertThat(store.get("a").map(StoreEntry::text)).contains("1");
  }

  @Test
  void everyAcknowledgedWriteIsThereUnderAnyFaultOfRequests() {
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      SimulatedCluster servers = new SimulatedCluster(() -> 0);
      Client way = servers.client(
          "a",
          () -> Fate.values()[random.nextInt(10) < 6 ? 0 : random.nextInt(Fate.values().length)]);
      QuorumStore store = QuorumStore.open(way, PREFIX, settings());
      int acknowledged = 0;
      for (int i = 1; i <= 30; i++) {
        if (random.nextInt(5) == 0) {
          servers.arrive();
        }
        if (random.nextInt(8) == 0) {
          store = QuorumStore.open(way, PREFIX, settings());
        }
        CommitResult result = put(store, "" + i);
        if (result.committed()) {
          acknowledged = i;
          assertThat(result.revision()).as("seed %d", seed).isEqualTo(store.revision());
        } else {
          store = QuorumStore.open(way, PREFIX, settings());
          int found = store.get("a").map(v -> Integer.parseInt(v.text())).orElse(0);
          assertThat(found).as("seed %d", seed).isIn(acknowledged, i);
          acknowledged = found;
        }
      }
      servers.arrive();
      assertThat(QuorumStore.open(servers.client("b"), PREFIX, settings()).get("a"))
          .as("seed %d", seed)
          .map(StoreEntry::text)
          .contains("" + acknowledged);
    }
  }

  @Test
  void whatHasChangedSinceItOpenedIsKnownAndWhatWasBeforeIsNot() {
    put(open(), "1");
    QuorumStore store = open();
    put(store, "2");

    assertThat(store.changed("", 1)).contains(Set.of("a"));
    assertThat(store.changed("", 2)).contains(Set.of());
    assertThat(store.changed("", 0)).isEmpty();
  }

  @Test
  void somethingElseUnderThePrefixIsLeftAlone() {
    client.commit(new ClusterTransaction().put(PREFIX + "registry/pods/x", "theirs"));

    assertThatThrownBy(this::open)
        .isInstanceOf(StoreCorruptException.class)
        .hasMessage("under adapter/ in simulated quorum of a lies something that no cloud adapter"
            + " wrote, such as adapter/registry/pods/x; use another prefix");
  }

  @Test
  void anotherFormatIsNamed() {
    client.commit(new ClusterTransaction().put(PREFIX + "head", "cloud-adapter 3\n"));

    assertThatThrownBy(this::open)
        .isInstanceOf(StoreCorruptException.class)
        .hasMessageContaining(
            "is of format 3, and this version reads formats 1 to 2; use the version that wrote it");
  }

  @Test
  void aDamagedEntryIsNamed() {
    open();
    client.commit(new ClusterTransaction().put(PREFIX + "entry/a", "no revision"));

    assertThatThrownBy(this::open)
        .isInstanceOf(StoreCorruptException.class)
        .hasMessageContaining("adapter/entry/a in simulated quorum of a is damaged");
  }

  @Test
  void manyEntriesAreReadPageByPageAsOfOneRevision() {
    QuorumStore store = open();
    for (int i = 0; i < 400; i++) {
      store.commit(Transaction.builder().put("k" + (1000 + i), "" + i).build());
    }

    assertThat(open().range("k").entries()).hasSize(400);
    assertThat(List.of(open().revision())).containsExactly(400L);
  }
}
