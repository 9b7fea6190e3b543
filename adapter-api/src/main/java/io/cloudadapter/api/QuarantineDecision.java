package io.cloudadapter.api;

import java.util.Locale;

/** What becomes of a machine in quarantine. */
public enum QuarantineDecision {
  /** The pool takes it in as a member. It fills a gap if the pool has one, else the desired size grows by one. */
  ADOPT,
  /** The pool leaves it alone for ever and holds it no longer; it goes on running and costing. */
  DISOWN,
  /** The pool ends it; the desired size stays. */
  TERMINATE;

  /**
   * The decision as the REST API and the command line write it.
   *
   * @return its name in lower case
   */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
