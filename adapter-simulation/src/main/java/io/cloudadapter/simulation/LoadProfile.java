package io.cloudadapter.simulation;

import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sizes that are wanted of a pool over time: each holds until the next. Where all times lie within the
 * first 24 hours, every day is like the first; otherwise the last size stays.
 */
public final class LoadProfile {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration PATTERN_STEP = Duration.ofMinutes(15);
  private static final Pattern CLOCK =
      Pattern.compile("([01]?[0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9]))?");
  private static final Pattern SIZE = Pattern.compile("[0-9]{1,9}");

  /** Shares of an office's day, hour by hour. */
  private static final double[] OFFICE = {
    0.15, 0.12, 0.10, 0.10, 0.10, 0.12, 0.25, 0.50, 0.80, 0.95, 1.00, 0.95,
    0.85, 0.95, 1.00, 0.95, 0.90, 0.75, 0.60, 0.50, 0.40, 0.30, 0.25, 0.20
  };

  private final NavigableMap<Duration, Integer> sizes;
  private final boolean daily;

  private LoadProfile(NavigableMap<Duration, Integer> sizes) {
    this.sizes = sizes;
    this.daily = sizes.lastKey().compareTo(DAY) < 0;
  }

  /**
   * Always the same size.
   *
   * @param size 0 or more
   * @return the load
   */
  public static LoadProfile flat(int size) {
    return of(Map.of(Duration.ZERO, size));
  }

  /**
   * The office hours of one day: little at night, a steep morning, a dip at noon, a slow evening.
   *
   * @param most at the busiest hour, 0 or more
   * @return the load
   */
  public static LoadProfile day(int most) {
    return pattern(most, t -> {
      double hour = t * 24;
      int before = (int) hour;
      double next = OFFICE[(before + 1) % 24];
      return OFFICE[before] + (hour - before) * (next - OFFICE[before]);
    });
  }

  /**
   * A fifth of the most, but for an hour at noon.
   *
   * @param most at noon, 0 or more
   * @return the load
   */
  public static LoadProfile spike(int most) {
    return pattern(most, t -> t >= 0.5 && t < 13 / 24.0 ? 1 : 0.2);
  }

  /**
   * From nothing to the most in the course of the day; then from nothing again.
   *
   * @param most at midnight, 0 or more
   * @return the load
   */
  public static LoadProfile ramp(int most) {
    return pattern(most, t -> t / (1 - 1 / 96.0));
  }

  /**
   * Rises for three hours and falls at once, again and again.
   *
   * @param most before each fall, 0 or more
   * @return the load
   */
  public static LoadProfile saw(int most) {
    return pattern(most, t -> (t * 8 - Math.floor(t * 8)) / (1 - 1 / 12.0));
  }

  private static LoadProfile pattern(int most, DoubleUnaryOperator share) {
    Map<Duration, Integer> sizes = new TreeMap<>();
    for (Duration at = Duration.ZERO; at.compareTo(DAY) < 0; at = at.plus(PATTERN_STEP)) {
      double part = at.toSeconds() / (double) DAY.toSeconds();
      sizes.put(at, (int) Math.round(most * Math.min(1, share.applyAsDouble(part))));
    }
    return of(sizes);
  }

  /**
   * The names of the patterns.
   *
   * @return what {@link #named} takes
   */
  public static List<String> patterns() {
    return List.of("day", "spike", "ramp", "flat", "saw");
  }

  /**
   * A pattern by its name.
   *
   * @param pattern one of {@link #patterns}
   * @param most the greatest size in it, 0 or more
   * @return the load
   * @throws IllegalArgumentException if there is no such pattern
   */
  public static LoadProfile named(String pattern, int most) {
    return switch (pattern) {
      case "day" -> day(most);
      case "spike" -> spike(most);
      case "ramp" -> ramp(most);
      case "flat" -> flat(most);
      case "saw" -> saw(most);
      default ->
        throw new IllegalArgumentException("load must be one of " + String.join(", ", patterns())
            + ", was " + pattern
            + SpellingSuggestion.to(pattern, patterns())
                .map(near -> "; did you mean " + near + "?")
                .orElse(""));
    };
  }

