package io.cloudadapter.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import java.time.LocalDate;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Looks for a bug in an adapter by the rule that is named for it, and for what else that breaks. */
final class MutantHunt {
  private static final LocalDate TODAY = LocalDate.parse("2026-01-01");

  /** Rules that take a real clock's time, or dozens of machines, to be tried. */
  private static final Predicate<String> DEAR =
      Pattern.compile("MP-((6|7|8|14)\\..*|5\\.11|2\\.[67])").asMatchPredicate();

  /** What nearly every other rule rests on, and is cheap. */
  private static final Set<String> ROOTS = Set.of("MP-2.1", "MP-4.3");

  /** What as many rest on; it takes a third of the time of a mutant. */
  private static final String DEAR_ROOT = "MP-3.1";

  private static final int SHARE_OF_DEAR_ROOT = 4;

  /** {@code -Dmutants.blast=whole}: each mutant is tried by every rule that is cheap to try. */
  private static final boolean WHOLE = System.getProperty("mutants.blast", "").equals("whole");

  /** Else by one in so many, beside those that it must break and the roots: by others for each mutant. */
  private static final int SHARE = 64;

  /** As at the tier DEEP: some bugs need a fault twice at the same machine. */
  private static final int MANY_STEPS = 10_000;

  private static final String OTHER_DEFAULTS = "MP-3.20";

  private static final int TRIES_ON_A_BUSY_MACHINE = 5;

  private static final Pattern BUSY = Pattern.compile("machine (is|was too) busy");

  private MutantHunt() {}

  /**
   * Fails unless that rule finds it, and no other that need not; gives what the kit says.
   *
   * @param unasked rules that the way in which the bug came in breaks by itself
   */
  static String finds(AdapterMutant mutant, AdapterUnderTest subject, Set<String> unasked) {
    if (!mutant.rule().equals(OTHER_DEFAULTS)) {
      return hunted(mutant, subject, unasked);
    }
    // The trial changes the time zone and the locale of the process, and with them other rules'
    // verdicts on such bugs.
    synchronized (MutantHunt.class) {
      return hunted(mutant, subject, unasked);
    }
  }

  private static String hunted(
      AdapterMutant mutant, AdapterUnderTest subject, Set<String> unasked) {
    RuleResult full = searched(mutant, subject);
    // A rule that a busy machine left untested is tried again: load is no property of the adapter.
    for (int again = 0;
        again < TRIES_ON_A_BUSY_MACHINE
            && (isLeftForLackOfTime(full) || isLeftToChance(full, mutant));
        again++) {
      full = searched(mutant, subject);
    }
    AdapterCertifier smoke = new AdapterCertifier(subject, Thoroughness.SMOKE, 1, TODAY);
    Set<String> others = broken(smoke, mutant, unasked);

    Optional<Violation> told =
        full.findings().stream().filter(seen -> tells(seen, mutant)).findFirst();
    assertThat(told).as(ViolationExplanation.of(full)).isPresent();
    assertThat(others).as("rules broken besides").isEqualTo(mutant.drags());
    assertThat(DEAR.test(mutant.rule()) || !isBlocked(smoke, mutant))
        .as("a certificate tells of the rule, not only of one that it rests on")
        .isTrue();
    return told.orElseThrow().seen();
  }

  private static boolean isLeftToChance(RuleResult result, AdapterMutant mutant) {
    return mutant.racy() && result.findings().stream().noneMatch(seen -> tells(seen, mutant));
  }

  private static RuleResult searched(AdapterMutant mutant, AdapterUnderTest subject) {
    return new AdapterCertifier(subject, Thoroughness.FULL, 1, TODAY)
        .conversationSteps(MANY_STEPS)
        .search(mutant.rule(), finding -> tells(finding, mutant));
  }

  private static boolean isLeftForLackOfTime(RuleResult result) {
    return (result.verdict() == Verdict.UNTESTED && BUSY.matcher(result.why()).find())
        || (result.verdict() == Verdict.PASS && result.why().contains("time was up"));
  }

  private static boolean tells(Violation finding, AdapterMutant mutant) {
    return finding.seen().contains(mutant.says());
  }

  /** What else is broken, of what is cheap to try. */
  private static Set<String> broken(
      AdapterCertifier smoke, AdapterMutant mutant, Set<String> unasked) {
    return RuleBook.standard().rules().stream()
        .map(Rule::id)
        .filter(rule -> !rule.equals(mutant.rule()) && !DEAR.test(rule) && !unasked.contains(rule))
        .filter(rule -> ROOTS.contains(rule) || isTried(rule, mutant, share(rule)))
        .filter(rule -> smoke.ruling(rule).verdict() == Verdict.FAIL)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static int share(String rule) {
    return rule.equals(DEAR_ROOT) ? SHARE_OF_DEAR_ROOT : SHARE;
  }

  /** Whether a rule that the mutant need not break is tried: by one in so many mutants, by all with the property. */
  static boolean isTried(String rule, AdapterMutant mutant, int share) {
    return WHOLE
        || mutant.drags().contains(rule)
        || Math.floorMod((mutant + rule).hashCode(), share) == 0;
  }

  private static boolean isBlocked(AdapterCertifier smoke, AdapterMutant mutant) {
    return smoke.ruling(mutant.rule()).verdict() == Verdict.BLOCKED;
  }
}
