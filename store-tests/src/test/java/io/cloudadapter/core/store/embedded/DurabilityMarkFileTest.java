package io.cloudadapter.core.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.core.exception.StoreCorruptException;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.simulation.disk.SimulatedDisk;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that has lost its end is refused with what is missing, and no other store is. */
class DurabilityMarkFileTest {
  private static final String LOG = "log-00000001";

  private final SimulatedDisk disk = new SimulatedDisk();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLogCutAtAnyByteIsRefusedWithWhatIsMissing(boolean closed) {
    write(20, closed);
    byte[] whole = disk.bytes(LOG);
    byte[] marker = disk.bytes(DurabilityMarkFile.NAME);
    for (int cut = 0; cut < whole.length; cut++) {
      byte[] zeroed = Arrays.copyOf(Arrays.copyOf(whole, cut), whole.length);
      for (byte[] shorter : List.of(Arrays.copyOf(whole, cut), zeroed)) {
        if (Arrays.equals(shorter, whole)) {
          continue;
        }
        disk.overwrite(LOG, shorter);
        assertThatThrownBy(this::open)
            .as("cut at %d", cut)
            .isInstanceOf(StoreCorruptException.class)
            .hasMessageStartingWith(LOG);
        assertThat(disk.bytes(LOG)).isEqualTo(shorter);
        assertThat(disk.bytes(DurabilityMarkFile.NAME)).isEqualTo(marker);
      }
    }
    disk.overwrite(LOG, whole);
    try (EmbeddedStore store = open()) {
      assertThat(store.revision()).isEqualTo(20);
      assertThat(store.tail()).isEmpty();
    }
  }

