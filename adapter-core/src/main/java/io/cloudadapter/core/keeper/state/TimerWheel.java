package io.cloudadapter.core.keeper.state;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A hierarchical timer wheel, for timers that are mostly cancelled: adding and cancelling cost the same for any
 * number of timers; none fires early, and none more than a tick late.
 *
 * <pre>
 *   level 0   256 slots of one tick           the next 17 seconds
 *   level 1   256 slots of 256 ticks          the next 73 minutes
 *   level 2   256 slots of 65,536 ticks       the next 13 days
 *   level 3   256 slots of 16,777,216 ticks   9 years; what lies beyond waits in the last slot
 * </pre>
 *
 * When the time of a slot begins, its entries move to the levels below. Each slot is a ring of entries, linked
 * through arrays of numbers: 21 bytes for an entry and the reference to its value. One thread at a time may use it.
 *
 * @param <T> what is due
 */
public final class TimerWheel<T> {
  /** 2 to the 26th nanoseconds: 67 milliseconds. */
  private static final int TICK_BITS = 26;

  private static final int SLOT_BITS = 8;
  private static final int SLOTS = 1 << SLOT_BITS;
  private static final int LEVELS = 4;
  private static final int HEADS = LEVELS * SLOTS;
  private static final long REACH = 1L << (SLOT_BITS * LEVELS);

  private final long origin;

  /** Ticks since the origin that have been gone through. */
  private long gone;

  /** The rings: first the heads of all slots, then the entries. */
  private int[] next;

  private int[] before;
  private byte[] levels;
  private long[] ticks;
  private @Nullable Object[] items;
  private int used = HEADS;
  private int free = -1;
  private int size;

  /** How many entries each level has, so that empty ones are passed over. */
  private final int[] held = new int[LEVELS];

  /**
   * An empty wheel.
   *
   * @param now the present, in nanoseconds of a monotonic clock
   */
  public TimerWheel(long now) {
    origin = now;
    next = new int[HEADS + 64];
    before = new int[HEADS + 64];
    levels = new byte[64];
    ticks = new long[64];
    items = new Object[64];
    for (int head = 0; head < HEADS; head++) {
      next[head] = head;
      before[head] = head;
    }
  }

  /**
   * How many times there are.
   *
   * @return 0 or more
   */
  public int size() {
    return size;
  }

  /**
   * Adds a time.
   *
   * @param at when, in nanoseconds of the same clock; one that has passed comes with the next tick
   * @param item what is due then
   * @return a number to take it back by, until it has come or was taken back
   */
  public int add(long at, T item) {
    int entry = free;
    if (entry >= 0) {
      free = next[entry];
    } else {
      if (used == next.length) {
        grow();
      }
      entry = used++;
    }
    ticks[entry - HEADS] = Math.max(gone + 1, ceiling(at - origin));
    items[entry - HEADS] = item;
    link(entry);
    size++;
    return entry;
  }

  private static long ceiling(long nanos) {
    return -Math.floorDiv(-nanos, 1L << TICK_BITS);
  }

  private void grow() {
    int room = next.length + (next.length >> 1);
    next = Arrays.copyOf(next, room);
    before = Arrays.copyOf(before, room);
    levels = Arrays.copyOf(levels, room - HEADS);
    ticks = Arrays.copyOf(ticks, room - HEADS);
    items = Arrays.copyOf(items, room - HEADS);
  }

  /** Puts an entry into the slot of its tick, seen from the present. */
  private void link(int entry) {
    long away = Math.min(ticks[entry - HEADS] - gone, REACH - 1);
    int level = away < SLOTS ? 0 : (Long.SIZE - 1 - Long.numberOfLeadingZeros(away)) / SLOT_BITS;
    int head = head(level, (gone + away) >> (SLOT_BITS * level));
    int last = before[head];
    next[last] = entry;
    before[entry] = last;
    next[entry] = head;
    before[head] = entry;
    levels[entry - HEADS] = (byte) level;
    held[level]++;
  }

  private static int head(int level, long slot) {
    return level * SLOTS + (int) (slot & (SLOTS - 1));
  }

  private void unlink(int entry) {
    next[before[entry]] = next[entry];
    before[next[entry]] = before[entry];
    held[levels[entry - HEADS]]--;
  }

  /**
   * Takes a time back.
   *
   * @param number the number that it got
   */
  public void remove(int number) {
    unlink(number);
    items[number - HEADS] = null;
    next[number] = free;
    free = number;
    size--;
  }

  /**
   * Goes on to the present. What is due may add and take back times meanwhile.
   *
   * @param now the present, in nanoseconds of the same clock
   * @param due takes everything whose time has come, tick by tick
   */
  public void advance(long now, Consumer<? super T> due) {
    long target = Math.floorDiv(now - origin, 1L << TICK_BITS);
    while (gone < target) {
      gone = Math.min(target, nothingBefore());
      for (int level = LEVELS - 1; level > 0; level--) {
        if ((gone & ((1L << (SLOT_BITS * level)) - 1)) == 0) {
          moveDown(level);
        }
      }
      fire(due);
    }
  }

  /** The first tick at which something may have to be done, as far as the empty levels tell. */
  private long nothingBefore() {
    for (int level = 0; level < LEVELS; level++) {
      if (held[level] > 0) {
        return ((gone >> (SLOT_BITS * level)) + 1) << (SLOT_BITS * level);
      }
    }
    return Long.MAX_VALUE;
  }

  private void moveDown(int level) {
    int head = head(level, gone >> (SLOT_BITS * level));
    int entry = next[head];
    next[head] = head;
    before[head] = head;
    while (entry != head) {
      int following = next[entry];
      held[level]--;
      link(entry);
      entry = following;
    }
  }

  @SuppressWarnings("unchecked") // Only add() puts anything there.
  private void fire(Consumer<? super T> due) {
    int head = head(0, gone);
    for (int entry = next[head]; entry != head; entry = next[head]) {
      T item = (T) items[entry - HEADS];
      remove(entry);
      due.accept(item);
    }
  }

  /**
   * When to go on at the latest, so that nothing comes late. Nothing may be due then yet.
   *
   * @return a time of the same clock in nanoseconds; empty if there is nothing to come
   */
  public OptionalLong next() {
    long soonest = Long.MAX_VALUE;
    for (int level = 0; level < LEVELS; level++) {
      soonest = held[level] == 0 ? soonest : Math.min(soonest, first(level));
    }
    return size == 0 ? OptionalLong.empty() : OptionalLong.of(origin + (soonest << TICK_BITS));
  }

  /** The tick at which the first slot of a level that is not empty begins. */
  private long first(int level) {
    long slot = gone >> (SLOT_BITS * level);
    do {
      slot++;
    } while (next[head(level, slot)] == head(level, slot));
    return slot << (SLOT_BITS * level);
  }
}
