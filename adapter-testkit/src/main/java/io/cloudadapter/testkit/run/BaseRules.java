package io.cloudadapter.testkit.run;

/** Rules on which all others rest: where one of them is broken, the others are blocked. */
public final class BaseRules {
  /** An adapter opens. */
  public static final String OPENS = "MP-1.2";

  /** A call returns. */
  public static final String HANGS = "MP-6.1";

  private BaseRules() {}
}
