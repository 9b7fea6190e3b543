package io.cloudadapter.core.warm;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How much the desired size of a pool has grown lately, as its record keeps it. A growth is how far a change brings the
 * desired size above the smallest one within the span before. The history keeps the largest growths of the window only,
 * each later one smaller than the one before, so that it stays small however often the size changes.
 *
 * <p>Times count up to the end of a tenth of the span and of a sixtieth of the window, so that the history has at most
 * 11 lows and 61 growths.
 *
 * @param lows sizes that the pool has had within the span, each with the time until which it counts as in force; sizes
 *     and times rise
 * @param growths the largest growths, each with its time; growths fall, and times rise
 */
public record GrowthHistory(List<Mark> lows, List<Mark> growths) {
  private static final int SPAN_PARTS = 10;
  private static final int WINDOW_PARTS = 60;

  /** Of a pool whose size has not changed. */
  public static final GrowthHistory NONE = new GrowthHistory(List.of(), List.of());

  /** A number of machines at a time. */
  record Mark(Instant at, int machines) {}

  /** Copies the lists; one that was left out when stored is empty. */
  public GrowthHistory {
    lows = lows == null ? List.of() : List.copyOf(lows);
    growths = growths == null ? List.of() : List.copyOf(growths);
  }

  /**
   * The history after a change of the desired size.
   *
   * @param now when it changes
   * @param before the desired size until now
   * @param after the desired size from now on
   * @param span within what time a rise counts as one growth
   * @param window how long a growth counts
   */
  public GrowthHistory resized(Instant now, int before, int after, Duration span, Duration window) {
    Instant until = slotEnd(now, span, SPAN_PARTS);
    List<Mark> low = recent(lows, now, span, until);
    low.removeIf(mark -> mark.machines() >= before);
    append(low, new Mark(until, before));
    Instant at = slotEnd(now, window, WINDOW_PARTS);
    List<Mark> grown = recent(growths, now, window, at);
    if (after > before) {
      int growth = after - low.get(0).machines();
      grown.removeIf(mark -> mark.machines() <= growth);
      append(grown, new Mark(at, growth));
    }
    return new GrowthHistory(low, grown);
  }

  /**
   * The same, unless a clock that was ahead was set back since: then what lies in the future was just now, so that it
   * counts as long as any other.
   *
   * @param now the present time
   * @param span within what time a rise counts as one growth
   * @param window how long a growth counts
   */
  public GrowthHistory asOf(Instant now, Duration span, Duration window) {
    Instant until = slotEnd(now, span, SPAN_PARTS);
    Instant at = slotEnd(now, window, WINDOW_PARTS);
    boolean ahead = lows.stream().anyMatch(mark -> mark.at().isAfter(until))
        || growths.stream().anyMatch(mark -> mark.at().isAfter(at));
    return ahead
        ? new GrowthHistory(recent(lows, now, span, until), recent(growths, now, window, at))
        : this;
  }

  /** Keeps the more telling one of two marks of the same time, which is the earlier one. */
  private static void append(List<Mark> marks, Mark next) {
    if (marks.isEmpty() || !marks.get(marks.size() - 1).at().equals(next.at())) {
      marks.add(next);
    }
  }

  /** Those that still count. After a clock was set back, none is later than the present slot. */
  private static List<Mark> recent(List<Mark> marks, Instant now, Duration length, Instant latest) {
    List<Mark> recent = new ArrayList<>();
    for (Mark mark : marks) {
      Instant at = mark.at().isAfter(latest) ? latest : mark.at();
      if (at.plus(length).isAfter(now)) {
        append(recent, new Mark(at, mark.machines()));
      }
    }
    return recent;
  }

  private static Instant slotEnd(Instant now, Duration length, int parts) {
    long slot = Math.max(1, length.toMillis() / parts);
    return Instant.ofEpochMilli((Math.floorDiv(now.toEpochMilli(), slot) + 1) * slot);
  }

  /** The largest growth that counts at a time; 0 if there is none. */
  public int largest(Instant now, Duration window) {
    return counting(now, window).map(Mark::machines).orElse(0);
  }

  /** When the largest growth no longer counts; empty if there is none. */
  public Optional<Instant> largestUntil(Instant now, Duration window) {
    return counting(now, window).map(mark -> mark.at().plus(window));
  }

  private Optional<Mark> counting(Instant now, Duration window) {
    return growths.stream().filter(mark -> mark.at().plus(window).isAfter(now)).findFirst();
  }
}
