package io.cloudadapter.testkit;

import io.cloudadapter.spi.Ticker;
import io.cloudadapter.testkit.report.Certificate;
import io.cloudadapter.testkit.report.CodeDigest;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.VerdictLog;
import io.cloudadapter.testkit.report.VerdictSummary;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.run.DrawnCheck;
import io.cloudadapter.testkit.run.FaultSchedule;
import io.cloudadapter.testkit.run.ThreadLeakCheck;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.run.TrialResult;
import io.cloudadapter.testkit.run.TrialRunner;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.time.ReadsSystemClock;
import io.cloudadapter.testkit.time.RuleTimes;
import io.cloudadapter.testkit.time.SchedulingDelay;
import io.cloudadapter.testkit.time.SystemTime;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Certifies an adapter: tries each rule when it is asked for, and remembers the verdict. Rules may be
 * asked for in any order; each run has its own cloud and its own chance, so the certificate is the same.
 *
 * <p>May be used by any thread; verdicts are given one at a time.
 */
public final class AdapterCertifier {
  private static final int MOST_STEPS = 1_000_000;

  private final AdapterUnderTest subject;
  private final Thoroughness tier;
  private final long seed;
  private final RuleWaivers waivers;
  private final RuleBook book = RuleBook.standard();
  private final Map<String, Trial> trials = TrialCatalog.byRule();
  private final ThreadLeakCheck leftThreads = new ThreadLeakCheck();
  private final TrialRunner runner;
  private final AdapterProbes probes;
  private final UntriedRuleFilter untried;
  private final FeatureClaims claims;
  private List<String> expected = List.of();
  private EarlyRuns early = EarlyRuns.none();
  private final CertificationParts parts = new CertificationParts();
  private final RuleTimes times = new RuleTimes();
  private final Map<String, RuleResult> rulings = new HashMap<>();
  private final IncidentalViolations overheard = new IncidentalViolations();
  private int steps;
  private int runs;

  /**
   * A certification.
   *
   * @param subject what to certify
   * @param tier how thoroughly
   * @param seed decides all chance
   * @param today by which waivers expire
   */
  public AdapterCertifier(AdapterUnderTest subject, Thoroughness tier, long seed, LocalDate today) {
    this(subject, tier, seed, today, SystemTime.ticker());
  }

  /** With a real time by which the waits for a run are measured. */
  AdapterCertifier(
      AdapterUnderTest subject, Thoroughness tier, long seed, LocalDate today, Ticker ticker) {
    this.subject = subject;
    this.tier = tier;
    this.seed = seed;
    this.waivers = new RuleWaivers(subject.waivers(), today);
    this.runner = new TrialRunner(subject, leftThreads, ticker);
    this.claims = new FeatureClaims(subject);
    this.steps = FaultSchedule.steps(tier, subject.outlivesRuns());
    this.probes = new AdapterProbes(runner, seed, overheard::add);
    this.untried = new UntriedRuleFilter(subject, tier, trials, probes);
    if (subject.journal().isPresent() && tier != Thoroughness.LIVE) {
      throw new IllegalArgumentException(
          "a real account is tried at the tier LIVE only, as no fault may" + " strike it, was "
              + tier + "; say -Dcertify.tier=live, or override tier()");
    }
    subject.waivers().forEach(waiver -> book.rule(waiver.rule()));
  }

  /**
   * A certification of today.
   *
   * @param subject what to certify
   * @param tier how thoroughly
   * @param seed decides all chance
   * @return the certification; nothing is tried yet
   */
  @ReadsSystemClock
  public static AdapterCertifier of(AdapterUnderTest subject, Thoroughness tier, long seed) {
    return new AdapterCertifier(subject, tier, seed, LocalDate.now(java.time.ZoneOffset.UTC));
  }

  /**
   * Draws conversations of so many steps in all, instead of as many as the tier has.
   *
   * @param count about how many, from 1 to a million
   * @return this
   * @throws IllegalArgumentException if the count is out of range, or the tier tries no conversations
   */
  public synchronized AdapterCertifier conversationSteps(int count) {
    if (count < 1 || count > MOST_STEPS) {
      throw new IllegalArgumentException(
          "the steps of conversations must be from 1 to " + MOST_STEPS + ", was " + count);
    }
    if (tier == Thoroughness.LIVE) {
      throw new IllegalArgumentException(
          "the tier LIVE tries no conversations, as no fault may strike a real account; was asked for "
              + count + " steps");
    }
    steps = count;
    return this;
  }

  /**
   * Has each verdict written to a file as soon as it is there.
   *
   * @param file where to, one line of JSON for each; what it holds of before is moved to the same name with {@code
   *     .before} at its end
   * @return this
   */
  public synchronized AdapterCertifier keeping(Path file) {
    parts.writeTo(VerdictLog.begin(file, sameAs(), SystemTime.instants().instant()));
    return this;
  }

