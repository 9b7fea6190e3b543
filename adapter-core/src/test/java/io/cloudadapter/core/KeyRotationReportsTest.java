package io.cloudadapter.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.cloudadapter.core.LedgerKeyRotation.Outcome;
import io.cloudadapter.core.bootstrap.LedgerEncryptionKey;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.LedgerKeyRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.runtime.LaunchEncryptor;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.core.store.Transaction;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each attempt to rotate the ledger's key has a report, also one that ends before it writes. */
class KeyRotationReportsTest {
  private static final Instant NOW = Instant.parse("2026-11-29T08:00:00Z");

  @TempDir
  private Path data;

  private final MemoryStore store = new MemoryStore();
  private final List<LedgerKeyRotation> reported = new ArrayList<>();
  private String present = "";

  @BeforeEach
  void makeKey() {
    present = keys().present().id();
  }

  private LedgerEncryptionKey.Keys keys() {
    return LedgerEncryptionKey.all(data, new Random(1));
  }

  private void rotate(KeyRotation.Approval approval) {
    new KeyRotation(store, keys(), approval, new Random(2), NOW, reported::add).run();
  }

  /** A process among others, whose approval of a next key fails. */
  private static KeyRotation.Approval failing() {
    return new KeyRotation.Approval() {
      @Override
      public Optional<String> hindrance(String present, String next) {
        throw new StoreException("the store does not answer");
      }

      @Override
      public boolean demandsKeys() {
        return true;
      }
    };
  }

  private void putRecord(String id, @Nullable String replacing) {
    LedgerKeyRecord record = new LedgerKeyRecord(id, replacing, 1, NOW);
    store.commit(Transaction.builder()
        .put(LedgerKeyRecord.KEY, RecordCodec.write(record))
        .build());
  }

  @Test
  void a_failed_approval_is_reported_and_the_next_attempt_goes_on() {
    String next = LedgerEncryptionKey.makeNext(data, new Random(3));

    assertThatThrownBy(() -> rotate(failing())).hasMessage("the store does not answer");
    assertThat(reported)
        .containsExactly(
            new LedgerKeyRotation(present, next, Outcome.FAILED, "the store does not answer"));

    rotate(KeyRotation.Approval.ALONE);
    assertThat(reported).last().isEqualTo(new LedgerKeyRotation(present, next, Outcome.DONE, ""));
  }

  @Test
  void a_process_that_lacks_a_key_of_a_rotation_under_way_is_reported_as_refused() {
    putRecord("the-new-one", "the-old-one");

    assertThatThrownBy(() -> rotate(failing())).isInstanceOf(StoreException.class);

    assertThat(reported).singleElement().satisfies(refused -> {
      assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
      assertThat(refused.from()).isEqualTo("the-old-one");
      assertThat(refused.to()).isEqualTo("the-new-one");
      assertThat(refused.reason()).startsWith("the ledger needs the ledger key the-new-one, and");
    });
  }

  @Test
  void a_process_with_a_next_key_that_lacks_the_present_one_is_reported_as_refused() {
    putRecord("the-present-one", null);
    String next = LedgerEncryptionKey.makeNext(data, new Random(3));

    assertThatThrownBy(() -> rotate(failing())).isInstanceOf(StoreException.class);

    assertThat(reported).singleElement().satisfies(refused -> {
      assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
      assertThat(refused.from()).isEqualTo("the-present-one");
      assertThat(refused.to()).isEqualTo(next);
    });
  }

  @Test
  void a_process_that_has_nothing_to_rotate_reports_nothing() {
    putRecord("the-present-one", null);

    assertThatThrownBy(() -> rotate(failing())).isInstanceOf(StoreException.class);

    assertThat(reported).isEmpty();
  }

  @Test
  void entries_that_no_key_opens_are_counted() {
    LaunchEncryptor lost = new LaunchEncryptor(new byte[LaunchEncryptor.KEY_BYTES], new Random(4));
    Transaction.Builder launches = Transaction.builder();
    for (String key : List.of("one", "two")) {
      LaunchRecord launch = LaunchRecord.planned(key, 1, Optional.empty(), 0, "", 1, NOW)
          .sent(lost.sealBytes("request".getBytes(UTF_8)), 1, NOW);
      launches.put("pools/web/intent/" + key, RecordCodec.write(launch));
    }
    store.commit(launches.build());
    LedgerEncryptionKey.makeNext(data, new Random(3));

    rotate(KeyRotation.Approval.ALONE);

    assertThat(reported)
        .extracting(LedgerKeyRotation::outcome, LedgerKeyRotation::reason)
        .containsExactly(tuple(Outcome.DONE, "2 entries cannot be opened and stay as they are"));
  }
}
