package io.cloudadapter.testkit;

import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.run.FinalCleanup;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.run.TrialResult;
import io.cloudadapter.testkit.run.TrialRunner;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The last look at a cloud that outlives the runs, which must be left as it was found: what is still there, and whether
 * that could be seen.
 *
 * @param left the findings that name what is still there, or another rule that the look saw broken
 * @param unseen why the look could not be made, for a cause beside the adapter
 */
record AccountSweep(List<Violation> left, Optional<NotTestableException> unseen) {
  private static final String ENDS = "MP-4.3";

  /** The rules that a look decides together with their own runs. */
  private static final Set<String> DECIDED = Set.of(ENDS, "MP-4.9");

  AccountSweep {
    left = List.copyOf(left);
  }

  /** Ends what is left, and looks. */
  static AccountSweep of(TrialRunner runner, long seed) {
    TrialResult look = runner.run(Trial.of(ENDS, FinalCleanup::leavesNothing), List.of(), seed);
    List<Violation> left = look.findings().stream()
        .map(finding ->
            new Violation(finding.rule(), finding.seen(), "after all runs", finding.evidence(), ""))
        .toList();
    return new AccountSweep(
        left, look.untestable().filter(NotTestableException::isBesideTheAdapter));
  }

  /** The look at a cloud of the kit's own, which goes away with its run. */
  static AccountSweep ofNothing() {
    return new AccountSweep(List.of(), Optional.empty());
  }

  /** A ruling that rests on the look, too: without it, machines may be left. */
  RuleResult asFarAsSeen(RuleResult ruling) {
    boolean rests = DECIDED.contains(ruling.rule().id())
        && (ruling.verdict() == Verdict.PASS || ruling.verdict() == Verdict.UNTESTED);
    return unseen
        .filter(why -> rests)
        .map(why -> ruling.withoutConclusion("what is left after all runs could not be seen, "
            + FinalCleanup.BY_HAND + "; " + why.why()))
        .orElse(ruling);
  }
}
