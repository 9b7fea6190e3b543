package io.cloudadapter.spi;

/**
 * One life of a pool, from its first ledger to the loss of that ledger. The pool does not end machines of another
 * incarnation.
 *
 * @param value 27 of {@code [a-z0-9]}
 */
public record PoolIncarnation(String value) implements Comparable<PoolIncarnation> {
  /**
   * Checks the form of the incarnation.
   *
   * @throws IllegalArgumentException if the incarnation is not of that form
   */
  public PoolIncarnation {
    if (!TokenSyntax.wellFormed(value)) {
      throw new IllegalArgumentException(
          "incarnation must be 27 of [a-z0-9], was: \"" + value + '"');
    }
  }

  @Override
  public int compareTo(PoolIncarnation other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
