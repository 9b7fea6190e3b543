package io.cloudadapter.testkit;

import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.feature.ProviderFeatures;
import io.cloudadapter.testkit.report.Certificate;
import io.cloudadapter.testkit.report.CodeDigest;
import io.cloudadapter.testkit.report.FaultStatistics;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.VerdictLog;
import io.cloudadapter.testkit.report.VerdictSummary;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.rule.Waiver;
import io.cloudadapter.testkit.run.BaseRules;
import io.cloudadapter.testkit.run.FaultSchedule;
import io.cloudadapter.testkit.run.FinalCleanup;
import io.cloudadapter.testkit.run.LiveAccountLimits;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.ParallelRuns;
import io.cloudadapter.testkit.run.ReadsSystemClock;
import io.cloudadapter.testkit.run.SystemTime;
import io.cloudadapter.testkit.run.ThreadLeakCheck;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.run.TrialResult;
import io.cloudadapter.testkit.run.TrialRunner;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.trials.BasicTrials;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.WireFault;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Certifies an adapter: tries each rule when it is asked for, and remembers the verdict. Rules may be
 * asked for in any order; each run has its own cloud and its own chance, so the certificate is the same.
 *
 * <p>May be used by any thread; rules are tried one at a time.
 */
public final class AdapterCertifier {
  private static final int SHOWN = 5;
  private static final String ASTRAY =
      "no exchange crosses the wire, where faults could strike it: does"
          + " the configuration that the test cloud gives lead there?";

  private static final Set<Kind> NOT_THERE =
      EnumSet.of(Kind.UNAVAILABLE, Kind.TIMEOUT, Kind.UNAUTHENTICATED, Kind.DENIED);

  private static final Set<Verdict> DECIDED =
      EnumSet.of(Verdict.PASS, Verdict.FAIL, Verdict.WAIVED);

  private final AdapterUnderTest subject;
  private final Thoroughness tier;
  private final long seed;
  private final LocalDate today;
  private final RuleBook book = RuleBook.standard();
  private final Map<String, Trial> trials = TrialCatalog.byRule();
  private final ThreadLeakCheck leftThreads = new ThreadLeakCheck();
  private final TrialRunner runner;
  private final Map<String, RuleResult> rulings = new HashMap<>();
  private final Map<String, List<Violation>> overheard = new TreeMap<>();

  /** Since the last verdict. */
  private final List<Violation> fresh = new ArrayList<>();

  private @Nullable VerdictLog log;
  private final Instant started = SystemTime.instants().instant();
  private final long startedNanos = SystemTime.ticker().nanos();
  private int runs;
  private @Nullable String dirt;
  private volatile LaunchKeySupport.@Nullable Kind keySupport;
  private boolean profileAsked;
  private @Nullable Boolean astray;
  private @Nullable Map<String, List<Violation>> brokenBasics;

