package io.cloudadapter.testkit.run;

import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.time.SchedulingDelay;

/** This cloud does not let the kit try a rule. The message says why. */
public final class NotTestableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Verdict verdict;
  private final boolean beside;

  /** It might be tried on another cloud, or with more powers over this one. */
  public NotTestableException(String why) {
    this(Verdict.UNTESTED, why, false);
  }

  private NotTestableException(Verdict verdict, String why, boolean beside) {
    super(why);
    this.verdict = verdict;
    this.beside = beside;
  }

  /** The test cloud itself has failed, which proves nothing about the adapter. */
  static NotTestableException ofTheCloud(String why) {
    return new NotTestableException(Verdict.UNTESTED, why, true);
  }

  /** The machine has made the run late, which proves nothing about the adapter. */
  public static NotTestableException tooBusy() {
    return new NotTestableException(Verdict.UNTESTED, SchedulingDelay.TOO_BUSY, true);
  }

  /** A rule that it rests on is broken. */
  static NotTestableException blocked(String rule) {
    return blockedFor("by " + rule);
  }

  /** Nothing may be tried: the account is not as it must be. */
  public static NotTestableException blockedFor(String why) {
    return new NotTestableException(Verdict.BLOCKED, why, false);
  }

  /** Whether the cause lies beside the adapter: the test cloud has failed, or the machine was too busy. */
  public boolean isBesideTheAdapter() {
    return beside;
  }

  /** The rule is about something that the cloud does not have, with any adapter. */
  public static NotTestableException notThere(String why) {
    return new NotTestableException(Verdict.NOT_CLAIMED, why, false);
  }

  /** The same in other words. */
  public NotTestableException saying(String other) {
    return new NotTestableException(verdict, other, beside);
  }

  public Verdict verdict() {
    return verdict;
  }

  public String why() {
    return String.valueOf(getMessage());
  }
}
