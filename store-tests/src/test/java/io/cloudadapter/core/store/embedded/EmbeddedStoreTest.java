package io.cloudadapter.core.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.exception.StoreInUseException;
import io.cloudadapter.core.store.CommitResult;
import io.cloudadapter.core.store.GatedDisk;
import io.cloudadapter.core.store.RecordingListener;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StateStoreContract;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.simulation.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedStoreTest implements StateStoreContract {
  @TempDir
  Path directory;

  @Override
  public Openings freshStore() {
    return () -> EmbeddedStore.open(directory, new Random(1));
  }

  @Test
  void aSecondOpeningIsRefusedByNameHoweverOftenItTries() {
    EmbeddedStore first = EmbeddedStore.open(directory, new Random(1));

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> EmbeddedStore.open(directory.resolve("."), new Random(1)))
          .isInstanceOf(StoreInUseException.class)
          .hasMessageContaining(directory.getFileName().toString())
          .hasMessageEndingWith("is open already, here or in another process");
    }
    assertThat(first.commit(put("a", "1")).committed()).isTrue();
    first.close();
    EmbeddedStore.open(directory, new Random(1)).close();
  }

  @Test
  void onlyItsOwnerMayReadIt() throws IOException {
    assumeThat(directory.getFileSystem().supportedFileAttributeViews()).contains("posix");
    Path fresh = directory.resolve("state");
    EmbeddedStore.open(fresh, new Random(1)).close();

    assertThat(permissions(fresh)).isEqualTo("rwx------");
    try (Stream<Path> files = Files.list(fresh)) {
      assertThat(files).isNotEmpty().allMatch(file -> permissions(file).equals("rw-------"));
    }
  }

  @Test
  void aPlaceThatIsNoDirectoryIsRefusedByName() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));

    assertThatThrownBy(() -> EmbeddedStore.open(file, new Random(1)))
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("cannot use the directory " + file);
  }

  @Test
  void transactionsThatWaitTogetherShareOneForceAndSeeEachOther() {
    Queue<Runnable> work = new ArrayDeque<>();
    SimulatedDisk disk = new SimulatedDisk();
    EmbeddedStore store = EmbeddedStore.builder(disk, new Random(1))
        .executor(Runnable::run)
        .writer(work::add)
        .open();
    int before = disk.forces().size();
    List<CompletableFuture<Optional<CommitResult>>> results = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      results.add(store.writer().submit(put("k" + i, "v")));
    }
    var second = store.writer().submit(put("first", "too late", 0));
    var afterOwn = store.writer().submit(put("k3", "again", 4));
    var afterOther = store.writer().submit(put("k3", "too late", 4));
    assertThat(store.range("").entries()).isEmpty();
    work.remove().run();

    assertThat(disk.forces()).hasSize(before + 1);
    assertThat(results).allMatch(result -> result.join().orElseThrow().committed());
    assertThat(second.join()).contains(CommitResult.committed(65));
    assertThat(afterOwn.join()).contains(CommitResult.committed(66));
    assertThat(afterOther.join()).contains(CommitResult.conflict("k3"));
    assertThat(store.counters().commits()).isEqualTo(66);
    assertThat(store.counters().conflicts()).isEqualTo(1);
    assertThat(store.counters().forces()).isEqualTo(1);
  }

  @Test
  void readsShowOnlyWhatIsDurableAndNeverWaitForTheDisk() throws Exception {
    GatedDisk disk = new GatedDisk(new SimulatedDisk());
    try (EmbeddedStore store = EmbeddedStore.builder(disk, new Random(1)).open()) {
      store.commit(put("a", "1"));
      disk.shut();
      CompletableFuture<CommitResult> commit =
          CompletableFuture.supplyAsync(() -> store.commit(put("a", "2")));
      disk.awaitForce();

      assertThat(store.get("a").orElseThrow().text()).isEqualTo("1");
      assertThat(store.range("").revision()).isEqualTo(1);
      assertThat(commit).isNotDone();
      disk.open();

      assertThat(commit.join()).isEqualTo(CommitResult.committed(2));
      assertThat(store.get("a").orElseThrow().text()).isEqualTo("2");
    }
  }

  @Test
  void theLogIsCompactedInTheBackgroundAndStaysInProportion() throws Exception {
    byte[] kilobyte = new byte[1_000];
    try (EmbeddedStore store = EmbeddedStore.builder(new SimulatedDisk(), new Random(1))
        .executor(Runnable::run)
        .reserve(0)
        .compactAbove(20_000)
        .open()) {
      for (int i = 0; i < 500; i++) {
        store.commit(Transaction.builder().put("k" + i % 5, kilobyte).build());
      }

      assertThat(store.counters().snapshots()).isBetween(20L, 26L);
    }
  }

  @Test
  void anOpeningCountsTheLogThatItGoesOnWithOnce() {
    SimulatedDisk disk = new SimulatedDisk();
    try (EmbeddedStore store = quiet(disk, 0)) {
      store.commit(Transaction.builder().put("a", new byte[10_000]).build());
    }
    try (EmbeddedStore store = quiet(disk, 0)) {
      store.commit(put("b", "1"));

      assertThat(store.counters().snapshots())
          .as("a log as large as its entries")
          .isZero();
    }
  }

  @Test
  void commitsGoOnWhileASnapshotWaitsAndClosingGivesItUp() {
    SimulatedDisk disk = new SimulatedDisk();
    Queue<Runnable> background = new ArrayDeque<>();
    EmbeddedStore store = EmbeddedStore.builder(disk, new Random(1))
        .executor(Runnable::run)
        .background(background::add)
        .compactAbove(0)
        .open();
    for (int i = 0; i < 10; i++) {
      assertThat(store.commit(put("a", "" + i)).committed()).isTrue();
    }
    assertThat(background).hasSize(1);
    store.close();
    background.remove().run();

    assertThat(disk.names()).containsExactlyInAnyOrder("log-00000001", "log-00000002", "marker");
    try (StateStore again =
        EmbeddedStore.builder(disk, new Random(1)).executor(Runnable::run).open()) {
      assertThat(again.get("a").orElseThrow().text()).isEqualTo("9");
    }
  }

  @Test
  void aWatchGoesOnAcrossOpeningsAsFarBackAsTheLogGoes() throws Exception {
    SimulatedDisk disk = new SimulatedDisk();
    RecordingListener fromLog = new RecordingListener();
    RecordingListener beforeSnapshot = new RecordingListener();
    RecordingListener afterSnapshot = new RecordingListener();
    try (StateStore store = quiet(disk, 10_000)) {
      store.commit(put("a", "1"));
    }
    try (StateStore store = quiet(disk, 0)) { // its first commit makes it take a snapshot
      store.watch("", 0, fromLog);
      store.commit(put("a", "2"));
    }
    try (StateStore store = quiet(disk, 10_000)) {
      store.commit(put("a", "3"));
      store.watch("", 1, beforeSnapshot);
      store.watch("", 2, afterSnapshot);
    }

    assertThat(fromLog.calls()).containsExactly("1 [a=1]", "2 [a=2]", "ended CLOSED");
    assertThat(beforeSnapshot.calls()).containsExactly("ended COMPACTED");
    assertThat(afterSnapshot.calls()).containsExactly("3 [a=3]", "ended CLOSED");
  }

  private static EmbeddedStore quiet(SimulatedDisk disk, long compactAbove) {
    return EmbeddedStore.builder(disk, new Random(1))
        .executor(Runnable::run)
        .reserve(0)
        .compactAbove(compactAbove)
        .open();
  }

  private static String permissions(Path path) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Transaction put(String key, String text) {
    return Transaction.builder().put(key, text).build();
  }

  private static Transaction put(String key, String text, long required) {
    return Transaction.builder().require(key, required).put(key, text).build();
  }
}