  /**
   * A certification.
   *
   * @param subject what to certify
   * @param tier how thoroughly
   * @param seed decides all chance
   * @param today by which waivers expire
   */
  public AdapterCertifier(AdapterUnderTest subject, Thoroughness tier, long seed, LocalDate today) {
    this.subject = subject;
    this.tier = tier;
    this.seed = seed;
    this.today = today;
    this.runner = new TrialRunner(subject, leftThreads);
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
   * Has each verdict written to a file as soon as it is there.
   *
   * @param file where to, one line of JSON for each; what it holds of before is moved to the same name with {@code
   *     .before} at its end
   * @return this
   */
  public synchronized AdapterCertifier keeping(Path file) {
    log = VerdictLog.begin(file, sameAs(), SystemTime.instants().instant());
    return this;
  }

  /**
   * Continues the certification that another process began: takes its verdicts over, bad ones too, and appends to its
   * file. The certificate records when each part was done.
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
      rulings.put(kept.ruling().rule().id(), kept.ruling());
      runs += kept.ruling().runs();
      kept.overheard().forEach(this::overhears);
    }
    fresh.clear();
    log = before;
    return this;
  }

  /** What must be the same in all parts of a certification. */
  private Map<String, String> sameAs() {
    Map<String, String> same = new TreeMap<>(SystemTime.environment());
    same.put("subject", subject.factory().name() + " " + subject.version());
    same.put("mode", subject.mode());
    same.put("tier", tier.name());
    same.put("seed", Long.toString(seed));
    same.put("rules", book.sha256());
    same.put("claims", claims().toString());
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
      run.mustSuitARealAccount(trial, clean());
    }
    TrialResult clean = runner.run(trial, List.of(), run.seed());
    TrialResult result =
        run.faults().isEmpty() ? clean : runner.run(trial, run.injections(clean), run.seed());
    run.mustHaveTried(clean, result);
    return result.findings().stream()
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
    List<String> why = new CopyOnWriteArrayList<>();
    Trial ask = Trial.of(
        "MP-1.6",
        bench -> bench
            .attempt(() -> bench.provider().identity(bench.call()))
            .error()
            .filter(error -> NOT_THERE.contains(error.kind()))
            .ifPresent(error -> why.add(bench.witness().masked(error.summary()))));
    TrialResult unused = runner.run(ask, List.of(), seed);
    return why.stream().findFirst();
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
      if (log != null) {
        log.add(known, fresh, SystemTime.instants().instant());
      }
      fresh.clear();
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
    return new Sweep(trial(rule), book.rule(rule), enough).ruling();
  }

  private Trial trial(String rule) {
    Trial trial = trials.get(rule);
    if (trial == null) {
      throw new IllegalArgumentException("there is no trial of " + rule);
    }
    return trial;
  }

  private RuleResult judged(Rule rule) {
    if (rule.untested().isPresent()) {
      return RuleResult.without(rule, Verdict.UNTESTED, rule.untested().get());
    }
    Trial trial = trials.get(rule.id());
    if (trial == null) {
      throw new IllegalStateException(rule.id() + " has neither a trial nor a reason");
    }
    Optional<Class<?>> lacking = trial
        .feature()
        .filter(type -> subject.features().stream().noneMatch(type::isAssignableFrom));
    if (lacking.isPresent()) {
      return RuleResult.without(
          rule,
          Verdict.NOT_CLAIMED,
          "the adapter does not claim " + lacking.get().getSimpleName());
    }
    if (trial.keyed() && keySupport().equals(Optional.of(LaunchKeySupport.Kind.NONE))) {
      return RuleResult.without(
          rule, Verdict.NOT_CLAIMED, "the adapter declares that its cloud has no launch keys");
    }
    Optional<String> noKeys = KeylessRuleFilter.why(rule.id());
    if (noKeys.isPresent() && keySupport().equals(Optional.of(LaunchKeySupport.Kind.TARGET))) {
      return RuleResult.without(rule, Verdict.NOT_CLAIMED, noKeys.get());
    }
    boolean struck = !trial.faults().isEmpty() && tier.strikes();
    if (struck && astray()) {
      return RuleResult.without(rule, Verdict.UNTESTED, ASTRAY);
    }
    if (tier == Thoroughness.LIVE && !trial.live()) {
      return RuleResult.without(rule, Verdict.UNTESTED, "not tried on a real account");
    }
    if (tier == Thoroughness.LIVE && !clean().isEmpty()) {
      return RuleResult.without(rule, Verdict.BLOCKED, clean());
    }
    Optional<Violation> missing = BasicTrials.missing(rule.id(), brokenBasics());
    if (missing.isPresent()) {
      Violation finding = missing.get();
      return finding.rule().equals(rule.id())
          ? waived(
              new RuleResult(rule, Verdict.FAIL, finding.seen(), 1, Map.of(), List.of(finding)))
          : RuleResult.without(rule, Verdict.BLOCKED, "by " + finding.rule());
    }
    for (String need : trial.needs()) {
      Verdict first = ruling(need).verdict();
      if (first == Verdict.FAIL || first == Verdict.BLOCKED) {
        return RuleResult.without(rule, Verdict.BLOCKED, "by " + need);
      }
    }
    return waived(new Sweep(trial, rule, finding -> false).ruling());
  }

