package io.cloudadapter.api;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Iterator;
import java.util.Objects;

/**
 * A backup of the whole ledger at one revision, to be written to a file. Secrets in it stay encrypted, and the key is
 * not part of it. One thread at a time reads the content, once.
 *
 * @param generation the ledger's generation: another one after each restore
 * @param revision the ledger's revision
 * @param age how old the copy was when it was taken: zero from the leader, the mirror's age from a follower
 * @param content the bytes of the file in parts of some 64 KiB, made as they are asked for
 */
public record LedgerBackup(
    String generation, long revision, Duration age, Iterator<byte[]> content) {
  /** Checks that nothing is missing. */
  public LedgerBackup {
    Objects.requireNonNull(generation, "generation");
    Objects.requireNonNull(age, "age");
    Objects.requireNonNull(content, "content");
  }

  /**
   * Writes the rest of the content.
   *
   * @param out takes the bytes; is not closed
   * @throws IOException if that fails
   */
  public void writeTo(OutputStream out) throws IOException {
    while (content.hasNext()) {
      out.write(content.next());
    }
  }
}
