package io.cloudadapter.core.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.core.store.Transaction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup file holds a store as of one revision, and a file that was cut or changed is refused. */
class BackupFileTest {
  private static final Instant NOW = Instant.parse("2026-11-29T05:00:00Z");

  @TempDir
  Path directory;

  @Test
  void what_was_written_is_read_again() throws IOException {
    try (MemoryStore store = store()) {
      StoreRange before = store.range("");
      BackupFile read = BackupFile.read(file(backup(store)));

      assertThat(read.range()).isEqualTo(before);
      assertThat(read.header().epoch()).isEqualTo(store.epoch());
      assertThat(read.header().takenAt()).isEqualTo(NOW.minusSeconds(3));
      assertThat(read.header().keyId()).isEqualTo("k1");
      assertThat(read.header().store()).hasSize(32);
      assertThat(read.header().generation()).hasSize(16);
      assertThat(read.header().pools())
          .isEqualTo(Map.of("web", new BackupHeader.PoolAccount("lab", "4711")));
    }
  }

  @Test
  void what_is_written_to_the_store_later_is_not_in_it() throws IOException {
    try (MemoryStore store = store()) {
      StoreRange before = store.range("");
      var backup = BackupWriter.of(store, Duration.ZERO, NOW, "k1", "1");
      put(store, "pools/web/machine/i-2", "{}");
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      backup.writeTo(bytes);

      assertThat(BackupFile.read(file(bytes.toByteArray())).range()).isEqualTo(before);
    }
  }

  @Test
  void more_than_one_part_is_read_as_one() throws IOException {
    try (MemoryStore store = store()) {
      for (int i = 0; i < 300; i++) {
        put(store, "pools/web/machine/i-" + i, "x".repeat(1000));
      }

      assertThat(BackupFile.read(file(backup(store))).range()).isEqualTo(store.range(""));
    }
  }

  @Test
  void a_file_that_was_cut_anywhere_is_refused() throws IOException {
    byte[] whole;
    try (MemoryStore store = store()) {
      whole = backup(store);
    }
    for (int length = 0; length < whole.length; length++) {
      Path cut = file(Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> BackupFile.read(cut))
          .as("cut at %d", length)
          .isInstanceOf(StoreException.class);
    }
    assertThatThrownBy(() -> BackupFile.read(file(Arrays.copyOf(whole, whole.length + 1))))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("was changed after it was written");
  }

  @Test
  void a_file_that_was_changed_anywhere_is_refused() throws IOException {
    byte[] whole;
    try (MemoryStore store = store()) {
      whole = backup(store);
    }
    for (int at = 0; at < whole.length; at++) {
      byte[] changed = whole.clone();
      changed[at] ^= 1;
      Path file = file(changed);
      assertThatThrownBy(() -> BackupFile.read(file))
          .as("changed at %d", at)
          .isInstanceOf(StoreException.class);
    }
  }

  @Test
  void a_later_format_is_refused_by_its_number() throws IOException {
    assertThatThrownBy(() -> BackupFile.read(file("cloud-adapter backup 2\n{}\n".getBytes(UTF_8))))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("is of format 2, and this version reads format 1");
    assertThatThrownBy(() -> BackupFile.read(file("something else\n".getBytes(UTF_8))))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("is no backup of a ledger");
  }

  private static MemoryStore store() {
    MemoryStore store = new MemoryStore();
    StoreIdentity.ensure(store, new Random(1));
    put(store, "pools/web/pool", "{\"account\":\"lab\",\"identity\":\"4711\",\"later\":1}");
    put(store, "pools/web/machine/i-1", "{\"id\":\"i-1\"}");
    return store;
  }

  private static void put(StateStore store, String key, String value) {
    store.commit(Transaction.builder().put(key, value.getBytes(UTF_8)).build());
  }

  private static byte[] backup(StateStore store) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BackupWriter.of(store, Duration.ofSeconds(3), NOW, "k1", "1").writeTo(bytes);
    return bytes.toByteArray();
  }

  private Path file(byte[] content) throws IOException {
    Path file = directory.resolve("backup");
    Files.write(file, content);
    return file;
  }
}
