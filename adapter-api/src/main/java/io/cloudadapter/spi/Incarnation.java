package io.cloudadapter.spi;

import java.util.regex.Pattern;

/**
 * One life of a pool, from its first ledger to the loss of it. Machines of another incarnation are not
 * ours to end.
 *
 * @param value 27 of {@code [a-z0-9]}
 */
public record Incarnation(String value) implements Comparable<Incarnation> {
  private static final Pattern FORM = Pattern.compile("[a-z0-9]{27}");

  /**
   * Checks the form of the incarnation.
   *
   * @throws IllegalArgumentException if the incarnation is not of that form
   */
  public Incarnation {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "incarnation must be 27 of [a-z0-9], was: \"" + value + '"');
    }
  }

  @Override
  public int compareTo(Incarnation other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
