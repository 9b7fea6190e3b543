package io.cloudadapter.spi;

/**
 * The name of one promise to the cloud: no more machines than promised will ever answer to it. Made by
 * the core, durable before the cloud hears of it, never used again for anything else.
 *
 * @param value 27 of {@code [a-z0-9]}
 */
public record LaunchKey(String value) implements Comparable<LaunchKey> {
  /**
   * Checks the form of the key.
   *
   * @throws IllegalArgumentException if the key is not of that form
   */
  public LaunchKey {
    if (!TokenSyntax.wellFormed(value)) {
      throw new IllegalArgumentException(
          "launch key must be 27 of [a-z0-9], was: \"" + value + '"');
    }
  }

  @Override
  public int compareTo(LaunchKey other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
