package io.cloudadapter.core.bootstrap;

import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.runtime.LedgerKey;
import io.cloudadapter.core.store.embedded.DirectoryProbe;
import io.cloudadapter.spi.DurableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The keys of a data directory that encrypt secrets in the ledger: files beside the ledger, readable by their owner
 * only. A copy of the ledger without them reveals no secrets.
 *
 * <pre>
 *   ledger.key         the key; made at first use
 *   ledger.key.next    the key that takes its place once all secrets are encrypted under it
 *   ledger.key.KEY-ID  a key from before, which backups from before need
 * </pre>
 */
public final class LedgerEncryptionKey {
  private static final String NAME = "ledger.key";
  private static final String EARLIER = NAME + "\\.[0-9a-f]{32}";

  /**
   * The keys that a process holds.
   *
   * @param present the key in {@code ledger.key}
   * @param next the one that is to take its place
   * @param earlier those from before that are still in the directory
   */
  public record Keys(LedgerKey present, Optional<LedgerKey> next, List<LedgerKey> earlier) {
    /** Copies the list. */
    public Keys {
      earlier = List.copyOf(earlier);
    }

    /** Returns the ids of all of them, the present one first. */
    public List<String> ids() {
      return all().stream().map(LedgerKey::id).distinct().toList();
    }

    /** Returns all of them, the present one first. */
    public List<LedgerKey> all() {
      return Stream.of(Stream.of(present), next.stream(), earlier.stream())
          .flatMap(keys -> keys)
          .toList();
    }

    /** Whether a key of this id is among them. */
    public boolean has(String id) {
      return ids().contains(id);
    }
  }

  private LedgerEncryptionKey() {}

  static Path file(Path directory) {
    return directory.resolve(NAME);
  }

  private static Path nextFile(Path directory) {
    return directory.resolve(NAME + ".next");
  }

  /** What is wrong with the keys that are there; changes nothing. */
  static Optional<String> problem(Path directory) {
    return Stream.of(file(directory), nextFile(directory))
        .flatMap(file -> problemOf(file).stream())
        .findFirst();
  }

  private static Optional<String> problemOf(Path file) {
    try {
      long length = Files.isRegularFile(file) ? Files.size(file) : LedgerKey.BYTES;
      return length == LedgerKey.BYTES
          ? DirectoryProbe.file(file).map(problem -> file + " " + problem)
          : Optional.of(file + " must have " + LedgerKey.BYTES + " bytes, has " + length
              + "; restore it, or move it away: launches under way are then looked for, but not"
              + " sent again");
    } catch (IOException e) {
      return Optional.of(file + " cannot be read: " + e);
    }
  }

  /**
   * The id of the key in a data directory; makes none.
   *
   * @return its id; empty if there is no key
   */
  public static Optional<String> id(Path directory) {
    return read(file(directory)).map(LedgerKey::id);
  }

  /**
   * The id of the key that is to take the place of the present one.
   *
   * @return its id; empty if there is none
   */
  public static Optional<String> nextId(Path directory) {
    return read(nextFile(directory)).map(LedgerKey::id);
  }

  private static Optional<LedgerKey> read(Path file) {
    try {
      return Files.exists(file)
          ? Optional.of(LedgerKey.of(Files.readAllBytes(file)))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the ledger's key " + file, e);
    }
  }

  /** Returns the bytes of the present key, which is made if there is none. */
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

  /**
   * Reads all keys of a data directory; makes the present one if there is none.
   *
   * @param directory the data directory
   * @param random draws a new key
   * @return the keys
   */
  public static Keys all(Path directory, RandomGenerator random) {
    LedgerKey present = LedgerKey.of(in(directory, random));
    List<LedgerKey> earlier = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      files
          .filter(file -> file.getFileName().toString().matches(EARLIER))
          .sorted()
          .forEach(file -> read(file).ifPresent(earlier::add));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + directory, e);
    }
    return new Keys(present, read(nextFile(directory)), earlier);
  }

  /**
   * Makes the key that is to take the place of the present one, unless there is one already.
   *
   * @param directory a data directory with a key
   * @param random draws it
   * @return its id
   * @throws StoreException if the present key belongs to another user
   */
  public static String makeNext(Path directory, RandomGenerator random) {
    Path file = nextFile(directory);
    try {
      if (!Files.exists(file)) {
        DurableFile.write(file, fresh(random), DurableFile.Access.OWNER);
        requireSameOwner(file, file(directory));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the ledger's next key " + file, e);
    }
    return nextId(directory).orElseThrow();
  }

  /** A server could not read a file of another user at its next start. */
  private static void requireSameOwner(Path made, Path present) throws IOException {
    if (!made.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    UserPrincipal owner = Files.getOwner(present);
    if (!Files.getOwner(made).equals(owner)) {
      Files.delete(made);
      throw new StoreException(present + " belongs to " + owner.getName()
          + "; run this command as that user, whose server has to read " + made.getFileName());
    }
  }

  /**
   * Puts the next key in the place of the present one, which stays beside it under its id. A crash leaves both keys.
   *
   * @param directory a data directory
   * @param id the id of the next key; nothing changes if another key is the next one, or none
   */
  public static void promoteNext(Path directory, String id) {
    Path file = file(directory);
    try {
      if (nextId(directory).filter(id::equals).isEmpty()) {
        return; // This was done already, or another key is the next one by now.
      }
      byte[] present = Files.readAllBytes(file);
      if (!LedgerKey.of(present).id().equals(id)) {
        DurableFile.write(
            directory.resolve(NAME + "." + LedgerKey.of(present).id()),
            present,
            DurableFile.Access.OWNER);
      }
      DurableFile.rename(nextFile(directory), file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot put the ledger's next key in place of " + file, e);
    }
  }

  public static byte[] fresh(RandomGenerator random) {
    byte[] key = new byte[LedgerKey.BYTES];
    random.nextBytes(key);
    return key;
  }
}
