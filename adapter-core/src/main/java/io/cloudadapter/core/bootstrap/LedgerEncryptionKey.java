package io.cloudadapter.core.bootstrap;

import io.cloudadapter.core.runtime.LaunchEncryptor;
import io.cloudadapter.core.store.embedded.DirectoryProbe;
import io.cloudadapter.spi.DurableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
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

  /**
   * The id of the key in a data directory; makes none.
   *
   * @return its fingerprint; empty if there is no key
   */
  public static Optional<String> id(Path directory) {
    try {
      return Files.exists(file(directory))
          ? Optional.of(fingerprint(Files.readAllBytes(file(directory))))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the ledger's key " + file(directory), e);
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

  /** Returns a text that is equal for equal keys and reveals nothing else about them. */
  public static String fingerprint(byte[] key) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update("cloud adapter ledger key".getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest(key), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