  /** Why nothing may be launched on the account; empty if all is well. */
  private String clean() {
    String known = dirt;
    if (known == null) {
      Trial look = Trial.of("MP-3.3", LiveAccountLimits::mustBeClean);
      known = runner.run(look, List.of(), seed).findings().stream()
          .map(Violation::seen)
          .findFirst()
          .orElse("");
      dirt = known;
    }
    return known;
  }

  /** What the adapter declares; empty if it has not even a profile. */
  private Optional<LaunchKeySupport.Kind> keySupport() {
    if (!profileAsked) {
      profileAsked = true;
      Trial ask =
          Trial.of("MP-1.5", bench -> keySupport = bench.profile().keySupport().kind());
      TrialResult unused = runner.run(ask, List.of(), seed);
    }
    return Optional.ofNullable(keySupport);
  }

  /** What was seen broken, by its rule, when each call was made once with nothing in its way. */
  private Map<String, List<Violation>> brokenBasics() {
    Map<String, List<Violation>> known = brokenBasics;
    if (known == null) {
      TrialResult look =
          runner.run(Trial.of(BaseRules.HANGS, BasicTrials::tryEach), List.of(), seed);
      List<Violation> seen = look.findings().stream().map(this::ofItsOwnRule).toList();
      seen.forEach(this::overhears);
      known = seen.stream()
          .filter(finding -> look.hung() || !finding.rule().equals(BaseRules.HANGS))
          .filter(finding -> isNotOpened(look) || !finding.rule().equals(BaseRules.OPENS))
          .collect(Collectors.groupingBy(Violation::rule));
      brokenBasics = known;
    }
    return known;
  }

  private static boolean isNotOpened(TrialResult look) {
    return look.untestable().filter(why -> why.verdict() == Verdict.BLOCKED).isPresent();
  }

  /** The rule's own trial shows it too, where it can be replayed. */
  private Violation ofItsOwnRule(Violation seen) {
    return new Violation(
        seen.rule(),
        seen.seen(),
        "each call once, no fault, seed " + seed,
        seen.evidence(),
        seen.rule() + "/seed=" + seed);
  }

  /** Whether the adapter reaches its cloud without crossing the wire, where no fault can strike it. */
  private boolean astray() {
    Boolean known = astray;
    if (known == null) {
      AtomicBoolean asked = new AtomicBoolean();
      Trial ask = Trial.of(
          "MP-1.6",
          bench -> asked.set(bench.wired()
              && bench.attempt(() -> bench.provider().identity(bench.call())).accepted()));
      known = runner.run(ask, List.of(), seed).crossings().isEmpty() && asked.get();
      astray = known;
    }
    return known;
  }

  private RuleResult waived(RuleResult ruling) {
    if (ruling.verdict() != Verdict.FAIL && ruling.verdict() != Verdict.UNTESTED) {
      return ruling;
    }
    for (Waiver waiver : subject.waivers()) {
      if (waiver.rule().equals(ruling.rule().id())) {
        return waiver.until().isBefore(today)
            ? ruling.with(
                ruling.verdict(), ruling.why() + "; its waiver expired on " + waiver.until())
            : ruling.with(Verdict.WAIVED, waiver.why() + " (until " + waiver.until() + ")");
      }
    }
    return ruling;
  }

  /** All runs of one rule. */
  private final class Sweep {
    private final Trial trial;
    private final Rule rule;
    private final Predicate<Violation> enough;
    private final Map<WireFault, FaultStatistics> faults = new EnumMap<>(WireFault.class);
    private final List<Violation> mine = new ArrayList<>();
    private int count;
    private Optional<NotTestableException> untestable = Optional.empty();
    private final Set<String> leftOut = new LinkedHashSet<>();

    Sweep(Trial trial, Rule rule, Predicate<Violation> enough) {
      this.trial = trial;
      this.rule = rule;
      this.enough = enough;
    }

