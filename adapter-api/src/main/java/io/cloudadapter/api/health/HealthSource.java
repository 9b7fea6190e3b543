package io.cloudadapter.api.health;

import java.util.Locale;

/**
 * Where the service state of a machine comes from, the source with the highest priority first. A source does not change
 * what one of a higher priority has set.
 */
public enum HealthSource {
  /** A caller who sets the service state: a person, or a program in a person's place. */
  CALLER,
  /** A program that watches machines by itself and reports what it finds. */
  AGENT,
  /** The pool's own health probe. */
  PROBE;

  /**
   * The source in messages.
   *
   * @return its name in lower case
   */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Whether this source has a higher priority than another one.
   *
   * @param other the other source
   * @return false also if they are the same
   */
  public boolean outranks(HealthSource other) {
    return compareTo(other) < 0;
  }
}
