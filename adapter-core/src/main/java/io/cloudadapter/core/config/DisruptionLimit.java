package io.cloudadapter.core.config;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The most machines of a pool that may be unavailable: a number, or a percentage of the desired size.
 *
 * @param value the number of machines, 0 to 100,000, or the percentage, 0 to 100
 * @param isPercent whether it is a percentage
 */
public record DisruptionLimit(int value, boolean isPercent) {
  private static final Pattern FORM = Pattern.compile("(0|[1-9][0-9]{0,5})(%?)");
  private static final int ALL = 100;

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public DisruptionLimit {
    if (value < 0 || value > (isPercent ? ALL : PoolConfig.LARGEST)) {
      throw refused(value + (isPercent ? "%" : ""));
    }
  }

  /**
   * A number of machines.
   *
   * @param machines 0 to 100,000
   * @return the limit
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public static DisruptionLimit machines(int machines) {
    return new DisruptionLimit(machines, false);
  }

  /**
   * A percentage of the desired size.
   *
   * @param percent 0 to 100
   * @return the limit
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public static DisruptionLimit percent(int percent) {
    return new DisruptionLimit(percent, true);
  }

  /**
   * Reads a limit as {@link #text()} writes it.
   *
   * @param text such as 2 or 10%
   * @return the limit
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public static DisruptionLimit parse(String text) {
    Objects.requireNonNull(text, "text");
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw refused(text);
    }
    return new DisruptionLimit(Integer.parseInt(form.group(1)), !form.group(2).isEmpty());
  }

  private static IllegalArgumentException refused(String text) {
    return new IllegalArgumentException("must be a number of machines, 0 to " + PoolConfig.LARGEST
        + ", or a percentage of the desired size, 0% to 100%, was " + text);
  }

  /**
   * How many machines it is. A percentage is rounded down, but is at least 1 unless it is 0.
   *
   * @param desiredSize of the pool
   * @return 0 or more
   */
  public int of(int desiredSize) {
    return !isPercent || value == 0 ? value : (int) Math.max(1, (long) desiredSize * value / ALL);
  }

  /**
   * The limit as a configuration has it.
   *
   * @return such as 2 or 10%
   */
  public String text() {
    return value + (isPercent ? "%" : "");
  }

  @Override
  public String toString() {
    return text();
  }
}