    RuleResult ruling() {
      for (int i = 0; i < FaultSchedule.seeds(trial, tier) && mine.isEmpty(); i++) {
        TrialResult clean = run(FaultSchedule.seed(seed, trial, i));
        untestable = untestable.or(clean::untestable);
        leftOut.addAll(clean.leftOut());
        if (i == 0 && mine.isEmpty() && untestable.isEmpty()) {
          List<List<FaultInjection>> planned = FaultSchedule.of(trial, tier, seed, clean);
          untestable =
              FaultSchedule.gap(trial, tier, clean, planned).map(NotTestableException::new);
          strike(planned);
        }
      }
      if (!mine.isEmpty()) {
        return new RuleResult(rule, Verdict.FAIL, mine.get(0).seen(), count, faults, mine);
      }
      if (untestable.isPresent()) {
        NotTestableException why = untestable.get();
        return new RuleResult(rule, why.verdict(), why.why(), count, faults, mine);
      }
      return new RuleResult(rule, Verdict.PASS, partly(), count, faults, mine);
    }

    /** A pass must not look like more than it is. */
    private String partly() {
      return leftOut.isEmpty() ? "" : "not tried here: " + String.join("; ", leftOut);
    }

    /** Not on after an adapter hung: that costs the whole patience each time. */
    private void strike(List<List<FaultInjection>> planned) {
      boolean alone = trial.realTime() || subject.outlivesRuns();
      new ParallelRuns<List<FaultInjection>, TrialResult>(alone ? 1 : subject.atOnce())
          .each(
              planned,
              injections -> runner.run(trial, injections, FaultSchedule.seed(seed, trial, 0)),
              this::struck);
    }

    /** Whether it is worth going on. */
    private boolean struck(List<FaultInjection> injections, TrialResult result) {
      heed(result);
      untestable =
          untestable.or(() -> result.untestable().filter(NotTestableException::isOfTheCloud));
      boolean broke = result.breaks(rule.id());
      faults.merge(
          injections.get(0).fault(),
          FaultStatistics.NONE.plus(broke, result.bit()),
          (had, one) -> had.plus(broke, result.bit()));
      return !result.hung() && mine.stream().noneMatch(enough);
    }

    private TrialResult run(long runSeed) {
      TrialResult result = runner.run(trial, List.of(), runSeed);
      heed(result);
      return result;
    }

    private void heed(TrialResult result) {
      count++;
      runs++;
      for (Violation finding : result.findings()) {
        if (finding.rule().equals(rule.id())) {
          keep(mine, finding);
        } else {
          overhears(finding);
        }
      }
    }
  }

  private void overhears(Violation finding) {
    List<Violation> known = overheard.computeIfAbsent(finding.rule(), id -> new ArrayList<>());
    if (known.size() < SHOWN) {
      known.add(finding);
      fresh.add(finding);
    }
  }

  private static void keep(List<Violation> list, Violation finding) {
    if (list.size() < SHOWN) {
      list.add(finding);
    }
  }

  /**
   * Tries every rule that was not tried yet, and sums up.
   *
   * @return the certificate, which also records the machine and the time
   */
  public synchronized Certificate certificate() {
    List<RuleResult> own = book.rules().stream().map(rule -> ruling(rule.id())).toList();
    lastSweep();
    for (ThreadLeakCheck.Left left : leftThreads.left()) {
      overheard
          .computeIfAbsent("MP-7.3", id -> new ArrayList<>())
          .add(new Violation(
              "MP-7.3",
              "thread \"" + left.thread() + "\" lives on after close",
              "after all runs; it is of " + left.run(),
              "",
              left.run()));
    }
    List<RuleResult> all = own.stream().map(this::whole).map(this::asFarAsSeen).toList();
    return new VerdictSummary(all, tier)
        .certificate(certified(), seed, book, features(all), runs)
        .made(circumstances(), first().truncatedTo(ChronoUnit.SECONDS), took());
  }

  /** The parts before this one; none unless it went on with them. */
  private List<VerdictLog.Part> earlier() {
    List<VerdictLog.Part> all = log == null ? List.of() : log.parts();
    return all.isEmpty() ? all : all.subList(0, all.size() - 1);
  }

