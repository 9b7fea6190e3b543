package io.cloudadapter.core;

import io.cloudadapter.core.bootstrap.LedgerEncryptionKey;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.ledger.LedgerKeyRecord;
import io.cloudadapter.core.runtime.LaunchEncryptor;
import io.cloudadapter.core.store.shared.ElectedStore;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.security.SecureRandom;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds the ledger keys of one replica, for what it reads and for the time when it leads: accepts those that are good
 * for the shared store, and follows a rotation by another replica. Any number of threads may use it.
 */
final class ReplicaKeys {
  private final AdapterSetup setup;
  private final ElectedStore shared;
  private volatile LedgerEncryptionKey.@Nullable Keys accepted;

  ReplicaKeys(AdapterSetup setup, ElectedStore shared) {
    this.setup = setup;
    this.shared = shared;
  }

  /**
   * Accepts the keys of the data directory, and shows the other replicas which ones these are.
   *
   * @throws ConfigException if they are not good for what the store holds; then nothing is accepted
   * @throws StoreException if the store does not answer
   */
  void accept() {
    LedgerEncryptionKey.Keys own = read();
    String demanded = shared.directory().sealedBy(own.present().id());
    // A leader rotates the key, or was to, if the next one is demanded: the store's record shows
    // when that is done.
    boolean rotates = own.next().filter(next -> next.id().equals(demanded)).isPresent();
    if (!rotates && !own.present().id().equals(demanded)) {
      throw new ConfigException(List.of(new ConfigError(
          "data",
          "has another ledger.key than the store's other replicas; copy the file from one of them,"
              + " so that each can send again what another has begun: they have " + demanded
              + ", and this directory has " + String.join(", ", own.ids()))));
    }
    hold(own);
  }

  private LedgerEncryptionKey.Keys read() {
    return setup.keys(new SecureRandom());
  }

  private void hold(LedgerEncryptionKey.Keys own) {
    accepted = own;
    shared.keys(own.ids());
  }

  /** The accepted keys; those of the data directory before any are. */
  LedgerEncryptionKey.Keys held() {
    LedgerEncryptionKey.Keys known = accepted;
    return known == null ? read() : known;
  }

  /** Opens secrets under any of the keys. */
  LaunchEncryptor reader() {
    LedgerEncryptionKey.Keys own = held();
    return new LaunchEncryptor(own.present(), own.all(), false, new SecureRandom());
  }

  /** Puts the next key in the place of the present one, once the store has nothing under the present one. */
  void followRotation() {
    LedgerEncryptionKey.Keys own = held();
    LedgerKeyRecord.of(shared.copy())
        .filter(record -> !record.underWay())
        .map(LedgerKeyRecord::id)
        .filter(id -> own.next().filter(next -> next.id().equals(id)).isPresent())
        .ifPresent(id -> {
          setup.promoteNextKey(id);
          hold(read());
        });
  }
}
