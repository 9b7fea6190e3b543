package io.cloudadapter.testkit.run;

import io.cloudadapter.testkit.report.Verdict;

/** This cloud does not let the kit try a rule. The message says why. */
public final class NotTestableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Verdict verdict;
  private final boolean ofTheCloud;

  /** It might be tried on another cloud, or with more powers over this one. */
  public NotTestableException(String why) {
    this(Verdict.UNTESTED, why, false);
  }

  private NotTestableException(Verdict verdict, String why, boolean ofTheCloud) {
    super(why);
    this.verdict = verdict;
    this.ofTheCloud = ofTheCloud;
  }

  /** The test cloud itself has failed, which proves nothing about the adapter. */
  static NotTestableException ofTheCloud(String why) {
    return new NotTestableException(Verdict.UNTESTED, why, true);
  }

  /** A rule that it rests on is broken. */
  static NotTestableException blocked(String rule) {
    return new NotTestableException(Verdict.BLOCKED, "by " + rule, false);
  }

  public boolean isOfTheCloud() {
    return ofTheCloud;
  }

  /** The rule is about something that the cloud does not have, with any adapter. */
  public static NotTestableException notThere(String why) {
    return new NotTestableException(Verdict.NOT_CLAIMED, why, false);
  }

  /** The same in other words. */
  public NotTestableException saying(String other) {
    return new NotTestableException(verdict, other, ofTheCloud);
  }

  public Verdict verdict() {
    return verdict;
  }

  public String why() {
    return String.valueOf(getMessage());
  }
}
