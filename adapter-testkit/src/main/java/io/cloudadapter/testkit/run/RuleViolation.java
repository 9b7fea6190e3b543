package io.cloudadapter.testkit.run;

/** A rule does not hold. The message says what was seen. */
public final class RuleViolation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean late;

  public RuleViolation(String seen) {
    super(seen);
    late = false;
  }

  public RuleViolation(String seen, Throwable cause) {
    super(seen, cause);
    late = cause instanceof RuleViolation broken && broken.late;
  }

  private RuleViolation(String seen, boolean late) {
    super(seen);
    this.late = late;
  }

  /** Something took too long, which may be the doing of a machine that is busy. */
  public static RuleViolation late(String seen) {
    return new RuleViolation(seen, true);
  }

  public boolean isLate() {
    return late;
  }
}
