package io.cloudadapter.core;

import io.cloudadapter.core.LedgerKeyRotation.Outcome;
import io.cloudadapter.core.bootstrap.LedgerEncryptionKey;
import io.cloudadapter.core.catalog.SealedEntries;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.ledger.LedgerKeyRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.runtime.LaunchEncryptor;
import io.cloudadapter.core.runtime.LedgerKey;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.Transaction;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rotates the ledger's key when a process begins to keep the pools, before any of them takes a step: every secret in
 * the store is encrypted anew under the next key, in transactions of some entries each. What a crash interrupts is
 * finished by the next process that begins to keep the pools; until then both keys are needed, and both are there.
 *
 * <pre>
 *   ledger.key.next is made                    the operator
 *   other replicas accept the next key only    {@link Approval}
 *   {@link LedgerKeyRecord}, under way         from here on texts name their key
 *   entries, some at a time
 *   {@link LedgerKeyRecord}, finished
 *   ledger.key.next becomes ledger.key         {@link Result#promote}
 * </pre>
 */
final class KeyRotation {
  private static final Logger LOG = LoggerFactory.getLogger(CloudAdapter.class);
  private static final int ENTRIES_AT_ONCE = 50;
  private static final long BYTES_AT_ONCE = 512 << 10;

  /** Approves the next key of the processes that share a store. */
  interface Approval {
    /** For a store that no other process uses. */
    Approval ALONE = new Approval() {
      @Override
      public Optional<String> hindrance(String present, String next) {
        return Optional.empty();
      }

      @Override
      public boolean demandsKeys() {
        return false;
      }
    };

    /**
     * Has all processes accept the next key, and refuse to begin without it.
     *
     * @param present the id of the present key
     * @param next the id of the next one
     * @return why they cannot yet; the rotation then waits for the next process that begins to keep the pools
     */
    Optional<String> hindrance(String present, String next);

    /** Whether a process without the key that the store needs refuses to begin, since another one may have it. */
    boolean demandsKeys();
  }

  /**
   * What the pools are to be kept with.
   *
   * @param sealer encrypts and opens secrets
   * @param promote the id of the next key if it is the ledger's only one, so that its file can take its place
   */
  record Result(LaunchEncryptor sealer, Optional<String> promote) {}

  private final StateStore store;
  private final LedgerEncryptionKey.Keys keys;
  private final Approval approval;
  private final RandomGenerator random;
  private final Instant now;
  private final Consumer<LedgerKeyRotation> listener;
  private int left;

  KeyRotation(
      StateStore store,
      LedgerEncryptionKey.Keys keys,
      Approval approval,
      RandomGenerator random,
      Instant now,
      Consumer<LedgerKeyRotation> listener) {
    this.store = store;
    this.keys = keys;
    this.approval = approval;
    this.random = random;
    this.now = now;
    this.listener = listener;
  }

  /** Opens secrets under any of the keys. */
  LaunchEncryptor reader() {
    return new LaunchEncryptor(keys.present(), keys.all(), false, random);
  }

  /**
   * Rotates the key if there is a next one, or if a rotation was interrupted.
   *
   * @return what the pools are to be kept with
   * @throws StoreException if the store needs a key that this process does not have, or cannot be written
   */
  Result run() {
    Optional<LedgerKeyRecord> record = LedgerKeyRecord.of(store);
    record.ifPresent(this::checkKeys);
    LedgerKey target = target(record);
    LaunchEncryptor sealer = new LaunchEncryptor(
        target, keys.all(), record.isPresent() || target != keys.present(), random);
    boolean begun = record.filter(known -> known.id().equals(target.id())).isPresent();
    if (begun && !record.orElseThrow().underWay()) {
      // The process that has finished it may have ended before it could report that.
      promoted(target)
          .ifPresent(id -> report(
              keys.present().id(), id, Outcome.DONE, "a process before this one has finished it"));
      return new Result(sealer, promoted(target));
    }
    if (record.isEmpty() && target == keys.present()) {
      return new Result(sealer, Optional.empty());
    }
    LedgerKeyRecord rotation = begun
        ? record.orElseThrow()
        : new LedgerKeyRecord(
            target.id(),
            record.map(LedgerKeyRecord::id).orElse(keys.present().id()),
            store.epoch(),
            now);
    String before = Objects.requireNonNull(rotation.replacing(), "it is under way");
    int entries;
    try {
      if (!begun) {
        write(rotation);
      }
      entries = reseal(sealer);
      write(rotation.finished());
    } catch (RuntimeException e) { // The audit names each attempt; the caller has the failure.
      report(before, target.id(), Outcome.FAILED, String.valueOf(e.getMessage()));
      throw e;
    }
    LOG.info(
        "the ledger key is {} now; the secrets of {} entries are encrypted under it",
        target.id(),
        entries);
    report(
        before,
        target.id(),
        Outcome.DONE,
        left == 0 ? "" : left + " entries cannot be opened and stay as they are");
    return new Result(sealer, promoted(target));
  }

  private void report(String from, String to, Outcome outcome, String reason) {
    try {
      listener.accept(new LedgerKeyRotation(from, to, outcome, reason));
    } catch (RuntimeException e) { // A rotation depends on no listener.
      LOG.error("a listener of the rotation of the ledger key has failed", e);
    }
  }

  private Optional<String> promoted(LedgerKey key) {
    return keys.next().map(LedgerKey::id).filter(key.id()::equals);
  }

  /** The key that the ledger is to have. */
  private LedgerKey target(Optional<LedgerKeyRecord> record) {
    LedgerKey present = record.flatMap(known -> key(known.id())).orElse(keys.present());
    Optional<LedgerKey> next = keys.next().filter(key -> !key.id().equals(present.id()));
    if (next.isEmpty()) {
      return present;
    }
    Optional<String> hindrance;
    try {
      hindrance = approval.hindrance(present.id(), next.get().id());
    } catch (RuntimeException e) { // The audit names each attempt; the caller has the failure.
      report(present.id(), next.get().id(), Outcome.FAILED, String.valueOf(e.getMessage()));
      throw e;
    }
    hindrance.ifPresent(why -> {
      LOG.warn(
          "the ledger key stays {}, and does not become {} yet: {}",
          present.id(),
          next.get().id(),
          why);
      report(present.id(), next.get().id(), Outcome.REFUSED, why);
    });
    return hindrance.isPresent() ? present : next.get();
  }

  private Optional<LedgerKey> key(String id) {
    return keys.all().stream().filter(key -> key.id().equals(id)).findFirst();
  }

  private void checkKeys(LedgerKeyRecord record) {
    for (String id : record.needed()) {
      if (keys.has(id)) {
        continue;
      }
      String missing = "the ledger needs the ledger key " + id + ", and the data directory has "
          + String.join(", ", keys.ids()) + "; put that key there as ledger.key"
          + (id.equals(record.id()) ? "" : "." + id) + ", with the mode 0600";
      if (approval.demandsKeys()) {
        reportRefused(record, missing);
        throw new StoreException(missing);
      }
      LOG.warn("{}", missing);
    }
  }

  /** A process without a key makes no attempt, unless there is a rotation for it to begin or to finish. */
  private void reportRefused(LedgerKeyRecord record, String why) {
    Optional<String> next = keys.next().map(LedgerKey::id).filter(id -> !id.equals(record.id()));
    String before = record.replacing();
    if (next.isPresent()) {
      report(record.id(), next.get(), Outcome.REFUSED, why);
    } else if (before != null) {
      report(before, record.id(), Outcome.REFUSED, why);
    }
  }

  /** Encrypts all secrets under the key that writes; returns how many entries have some. */
  private int reseal(LaunchEncryptor sealer) {
    int entries = 0;
    int inBatch = 0;
    long bytes = 0;
    Transaction.Builder batch = Transaction.builder();
    for (StoreEntry entry : store.range("").entries()) {
      Optional<byte[]> changed = resealed(entry, sealer);
      if (changed.isEmpty()) {
        continue;
      }
      batch.require(entry.key(), entry.modRevision()).put(entry.key(), changed.get());
      bytes += changed.get().length;
      inBatch++;
      entries++;
      if (inBatch == ENTRIES_AT_ONCE || bytes > BYTES_AT_ONCE) {
        commit(batch);
        batch = Transaction.builder();
        inBatch = 0;
        bytes = 0;
      }
    }
    if (inBatch > 0) {
      commit(batch);
    }
    if (left > 0) {
      LOG.warn(
          "{} entries cannot be opened under any key of this process, and stay as they are", left);
    }
    return entries;
  }

  private Optional<byte[]> resealed(StoreEntry entry, LaunchEncryptor sealer) {
    try {
      return SealedEntries.resealed(entry, sealer);
    } catch (IllegalStateException e) {
      // Nothing opens it now, so nothing is lost; the next reader of the entry reports it.
      LOG.debug("{} stays as it is", entry.key(), e);
      left++;
      return Optional.empty();
    }
  }

  private void write(LedgerKeyRecord record) {
    commit(Transaction.builder().put(LedgerKeyRecord.KEY, RecordCodec.write(record)));
  }

  private void commit(Transaction.Builder transaction) {
    if (!store.commit(transaction.build()).committed()) {
      throw new StoreException(
          "the ledger key cannot be rotated: another process has written, or the outcome of a write is unknown");
    }
  }
}