  /**
   * Continues the certification that another process began: takes its verdicts over, bad ones too, and appends to its
   * file. A rule that was left without a conclusion, as by a machine that was too busy, is tried again. The certificate
   * records when each part was done.
   *
   * @param file what {@link #keeping} has written, for the same code of adapter, kit and test cloud, tier, seed and
   *     kind of machine
   * @return this
   * @throws IllegalArgumentException if there is no such file, or if its verdicts are on anything else
   */
  public synchronized AdapterCertifier goingOn(Path file) {
    VerdictLog before =
        VerdictLog.goOn(file, sameAs(), book, SystemTime.instants().instant());
    for (VerdictLog.Kept kept : before.kept()) {
      if (!kept.ruling().inconclusive()) {
        rulings.put(kept.ruling().rule().id(), kept.ruling());
      }
      runs += kept.ruling().runs();
      kept.overheard().forEach(overheard::add);
      times.add(kept.ruling().rule().id(), kept.took());
    }
    List<Violation> unused = overheard.takeFresh();
    parts.writeTo(before);
    return this;
  }

  /**
   * Announces which rules are going to be tried, so that their first runs begin early: as many at once as
   * {@link AdapterUnderTest#atOnce} allows, and beside them some of those that mostly wait. The verdicts are the same
   * without it. Where one run goes on at a time, none begins early.
   *
   * @param rules the rules' ids
   * @return this
   */
  public synchronized AdapterCertifier expecting(Collection<String> rules) {
    expected = List.copyOf(rules);
    return this;
  }

  /** Only where runs may go on beside each other, and once the adapter has the basics: otherwise each may hang. */
  private void beginEarly() {
    if (subject.atOnce() > 1 && !subject.outlivesRuns()) {
      early = EarlyRuns.begin(
          expected.stream()
              .filter(rule -> !rulings.containsKey(rule))
              .map(book::rule)
              .filter(rule -> untried.verdict(rule).isEmpty())
              .map(rule -> trial(rule.id()))
              .filter(trial -> !(trial.check() instanceof DrawnCheck))
              .toList(),
          subject.atOnce(),
          trial -> runner.run(trial, List.of(), FaultSchedule.seed(seed, trial, 0)),
          times);
    }
    expected = List.of();
  }

  /** What must be the same in all parts of a certification. */
  private Map<String, String> sameAs() {
    Map<String, String> same = new TreeMap<>(SystemTime.environment());
    same.put("subject", subject.factory().name() + " " + subject.version());
    same.put("mode", subject.mode());
    same.put("tier", tier.name());
    same.put("seed", Long.toString(seed));
    same.put("total steps of conversations", Integer.toString(steps));
    same.put("rules", book.sha256());
    same.put("claims", claims.all().toString());
    same.put("waivers", subject.waivers().toString());
    same.put("code", CodeDigest.sha256(subject.factory().getClass()));
    same.put("code of the kit", CodeDigest.sha256(AdapterCertifier.class));
    same.put("code of the test cloud", CodeDigest.sha256(subject.clouds().getClass()));
    return same;
  }

  /**
   * Tells one run again.
   *
   * @param replay the run, as a failure printed it: {@code MP-2.3/LOST_REPLY@3/seed=42}
   * @return what was seen broken in it; empty if nothing was
   * @throws IllegalArgumentException if that is no run, or if it tries nothing: its fault strikes no exchange
   */
  public synchronized List<String> replay(String replay) {
    ReplayId run = ReplayId.parse(replay);
    Trial trial = trial(run.rule());
    if (subject.journal().isPresent()) {
      run.mustSuitARealAccount(trial, probes.unclean());
    }
    TrialResult clean = runner.run(trial, List.of(), run.seed());
    TrialResult result =
        run.faults().isEmpty() ? clean : runner.run(trial, run.injections(clean), run.seed());
    run.mustHaveTried(clean, result);
    TrialResult shown = new TrialShrinker(runner).shortest(trial, run.seed(), result);
    return shown.findings().stream()
        .map(finding -> ViolationExplanation.of(book.rule(finding.rule()), finding))
        .toList();
  }

  /**
   * Asks the cloud whose account it is, before anything is tried: against a cloud that is not there dozens of
   * rules would fail for one reason.
   *
   * @return why the cloud does not answer; empty if it does, or if that is the adapter's own doing
   */
  public synchronized Optional<String> unreachable() {
    return probes.unreachable();
  }

  /**
   * The verdict on one rule, from runs of that rule. What other rules' runs showed of it comes in with
   * {@link #certificate}.
   *
   * @param rule the rule's id
   * @return the ruling
   */
  public synchronized RuleResult ruling(String rule) {
    RuleResult known = rulings.get(rule);
    if (known == null) {
      known = judged(book.rule(rule));
      rulings.put(rule, known);
      parts.add(new VerdictLog.Kept(known, overheard.takeFresh(), times.of(rule)));
    }
    return known;
  }

