package io.cloudadapter.testkit.certify;

/** This cloud does not let the kit try a rule. The message says why. */
final class Untestable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Verdict verdict;
  private final boolean ofTheCloud;

  /** It might be tried on another cloud, or with more powers over this one. */
  Untestable(String why) {
    this(Verdict.UNTESTED, why, false);
  }

  private Untestable(Verdict verdict, String why, boolean ofTheCloud) {
    super(why);
    this.verdict = verdict;
    this.ofTheCloud = ofTheCloud;
  }

  /** The test cloud itself has failed, which says nothing of the adapter. */
  static Untestable ofTheCloud(String why) {
    return new Untestable(Verdict.UNTESTED, why, true);
  }

  /** A rule that it rests on is broken. */
  static Untestable blocked(String rule) {
    return new Untestable(Verdict.BLOCKED, "by " + rule, false);
  }

  boolean isOfTheCloud() {
    return ofTheCloud;
  }

  /** The rule is about something that the cloud does not have, whoever tries it. */
  static Untestable notThere(String why) {
    return new Untestable(Verdict.NOT_CLAIMED, why, false);
  }

  /** The same in other words. */
  Untestable saying(String other) {
    return new Untestable(verdict, other, ofTheCloud);
  }

  Verdict verdict() {
    return verdict;
  }

  String why() {
    return String.valueOf(getMessage());
  }
}
