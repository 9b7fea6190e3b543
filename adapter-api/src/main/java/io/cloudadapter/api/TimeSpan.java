package io.cloudadapter.api;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Time spans in the notation of configurations: a whole number and a unit, {@code 250ms} or {@code 2h}. */
public final class TimeSpan {
  /** The longest span that a configuration may contain: a hundred years. */
  public static final Duration LONGEST = Duration.ofDays(36_500);

  private static final Pattern FORM = Pattern.compile("(0|[1-9][0-9]{0,8})(ms|s|m|h|d)");

  private TimeSpan() {}

  /**
   * Reads a time span.
   *
   * @param text a whole number and one of {@code ms}, {@code s}, {@code m}, {@code h}, {@code d}
   * @return the span, 0 to {@link #LONGEST}
   * @throws IllegalArgumentException if the text is not a time span
   */
  public static Duration parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "must be a time span such as 250ms, 30s, 5m, 2h or 1d, was " + text);
    }
    Duration span = span(Long.parseLong(parts.group(1)), parts.group(2));
    if (span.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "must be a time span of at most " + text(LONGEST) + ", was " + text);
    }
    return span;
  }

  private static Duration span(long number, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }

  /**
   * Writes a time span, for messages.
   *
   * @param span any span
   * @return a whole number of the greatest unit that expresses it exactly, {@code 0s} for zero
   */
  public static String text(Duration span) {
    if (span.isZero()) {
      return "0s";
    }
    if (span.isNegative()) {
      return "-" + text(span.negated());
    }
    Duration part = span.minusSeconds(span.toSeconds());
    if (!part.isZero()) {
      long below = part.toNanos() % 1_000_000;
      return span.toMillis() + (below == 0 ? "ms" : ".%06dms".formatted(below));
    }
    long seconds = span.toSeconds();
    if (seconds % 60 != 0) {
      return seconds + "s";
    }
    if (seconds % 3600 != 0) {
      return seconds / 60 + "m";
    }
    return seconds % 86_400 == 0 ? seconds / 86_400 + "d" : seconds / 3600 + "h";
  }

  /**
   * Writes a time span for people, rounded up to a whole second from ten seconds on.
   *
   * @param span any span
   * @return at most two units, such as {@code 52m 17s} or {@code 3h 20m}; {@code 0s} for zero
   */
  public static String rounded(Duration span) {
    if (span.isNegative()) {
      return "-" + rounded(span.negated());
    }
    if (span.compareTo(Duration.ofSeconds(10)) < 0) {
      return text(Duration.ofMillis(span.plusNanos(999_999).toMillis()));
    }
    Duration whole = Duration.ofSeconds(span.plusNanos(999_999_999).toSeconds());
    if (whole.compareTo(Duration.ofHours(1)) < 0) {
      return two(whole.toMinutes(), "m", whole.toSecondsPart(), "s");
    }
    return whole.compareTo(Duration.ofDays(1)) < 0
        ? two(whole.toHours(), "h", whole.toMinutesPart(), "m")
        : two(whole.toDays(), "d", whole.toHoursPart(), "h");
  }

  private static String two(long great, String unit, int small, String smallUnit) {
    String first = great == 0 ? "" : great + unit;
    String second = small == 0 ? "" : small + smallUnit;
    return first.isEmpty() || second.isEmpty() ? first + second : first + " " + second;
  }
}