  /**
   * Sizes at times.
   *
   * @param sizes from the beginning of the simulation on; one or more
   * @return the load
   * @throws IllegalArgumentException if there are none, a time is negative, or a size is not 0 to 100,000
   */
  public static LoadProfile of(Map<Duration, Integer> sizes) {
    TreeMap<Duration, Integer> sorted = new TreeMap<>(sizes);
    if (sorted.isEmpty() || sorted.firstKey().isNegative()) {
      throw new IllegalArgumentException(
          "load must have sizes at one or more times from 0s on, was " + sorted);
    }
    sorted.forEach((at, size) -> {
      if (size < 0 || size > PoolConfig.LARGEST) {
        throw new IllegalArgumentException("load must have sizes from 0 to " + PoolConfig.LARGEST
            + ", was " + size + " at " + TimeSpan.text(at));
      }
    });
    return new LoadProfile(sorted);
  }

  /**
   * Reads a table: the header {@code time,size}, then one line for each change, times rising. A time is a
   * time of day ({@code 08:30}, {@code 08:30:15}) or the span since the beginning ({@code 90m}, {@code
   * 36h}). Empty lines, and those that begin with #, say nothing.
   *
   * @param text the whole table
   * @return the load
   * @throws IllegalArgumentException naming line, column, value and what is allowed
   */
  public static LoadProfile csv(String text) {
    TreeMap<Duration, Integer> sizes = new TreeMap<>();
    boolean headed = false;
    int number = 0;
    for (String raw : text.lines().toList()) {
      number++;
      String line =
          number == 1 && raw.startsWith("\ufeff") ? raw.substring(1).strip() : raw.strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      List<String> cells = new ArrayList<>();
      for (String cell : line.split(",", -1)) {
        cells.add(cell.strip());
      }
      if (!headed) {
        if (!cells.equals(List.of("time", "size"))) {
          throw wrong(number, "header", "time,size", line);
        }
        headed = true;
        continue;
      }
      if (cells.size() != 2) {
        throw wrong(number, "all columns", "two cells, time and size", line);
      }
      Duration at = time(number, cells.get(0));
      if (!sizes.isEmpty() && at.compareTo(sizes.lastKey()) <= 0) {
        throw wrong(
            number,
            "column time",
            "later than the line before, which is at " + TimeSpan.text(sizes.lastKey()),
            cells.get(0));
      }
      sizes.put(at, size(number, cells.get(1)));
    }
    if (sizes.isEmpty()) {
      throw wrong(number + 1, headed ? "all columns" : "header", "time,size", "the end");
    }
    return new LoadProfile(sizes);
  }

  private static Duration time(int line, String cell) {
    Matcher clock = CLOCK.matcher(cell);
    if (clock.matches()) {
      String seconds = clock.group(3);
      return Duration.ofHours(Integer.parseInt(clock.group(1)))
          .plusMinutes(Integer.parseInt(clock.group(2)))
          .plusSeconds(seconds == null ? 0 : Integer.parseInt(seconds));
    }
    try {
      return TimeSpan.parse(cell);
    } catch (IllegalArgumentException e) {
      throw wrong(line, "column time", "HH:MM, HH:MM:SS, or a time span such as 90m or 36h", cell);
    }
  }

  private static int size(int line, String cell) {
    if (!SIZE.matcher(cell).matches() || Integer.parseInt(cell) > PoolConfig.LARGEST) {
      throw wrong(line, "column size", "a whole number from 0 to " + PoolConfig.LARGEST, cell);
    }
    return Integer.parseInt(cell);
  }

  private static IllegalArgumentException wrong(
      int line, String where, String allowed, String was) {
    return new IllegalArgumentException(
        "line " + line + ", " + where + ": must be " + allowed + ", was " + was);
  }

  /**
   * The greatest size.
   *
   * @return 0 or more
   */
  public int most() {
    return sizes.values().stream().mapToInt(size -> size).max().orElse(0);
  }

  /**
   * The size wanted at a moment.
   *
   * @param time since the beginning
   * @return the size; empty before the first one
   */
  public OptionalInt at(Duration time) {
    Map.Entry<Duration, Integer> latest = sizes.floorEntry(daily ? ofDay(time) : time);
    if (latest == null && daily && time.compareTo(DAY) >= 0) {
      latest = sizes.lastEntry();
    }
    return latest == null ? OptionalInt.empty() : OptionalInt.of(latest.getValue());
  }

  /** When the next line begins to hold. */
  Optional<Duration> after(Duration time) {
    Duration next = sizes.higherKey(daily ? ofDay(time) : time);
    if (next == null) {
      return daily
          ? Optional.of(time.minus(ofDay(time)).plus(DAY).plus(sizes.firstKey()))
          : Optional.empty();
    }
    return Optional.of(daily ? time.minus(ofDay(time)).plus(next) : next);
  }

  private static Duration ofDay(Duration time) {
    return time.minusDays(time.toDays());
  }
}
