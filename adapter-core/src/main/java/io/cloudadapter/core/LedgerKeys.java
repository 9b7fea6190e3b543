package io.cloudadapter.core;

import io.cloudadapter.core.bootstrap.DirectoryFormat;
import io.cloudadapter.core.bootstrap.LedgerEncryptionKey;
import io.cloudadapter.core.exception.StoreException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;

/**
 * The ids of the keys in a data directory that encrypt secrets in the ledger, and the first step of their rotation.
 *
 * @param present the id of {@code ledger.key}; empty before the first start
 * @param next the id of {@code ledger.key.next}, which takes its place when a process begins to keep the pools; empty
 *     if the key is not being rotated
 */
public record LedgerKeys(Optional<String> present, Optional<String> next) {
  /**
   * Reads the ids; changes nothing.
   *
   * @param data a data directory
   * @return the ids
   * @throws java.io.UncheckedIOException if a key cannot be read
   */
  public static LedgerKeys in(Path data) {
    return new LedgerKeys(LedgerEncryptionKey.id(data), LedgerEncryptionKey.nextId(data));
  }

  /**
   * Makes the next key, unless there is one already. A server may run on the directory.
   *
   * <p>The next start of the process encrypts all secrets of the ledger anew under it. Of several processes that share
   * a store, each needs a copy of the file first; the one that leads next then rotates the key for all.
   *
   * @param data a data directory that a process has used
   * @return the ids of both keys
   * @throws StoreException if there is no key in the directory, or it is of a later format
   * @throws java.io.UncheckedIOException if the key cannot be written
   */
  public static LedgerKeys makeNext(Path data) {
    checkRotation(data);
    LedgerEncryptionKey.makeNext(data, new SecureRandom());
    return in(data);
  }

  /**
   * Checks whether a next key can be made; changes nothing.
   *
   * @param data a data directory that a process has used
   * @throws StoreException if there is no key in the directory, or it is of a later format
   * @throws java.io.UncheckedIOException if the key cannot be read
   */
  public static void checkRotation(Path data) {
    new DirectoryFormat(data).problem().ifPresent(problem -> {
      throw new StoreException(problem);
    });
    if (LedgerEncryptionKey.id(data).isEmpty()) {
      throw new StoreException("there is no ledger.key in " + data + "; the first start makes one");
    }
  }
}
