package io.cloudadapter.testkit.certify;

/** This cloud does not let the kit try a rule. The message says why. */
final class Untestable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Verdict verdict;

  /** It might be tried on another cloud, or with more powers over this one. */
  Untestable(String why) {
    this(Verdict.UNTESTED, why);
  }

  private Untestable(Verdict verdict, String why) {
    super(why);
    this.verdict = verdict;
  }

  /** The rule is about something that the cloud does not have, whoever tries it. */
  static Untestable notThere(String why) {
    return new Untestable(Verdict.NOT_CLAIMED, why);
  }

  /** The same in other words. */
  Untestable saying(String other) {
    return new Untestable(verdict, other);
  }

  Verdict verdict() {
    return verdict;
  }

  String why() {
    return String.valueOf(getMessage());
  }
}
