package io.cloudadapter.spi;

/**
 * The name of one launch at the cloud: no more machines than requested ever carry it. The core makes the key, records
 * it before it sends the launch, and never uses it for another launch.
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
