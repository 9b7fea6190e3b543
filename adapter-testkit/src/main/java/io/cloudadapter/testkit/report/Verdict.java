package io.cloudadapter.testkit.report;

/** What became of a rule. There is no seventh word; above all, none that looks like PASS and is not. */
public enum Verdict {
  /** It was tried, and held in every run. */
  PASS,
  /** It was broken. */
  FAIL,
  /** It was broken, and a waiver that has not expired says why that is known. */
  WAIVED,
  /**
   * It belongs to a feature that the adapter does not claim, and that it lacks it cleanly was tried; or to
   * a key support that its profile does not declare; or to something that its cloud does not have.
   */
  NOT_CLAIMED,
  /** A rule that it rests on was broken, so trying it would say nothing. */
  BLOCKED,
  /** It was not tried, and why is said. */
  UNTESTED
}
