package io.cloudadapter.core.quota;

import java.util.OptionalInt;

/** Looks up how many processors a machine of a size has. It answers at once, from what was read before. */
public interface SizeCpus {
  /**
   * Looks up a size.
   *
   * @param account the account of the machine
   * @param size the cloud's name of the size
   * @return the number of processors; empty if the catalog has no such size, or was not read yet
   */
  OptionalInt cpus(String account, String size);

  /**
   * Returns a number that changes whenever an answer may have changed.
   *
   * @return any number
   */
  default long version() {
    return 0;
  }

  /**
   * Knows no size.
   *
   * @return the lookup for accounts without a catalog
   */
  static SizeCpus none() {
    return (account, size) -> OptionalInt.empty();
  }
}
