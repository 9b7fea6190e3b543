package io.cloudadapter.core.catalog;

import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.runtime.LaunchEncryptor;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.template.TemplateKey;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The record of the key of template digests. It is drawn once for a store and encrypted under the ledger's key, so that
 * a rotation of the ledger's key leaves digests as they are, and machines keep their templates.
 *
 * @param sealed the key, encrypted
 */
public record StoredTemplateKey(String sealed) {
  /** Its key in the store. */
  public static final String KEY = "store/template-key";

  private static final Logger LOG = LoggerFactory.getLogger(StoredTemplateKey.class);
  private static final int BYTES = 32;

  /** Reads the record of an entry under {@link #KEY}. */
  static StoredTemplateKey read(StoreEntry entry) {
    return RecordCodec.read(entry.key(), entry.bytes(), StoredTemplateKey.class);
  }

  /**
   * The key of a store, which is drawn if there is none, or if no key of this process opens it.
   *
   * @param store the store, open for writing
   * @param sealer encrypts it
   * @param random draws it; cryptographically strong
   * @return the key
   * @throws StoreException if it cannot be stored
   */
  public static TemplateKey ensure(
      StateStore store, LaunchEncryptor sealer, RandomGenerator random) {
    Optional<StoreEntry> entry = store.get(KEY);
    if (entry.isPresent()) {
      try {
        return TemplateKey.derive(sealer.openBytes(read(entry.get()).sealed()));
      } catch (IllegalStateException e) {
        LOG.warn(
            "the key of template digests cannot be opened: the templates of all machines are unknown from now on",
            e);
      }
    }
    byte[] drawn = new byte[BYTES];
    random.nextBytes(drawn);
    String sealed = sealer.sealBytes(drawn);
    Transaction write = Transaction.builder()
        .require(KEY, entry.map(StoreEntry::modRevision).orElse(0L))
        .put(KEY, RecordCodec.write(new StoredTemplateKey(sealed)))
        .build();
    if (!store.commit(write).committed()) {
      throw new StoreException("the key of template digests cannot be stored: another process has"
          + " written, or the outcome of a write is unknown");
    }
    return TemplateKey.derive(drawn);
  }
}
