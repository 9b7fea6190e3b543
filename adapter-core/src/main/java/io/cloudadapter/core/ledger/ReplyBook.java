package io.cloudadapter.core.ledger;

import io.cloudadapter.core.store.StoreEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The answers of one pool in memory: pages by number, an index over their keys, and how many keys each caller has.
 * Part of the ledger, which writes the pages.
 *
 * <p>Records of ledgers before format 2, one for each key, become pages when they are read; {@link #takeUpgrade} gives
 * them out to be written.
 */
public final class ReplyBook {
  private static final String PAGE = "page-";

  /** Values of the ledger to write and to delete together. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared, only written.
  public record Upgrade(String page, byte[] bytes, List<String> records) {}

  private final TreeMap<Integer, ReplyPage> pages = new TreeMap<>();
  private final ReplyIndex index = new ReplyIndex();
  private final Map<Integer, Integer> perCaller = new HashMap<>();
  private final Deque<Upgrade> upgrades = new ArrayDeque<>();
  private List<OldRecord> records = new ArrayList<>();

  private record OldRecord(String name, ReplyEntry entry) {}

  /** An empty book. */
  public ReplyBook() {}

  /**
   * Whether a name is that of a page, and not of a record of an older version.
   *
   * @param name the last part of the ledger's key
   * @return whether it is one
   */
  static boolean isPage(String name) {
    return name.startsWith(PAGE);
  }

  /** Takes in what the store holds under a name: a page, or a record of an earlier version. */
  void load(String name, StoreEntry value) {
    if (isPage(name)) {
      try {
        load(name, value.sharedBytes());
      } catch (IllegalStateException e) {
        throw new IllegalStateException(
            "the ledger's record " + value.key() + " cannot be read: " + e.getMessage(), e);
      }
    } else {
      IdempotencyRecord record =
          RecordCodec.read(value.key(), value.bytes(), IdempotencyRecord.class);
      loadRecord(name, record.at().getEpochSecond() + 1, record.command(), record.bytes());
    }
  }

  /**
   * Takes in a stored page.
   *
   * @param name the last part of the ledger's key
   * @param bytes its value, which is not changed any more
   * @throws IllegalStateException if it cannot be read
   */
  void load(String name, byte[] bytes) {
    take(ReplyPage.read(number(name), bytes));
  }

  /** Takes in a record of an older version; {@link #loaded} is to follow. */
  void loadRecord(String name, long at, String command, byte[] outcome) {
    ReplyKey key = ReplyKey.ofRecord(name);
    records.add(new OldRecord(name, ReplyEntry.unscoped(key, at, command, outcome)));
  }

  /** All is read: makes pages of what an older version has written. */
  void loaded() {
    records.sort(
        Comparator.comparingLong((OldRecord old) -> old.entry.at()).thenComparing(OldRecord::name));
    List<String> names = new ArrayList<>();
    ReplyPage page = null;
    for (OldRecord old : records) {
      if (page != null && !page.takes(old.entry)) {
        upgrade(page, names);
        names = new ArrayList<>();
        page = null;
      }
      page = page == null ? ReplyPage.of(next(), old.entry) : page.with(old.entry);
      names.add(old.name);
    }
    if (page != null) {
      upgrade(page, names);
    }
    records = List.of();
  }

  private void upgrade(ReplyPage page, List<String> names) {
    take(page);
    upgrades.add(new Upgrade(name(page), page.bytes(), names));
  }

  /** The next page that is made of older records, to be written while these are deleted. */
  public Optional<Upgrade> takeUpgrade() {
    return Optional.ofNullable(upgrades.poll());
  }

  /** How many keys there are. */
  int size() {
    return index.size();
  }

  /**
   * How many keys a caller has.
   *
   * @param caller the name under which it is configured
   * @return those that are kept
   */
  public int count(String caller) {
    return perCaller.getOrDefault(ReplyKey.caller(caller), 0);
  }

  /**
   * What was answered to a caller under a key.
   *
   * @param caller the name under which it is configured
   * @param key the idempotency key
   * @return the answer, if there was one
   */
  public Optional<ReplyEntry> find(String caller, String key) {
    // Who had a key is not known of older versions: it stands for every caller until its two days
    // are over.
    return find(ReplyKey.of(caller, key)).or(() -> find(ReplyKey.unscoped(key)));
  }

  private Optional<ReplyEntry> find(ReplyKey key) {
    List<ReplyEntry> found = new ArrayList<>(1);
    boolean there = index.find(key, page -> {
      page(page).find(key).ifPresent(found::add);
      return !found.isEmpty();
    });
    return there ? Optional.of(found.get(0)) : Optional.empty();
  }

  /**
   * Whether an answer is kept under a key.
   *
   * @param key the key in its caller's scope
   * @return whether there is one
   */
  public boolean contains(ReplyKey key) {
    return find(key).isPresent();
  }

  /**
   * Keeps an answer.
   *
   * @param entry the answer, under a key that is not there
   * @return the page that is to be written
   */
  Stored add(ReplyEntry entry) {
    Map.Entry<Integer, ReplyPage> last = pages.lastEntry();
    ReplyPage page = last != null && upgrades.isEmpty() && last.getValue().takes(entry)
        ? last.getValue().with(entry)
        : ReplyPage.of(next(), entry);
    pages.put(page.number(), page);
    count(entry, page);
    return new Stored(name(page), page.bytes());
  }

  /**
   * A page as the ledger keeps it.
   *
   * @param name the last part of the ledger's key
   * @param bytes its value
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared, only written.
  record Stored(String name, byte[] bytes) {}

  /** When the last answer of each page was given, in seconds since 1970, the oldest page first. */
  public List<Age> ages() {
    List<Age> ages = new ArrayList<>();
    pages.values().forEach(page -> ages.add(new Age(page.number(), page.newest())));
    return ages;
  }

  /**
   * How old a page is.
   *
   * @param page its number
   * @param newest when its last answer was given
   */
  public record Age(int page, long newest) {}

  /**
   * Forgets a page.
   *
   * @param number which
   * @return the last part of the ledger's key that is to be deleted
   */
  String drop(int number) {
    ReplyPage page = page(number);
    pages.remove(number);
    page.forEach(entry -> {
      index.remove(entry.key(), number);
      perCaller.computeIfPresent(entry.caller(), (caller, n) -> n == 1 ? null : n - 1);
    });
    return name(page);
  }

  private void take(ReplyPage page) {
    pages.put(page.number(), page);
    page.forEach(entry -> count(entry, page));
  }

  private void count(ReplyEntry entry, ReplyPage page) {
    index.add(entry.key(), page.number());
    perCaller.merge(entry.caller(), 1, Integer::sum);
  }

  private ReplyPage page(int number) {
    return Objects.requireNonNull(pages.get(number), "a page of answers");
  }

  private int next() {
    return pages.isEmpty() ? 1 : pages.lastKey() + 1;
  }

  private static String name(ReplyPage page) {
    return PAGE + "%010d".formatted(page.number());
  }

  private static int number(String name) {
    try {
      return Integer.parseInt(name.substring(PAGE.length()));
    } catch (NumberFormatException e) {
      throw new IllegalStateException("a page of answers has no number: " + name, e);
    }
  }
}
