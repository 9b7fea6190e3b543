package io.cloudadapter.core.catalog;

import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.runtime.LaunchEncryptor;
import io.cloudadapter.core.store.StoreEntry;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The entries of a store that hold something encrypted: launches under way, versions of configurations, and the key of
 * template digests.
 */
public final class SealedEntries {
  private static final String LAUNCH = "pools/[^/]+/intent/.*";
  private static final String VERSION = "configs/[^/]+/v/.*";

  private SealedEntries() {}

  /**
   * Encrypts the secrets of an entry anew.
   *
   * @param entry any entry
   * @param sealer opens them, and encrypts them under the key that writes
   * @return the entry's new value; empty if it has no secrets, or they are under that key already
   * @throws IllegalStateException if the entry cannot be read, or none of the keys opens its secrets
   */
  public static Optional<byte[]> resealed(StoreEntry entry, LaunchEncryptor sealer) {
    UnaryOperator<String> anew = text -> sealer.sealBytes(sealer.openBytes(text));
    if (entry.key().matches(LAUNCH)) {
      LaunchRecord launch = RecordCodec.read(entry.key(), entry.bytes(), LaunchRecord.class);
      return Optional.ofNullable(launch.frozen())
          .filter(text -> !sealer.isCurrent(text))
          .map(text -> RecordCodec.write(launch.resealed(anew.apply(text))));
    }
    if (entry.key().matches(VERSION)) {
      StoredVersion version = RecordCodec.read(entry.key(), entry.bytes(), StoredVersion.class);
      return Optional.of(version.sealed())
          .filter(text -> !sealer.isCurrent(text))
          .map(text -> RecordCodec.write(version.resealed(anew.apply(text))));
    }
    if (entry.key().equals(StoredTemplateKey.KEY)) {
      return Optional.of(StoredTemplateKey.read(entry).sealed())
          .filter(text -> !sealer.isCurrent(text))
          .map(text -> RecordCodec.write(new StoredTemplateKey(anew.apply(text))));
    }
    return Optional.empty();
  }
}
