package io.cloudadapter.testkit.report;

/**
 * What one kind of fault did to one rule.
 *
 * @param runs in how many runs it was planned
 * @param broken in how many of them the rule was broken
 * @param vacuous in how many it never struck, so that they say nothing
 */
public record FaultStatistics(int runs, int broken, int vacuous) {
  public static final FaultStatistics NONE = new FaultStatistics(0, 0, 0);

  public FaultStatistics plus(boolean broke, boolean bit) {
    return new FaultStatistics(runs + 1, broken + (broke ? 1 : 0), vacuous + (bit ? 0 : 1));
  }

  /** In how many runs the fault struck. */
  int struck() {
    return runs - vacuous;
  }
}
