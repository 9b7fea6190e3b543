package io.cloudadapter.testkit;

import io.cloudadapter.testkit.concurrent.ParallelRuns;
import io.cloudadapter.testkit.report.FaultStatistics;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.run.DrawnCheck;
import io.cloudadapter.testkit.run.FaultSchedule;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.run.TrialResult;
import io.cloudadapter.testkit.run.TrialRunner;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.WireFault;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** All runs of one rule: without faults by several seeds, then with each planned fault; or each drawn conversation. */
final class RuleSweep {
  /** How many findings of a rule are shown. */
  static final int SHOWN = 5;

  /**
   * What all sweeps of a certification have in common.
   *
   * @param steps how many steps conversations have in all, about
   * @param overhears gets what runs show of other rules
   */
  record Setting(
      TrialRunner runner,
      AdapterUnderTest subject,
      Thoroughness tier,
      long seed,
      int steps,
      EarlyRuns early,
      Consumer<Violation> overhears) {}

  private final TrialRunner runner;
  private final AdapterUnderTest subject;
  private final Thoroughness tier;
  private final long seed;
  private final int steps;
  private final EarlyRuns early;
  private final Consumer<Violation> overhears;
  private final Trial trial;
  private final Rule rule;
  private final Predicate<Violation> enough;
  private final Map<WireFault, FaultStatistics> faults = new EnumMap<>(WireFault.class);
  private final List<Violation> mine = new ArrayList<>();
  private int count;
  private Optional<NotTestableException> untestable = Optional.empty();
  private final Set<String> leftOut = new LinkedHashSet<>();

  RuleSweep(Setting setting, Trial trial, Rule rule, Predicate<Violation> enough) {
    this.runner = setting.runner();
    this.subject = setting.subject();
    this.tier = setting.tier();
    this.seed = setting.seed();
    this.steps = setting.steps();
    this.early = setting.early();
    this.overhears = setting.overhears();
    this.trial = trial;
    this.rule = rule;
    this.enough = enough;
  }

  RuleResult ruling() {
    if (trial.check() instanceof DrawnCheck check) {
      draw(check);
    } else {
      sweep();
    }
    if (!mine.isEmpty()) {
      return new RuleResult(rule, Verdict.FAIL, mine.get(0).seen(), count, faults, mine);
    }
    if (untestable.isPresent()) {
      NotTestableException why = untestable.get();
      return new RuleResult(
          rule, why.verdict(), why.why(), count, faults, mine, why.isBesideTheAdapter());
    }
    return new RuleResult(rule, Verdict.PASS, partly(), count, faults, mine);
  }

  private void sweep() {
    for (int i = 0; i < FaultSchedule.seeds(trial, tier) && mine.isEmpty(); i++) {
      long runSeed = FaultSchedule.seed(seed, trial, i);
      TrialResult clean = i == 0
          ? early.first(trial, () -> result(runSeed))
          : early.inTurn(trial, () -> result(runSeed));
      heed(clean);
      untestable = untestable.or(clean::untestable);
      leftOut.addAll(clean.leftOut());
      if (clean.hung()) {
        return;
      }
      if (i == 0 && mine.isEmpty() && untestable.isEmpty()) {
        List<List<FaultInjection>> planned = FaultSchedule.of(trial, tier, seed, clean);
        untestable = FaultSchedule.gap(trial, tier, clean, planned).map(NotTestableException::new);
        strike(planned);
      }
    }
  }

  /** One run for each conversation, until one breaks the rule: that one is shown as short as it can be. */
  private void draw(DrawnCheck check) {
    int runs = (steps + check.meanLength() - 1) / check.meanLength();
    List<Long> seeds = new SplittableRandom(FaultSchedule.seed(seed, trial, 0))
        .longs(runs)
        .boxed()
        .toList();
    new ParallelRuns<Long, TrialResult>(atOnce())
        .each(seeds, one -> runner.run(trial, List.of(), one), this::drawn);
  }

  /** Whether it is worth going on. */
  private boolean drawn(long runSeed, TrialResult result) {
    heed(
        result.breaks(rule.id())
            ? new TrialShrinker(runner).shortest(trial, runSeed, result)
            : result);
    untestable = untestable.or(result::untestable);
    leftOut.addAll(result.leftOut());
    return !result.hung() && untestable.isEmpty() && mine.isEmpty();
  }

  /** A pass must not look like more than it is. */
  private String partly() {
    return leftOut.isEmpty() ? "" : "not tried here: " + String.join("; ", leftOut);
  }

  private int atOnce() {
    return trial.realTime() || subject.outlivesRuns() ? 1 : subject.atOnce();
  }

  /** Not on after an adapter hung: that costs the whole patience each time. */
  private void strike(List<List<FaultInjection>> planned) {
    new ParallelRuns<List<FaultInjection>, TrialResult>(atOnce())
        .each(
            planned,
            injections -> runner.run(trial, injections, FaultSchedule.seed(seed, trial, 0)),
            this::struck);
  }

  /** Whether it is worth going on. */
  private boolean struck(List<FaultInjection> injections, TrialResult result) {
    heed(result);
    untestable =
        untestable.or(() -> result.untestable().filter(NotTestableException::isBesideTheAdapter));
    boolean broke = result.breaks(rule.id());
    faults.merge(
        injections.get(0).fault(),
        FaultStatistics.NONE.plus(broke, result.bit()),
        (had, one) -> had.plus(broke, result.bit()));
    return !result.hung() && mine.stream().noneMatch(enough);
  }

  private TrialResult result(long runSeed) {
    return runner.run(trial, List.of(), runSeed);
  }

  private void heed(TrialResult result) {
    count++;
    for (Violation finding : result.findings()) {
      if (finding.rule().equals(rule.id())) {
        keep(mine, finding);
      } else {
        overhears.accept(finding);
      }
    }
  }

  /** Adds a finding to those that are shown, of which a few are enough. */
  private static void keep(List<Violation> list, Violation finding) {
    if (list.size() < SHOWN) {
      list.add(finding);
    }
  }
}
