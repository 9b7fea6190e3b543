package io.cloudadapter.api;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The name of a pool: a lower-case letter, then at most 29 lower-case letters, digits or hyphens. Each machine's
 * ownership mark contains the name, so it is short enough for the tags and names of all clouds.
 *
 * @param value the name as text
 */
public record PoolName(String value) implements Comparable<PoolName> {
  private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9-]{0,29}");

  /**
   * Checks the form of the name.
   *
   * @throws IllegalArgumentException if the name is not of that form
   */
  public PoolName {
    Objects.requireNonNull(value, "value");
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "pool name must be a lower-case letter followed by at most 29 of [a-z0-9-], was: "
              + QuotedText.of(value));
    }
  }

  @Override
  public int compareTo(PoolName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
