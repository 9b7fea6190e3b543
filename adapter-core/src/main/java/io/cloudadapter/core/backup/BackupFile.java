package io.cloudadapter.core.backup;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.core.store.Transaction;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A backup file that was read whole and is intact.
 *
 * @param header what it holds
 * @param range its entries, as of its revision
 */
public record BackupFile(BackupHeader header, StoreRange range) {
  private static final String REMEDY = "; use another backup";
  private static final int LONGEST_LINE = 64;

  /**
   * Reads a file.
   *
   * @param file the file
   * @return its content
   * @throws StoreException if it cannot be read, is no backup, is of a later format, or was cut or changed
   */
  public static BackupFile read(Path file) {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      return read(file.toString(), in);
    } catch (EOFException e) {
      throw new StoreException(file + " ends too early: it was cut" + REMEDY, e);
    } catch (IOException e) {
      throw new StoreException("cannot read the backup " + file + ": " + e, e);
    }
  }

  private static BackupFile read(String name, InputStream file) throws IOException {
    MessageDigest digest = BackupWriter.sha256();
    // The digest covers what was read, and a buffer above it would read ahead of it.
    DataInputStream in = new DataInputStream(new DigestInputStream(file, digest));
    checkFormat(name, line(in, LONGEST_LINE, name));
    BackupHeader header = header(name, line(in, BackupHeader.LONGEST, name));
    List<StoreEntry> entries = new ArrayList<>();
    for (int i = 0; i < header.entries(); i++) {
      String key = new String(bytes(in, Transaction.MAX_KEY, "a key", name), ISO_8859_1);
      long revision = in.readLong();
      entries.add(StoreEntry.owning(
          key, bytes(in, Transaction.MAX_VALUE_BYTES, "the value of " + key, name), revision));
    }
    String hash = HexFormat.of().formatHex(digest.digest());
    String footer = new String(in.readNBytes(hash.length() + 1), ISO_8859_1);
    if (footer.length() <= hash.length()) {
      throw new EOFException(name);
    }
    if (!footer.equals(hash + "\n") || in.read() >= 0) {
      throw new StoreException(
          name + " was changed after it was written: its SHA-256 does not fit" + REMEDY);
    }
    return new BackupFile(header, new StoreRange(header.revision(), entries));
  }

  private static void checkFormat(String name, byte[] line) {
    String text = new String(line, ISO_8859_1);
    String magic = BackupHeader.MAGIC;
    if (!text.startsWith(magic) || !text.substring(magic.length()).matches("[1-9][0-9]{0,8}")) {
      throw new StoreException(name + " is no backup of a ledger");
    }
    int format = Integer.parseInt(text.substring(magic.length()));
    if (format != BackupHeader.FORMAT) {
      throw new StoreException(name + " is of format " + format + ", and this version reads format "
          + BackupHeader.FORMAT + "; use the version that wrote it, or a newer one");
    }
  }

  private static BackupHeader header(String name, byte[] json) {
    try {
      return RecordCodec.read("header", json, BackupHeader.class);
    } catch (IllegalStateException e) {
      throw new StoreException(
          "the header of " + name + " cannot be read: " + new String(json, UTF_8).length()
              + " characters that are no header" + REMEDY,
          e);
    }
  }

  private static byte[] line(InputStream in, int longest, String name) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException(name);
      }
      if (line.size() == longest) {
        throw new StoreException(name + " is no backup of a ledger");
      }
      line.write(next);
    }
    return line.toByteArray();
  }

  private static byte[] bytes(DataInputStream in, int most, String what, String name)
      throws IOException {
    int length = in.readInt();
    if (length < 0 || length > most) {
      throw new StoreException(name + " is damaged: " + what + " has " + length + " bytes, at most "
          + most + " are allowed" + REMEDY);
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return bytes;
  }
}
