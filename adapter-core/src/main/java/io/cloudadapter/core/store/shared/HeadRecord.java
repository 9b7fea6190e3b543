package io.cloudadapter.core.store.shared;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cloudadapter.core.exception.StoreCorruptException;
import io.cloudadapter.core.store.Transaction.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

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
 * @param place where the entries are, after the prefix: {@link #USUAL}, or where a restore has put them
 */
record HeadRecord(long revision, long epoch, long write, List<Entry> log, String place) {
  /** The number of the format in which a prefix is written whose entries are in the usual place. */
  static final int CURRENT = 1;

  /** The number of the format in which a prefix is written that a restore has made: it names the place. */
  static final int PLACED = 2;

  /** Where the entries are unless the head names another place. */
  static final String USUAL = "entry/";

  /** The beginning of all places. */
  static final String PLACES = "entry";

  private static final Pattern PLACE = Pattern.compile("entry(-[0-9a-f]{16})?/");

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

  /** With entries in the usual place. */
  HeadRecord(long revision, long epoch, long write, List<Entry> log) {
    this(revision, epoch, write, log, USUAL);
  }

  /** The place that belongs to a generation of 16 hexadecimal digits. */
  static String placeOf(String generation) {
    return PLACES + "-" + generation + "/";
  }

  /** The place in which a key lies, without the prefix; empty if it is in none. */
  static Optional<String> placeIn(String key) {
    String place = key.substring(0, key.indexOf('/') + 1);
    return PLACE.matcher(place).matches() ? Optional.of(place) : Optional.empty();
  }

  /** The same for entries in this place. */
  HeadRecord at(String same) {
    return new HeadRecord(revision, epoch, write, log, same);
  }

  byte[] bytes() {
    boolean usual = place.equals(USUAL);
    StringBuilder text = new StringBuilder(NAME)
        .append(usual ? CURRENT : PLACED)
        .append("\nrevision ")
        .append(revision)
        .append("\nepoch ")
        .append(epoch)
        .append("\nwrite ")
        .append(write)
        .append('\n');
    if (!usual) {
      text.append("place ").append(place).append('\n');
    }
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
          place + " is the target of a move of a ledger that has not ended; if it was interrupted,"
              + " repeat it: by the command move-ledger, or by LedgerMigration.toStore in Java");
    }
    if (StoreMigration.GONE.startsWith(first + "\n")) {
      throw new StoreCorruptException(place
          + " has no ledger any more, since its ledger was moved to a data directory; use that"
          + " directory, or move the ledger back: by the command move-ledger, or by"
          + " LedgerMigration.toStore in Java");
    }
    boolean placed = first.equals(NAME + PLACED);
    if (!first.equals(FORMAT) && !placed) {
      throw new StoreCorruptException(
          first.matches(NAME + "[1-9][0-9]{0,8}")
              ? place + " is of format " + first.substring(NAME.length())
                  + ", and this version reads formats " + CURRENT + " to " + PLACED
                  + "; use the version that wrote it, or a newer one"
              : place + " was not written by a cloud adapter; use another prefix");
    }
    try {
      List<Entry> log = new ArrayList<>();
      List<String> marks = new ArrayList<>();
      for (int i = lines.size() - 1; i > (placed ? 4 : 3); i--) {
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
          log,
          placed ? place(lines.get(4)) : USUAL);
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw new StoreCorruptException(place + " is damaged: " + e.getMessage());
    }
  }

  private static String place(String line) {
    String place = line.startsWith("place ") ? line.substring("place ".length()) : "";
    if (!PLACE.matcher(place).matches()) {
      throw new NumberFormatException("\"" + line + "\" is not place entry-GENERATION/");
    }
    return place;
  }

  private static long number(String line, String name) {
    if (!line.startsWith(name)) {
      throw new NumberFormatException("\"" + line + "\" is not " + name + "N");
    }
    return Long.parseLong(line.substring(name.length()));
  }
}
