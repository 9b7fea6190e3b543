package io.cloudadapter.testkit.channel;

import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.testkit.report.Certificate;
import io.cloudadapter.testkit.report.FaultStatistics;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.VerdictSummary;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.rule.Waiver;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.ThreadLeakCheck;
import io.cloudadapter.testkit.subject.ChannelUnderTest;
import io.cloudadapter.testkit.time.ReadsSystemClock;
import io.cloudadapter.testkit.time.RuleTimes;
import io.cloudadapter.testkit.time.SchedulingDelay;
import io.cloudadapter.testkit.time.SystemTime;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.RecordedExchange;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Certifies a hook channel: tries each rule of {@link RuleBook#channels} when it is asked for, in peace and
 * with one fault at each exchange, and remembers the verdict.
 *
 * <p>May be used by any thread; rules are tried one at a time.
 */
public final class ChannelCertifier {
  static final String ASTRAY =
      "no exchange crosses the wire, where faults could strike it: does the"
          + " target that the test's receiver gives lead there?";
  private static final int SHOWN = 5;

  private final ChannelUnderTest subject;
  private final Thoroughness tier;
  private final long seed;
  private final LocalDate today;
  private final RuleBook book = RuleBook.channels();
  private final Map<String, ChannelTrial> trials = trials();
  private final ThreadLeakCheck leftThreads = new ThreadLeakCheck();
  private final ChannelRunner runner;
  private final Map<String, RuleResult> rulings = new HashMap<>();
  private final Map<String, List<Violation>> overheard = new TreeMap<>();
  private final Instant started = SystemTime.instants().instant();
  private final long startedNanos = SystemTime.ticker().nanos();
  private final RuleTimes times = new RuleTimes();
  private int runs;

  /**
   * A certification.
   *
   * @param subject what to certify
   * @param tier SMOKE and LIVE try no faults, SAMPLE some, FULL and DEEP all
   * @param seed decides all chance
   * @param today by which waivers expire
   */
  public ChannelCertifier(ChannelUnderTest subject, Thoroughness tier, long seed, LocalDate today) {
    this.subject = subject;
    this.tier = tier;
    this.seed = seed;
    this.today = today;
    this.runner = new ChannelRunner(subject, leftThreads);
  }

  /**
   * A certification of today.
   *
   * @param subject what to certify
   * @param tier SMOKE and LIVE try no faults, SAMPLE some, FULL and DEEP all
   * @param seed decides all chance
   * @return the certification; nothing is tried yet
   */
  @ReadsSystemClock
  public static ChannelCertifier of(ChannelUnderTest subject, Thoroughness tier, long seed) {
    return new ChannelCertifier(subject, tier, seed, LocalDate.now(java.time.ZoneOffset.UTC));
  }

  public static Map<String, ChannelTrial> trials() {
    Map<String, ChannelTrial> all = new TreeMap<>();
    Stream.of(
            TargetTrials.all(),
            MessageTrials.all(),
            SendingTrials.all(),
            ClosingTrials.all(),
            NotificationTrials.all())
        .flatMap(List::stream)
        .forEach(trial -> {
          if (all.put(trial.rule(), trial) != null) {
            throw new IllegalStateException(trial.rule() + " has two trials");
          }
        });
    return all;
  }

  /**
   * The verdict on one rule, from runs of that rule.
   *
   * @param rule the rule's id
   * @return the ruling
   * @throws IllegalArgumentException if there is no such rule for channels
   */
  public synchronized RuleResult ruling(String rule) {
    RuleResult known = rulings.get(rule);
    if (known == null) {
      known = judged(book.rule(rule));
      rulings.put(rule, known);
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
   * @throws IllegalArgumentException if there is no such rule for channels
   */
  public synchronized RuleResult search(String rule, Predicate<Violation> enough) {
    return new Sweep(trial(book.rule(rule)), book.rule(rule), enough).ruling();
  }

  private ChannelTrial trial(Rule rule) {
    ChannelTrial trial = trials.get(rule.id());
    if (trial == null) {
      throw new IllegalStateException(rule.id() + " has no trial");
    }
    return trial;
  }

  private RuleResult judged(Rule rule) {
    ChannelTrial trial = trial(rule);
    for (String need : trial.needs()) {
      Verdict first = ruling(need).verdict();
      if (first == Verdict.FAIL || first == Verdict.BLOCKED) {
        return RuleResult.without(rule, Verdict.BLOCKED, "by " + need);
      }
    }
    return waived(times.of(rule.id(), () -> new Sweep(trial, rule, finding -> false).ruling()));
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
    private final ChannelTrial trial;
    private final Rule rule;
    private final Predicate<Violation> enough;
    private final Map<WireFault, FaultStatistics> faults = new EnumMap<>(WireFault.class);
    private final List<Violation> mine = new ArrayList<>();
    private Optional<NotTestableException> untestable = Optional.empty();
    private int count;

    Sweep(ChannelTrial trial, Rule rule, Predicate<Violation> enough) {
      this.trial = trial;
      this.rule = rule;
      this.enough = enough;
    }

    RuleResult ruling() {
      ChannelTrialResult clean = run(Optional.empty());
      untestable = clean.untestable();
      boolean strikes = !trial.faults().isEmpty() && tier.strikes();
      if (mine.isEmpty() && untestable.isEmpty() && strikes) {
        // Without any exchange, the receiver has no wire; otherwise it got no message.
        if (clean.exchanges().isEmpty()) {
          return RuleResult.without(rule, Verdict.UNTESTED, ASTRAY);
        }
        strike(clean);
      }
      if (!mine.isEmpty()) {
        return new RuleResult(rule, Verdict.FAIL, mine.get(0).seen(), count, faults, mine);
      }
      return untestable
          .map(why -> new RuleResult(
              rule, why.verdict(), why.why(), count, faults, mine, why.isBesideTheAdapter()))
          .orElseGet(() -> new RuleResult(rule, Verdict.PASS, "", count, faults, mine));
    }

    /** One fault at each exchange of the first call. Not on after a channel hung: that costs long. */
    private void strike(ChannelTrialResult clean) {
      for (WireFault fault : trial.faults()) {
        for (RecordedExchange exchange : clean.exchanges()) {
          if (exchange.call() != 1) {
            continue;
          }
          ChannelTrialResult run = run(Optional.of(FaultInjection.of(fault, exchange)));
          boolean broke = run.breaks(rule.id());
          untestable = untestable.or(
              () -> run.untestable().filter(NotTestableException::isBesideTheAdapter));
          faults.merge(
              fault,
              FaultStatistics.NONE.plus(broke, run.bit()),
              (had, one) -> had.plus(broke, run.bit()));
          if (run.hung() || mine.stream().anyMatch(enough)) {
            return;
          }
        }
      }
    }

    private ChannelTrialResult run(Optional<FaultInjection> injection) {
      ChannelTrialResult run = runner.run(trial, injection, seed);
      count++;
      runs++;
      for (Violation finding : run.findings()) {
        List<Violation> list = finding.rule().equals(rule.id())
            ? mine
            : overheard.computeIfAbsent(finding.rule(), id -> new ArrayList<>());
        if (list.size() < SHOWN) {
          list.add(finding);
        }
      }
      return run;
    }
  }

  /**
   * Tries every rule that was not tried yet, and sums up.
   *
   * @return the certificate, which also records the machine and the time
   */
  public synchronized Certificate certificate() {
    List<RuleResult> all = rulings();
    HookChannel channel = subject.channel();
    try {
      VerdictSummary.Certified certified = new VerdictSummary.Certified(
          channel.channel(),
          subject.version(),
          subject.mode(),
          channel.getClass(),
          subject.waivers(),
          false);
      return new VerdictSummary(all, tier)
          .certificate(certified, seed, book, Map.of(), runs)
          .made(
              SystemTime.environment(),
              started.truncatedTo(ChronoUnit.SECONDS),
              SystemTime.since(startedNanos),
              times.all());
    } finally {
      channel.close();
    }
  }

  /** The verdicts on all rules, with what the runs of one showed of another. */
  private List<RuleResult> rulings() {
    List<RuleResult> own = book.rules().stream().map(rule -> ruling(rule.id())).toList();
    ThreadLeakCheck.Look look = leftThreads.look();
    for (ThreadLeakCheck.Left left : look.toBlame()) {
      overheard
          .computeIfAbsent("MP-10.15", id -> new ArrayList<>())
          .add(new Violation(
              "MP-10.15",
              "thread \"" + left.thread() + "\" lives on after close",
              left.run(),
              "",
              ""));
    }
    return own.stream()
        .map(this::whole)
        .map(ruling -> asFarAsSeen(ruling, look))
        .toList();
  }

  private static RuleResult asFarAsSeen(RuleResult ruling, ThreadLeakCheck.Look look) {
    return look.tooBusy()
            && ruling.rule().id().equals("MP-10.15")
            && ruling.verdict() == Verdict.PASS
        ? ruling.withoutConclusion(SchedulingDelay.TOO_BUSY)
        : ruling;
  }

  private RuleResult whole(RuleResult ruling) {
    List<Violation> more = overheard.getOrDefault(ruling.rule().id(), List.of());
    if (more.isEmpty() || ruling.verdict() == Verdict.FAIL || ruling.verdict() == Verdict.WAIVED) {
      return ruling;
    }
    return waived(new RuleResult(
        ruling.rule(), Verdict.FAIL, more.get(0).seen(), ruling.runs(), ruling.faults(), more));
  }
}
