package io.cloudadapter.core;

import io.cloudadapter.core.shell.Sealer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.random.RandomGenerator;

/**
 * The key under which frozen launches are encrypted: a file of its own beside the ledger, readable by its
 * owner only, made at first use. A copy of the ledger without it reveals no secrets.
 */
final class LedgerKey {
  private LedgerKey() {}

  static byte[] in(Path directory, RandomGenerator random) {
    Path file = directory.resolve("ledger.key");
    try {
      if (!Files.exists(file)) {
        make(file, fresh(random));
      }
      byte[] key = Files.readAllBytes(file);
      if (key.length != Sealer.KEY_BYTES) {
        throw new IllegalStateException(file + " must have " + Sealer.KEY_BYTES + " bytes, has "
            + key.length + "; restore it, or move it away to go on without it");
      }
      return key;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read or make the ledger's key " + file, e);
    }
  }

  static byte[] fresh(RandomGenerator random) {
    byte[] key = new byte[Sealer.KEY_BYTES];
    random.nextBytes(key);
    return key;
  }

  private static void make(Path file, byte[] key) throws IOException {
    Path temporary = file.resolveSibling("ledger.key.tmp");
    Files.deleteIfExists(temporary);
    Files.createFile(temporary, ownerOnly(file));
    try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(key);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static FileAttribute<?>[] ownerOnly(Path file) {
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
