package io.cloudadapter.testkit.certify;

/** Rules on which all others rest: where one of them is broken, the others are blocked. */
final class BaseRules {
  /** An adapter opens. */
  static final String OPENS = "MP-1.2";

  /** A call returns. */
  static final String HANGS = "MP-6.1";

  private BaseRules() {}
}
