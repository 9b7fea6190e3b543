package io.cloudadapter.core.config;

import java.util.Locale;

/** Who decides about the configuration of a pool. The other one may not change it. */
public enum ManagedBy {
  /** The configuration file of a server, or the program that opens the library. */
  FILE,
  /** The callers of the API at run time. */
  API;

  /**
   * Returns the name of the manager for people and in JSON.
   *
   * @return the name in lower case
   */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
