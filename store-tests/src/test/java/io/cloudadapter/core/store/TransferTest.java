package io.cloudadapter.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.core.store.disk.SimulatedDisk;
import io.cloudadapter.core.store.quorum.Attempt;
import io.cloudadapter.core.store.quorum.SimulatedQuorum;
import io.cloudadapter.core.store.quorum.SimulatedQuorum.Client;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** From one kind of store to the other, and back. */
class TransferTest {
  private static final String PREFIX = "adapter/";

  private final Client quorum = new SimulatedQuorum(() -> 0).client("a");

  private QuorumStore openShared() {
    return QuorumStore.open(
        quorum,
        PREFIX,
        new QuorumStore.Settings(Optional.of(Runnable::run), () -> 0, Duration.ofSeconds(10)));
  }

  private static EmbeddedStore openEmbedded(SimulatedDisk disk) {
    return EmbeddedStore.builder(disk, new Random(1)).executor(Runnable::run).open();
  }

  private static Transfer.Whole some() {
    try (EmbeddedStore store = openEmbedded(new SimulatedDisk())) {
      for (int i = 0; i < 250; i++) {
        store.commit(Transaction.builder().put("k/" + i, "v" + i).build());
      }
      store.commit(Transaction.builder().delete("k/7").build());
      return new Transfer.Whole(store.epoch(), store.range(""));
    }
  }

  @Test
  void whatWentThereAndBackIsTheSameUnderTheSameRevisions() {
    Transfer.Whole before = some();
    Transfer.bringTo(quorum, PREFIX, before);
    try (QuorumStore shared = openShared()) {
      assertThat(shared.range("")).isEqualTo(before.range());
      assertThat(shared.epoch()).isEqualTo(before.epoch() + 1);
      shared.commit(Transaction.builder().put("k/7", "again").build());
    }
    Transfer.Whole back = Transfer.takeFrom(quorum, PREFIX);
    SimulatedDisk disk = new SimulatedDisk();
    Transfer.bringTo(disk, back, new Random(1));

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
    Transfer.takeFrom(quorum, PREFIX);

    assertThatThrownBy(this::openShared)
        .isInstanceOf(StoreCorruptException.class)
        .hasMessageContaining("its ledger was moved to a data directory");
  }

  @Test
  void whatDidNotArriveIsGivenBack() {
    try (QuorumStore store = openShared()) {
      store.commit(Transaction.builder().put("a", "1").build());
    }
    Transfer.giveBack(quorum, PREFIX, Transfer.takeFrom(quorum, PREFIX));

    try (QuorumStore store = openShared()) {
      assertThat(store.get("a").map(StoredValue::text)).contains("1");
      assertThat(store.epoch()).isEqualTo(2);
    }
  }

  @Test
  void nothingIsTakenFromUnderALeader() {
    openShared();
    quorum.commit(new Attempt().put(PREFIX + "leader", "one\nhttps://one"));

    assertThatThrownBy(() -> Transfer.takeFrom(quorum, PREFIX))
        .isInstanceOf(StoreInUseException.class)
        .hasMessageContaining("one leads under adapter/");
  }

  @Test
  void nothingIsOverwritten() {
    openShared();
    Transfer.Whole whole = some();

    assertThatThrownBy(() -> Transfer.bringTo(quorum, PREFIX, whole))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("there is a ledger under adapter/");
  }

  @Test
  void aMoveThatWasInterruptedIsSaidAndBegunAnew() {
    quorum.commit(
        new Attempt().put(PREFIX + "head", Transfer.UNDER_WAY).put(PREFIX + "entry/old", "1\nx"));
    assertThatThrownBy(this::openShared).hasMessageContaining("a ledger is being moved there");

    Transfer.bringTo(quorum, PREFIX, some());

    assertThat(openShared().get("old")).isEmpty();
    assertThat(openShared().range("").entries()).hasSize(249);
  }
}
