package io.cloudadapter.testkit;

import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.rule.Waiver;
import java.time.LocalDate;
import java.util.List;

/**
 * The waivers of an adapter on one day: what becomes of the verdict on a rule that it admits to break.
 *
 * @param all the waivers of the adapter
 * @param today by which they expire
 */
record RuleWaivers(List<Waiver> all, LocalDate today) {
  RuleWaivers {
    all = List.copyOf(all);
  }

  /** The verdict that a waiver makes of a bad one; any other verdict, and one without a waiver, stays as it is. */
  RuleResult applied(RuleResult ruling) {
    if (ruling.verdict() != Verdict.FAIL && ruling.verdict() != Verdict.UNTESTED) {
      return ruling;
    }
    for (Waiver waiver : all) {
      if (waiver.rule().equals(ruling.rule().id())) {
        return waiver.until().isBefore(today)
            ? ruling.with(
                ruling.verdict(), ruling.why() + "; its waiver expired on " + waiver.until())
            : ruling.with(Verdict.WAIVED, waiver.why() + " (until " + waiver.until() + ")");
      }
    }
    return ruling;
  }
}
