package io.cloudadapter.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.core.backup.BackupWriter;
import io.cloudadapter.core.backup.RestoredContents;
import io.cloudadapter.core.backup.StoreIdentity;
import io.cloudadapter.core.bootstrap.LedgerEncryptionKey;
import io.cloudadapter.core.bootstrap.LedgerSwitch;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.exception.StoreFailedException;
import io.cloudadapter.core.exception.StoreInUseException;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreChange;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.WatchEndReason;
import io.cloudadapter.core.store.WatchListener;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import io.cloudadapter.core.store.quorum.ClusterTransaction;
import io.cloudadapter.core.store.quorum.SimulatedCluster;
import io.cloudadapter.core.store.shared.QuorumStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A ledger is restored from a backup as a whole or not at all, into a directory and into a shared store. */
class LedgerRestoreTest {
  private static final Instant TAKEN = Instant.parse("2026-11-29T05:00:00Z");
  private static final Instant NOW = TAKEN.plus(Duration.ofHours(9));
  private static final String PREFIX = "/pools/";

  @TempDir
  private Path scratch;

  private Path data;
  private Path file;

  @BeforeEach
  void prepare() throws IOException {
    data = Files.createDirectory(scratch.resolve("data"));
    file = scratch.resolve("backup");
  }

  private static Random random() {
    return new Random(5);
  }

  /** A ledger whose one record has this value. */
  private void ledger(String value) {
    LedgerEncryptionKey.in(data, random());
    try (EmbeddedStore store = EmbeddedStore.open(data.resolve("ledger"), random())) {
      write(store, value);
    }
  }

  private static void write(StateStore store, String value) {
    StoreIdentity.ensure(store, random());
    store.commit(
        Transaction.builder().put("other/record", value.getBytes(UTF_8)).build());
  }

  private void backup() throws IOException {
    try (EmbeddedStore store = EmbeddedStore.open(data.resolve("ledger"), random());
        OutputStream out = Files.newOutputStream(file)) {
      BackupWriter.of(store, Duration.ZERO, TAKEN, LedgerEncryptionKey.id(data).orElseThrow(), "1")
          .writeTo(out);
    }
  }

  private LedgerRestore restore(boolean replace) {
    return LedgerRestore.of(file, data, replace, NOW);
  }

  private String value() {
    new LedgerSwitch(data).finish();
    try (EmbeddedStore store = EmbeddedStore.open(data.resolve("ledger"), random())) {
      return value(store);
    }
  }

  private static String value(StateStore store) {
    return store.get("other/record").orElseThrow().text();
  }

  // ------------------------------------------------------------------------------- a directory

  @Test
  void a_restored_ledger_is_of_a_new_generation_far_above_the_backup() throws IOException {
    ledger("old");
    backup();
    long epoch;
    StoreIdentity before;
    try (EmbeddedStore store = EmbeddedStore.open(data.resolve("ledger"), random())) {
      write(store, "new");
      epoch = store.epoch();
      before = StoreIdentity.of(store).orElseThrow();
    }

    LedgerRestore.Restored restored = restore(true).toData();

    try (EmbeddedStore store = EmbeddedStore.open(data.resolve("ledger"), random())) {
      StoreIdentity after = StoreIdentity.of(store).orElseThrow();
      assertThat(value(store)).isEqualTo("old");
      assertThat(store.epoch()).isGreaterThan(epoch + RestoredContents.LEAP);
      assertThat(store.revision()).isGreaterThan(RestoredContents.LEAP);
      assertThat(after.id()).isEqualTo(before.id());
      assertThat(after.generation())
          .isEqualTo(restored.generation())
          .isNotEqualTo(before.generation());
      assertThat(after.takenAt()).isEqualTo(TAKEN);
      assertThat(after.restoredAt()).isEqualTo(NOW);
    }
    assertThat(data.resolve("ledger-replaced")).isDirectory();
  }

  @Test
  void a_watch_from_before_the_restore_is_told_to_list_again() throws IOException {
    ledger("old");
    backup();
    restore(true).toData();
    try (EmbeddedStore store = EmbeddedStore.open(data.resolve("ledger"), random())) {
      CompletableFuture<WatchEndReason> end = new CompletableFuture<>();
      store.watch("other/", 1_000, new WatchListener() {
        @Override
        public void changed(long revision, List<StoreChange> changes) {}

        @Override
        public void ended(WatchEndReason reason) {
          end.complete(reason);
        }
      });
      write(store, "newer");
      assertThat(end).succeedsWithin(Duration.ofMinutes(2)).isEqualTo(WatchEndReason.COMPACTED);
    }
  }

  @Test
  void a_ledger_is_replaced_only_on_request() throws IOException {
    ledger("old");
    backup();
    ledger("new");

    assertThatThrownBy(() -> restore(false).toData())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("there is a ledger in " + data + " already")
        .hasMessageContaining("--replace");
    assertThat(value()).isEqualTo("new");
  }

  @Test
  void a_ledger_is_not_replaced_while_a_server_has_it_open() throws IOException {
    ledger("old");
    backup();
    ledger("new");
    try (EmbeddedStore store = EmbeddedStore.open(data.resolve("ledger"), random())) {
      assertThatThrownBy(() -> restore(true).toData()).isInstanceOf(StoreInUseException.class);
      assertThat(value(store)).isEqualTo("new");
    }
  }

