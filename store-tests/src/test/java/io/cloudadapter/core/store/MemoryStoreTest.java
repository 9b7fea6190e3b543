package io.cloudadapter.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.core.exception.StoreFailedException;
import org.junit.jupiter.api.Test;

class MemoryStoreTest implements StateStoreContract {

  @Override
  public Openings freshStore() {
    MemoryStore[] last = {new MemoryStore()};
    return () -> last[0] = last[0].reopen();
  }

  @Test
  void aLaterOpeningFencesTheEarlierOne() throws Exception {
    MemoryStore first = new MemoryStore();
    RecordingListener heard = new RecordingListener();
    first.watch("", 0, heard);
    MemoryStore second = first.reopen();

    assertThatThrownBy(() -> first.commit(Transaction.builder().put("a", "1").build()))
        .isInstanceOf(StoreFailedException.class)
        .hasMessage("epoch 1 is fenced: epoch 2 was opened since");
    assertThat(heard.next()).isEqualTo("ended FAILED");
    assertThat(second.revision()).isZero();
    first.close();
    assertThat(second.commit(Transaction.builder().put("a", "1").build()).committed())
        .isTrue();
  }

  @Test
  void aWatchThatAsksForForgottenChangesEndsAsCompacted() throws Exception {
    MemoryStore store = new MemoryStore();
    for (int i = 0; i < 10_001; i++) {
      store.commit(Transaction.builder().put("a", "1").build());
    }
    RecordingListener tooLate = new RecordingListener();
    RecordingListener inTime = new RecordingListener();
    store.watch("", 0, tooLate);
    store.watch("", 1, inTime);

    assertThat(tooLate.calls()).containsExactly("ended COMPACTED");
    assertThat(inTime.calls()).hasSize(10_000).startsWith("2 [a=1]").endsWith("10001 [a=1]");
  }

  @Test
  void theHistoryIsBoundedInBytesToo() throws Exception {
    MemoryStore store = new MemoryStore();
    for (int i = 0; i < 40; i++) {
      store.commit(
          Transaction.builder().put("a", new byte[Transaction.MAX_VALUE_BYTES]).build());
    }
    RecordingListener heard = new RecordingListener();
    store.watch("", 20, heard);

    assertThat(heard.next()).isEqualTo("ended COMPACTED");
  }
}
