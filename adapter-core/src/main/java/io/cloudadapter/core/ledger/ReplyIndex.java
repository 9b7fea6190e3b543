package io.cloudadapter.core.ledger;

/**
 * Finds the pages that may hold a key: a hash table of 8 bytes for each slot, with linear probing. It stores 32 bits
 * of each key, so the caller checks what it finds in the page.
 */
final class ReplyIndex {
  private static final int SMALLEST = 16;

  /** Upper half: 32 bits of the key; lower half: the number of the page, which is never 0. */
  private long[] slots = new long[SMALLEST];

  private int size;

  /** Checks each page that may hold a key, until the answer is yes. */
  interface Candidate {
    boolean isIt(int page);
  }

  int size() {
    return size;
  }

  void add(ReplyKey key, int page) {
    // Between 3/8 and 3/4 full, which is 11 to 21 bytes for each key.
    if ((size + 1) * 4L > slots.length * 3L) {
      grow();
    }
    insert(slots, slot(key, page));
    size++;
  }

  boolean find(ReplyKey key, Candidate candidate) {
    int print = print(key);
    for (int at = home(print, slots); slots[at] != 0; at = next(at)) {
      if ((int) (slots[at] >>> 32) == print && candidate.isIt((int) slots[at])) {
        return true;
      }
    }
    return false;
  }

  /** Forgets one key of a page, and moves up what it had pushed away. */
  void remove(ReplyKey key, int page) {
    long wanted = slot(key, page);
    int at = home(print(key), slots);
    while (slots[at] != wanted) {
      if (slots[at] == 0) {
        throw new IllegalStateException(
            "page " + page + " is not in the index under one of its keys");
      }
      at = next(at);
    }
    int hole = at;
    for (int other = next(hole); slots[other] != 0; other = next(other)) {
      int home = home((int) (slots[other] >>> 32), slots);
      if (distance(home, other) >= distance(hole, other)) {
        slots[hole] = slots[other];
        hole = other;
      }
    }
    slots[hole] = 0;
    size--;
  }

  private void grow() {
    long[] larger = new long[slots.length * 2];
    for (long slot : slots) {
      if (slot != 0) {
        insert(larger, slot);
      }
    }
    slots = larger;
  }

  private static void insert(long[] into, long slot) {
    int at = home((int) (slot >>> 32), into);
    while (into[at] != 0) {
      at = (at + 1) & (into.length - 1);
    }
    into[at] = slot;
  }

  private int next(int at) {
    return (at + 1) & (slots.length - 1);
  }

  private int distance(int from, int to) {
    return (to - from) & (slots.length - 1);
  }

  private static int home(int print, long[] in) {
    return print & (in.length - 1);
  }

  private static int print(ReplyKey key) {
    return (int) key.low();
  }

  private static long slot(ReplyKey key, int page) {
    return ((long) print(key) << 32) | (page & 0xffff_ffffL);
  }
}