  @Test
  void a_damaged_ledger_is_replaced() throws IOException {
    ledger("old");
    backup();
    Files.write(data.resolve("ledger").resolve("log-00000001"), new byte[300]);

    restore(true).toData();

    assertThat(value()).isEqualTo("old");
  }

  @Test
  void the_key_that_a_backup_needs_is_named_before_anything_is_written() throws IOException {
    ledger("old");
    backup();
    String needed = LedgerEncryptionKey.id(data).orElseThrow();
    Path other = Files.createDirectory(scratch.resolve("other"));

    assertThatThrownBy(() -> LedgerRestore.of(file, other, false, NOW))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("needs the ledger key " + needed)
        .hasMessageContaining("has none");
    assertThat(other).isEmptyDirectory();

    LedgerEncryptionKey.in(other, new Random(6));
    assertThatThrownBy(() -> LedgerRestore.of(file, other, false, NOW))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(LedgerEncryptionKey.id(other).orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void a_crash_leaves_the_old_ledger_or_the_restored_one(int step) throws IOException {
    ledger("old");
    backup();
    ledger("new");
    int[] steps = {0};
    class Crash extends RuntimeException {
      private static final long serialVersionUID = 1L;
    }

    assertThatThrownBy(() -> restore(true).toData(() -> {
          steps[0]++;
          if (steps[0] == step) {
            throw new Crash();
          }
        }))
        .isInstanceOf(Crash.class);

    assertThat(value()).isEqualTo(step == 4 ? "old" : "new");
    restore(true).toData();
    assertThat(value()).as("it can be repeated").isEqualTo("old");
  }

  @Test
  void a_start_finishes_a_switch_that_power_loss_has_cut_short() throws IOException {
    ledger("old");
    Path ledger = data.resolve("ledger");
    Files.move(ledger, data.resolve("ledger-restored"));
    Files.writeString(data.resolve("format"), "cloud-adapter data 3\n");

    assertThat(value()).isEqualTo("old");
    assertThat(data.resolve("format")).content().isEqualTo("cloud-adapter data 2\n");
    try (Stream<Path> files = Files.list(data)) {
      assertThat(files.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("ledger", "ledger.key", "format");
    }
  }

  // ------------------------------------------------------------------------------- a shared store

  private static QuorumStore open(SimulatedCluster.Client way) {
    return QuorumStore.open(way, PREFIX, QuorumStore.Settings.usual(() -> 0));
  }

  @Test
  void a_shared_store_is_replaced_at_once_and_its_old_writer_is_fenced() throws IOException {
    ledger("old");
    backup();
    SimulatedCluster.Client way = new SimulatedCluster(() -> 0).client("a");
    QuorumStore writer = open(way);
    write(writer, "new");

    assertThatThrownBy(() -> restore(false).toStore(way, PREFIX, "etcd"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("--replace");
    restore(true).toStore(way, PREFIX, "etcd");

    assertThatThrownBy(() -> write(writer, "late")).isInstanceOf(StoreFailedException.class);
    try (QuorumStore store = open(way)) {
      assertThat(value(store)).isEqualTo("old");
      assertThat(store.epoch()).isGreaterThan(RestoredContents.LEAP);
      write(store, "newer");
    }
    try (QuorumStore store = open(way)) {
      assertThat(value(store)).isEqualTo("newer");
    }
    assertThat(way.range(PREFIX + "entry/", "", 10, 0).items()).isEmpty();
    assertThat(way.get(PREFIX + "seal").orElseThrow().text())
        .isEqualTo(LedgerEncryptionKey.id(data).orElseThrow());
  }

  @Test
  void what_an_interrupted_restore_has_left_in_a_shared_store_is_not_seen() throws IOException {
    SimulatedCluster.Client way = new SimulatedCluster(() -> 0).client("a");
    way.commit(
        new ClusterTransaction().put(PREFIX + "entry-0123456789abcdef/other/record", "1\nhalf"));
    try (QuorumStore store = open(way)) {
      assertThat(store.range("").entries()).isEmpty();
      write(store, "new");
    }
    way.commit(
        new ClusterTransaction().put(PREFIX + "entry-0123456789abcdef/other/record", "1\nhalf"));
    try (QuorumStore store = open(way)) {
      assertThat(value(store)).isEqualTo("new");
    }
  }

  @Test
  void a_shared_store_that_a_replica_leads_is_not_replaced() throws IOException {
    ledger("old");
    backup();
    SimulatedCluster.Client way = new SimulatedCluster(() -> 0).client("a");
    try (QuorumStore writer = open(way)) {
      write(writer, "new");
    }
    way.commit(new ClusterTransaction().put(PREFIX + "leader", "one\n"));

    assertThatThrownBy(() -> restore(true).toStore(way, PREFIX, "etcd"))
        .isInstanceOf(StoreInUseException.class)
        .hasMessageContaining("one leads under " + PREFIX);
  }

  @Test
  void an_earlier_version_refuses_a_replaced_store_by_its_number() throws IOException {
    ledger("old");
    backup();
    SimulatedCluster.Client way = new SimulatedCluster(() -> 0).client("a");
    restore(false).toStore(way, PREFIX, "etcd");

    assertThat(way.get(PREFIX + "head").orElseThrow().text()).startsWith("cloud-adapter 2\n");
  }
}
