package io.cloudadapter.testkit;

import io.cloudadapter.testkit.run.DrawnCheck;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.run.TrialResult;
import io.cloudadapter.testkit.run.TrialRunner;
import java.util.Iterator;
import java.util.List;

/** Finds a short run that breaks a rule, given a long one whose steps were drawn. */
final class TrialShrinker {
  /** A run takes a fraction of a second, and the shortest of fifty steps takes about a hundred runs. */
  private static final int MOST_RUNS = 250;

  private final TrialRunner runner;

  TrialShrinker(TrialRunner runner) {
    this.runner = runner;
  }

  /**
   * Returns the shortest run that breaks the trial's rule, as far as leaving out and simplifying steps leads to it.
   *
   * @param trial a trial whose check is drawn
   * @param seed the seed of the run
   * @param broken what the run of all steps showed
   * @return the result of the shortest run; the given one if the run did not break the rule, or the check is not drawn
   */
  TrialResult shortest(Trial trial, long seed, TrialResult broken) {
    TrialResult shortest = broken;
    if (!(trial.check() instanceof DrawnCheck check)
        || !broken.breaks(trial.rule())
        || broken.hung()) {
      return shortest;
    }
    Iterator<DrawnCheck> simpler = check.simpler(seed).iterator();
    for (int runs = 0; runs < MOST_RUNS && simpler.hasNext(); runs++) {
      DrawnCheck tried = simpler.next();
      TrialResult result = runner.run(trial.with(tried), List.of(), seed);
      if (result.breaks(trial.rule()) && !result.hung()) {
        shortest = result;
        simpler = tried.simpler(seed).iterator();
      }
    }
    return shortest;
  }
}
