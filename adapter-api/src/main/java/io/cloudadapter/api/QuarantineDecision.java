package io.cloudadapter.api;

import java.util.Locale;

/** What the pool does with a machine in quarantine. */
public enum QuarantineDecision {
  /**
   * The pool takes the machine in as a member. It fills a gap if there is one; otherwise the desired size grows by
   * one.
   */
  ADOPT,
  /**
   * The pool leaves the machine alone for ever and no longer holds launches for it; the machine keeps running and
   * costing.
   */
  DISOWN,
  /** The pool ends the machine; the desired size stays. */
  TERMINATE;

  /**
   * Returns the decision as the REST API and the command line write it.
   *
   * @return its name in lower case
   */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
