package io.cloudadapter.core.store.shared;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cloudadapter.core.exception.StoreCorruptException;
import io.cloudadapter.core.store.Transaction.Write;
import java.util.ArrayList;
import java.util.List;

/**
 * What stands at the one key of a shared store that every write of it rewrites: how far it has come, who
 * writes, and what the last write has changed, so that a copy can be kept from it.
 *
 * <p>It consists of lines of text, for people who look at it with etcd's own tools.
 *
 * @param revision the store's
 * @param epoch the opening that writes
 * @param write which write of that opening this is; an opening never makes two of one number
 * @param log the transactions of this write
 */
record HeadRecord(long revision, long epoch, long write, List<Entry> log) {
  /** The number of the format in which a prefix is written. */
  static final int CURRENT = 1;

  private static final String NAME = "cloud-adapter ";
  static final String FORMAT = NAME + CURRENT;

  /** One transaction: its revision, and its keys, each with + if it was put, - if it was deleted. */
  record Entry(long revision, List<String> marks) {
    Entry {
      marks = List.copyOf(marks);
    }

    static Entry of(long revision, List<Write> writes) {
      return new Entry(
          revision,
          writes.stream()
              .map(w -> (w.sharedBytes() == null ? "-" : "+") + w.key())
              .toList());
    }
  }

  HeadRecord {
    log = List.copyOf(log);
  }

  byte[] bytes() {
    StringBuilder text = new StringBuilder(FORMAT)
        .append("\nrevision ")
        .append(revision)
        .append("\nepoch ")
        .append(epoch)
        .append("\nwrite ")
        .append(write)
        .append('\n');
    for (Entry entry : log) {
      text.append('=').append(entry.revision()).append('\n');
      entry.marks().forEach(mark -> text.append(mark).append('\n'));
    }
    return text.toString().getBytes(UTF_8);
  }

  /**
   * Reads one.
   *
   * @throws StoreCorruptException if it is none, or one of another format
   */
  static HeadRecord read(String place, byte[] bytes) {
    List<String> lines = new String(bytes, UTF_8).lines().toList();
    String first = lines.isEmpty() ? "" : lines.get(0);
    if (StoreMigration.UNDER_WAY.startsWith(first + "\n")) {
      throw new StoreCorruptException(
          place + " says that a ledger is being moved there; if that was interrupted, run"
              + " ./adapter move-ledger again");
    }
    if (StoreMigration.GONE.startsWith(first + "\n")) {
      throw new StoreCorruptException(
          place + " says that its ledger was moved to a data directory; serve that one, or move it"
              + " back with ./adapter move-ledger");
    }
    if (!first.equals(FORMAT)) {
      throw new StoreCorruptException(
          first.matches(NAME + "[1-9][0-9]{0,8}")
              ? place + " is of format " + first.substring(NAME.length())
                  + ", and this version reads format " + CURRENT
                  + "; use the version that wrote it, or a newer one"
              : place + " was not written by a cloud adapter; use another prefix");
    }
    try {
      List<Entry> log = new ArrayList<>();
      List<String> marks = new ArrayList<>();
      for (int i = lines.size() - 1; i > 3; i--) {
        String line = lines.get(i);
        if (line.startsWith("=")) {
          log.add(0, new Entry(Long.parseLong(line.substring(1)), marks));
          marks = new ArrayList<>();
        } else {
          marks.add(0, line);
        }
      }
      return new HeadRecord(
          number(lines.get(1), "revision "),
          number(lines.get(2), "epoch "),
          number(lines.get(3), "write "),
          log);
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw new StoreCorruptException(place + " is damaged: " + e.getMessage());
    }
  }

  private static long number(String line, String name) {
    if (!line.startsWith(name)) {
      throw new NumberFormatException("\"" + line + "\" is not " + name + "N");
    }
    return Long.parseLong(line.substring(name.length()));
  }
}