  /**
   * Returns what runs of one rule show, without regard to the rules that it depends on, and makes no more runs than
   * that needs. It serves searches and does not count for the certificate.
   *
   * @param rule the rule's id
   * @param enough whether a finding of this rule is what they look for
   * @return the ruling
   * @throws IllegalArgumentException if nothing tries that rule
   */
  public synchronized RuleResult search(String rule, Predicate<Violation> enough) {
    return swept(trial(rule), book.rule(rule), enough);
  }

  private RuleResult swept(Trial trial, Rule rule, Predicate<Violation> enough) {
    RuleSweep.Setting setting =
        new RuleSweep.Setting(runner, subject, tier, seed, steps, early, overheard::add);
    RuleResult result =
        times.of(rule.id(), () -> new RuleSweep(setting, trial, rule, enough).ruling());
    runs += result.runs();
    return result;
  }

  private Trial trial(String rule) {
    Trial trial = trials.get(rule);
    if (trial == null) {
      throw new IllegalArgumentException("there is no trial of " + rule);
    }
    return trial;
  }

  private RuleResult judged(Rule rule) {
    Optional<RuleResult> without = untried.verdict(rule);
    if (without.isPresent()) {
      RuleResult ruling = without.get();
      return ruling.verdict() == Verdict.FAIL ? waivers.applied(ruling) : ruling;
    }
    Trial trial = trial(rule.id());
    for (String need : trial.needs()) {
      Verdict first = ruling(need).verdict();
      if (first == Verdict.FAIL || first == Verdict.BLOCKED) {
        early.drop(rule.id());
        return RuleResult.without(rule, Verdict.BLOCKED, "by " + need);
      }
    }
    if (!expected.isEmpty()) {
      beginEarly();
    }
    return waivers.applied(swept(trial, rule, finding -> false));
  }

  /**
   * Tries every rule that was not tried yet, and sums up.
   *
   * @return the certificate, which also records the machine and the time
   */
  public synchronized Certificate certificate() {
    List<RuleResult> own = book.rules().stream().map(rule -> ruling(rule.id())).toList();
    early.end();
    AccountSweep sweep = subject.outlivesRuns() && runs > 0
        ? AccountSweep.of(runner, seed)
        : AccountSweep.ofNothing();
    sweep.left().forEach(overheard::addLast);
    ThreadLeakCheck.Look look = leftThreads.look();
    for (ThreadLeakCheck.Left left : look.toBlame()) {
      overheard.addLast(new Violation(
          "MP-7.3",
          "thread \"" + left.thread() + "\" lives on after close",
          "after all runs; it is of " + left.run(),
          "",
          left.run()));
    }
    List<RuleResult> all = own.stream()
        .map(this::whole)
        .map(sweep::asFarAsSeen)
        .map(ruling -> asFarAsSeen(ruling, look))
        .toList();
    return new VerdictSummary(all, tier)
        .certificate(certified(), seed, book, claims.features(all, probes.keySupport()), runs)
        .made(
            parts.circumstances(book.rules().size()),
            parts.first().truncatedTo(ChronoUnit.SECONDS),
            parts.took(),
            times.all());
  }

  private VerdictSummary.Certified certified() {
    return new VerdictSummary.Certified(
        subject.factory().name(),
        subject.version(),
        subject.mode(),
        subject.factory().getClass(),
        subject.waivers(),
        subject.outlivesRuns());
  }

  /** A ruling together with what was seen of the rule while others were tried. */
  private RuleResult whole(RuleResult ruling) {
    List<Violation> more = overheard.of(ruling.rule().id());
    if (more.isEmpty() || ruling.verdict() == Verdict.FAIL || ruling.verdict() == Verdict.WAIVED) {
      return ruling;
    }
    return waivers.applied(new RuleResult(
        ruling.rule(), Verdict.FAIL, more.get(0).seen(), ruling.runs(), ruling.faults(), more));
  }

  /** The last look for threads, after all runs, cannot see those of a process that was stopped. */
  private RuleResult asFarAsSeen(RuleResult ruling, ThreadLeakCheck.Look look) {
    if (!ruling.rule().id().equals("MP-7.3") || ruling.verdict() != Verdict.PASS) {
      return ruling;
    }
    if (look.tooBusy()) {
      return ruling.withoutConclusion(SchedulingDelay.TOO_BUSY);
    }
    if (parts.earlier().isEmpty()) {
      return ruling;
    }
    String gap = "whether threads that runs of the earlier parts left have ended";
    return ruling.with(
        Verdict.PASS,
        ruling.why().isEmpty() ? "not tried here: " + gap : ruling.why() + "; " + gap);
  }
}
