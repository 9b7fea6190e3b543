package io.cloudadapter.core.bootstrap;

import io.cloudadapter.core.runtime.LaunchEncryptor;
import io.cloudadapter.core.store.embedded.DirectoryProbe;
import io.cloudadapter.spi.DurableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The key that encrypts prepared launches: a file beside the ledger, readable by its owner only, made at first use. A
 * copy of the ledger without it reveals no secrets.
 */
public final class LedgerEncryptionKey {
  private LedgerEncryptionKey() {}

  static Path file(Path directory) {
    return directory.resolve("ledger.key");
  }

  /** What is wrong with the key, if it is there; changes nothing. */
  static Optional<String> problem(Path directory) {
    Path file = file(directory);
    try {
      long length = Files.isRegularFile(file) ? Files.size(file) : LaunchEncryptor.KEY_BYTES;
      return length == LaunchEncryptor.KEY_BYTES
          ? DirectoryProbe.file(file).map(problem -> file + " " + problem)
          : Optional.of(file + " must have " + LaunchEncryptor.KEY_BYTES + " bytes, has " + length
              + "; restore it, or move it away: launches under way are then looked for, but not"
              + " sent again");
    } catch (IOException e) {
      return Optional.of(file + " cannot be read: " + e);
    }
  }

  public static byte[] in(Path directory, RandomGenerator random) {
    Path file = file(directory);
    try {
      if (!Files.exists(file)) {
        DurableFile.write(file, fresh(random), DurableFile.Access.OWNER);
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read or make the ledger's key " + file, e);
    }
  }

  public static byte[] fresh(RandomGenerator random) {
    byte[] key = new byte[LaunchEncryptor.KEY_BYTES];
    random.nextBytes(key);
    return key;
  }
}