  private Instant first() {
    return earlier().stream().findFirst().map(VerdictLog.Part::started).orElse(started);
  }

  /** All parts together, without the time in between. */
  private Duration took() {
    return earlier().stream()
        .map(VerdictLog.Part::took)
        .reduce(SystemTime.since(startedNanos), Duration::plus);
  }

  /** The machine, and if it was stopped and went on, when. */
  private Map<String, String> circumstances() {
    Map<String, String> all = new TreeMap<>(SystemTime.environment());
    List<VerdictLog.Part> before = earlier();
    int rules = 0;
    for (int i = 0; i < before.size(); i++) {
      VerdictLog.Part part = before.get(i);
      rules += part.rules();
      all.put(
          "part " + (i + 1), part(part.started(), part.took(), part.rules()) + ", then stopped");
    }
    if (!before.isEmpty()) {
      all.put(
          "part " + (before.size() + 1),
          part(started, SystemTime.since(startedNanos), book.rules().size() - rules));
    }
    return all;
  }

  private static String part(Instant start, Duration took, int rules) {
    return start.truncatedTo(ChronoUnit.SECONDS) + ", " + took.toSeconds() + " s, " + rules
        + " rules";
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

  /** A cloud of the kit's own goes away with its run; any other one must be left as it was found. */
  private void lastSweep() {
    if (subject.outlivesRuns() && runs > 0) {
      Trial look = Trial.of("MP-4.3", FinalCleanup::leavesNothing);
      for (Violation finding : runner.run(look, List.of(), seed).findings()) {
        keep(
            overheard.computeIfAbsent(finding.rule(), id -> new ArrayList<>()),
            new Violation(
                finding.rule(), finding.seen(), "after all runs", finding.evidence(), ""));
      }
    }
  }

  /** A ruling together with what was seen of the rule while others were tried. */
  private RuleResult whole(RuleResult ruling) {
    List<Violation> more = overheard.getOrDefault(ruling.rule().id(), List.of());
    if (more.isEmpty() || ruling.verdict() == Verdict.FAIL || ruling.verdict() == Verdict.WAIVED) {
      return ruling;
    }
    return waived(new RuleResult(
        ruling.rule(), Verdict.FAIL, more.get(0).seen(), ruling.runs(), ruling.faults(), more));
  }

  /** The last look for threads, after all runs, cannot see those of a process that was stopped. */
  private RuleResult asFarAsSeen(RuleResult ruling) {
    if (!ruling.rule().id().equals("MP-7.3")
        || ruling.verdict() != Verdict.PASS
        || earlier().isEmpty()) {
      return ruling;
    }
    String gap = "whether threads that runs of the earlier parts left have ended";
    return ruling.with(
        Verdict.PASS,
        ruling.why().isEmpty() ? "not tried here: " + gap : ruling.why() + "; " + gap);
  }

  /** A feature that is claimed and of which no rule was tried is no more than a claim. */
  private Map<String, String> features(List<RuleResult> all) {
    Map<String, String> said = new LinkedHashMap<>();
    claims().forEach((feature, claimed) -> {
      List<RuleResult> its = all.stream()
          .filter(ruling -> ruling.rule().feature().equals(Optional.of(feature)))
          .toList();
      boolean tried =
          its.isEmpty() || its.stream().anyMatch(ruling -> DECIDED.contains(ruling.verdict()));
      said.put(feature, claimed ? (tried ? "claimed" : "untried") : "lacking");
    });
    keySupport().ifPresent(kind -> said.put("launch keys", kind.name().toLowerCase(Locale.ROOT)));
    return said;
  }

  /** Each feature that the kit knows, and whether it is claimed. */
  private Map<String, Boolean> claims() {
    Map<String, Boolean> claims = new LinkedHashMap<>();
    ProviderFeatures.ALL.forEach(
        type -> claims.put(type.getSimpleName(), subject.features().contains(type)));
    return claims;
  }
}
