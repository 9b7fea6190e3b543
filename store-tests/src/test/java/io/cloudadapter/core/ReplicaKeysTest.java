package io.cloudadapter.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.core.bootstrap.LedgerEncryptionKey;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.LedgerKeyRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.runtime.LaunchEncryptor;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.quorum.SimulatedCluster;
import io.cloudadapter.core.store.shared.ElectedStore;
import io.cloudadapter.core.store.shared.QuorumStore;
import io.cloudadapter.spi.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which ledger keys a replica takes part with, before, in and after a rotation, also one that a crash interrupts. */
class ReplicaKeysTest {
  private static final Instant NOW = Instant.parse("2026-11-29T08:00:00Z");
  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final String LAUNCH = "pools/web/intent/key";

  @TempDir
  private Path directory;

  private long nanos;
  private final SimulatedCluster cluster = new SimulatedCluster(() -> nanos);
  private Path first;
  private Path second;
  private String before;
  private String next;

  /** One process of a replica. */
  private final class Process {
    final SimulatedCluster.Client way;
    final ElectedStore shared;
    final ReplicaKeys keys;

    Process(Path data) {
      String name = data.getFileName().toString();
      way = cluster.client(name);
      shared = new ElectedStore(
          way,
          "adapter/",
          name,
          LEASE,
          new QuorumStore.Settings(Optional.of(Runnable::run), () -> nanos, LEASE),
          () -> {});
      shared.url("https://" + name);
      AdapterSetup setup = new AdapterSetup();
      setup.dataDirectory(data);
      keys = new ReplicaKeys(setup, shared);
    }

    Process takesPart() {
      keys.accept();
      shared.tend();
      return this;
    }

    void crashes() {
      way.cut(true);
    }

    KeyRotation.Result rotates(StateStore store) {
      return new KeyRotation(
              store,
              keys.held(),
              new ReplicaKeyApproval(shared.directory()),
              new Random(5),
              NOW,
              done -> {})
          .run();
    }

    StateStore leading() {
      return shared.leading().orElseThrow();
    }

    String secret() {
      StoreEntry entry = shared.copy().get(LAUNCH).orElseThrow();
      LaunchRecord launch = RecordCodec.read(entry.key(), entry.bytes(), LaunchRecord.class);
      return new String(keys.reader().openBytes(String.valueOf(launch.frozen())), UTF_8);
    }
  }

  @BeforeEach
  void makeDirectories() throws IOException {
    first = directory("first");
    second = directory("second");
    LedgerEncryptionKey.in(first, new Random(1));
    before = LedgerEncryptionKey.id(first).orElseThrow();
    copyKey("ledger.key");
    next = LedgerEncryptionKey.makeNext(first, new Random(2));
    copyKey("ledger.key.next");
  }

  private Path directory(String name) throws IOException {
    return Files.createDirectory(directory.resolve(name));
  }

  private void copyKey(String file) throws IOException {
    Files.copy(first.resolve(file), second.resolve(file));
  }

  private static void put(StateStore store, LaunchEncryptor sealer) {
    LaunchRecord launch = LaunchRecord.planned("key", 1, Optional.empty(), 0, "", 1, NOW)
        .sent(sealer.sealBytes("a request".getBytes(UTF_8)), 1, NOW);
    store.commit(Transaction.builder().put(LAUNCH, RecordCodec.write(launch)).build());
  }

  private void leaseEnds() {
    nanos += LEASE.plusSeconds(1).toNanos();
    cluster.pass();
  }

  @Test
  void a_crash_before_the_first_record_of_a_rotation_leaves_replicas_that_finish_it() {
    Process leader = new Process(first).takesPart();
    Process follower = new Process(second).takesPart();
    put(leader.leading(), leader.keys.reader());
    StateStore crashing = new CrashingStore(leader.leading(), 1, false);

    assertThatThrownBy(() -> leader.rotates(crashing)).isInstanceOf(CrashingStore.Crash.class);

    leader.crashes();
    follower.crashes();
    leaseEnds();
    Process another = new Process(second).takesPart();
    Process again = new Process(first).takesPart();
    assertThat(another.shared.directory().sealedBy(before)).isEqualTo(next);
    assertThat(LedgerKeyRecord.of(another.shared.copy())).isEmpty();
    another.keys.followRotation();
    again.keys.followRotation();
    assertThat(List.of(
            another.keys.held().present().id(), again.keys.held().present().id()))
        .containsOnly(before);
    assertThat(List.of(another.secret(), again.secret())).containsOnly("a request");

    assertThat(another.rotates(another.leading()).promote()).hasValue(next);
    again.shared.tend();
    another.keys.followRotation();
    again.keys.followRotation();

    assertThat(List.of(LedgerEncryptionKey.id(first), LedgerEncryptionKey.id(second)))
        .containsOnly(Optional.of(next));
    assertThat(again.keys.held().next()).isEmpty();
    assertThat(List.of(another.secret(), again.secret())).containsOnly("a request");
  }

  @Test
  void the_present_key_stays_while_a_rotation_is_under_way() {
    Process leader = new Process(first).takesPart();
    put(leader.leading(), leader.keys.reader());
    StateStore crashing = new CrashingStore(leader.leading(), 1, true);
    assertThatThrownBy(() -> leader.rotates(crashing)).isInstanceOf(CrashingStore.Crash.class);

    Process follower = new Process(second).takesPart();
    follower.keys.followRotation();

    assertThat(LedgerKeyRecord.of(follower.shared.copy()).orElseThrow().underWay())
        .isTrue();
    assertThat(LedgerEncryptionKey.id(second)).hasValue(before);
    assertThat(follower.secret()).isEqualTo("a request");
  }

  @Test
  void a_replica_without_the_key_that_the_store_demands_takes_no_part() throws IOException {
    Process leader = new Process(first).takesPart();
    put(leader.leading(), leader.keys.reader());
    StateStore crashing = new CrashingStore(leader.leading(), 1, false);
    assertThatThrownBy(() -> leader.rotates(crashing)).isInstanceOf(CrashingStore.Crash.class);
    Path third = directory("third");
    Files.copy(first.resolve("ledger.key"), third.resolve("ledger.key"));

    assertThatThrownBy(() -> new Process(third).takesPart())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("they have " + next + ", and this directory has " + before);
  }

  @Test
  void a_rotation_waits_for_a_replica_that_has_not_shown_the_next_key() throws IOException {
    Process leader = new Process(first).takesPart();
    put(leader.leading(), leader.keys.reader());
    Files.delete(second.resolve("ledger.key.next"));
    Process follower = new Process(second).takesPart();
    assertThat(leader.rotates(leader.leading()).promote()).isEmpty();

    copyKey("ledger.key.next");
    follower.crashes();
    new Process(second).takesPart();

    assertThat(leader.rotates(leader.leading()).promote()).hasValue(next);
  }
}
