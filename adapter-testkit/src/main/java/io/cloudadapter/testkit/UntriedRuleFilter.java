package io.cloudadapter.testkit;

import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.trials.BasicTrials;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules that get their verdict without a run of their own: those that nothing tries, that do not apply to the
 * adapter or to its cloud, and those about calls that do not work at all.
 */
final class UntriedRuleFilter {
  private static final String ASTRAY =
      "no exchange crosses the wire, where faults could strike it: does"
          + " the configuration that the test cloud gives lead there?";

  private final AdapterUnderTest subject;
  private final Thoroughness tier;
  private final Map<String, Trial> trials;
  private final AdapterProbes probes;

  UntriedRuleFilter(
      AdapterUnderTest subject,
      Thoroughness tier,
      Map<String, Trial> trials,
      AdapterProbes probes) {
    this.subject = subject;
    this.tier = tier;
    this.trials = trials;
    this.probes = probes;
  }

  /** The verdict on a rule, if it needs no run of it; empty if the rule is to be tried. */
  Optional<RuleResult> verdict(Rule rule) {
    if (rule.untested().isPresent()) {
      return without(rule, Verdict.UNTESTED, rule.untested().get());
    }
    @Nullable Trial trial = trials.get(rule.id());
    if (trial == null) {
      throw new IllegalStateException(rule.id() + " has neither a trial nor a reason");
    }
    Optional<String> notClaimed = notClaimed(rule, trial);
    if (notClaimed.isPresent()) {
      return without(rule, Verdict.NOT_CLAIMED, notClaimed.get());
    }
    boolean struck = !trial.faults().isEmpty() && tier.strikes();
    if (struck && probes.astray()) {
      return without(rule, Verdict.UNTESTED, ASTRAY);
    }
    if (tier == Thoroughness.LIVE && !trial.live()) {
      return without(rule, Verdict.UNTESTED, "not tried on a real account");
    }
    Optional<NotTestableException> unclean =
        tier == Thoroughness.LIVE ? probes.unclean() : Optional.empty();
    if (unclean.isPresent()) {
      return unclean.map(why -> without(rule, why));
    }
    AdapterProbes.Basics basics = probes.basics();
    if (basics.unknown().isPresent() && BasicTrials.isBaseOf(rule.id())) {
      return basics.unknown().map(why -> without(rule, why));
    }
    return BasicTrials.missing(rule.id(), basics.broken()).map(finding -> broken(rule, finding));
  }

  /** Why a rule does not apply to the adapter; empty if it does. */
  private Optional<String> notClaimed(Rule rule, Trial trial) {
    Optional<Class<?>> lacking = trial
        .feature()
        .filter(type -> subject.features().stream().noneMatch(type::isAssignableFrom));
    if (lacking.isPresent()) {
      return Optional.of("the adapter does not claim " + lacking.get().getSimpleName());
    }
    if (trial.keyed() && probes.keySupport().equals(Optional.of(LaunchKeySupport.Kind.NONE))) {
      return Optional.of("the adapter declares that its cloud has no launch keys");
    }
    return KeylessRuleFilter.why(rule.id())
        .filter(why -> probes.keySupport().equals(Optional.of(LaunchKeySupport.Kind.TARGET)));
  }

  private static RuleResult broken(Rule rule, Violation finding) {
    return finding.rule().equals(rule.id())
        ? new RuleResult(rule, Verdict.FAIL, finding.seen(), 1, Map.of(), List.of(finding))
        : RuleResult.without(rule, Verdict.BLOCKED, "by " + finding.rule());
  }

  private static RuleResult without(Rule rule, NotTestableException why) {
    RuleResult ruling = RuleResult.without(rule, why.verdict(), why.why());
    return why.isBesideTheAdapter() ? ruling.withoutConclusion(why.why()) : ruling;
  }

  private static Optional<RuleResult> without(Rule rule, Verdict verdict, String why) {
    return Optional.of(RuleResult.without(rule, verdict, why));
  }
}
