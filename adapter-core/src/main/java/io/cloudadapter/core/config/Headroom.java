package io.cloudadapter.core.config;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many machines a pool keeps in service above its desired size, for bursts: a number, or a percentage of the
 * desired size. They are machines like any others, and never exceed maxSize.
 *
 * @param value the number of machines, 0 to 100,000, or the percentage, 0 to 100
 * @param isPercent whether it is a percentage
 */
public record Headroom(int value, boolean isPercent) {
  private static final Pattern FORM = Pattern.compile("(0|[1-9][0-9]{0,5})(%?)");
  private static final int ALL = 100;
  private static final Headroom NONE = new Headroom(0, false);

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public Headroom {
    if (value < 0 || value > (isPercent ? ALL : PoolConfig.LARGEST)) {
      throw refused(value + (isPercent ? "%" : ""));
    }
  }

  /**
   * Of a pool that keeps no machines above its desired size.
   *
   * @return the headroom
   */
  public static Headroom none() {
    return NONE;
  }

  /**
   * A number of machines.
   *
   * @param machines 0 to 100,000
   * @return the headroom
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public static Headroom machines(int machines) {
    return new Headroom(machines, false);
  }

  /**
   * A percentage of the desired size.
   *
   * @param percent 0 to 100
   * @return the headroom
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public static Headroom percent(int percent) {
    return new Headroom(percent, true);
  }

  /**
   * Reads a headroom as {@link #text()} writes it.
   *
   * @param text such as 2 or 10%
   * @return the headroom
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public static Headroom parse(String text) {
    Objects.requireNonNull(text, "text");
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw refused(text);
    }
    return new Headroom(Integer.parseInt(form.group(1)), !form.group(2).isEmpty());
  }

  private static IllegalArgumentException refused(String text) {
    return new IllegalArgumentException("headroom must be a number of machines, 0 to "
        + PoolConfig.LARGEST + ", or a percentage of the desired size, 0% to 100%, was " + text);
  }

  /**
   * How many machines it is. A percentage is rounded up.
   *
   * @param desiredSize of the pool, 0 or more
   * @return 0 or more
   */
  public int of(int desiredSize) {
    return isPercent ? (int) (((long) desiredSize * value + ALL - 1) / ALL) : value;
  }

  /**
   * The headroom as a configuration has it.
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
