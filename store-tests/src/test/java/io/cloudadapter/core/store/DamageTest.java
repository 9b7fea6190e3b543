package io.cloudadapter.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.core.exception.StoreCorruptException;
import io.cloudadapter.core.store.embedded.DurabilityMarkFile;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import io.cloudadapter.core.store.embedded.FrameCodec;
import io.cloudadapter.simulation.disk.SimulatedDisk;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A torn tail is what crashes leave; anything else that was changed is refused. */
class DamageTest {
  private static final String LOG = "log-00000001";

  private final SimulatedDisk disk = new SimulatedDisk();

  @Test
  void aLogCutAtEveryByteOfItsLastRecordOpensWithoutIt() {
    int start = logBytesAfter("a=1", "b=2");
    byte[] marker = disk.bytes(DurabilityMarkFile.NAME);
    int end = logBytesAfter("a=3");
    byte[] whole = disk.bytes(LOG);
    for (int cut = start; cut < end; cut++) {
      byte[] zeroBehind = whole.clone();
      Arrays.fill(zeroBehind, cut, zeroBehind.length, (byte) 0);
      boolean onlyZerosLost = Arrays.equals(zeroBehind, whole);
      for (byte[] torn : List.of(Arrays.copyOf(whole, cut), zeroBehind)) {
        disk.overwrite(LOG, torn);
        disk.overwrite(
            DurabilityMarkFile.NAME, marker); // of the moment before the record that is torn
        try (EmbeddedStore store = open()) {
          assertThat(shown(store))
              .as("cut at %d", cut)
              .isEqualTo(onlyZerosLost && torn == zeroBehind ? "3 [a=3, b=2]" : "2 [a=1, b=2]");
          store.commit(Transaction.builder().put("c", "4").build());
        }
        try (EmbeddedStore store = open()) {
          assertThat(shown(store)).contains("c=4");
        }
      }
    }
  }

  @Test
  void everyFlippedBitBeforeTheTailIsRefusedWithFileAndOffsetAndNothingIsChanged() {
    int start = logBytesAfter("a=1");
    logBytesAfter("b=2");
    byte[] whole = disk.bytes(LOG);
    for (int at = 0; at < start; at++) {
      byte[] rotten = whole.clone();
      rotten[at] ^= (byte) (1 << at % 8);
      disk.overwrite(LOG, rotten);

      assertThatThrownBy(this::open)
          .as("byte %d", at)
          .isInstanceOf(StoreCorruptException.class)
          .hasMessageMatching("log-00000001 at offset [0-9]+: .+");
      assertThat(disk.bytes(LOG)).isEqualTo(rotten);
    }
  }

  @Test
  void zerosWhereARecordWasAreRefused() {
    int first = logBytesAfter("a=1");
    int second = logBytesAfter("b=2");
    logBytesAfter("c=3");
    byte[] holed = disk.bytes(LOG);
    Arrays.fill(holed, first, second, (byte) 0);
    disk.overwrite(LOG, holed);

    assertThatThrownBy(this::open)
        .isInstanceOf(StoreCorruptException.class)
        .hasMessage("%s at offset %d: damaged, but the record at offset %d is whole"
            .formatted(LOG, first, second));
  }

  @Test
  void rotInTheLastCommitIsSeenAfterACleanClose() {
    int first = logBytesAfter("a=1");
    try (EmbeddedStore store = open()) {
      store.commit(Transaction.builder().put("b", "2").build());
    }
    byte[] rotten = disk.bytes(LOG);
    rotten[first + 32 + 30] ^= 1; // 32 bytes tell the new epoch, then comes the commit
    disk.overwrite(LOG, rotten);

    assertThatThrownBy(this::open).isInstanceOf(StoreCorruptException.class);
  }

  @Test
  void bytesOfAValueThatLookLikeARecordAreNone() {
    logBytesAfter("a=1");
    byte[] log = disk.bytes(LOG);
    EmbeddedStore store = open();
    byte[] marker = disk.bytes(DurabilityMarkFile.NAME);
    store.commit(Transaction.builder().put("decoy", log).build());
    disk.killProcess();
    disk.overwrite(DurabilityMarkFile.NAME, marker);
    byte[] torn = disk.bytes(LOG);
    int lastByte = torn.length - 1;
    while (torn[lastByte] == 0) {
      lastByte--;
    }
    torn[lastByte] ^= 1; // the record around the decoys is damaged, they are not
    disk.overwrite(LOG, torn);

    try (EmbeddedStore again = open()) {
      assertThat(shown(again)).isEqualTo("1 [a=1]");
    }
  }

