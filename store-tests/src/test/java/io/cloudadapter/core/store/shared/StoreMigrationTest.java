package io.cloudadapter.core.store.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.core.exception.StoreCorruptException;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.exception.StoreInUseException;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import io.cloudadapter.core.store.quorum.ClusterEntry;
import io.cloudadapter.core.store.quorum.ClusterTransaction;
import io.cloudadapter.core.store.quorum.SimulatedCluster;
import io.cloudadapter.core.store.quorum.SimulatedCluster.Client;
import io.cloudadapter.simulation.disk.SimulatedDisk;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** From one kind of store to the other, and back. */
class StoreMigrationTest {
  private static final String PREFIX = "adapter/";

  private final Client quorum = new SimulatedCluster(() -> 0).client("a");

  private QuorumStore openShared() {
    return QuorumStore.open(
        quorum,
        PREFIX,
        new QuorumStore.Settings(Optional.of(Runnable::run), () -> 0, Duration.ofSeconds(10)));
  }

  private static EmbeddedStore openEmbedded(SimulatedDisk disk) {
    return EmbeddedStore.builder(disk, new Random(1)).executor(Runnable::run).open();
  }

  private static StoreMigration.Whole some() {
    try (EmbeddedStore store = openEmbedded(new SimulatedDisk())) {
      for (int i = 0; i < 250; i++) {
        store.commit(Transaction.builder().put("k/" + i, "v" + i).build());
      }
      store.commit(Transaction.builder().delete("k/7").build());
      return new StoreMigration.Whole(store.epoch(), store.range(""));
    }
  }

  @Test
  void whatWentThereAndBackIsTheSameUnderTheSameRevisions() {
    StoreMigration.Whole before = some();
    StoreMigration.bringTo(quorum, PREFIX, before, Optional.empty());
    try (QuorumStore shared = openShared()) {
      assertThat(shared.range("")).isEqualTo(before.range());
      assertThat(shared.epoch()).isEqualTo(before.epoch() + 1);
      shared.commit(Transaction.builder().put("k/7", "again").build());
    }
    StoreMigration.Whole back = StoreMigration.takeFrom(quorum, PREFIX);
    SimulatedDisk disk = new SimulatedDisk();
    StoreMigration.bringTo(disk, back, new Random(1));

    try (EmbeddedStore embedded = openEmbedded(disk)) {
      assertThat(embedded.revision()).isEqualTo(before.range().revision() + 1);
      assertThat(embedded.range("")).isEqualTo(back.range());
      assertThat(embedded.epoch()).isEqualTo(back.epoch() + 1);
      assertThat(embedded.commit(Transaction.builder().put("a", "1").build()).revision())
          .isEqualTo(253);
    }
    try (EmbeddedStore again = openEmbedded(disk)) {
      assertThat(again.range("").entries()).hasSize(251);
    }
  }

  @Test
  void whatWasMovedAwayCannotBeOpenedThereAnyMore() {
    openShared().close();
    StoreMigration.takeFrom(quorum, PREFIX);

    assertThatThrownBy(this::openShared)
        .isInstanceOf(StoreCorruptException.class)
        .hasMessageContaining("its ledger was moved to a data directory");
  }

  @Test
  void theKeyThatReplicasMustHaveIsThatOfTheLedgerThatCame() {
    quorum.commit(new ClusterTransaction().put(PREFIX + "seal", "of an earlier ledger"));
    openShared().close();
    StoreMigration.Whole whole = StoreMigration.takeFrom(quorum, PREFIX);

    StoreMigration.bringTo(quorum, PREFIX, whole, Optional.of("rotated since"));
    assertThat(quorum.get(PREFIX + "seal").map(ClusterEntry::text)).contains("rotated since");

    StoreMigration.takeFrom(quorum, PREFIX);
    StoreMigration.bringTo(quorum, PREFIX, whole, Optional.empty());
    assertThat(quorum.get(PREFIX + "seal")).isEmpty();
  }

  @Test
  void whatDidNotArriveIsGivenBack() {
    try (QuorumStore store = openShared()) {
      store.commit(Transaction.builder().put("a", "1").build());
    }
    StoreMigration.giveBack(quorum, PREFIX, StoreMigration.takeFrom(quorum, PREFIX));

    try (QuorumStore store = openShared()) {
      assertThat(store.get("a").map(StoreEntry::text)).contains("1");
      assertThat(store.epoch()).isEqualTo(2);
    }
  }

  @Test
  void nothingIsTakenFromUnderALeader() {
    openShared();
    quorum.commit(new ClusterTransaction().put(PREFIX + "leader", "one\nhttps://one"));

    assertThatThrownBy(() -> StoreMigration.takeFrom(quorum, PREFIX))
        .isInstanceOf(StoreInUseException.class)
        .hasMessageContaining("one leads under adapter/");
  }

  @Test
  void nothingIsOverwritten() {
    openShared();
    StoreMigration.Whole whole = some();

    assertThatThrownBy(() -> StoreMigration.bringTo(quorum, PREFIX, whole, Optional.empty()))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("there is a ledger under adapter/");
  }

  @Test
  void aMoveThatWasInterruptedIsSaidAndBegunAnew() {
    quorum.commit(new ClusterTransaction()
        .put(PREFIX + "head", StoreMigration.UNDER_WAY)
        .put(PREFIX + "entry/old", "1\nx"));
    assertThatThrownBy(this::openShared)
        .hasMessageContaining("a move of a ledger that has not ended")
        .hasMessageContaining("LedgerMigration.toStore in Java");

    StoreMigration.bringTo(quorum, PREFIX, some(), Optional.empty());

    assertThat(openShared().get("old")).isEmpty();
    assertThat(openShared().range("").entries()).hasSize(249);
  }
}
