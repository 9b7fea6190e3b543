package io.cloudadapter.core.config;

import java.util.Locale;

/** What becomes of the machines of a pool that is deleted. */
public enum DeletionMode {
  /** The deletion is refused while the pool has a machine or a launch whose outcome is unknown. */
  REFUSE,
  /** The pool drains and ends its machines, protected ones too. */
  TERMINATE,
  /** The pool takes its marks off the machines, which live on. The adapter must be able to. */
  RELEASE;

  /**
   * Returns the name of the mode for people and in JSON.
   *
   * @return the name in lower case
   */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