  @Test
  void everyFlippedBitOfASnapshotIsRefused() {
    for (int i = 0; i < 20; i++) {
      logBytesAfter("k" + i % 3 + "=" + i);
    }
    EmbeddedStore compacted = EmbeddedStore.builder(disk, new Random(1))
        .executor(Runnable::run)
        .reserve(0)
        .compactAbove(0)
        .open();
    compacted.commit(Transaction.builder().put("k0", "last").build());
    assertThat(compacted.counters().snapshots()).isEqualTo(1);
    compacted.close();
    assertThat(disk.names())
        .containsExactlyInAnyOrder("log-00000002", "marker", "snapshot-00000002");

    byte[] whole = disk.bytes("snapshot-00000002");
    for (int at = 0; at <= whole.length; at++) {
      byte[] rotten = Arrays.copyOf(whole, at == whole.length ? at + 1 : whole.length);
      rotten[at] ^= 4;
      disk.overwrite("snapshot-00000002", rotten);
      assertThatThrownBy(this::open)
          .as("byte %d", at)
          .isInstanceOf(StoreCorruptException.class)
          .hasMessageStartingWith("snapshot-00000002 at offset ");
    }
    disk.overwrite("snapshot-00000002", whole);
    try (EmbeddedStore store = open()) {
      assertThat(shown(store)).isEqualTo("21 [k0=last, k1=19, k2=17]");
    }
  }

  @Test
  void everyBitThatRotsAfterACleanCloseIsRefusedOrChangesNothing() {
    Queue<Runnable> snapshots = new ArrayDeque<>();
    EmbeddedStore store = EmbeddedStore.builder(disk, new Random(1))
        .executor(Runnable::run)
        .background(snapshots::add)
        .reserve(40)
        .compactAbove(400)
        .open();
    for (int i = 0; disk.names().size() < 4; i++) { // a marker, a snapshot and two logs after it
      store.commit(Transaction.builder().put("k" + i % 3, "value " + i).build());
      if (disk.names().contains(LOG) && !snapshots.isEmpty()) {
        snapshots.remove().run();
      }
    }
    String held = shown(store);
    store.close();
    assertThat(disk.names())
        .containsExactlyInAnyOrder("marker", "snapshot-00000002", "log-00000002", "log-00000003");

    int refused = 0;
    int harmless = 0;
    for (String name : disk.names()) {
      byte[] whole = disk.bytes(name);
      for (int bit = 0; bit < whole.length * 8; bit++) {
        SimulatedDisk rotten = new SimulatedDisk();
        disk.names().forEach(each -> rotten.overwrite(each, disk.bytes(each)));
        byte[] bytes = whole.clone();
        bytes[bit / 8] ^= (byte) (1 << bit % 8);
        rotten.overwrite(name, bytes);
        try (EmbeddedStore opened = open(rotten)) {
          assertThat(shown(opened)).as("bit %d of %s", bit, name).isEqualTo(held);
          harmless++;
        } catch (StoreCorruptException e) {
          assertThat(e).hasMessageContaining(name).hasMessageContaining("offset");
          assertThat(rotten.bytes(name)).isEqualTo(bytes);
          refused++;
        }
      }
    }
    System.out.printf(
        "bit rot: %d bits flipped, %d refused by name and offset, %d harmless (behind the end)%n",
        refused + harmless, refused, harmless);
    assertThat(refused).isPositive();
    // The room behind each log's end, the frame that says that the store was closed, and the room
    // behind the forced mark.
    assertThat(harmless).isLessThanOrEqualTo(8 * (2 * 40 + FrameCodec.OVERHEAD + 20 + 512));
  }

  @Test
  void aMissingLogAndAnotherStoresLogAreRefused() throws Exception {
    SimulatedDisk other = new SimulatedDisk();
    EmbeddedStore.builder(other, new Random(2)).executor(Runnable::run).open().close();
    EmbeddedStore compacted = EmbeddedStore.builder(disk, new Random(1))
        .executor(Runnable::run)
        .compactAbove(0)
        .open();
    compacted.commit(Transaction.builder().put("a", "1").build());
    compacted.close();
    byte[] log = disk.bytes("log-00000002");

    disk.delete("log-00000002");
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreCorruptException.class)
        .hasMessageMatching("log-00000002 is missing: it was durable up to offset [0-9]+ with"
            + " revision 1; restore the directory from a backup");

    disk.overwrite("log-00000002", other.bytes(LOG));
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreCorruptException.class)
        .hasMessage("log-00000002 at offset 0: the header is damaged");

    disk.overwrite("log-00000002", log);
    open().close();
  }

  @Test
  void aLaterFormatIsRefusedByItsNumber() {
    logBytesAfter("a=1");
    byte[] log = disk.bytes(LOG);
    log[11] = 2;
    disk.overwrite(LOG, log);

    assertThatThrownBy(this::open)
        .isInstanceOf(StoreCorruptException.class)
        .hasMessage("log-00000001 at offset 8: it is of format 2, and this version reads format 1;"
            + " use the version that wrote it, or a newer one");
  }

  /** Commits each "key=value", kills the process, and says where the log then ended. */
  private int logBytesAfter(String... puts) {
    EmbeddedStore store = open();
    for (String put : puts) {
      String[] pair = put.split("=");
      store.commit(Transaction.builder().put(pair[0], pair[1]).build());
    }
    disk.killProcess();
    return disk.bytes(LOG).length;
  }

  private EmbeddedStore open() {
    return open(disk);
  }

  private static EmbeddedStore open(SimulatedDisk disk) {
    return EmbeddedStore.builder(disk, new Random(1))
        .executor(Runnable::run)
        .reserve(0)
        .open();
  }

  private static String shown(StateStore store) {
    StoreRange all = store.range("");
    return all.revision()
        + " "
        + all.entries().stream().map(entry -> entry.key() + "=" + entry.text()).toList();
  }
}