  @Test
  void theRefusalSaysHowManyRevisionsAndBytesAreMissing() {
    write(3, false);
    int three = disk.bytes(LOG).length;
    EmbeddedStore store = open();
    store.commit(put(4));
    store.commit(put(5));
    disk.killProcess();
    byte[] whole = disk.bytes(LOG);
    disk.overwrite(LOG, Arrays.copyOf(whole, three));

    assertThatThrownBy(this::open)
        .hasMessage(
            ("%s at offset %d: the log ends here with revision 3, but it was durable up to offset"
                    + " %d with revision 5: 2 revisions in %d bytes are missing; restore the directory"
                    + " from a backup")
                .formatted(LOG, three, whole.length, whole.length - three));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDeletedLogIsRefusedWithWhatWasInIt(boolean closed) {
    write(3, closed);
    int length = disk.bytes(LOG).length;
    delete(LOG);

    assertThatThrownBy(this::open)
        .isInstanceOf(StoreCorruptException.class)
        .hasMessage(
            "%s is missing: it was durable up to offset %d with revision 3; restore the directory from a backup"
                .formatted(LOG, length));
    assertThat(disk.names()).containsExactly(DurabilityMarkFile.NAME);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theMarkerFollowsTheLogOverRotations(boolean closed) {
    EmbeddedStore store = EmbeddedStore.builder(disk, new Random(1))
        .executor(Runnable::run)
        .reserve(0)
        .compactAbove(300)
        .open();
    for (int i = 1; i <= 40; i++) {
      store.commit(put(i % 3));
    }
    end(store, closed);
    String newest = disk.names().stream()
        .filter(n -> n.startsWith("log-"))
        .max(String::compareTo)
        .orElseThrow();
    assertThat(newest).isGreaterThan("log-00000003");
    byte[] whole = disk.bytes(newest);

    delete(newest);
    assertThatThrownBy(this::open).hasMessageStartingWith(newest + " is missing: it was durable");
    disk.overwrite(newest, Arrays.copyOf(whole, whole.length - 1));
    assertThatThrownBy(this::open)
        .hasMessageStartingWith(newest)
        .hasMessageContaining("it was durable up to offset %d with revision 40", whole.length);
    disk.overwrite(newest, whole);
    open().close();
  }

  @Test
  void rotInTheLastRecordIsRefusedAlsoAfterAKill() {
    write(3, false);
    byte[] rotten = disk.bytes(LOG);
    rotten[rotten.length - 1] ^= 1;
    disk.overwrite(LOG, rotten);

    assertThatThrownBy(this::open)
        .isInstanceOf(StoreCorruptException.class)
        .hasMessageContaining("ends here with revision 2, but it was durable up to offset");
  }

  @Test
  void aTailThatIsLostAfterTheMarkerIsToldInFigures() {
    write(3, false);
    EmbeddedStore store = open();
    byte[] marker = disk.bytes(DurabilityMarkFile.NAME);
    int durable = disk.bytes(LOG).length;
    store.commit(put(4));
    disk.killProcess();
    byte[] rotten = disk.bytes(LOG);
    rotten[rotten.length - 1] ^= 1;
    disk.overwrite(LOG, rotten);
    disk.overwrite(
        DurabilityMarkFile.NAME, marker); // power loss may take the marks since the last forced one

    try (EmbeddedStore again = open()) {
      assertThat(again.revision()).isEqualTo(3);
      assertThat(again.tail())
          .hasValue(
              ("%s ends at offset %d with revision 3. %d bytes behind it, up to offset %d, are no whole"
                      + " record: a write that power loss cut short, or damage. By the marker,"
                      + " revision 3 was durable; nothing up to it is missing")
                  .formatted(LOG, durable, rotten.length - durable, rotten.length));
    }
  }

  @Test
  void afterPowerLossTheMarkerIsAtMostOneStepOfLogBehind() throws Exception {
    byte[] value = new byte[10_000];
    for (int seed = 0; seed < 20; seed++) {
      SimulatedDisk each = new SimulatedDisk();
      EmbeddedStore store = EmbeddedStore.builder(each, new Random(1))
          .executor(Runnable::run)
          .compactAbove(Long.MAX_VALUE)
          .open();
      for (int i = 0; i < 60; i++) {
        store.commit(Transaction.builder().put("k", value).build());
      }
      each.losePower(new SplittableRandom(seed));

      long marked = DurabilityMarkFile.read(each).orElseThrow().revision();
      assertThat(marked).isBetween(60 - (256L << 10) / 10_000 - 1, 60L);
    }
  }

  @Test
  void aStoreOfAnEarlierVersionHasNoMarkerAndGetsOne() {
    write(3, false);
    delete(DurabilityMarkFile.NAME);

    try (EmbeddedStore store = open()) {
      assertThat(store.revision()).isEqualTo(3);
    }
    assertThat(disk.names()).contains(DurabilityMarkFile.NAME);
    delete(LOG);
    assertThatThrownBy(this::open).hasMessageStartingWith(LOG + " is missing: it was durable");
  }

  @Test
  void aMarkerThatIsDamagedOrOfAnotherStoreIsRefused() {
    write(3, true);
    SimulatedDisk other = new SimulatedDisk();
    EmbeddedStore.builder(other, new Random(7)).executor(Runnable::run).open().close();
    byte[] whole = disk.bytes(DurabilityMarkFile.NAME);
    for (int at = 0; at < DurabilityMark.BYTES; at++) {
      byte[] rotten = whole.clone();
      rotten[at] ^= 16;
      disk.overwrite(DurabilityMarkFile.NAME, rotten);
      assertThatThrownBy(this::open)
          .as("byte %d", at)
          .isInstanceOf(StoreCorruptException.class)
          .hasMessageStartingWith("marker at offset 0: it is damaged");
    }
    disk.overwrite(DurabilityMarkFile.NAME, other.bytes(DurabilityMarkFile.NAME));
    assertThatThrownBy(this::open)
        .hasMessage("marker at offset 0: it belongs to another store than log-00000001");
    disk.overwrite(DurabilityMarkFile.NAME, whole);
    open().close();
  }

  /** Writes so many commits, and closes, or is killed. */
  private void write(int commits, boolean closed) {
    EmbeddedStore store = open();
    for (int i = 1; i <= commits; i++) {
      store.commit(put(i));
    }
    end(store, closed);
  }

  private void end(EmbeddedStore store, boolean closed) {
    if (closed) {
      store.close();
    } else {
      disk.killProcess();
    }
  }

  private void delete(String name) {
    try {
      disk.delete(name);
      disk.forceNames();
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Transaction put(int number) {
    return Transaction.builder().put("k" + number, "value " + number).build();
  }

  private EmbeddedStore open() {
    return EmbeddedStore.builder(disk, new Random(1))
        .executor(Runnable::run)
        .reserve(0)
        .open();
  }
}
