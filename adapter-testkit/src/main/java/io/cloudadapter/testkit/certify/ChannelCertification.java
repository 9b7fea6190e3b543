package io.cloudadapter.testkit.certify;

import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.testkit.wire.Exchange;
import io.cloudadapter.testkit.wire.Injection;
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
public final class ChannelCertification {
  static final String ASTRAY =
      "no exchange crosses the wire, where faults could strike it: does the"
          + " target that the test's receiver gives lead there?";
  private static final int SHOWN = 5;

  private final ChannelSubject subject;
  private final Tier tier;
  private final long seed;
  private final LocalDate today;
  private final RuleBook book = RuleBook.channels();
  private final Map<String, ChannelTrial> trials = trials();
  private final LeftThreads leftThreads = new LeftThreads();
  private final ChannelRunner runner;
  private final Map<String, Ruling> rulings = new HashMap<>();
  private final Map<String, List<Finding>> overheard = new TreeMap<>();
  private final Instant started = RealTime.instants().instant();
  private final long startedNanos = RealTime.ticker().nanos();
  private int runs;

  /**
   * A certification.
   *
   * @param subject what to certify
   * @param tier SMOKE and LIVE try no faults, SAMPLE some, FULL and DEEP all
   * @param seed decides all chance
   * @param today by which waivers expire
   */
  public ChannelCertification(ChannelSubject subject, Tier tier, long seed, LocalDate today) {
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
  @OutsideWorld
  public static ChannelCertification of(ChannelSubject subject, Tier tier, long seed) {
    return new ChannelCertification(subject, tier, seed, LocalDate.now(java.time.ZoneOffset.UTC));
  }

  static Map<String, ChannelTrial> trials() {
    Map<String, ChannelTrial> all = new TreeMap<>();
    Stream.of(TargetTrials.all(), MessageTrials.all(), SendingTrials.all(), ClosingTrials.all())
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
  public synchronized Ruling ruling(String rule) {
    Ruling known = rulings.get(rule);
    if (known == null) {
      known = judged(book.rule(rule));
      rulings.put(rule, known);
    }
    return known;
  }

  /**
   * What runs of one rule show of it, whatever became of the rules that it rests on, from no more runs
   * than it takes. For those who look for something; it does not count for the certificate.
   *
   * @param rule the rule's id
   * @param enough whether a finding of this rule is what they look for
   * @return the ruling
   * @throws IllegalArgumentException if there is no such rule for channels
   */
  public synchronized Ruling search(String rule, Predicate<Finding> enough) {
    return new Sweep(trial(book.rule(rule)), book.rule(rule), enough).ruling();
  }

  private ChannelTrial trial(Rule rule) {
    ChannelTrial trial = trials.get(rule.id());
    if (trial == null) {
      throw new IllegalStateException(rule.id() + " has no trial");
    }
    return trial;
  }

  private Ruling judged(Rule rule) {
    ChannelTrial trial = trial(rule);
    for (String need : trial.needs()) {
      Verdict first = ruling(need).verdict();
      if (first == Verdict.FAIL || first == Verdict.BLOCKED) {
        return Ruling.without(rule, Verdict.BLOCKED, "by " + need);
      }
    }
    return waived(new Sweep(trial, rule, finding -> false).ruling());
  }

  private Ruling waived(Ruling ruling) {
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
    private final Predicate<Finding> enough;
    private final Map<WireFault, Bites> faults = new EnumMap<>(WireFault.class);
    private final List<Finding> mine = new ArrayList<>();
    private int count;

    Sweep(ChannelTrial trial, Rule rule, Predicate<Finding> enough) {
      this.trial = trial;
      this.rule = rule;
      this.enough = enough;
    }

    Ruling ruling() {
      ChannelRun clean = run(Optional.empty());
      boolean strikes = !trial.faults().isEmpty() && tier.strikes();
      if (mine.isEmpty() && clean.untestable().isEmpty() && strikes) {
        // A receiver without a wire is told apart from one that is not told.
        if (clean.exchanges().isEmpty()) {
          return Ruling.without(rule, Verdict.UNTESTED, ASTRAY);
        }
        strike(clean);
      }
      if (!mine.isEmpty()) {
        return new Ruling(rule, Verdict.FAIL, mine.get(0).seen(), count, faults, mine);
      }
      return clean
          .untestable()
          .map(why -> new Ruling(rule, why.verdict(), why.why(), count, faults, mine))
          .orElseGet(() -> new Ruling(rule, Verdict.PASS, "", count, faults, mine));
    }

    /** One fault at each exchange of the first call. Not on after a channel hung: that costs long. */
    private void strike(ChannelRun clean) {
      for (WireFault fault : trial.faults()) {
        for (Exchange exchange : clean.exchanges()) {
          if (exchange.call() != 1) {
            continue;
          }
          ChannelRun run = run(Optional.of(Injection.of(fault, exchange)));
          boolean broke = run.breaks(rule.id());
          faults.merge(
              fault, Bites.NONE.plus(broke, run.bit()), (had, one) -> had.plus(broke, run.bit()));
          if (run.hung() || mine.stream().anyMatch(enough)) {
            return;
          }
        }
      }
    }

    private ChannelRun run(Optional<Injection> injection) {
      ChannelRun run = runner.run(trial, injection, seed);
      count++;
      runs++;
      for (Finding finding : run.findings()) {
        List<Finding> list = finding.rule().equals(rule.id())
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
   * @return the certificate, which tells too on what machine and when that was
   */
  public synchronized Certificate certificate() {
    List<Ruling> all = rulings();
    HookChannel channel = subject.channel();
    try {
      Verdicts.Certified certified = new Verdicts.Certified(
          channel.channel(),
          subject.version(),
          subject.mode(),
          channel.getClass(),
          subject.waivers(),
          false);
      return new Verdicts(all, tier)
          .certificate(certified, seed, book, Map.of(), runs)
          .made(
              RealTime.environment(),
              started.truncatedTo(ChronoUnit.SECONDS),
              RealTime.since(startedNanos));
    } finally {
      channel.close();
    }
  }

  /** The verdicts on all rules, with what the runs of one showed of another. */
  private List<Ruling> rulings() {
    List<Ruling> own = book.rules().stream().map(rule -> ruling(rule.id())).toList();
    for (LeftThreads.Left left : leftThreads.left()) {
      overheard
          .computeIfAbsent("MP-10.15", id -> new ArrayList<>())
          .add(new Finding(
              "MP-10.15",
              "thread \"" + left.thread() + "\" lives on after close",
              left.run(),
              "",
              ""));
    }
    return own.stream().map(this::whole).toList();
  }

  private Ruling whole(Ruling ruling) {
    List<Finding> more = overheard.getOrDefault(ruling.rule().id(), List.of());
    if (more.isEmpty() || ruling.verdict() == Verdict.FAIL || ruling.verdict() == Verdict.WAIVED) {
      return ruling;
    }
    return waived(new Ruling(
        ruling.rule(), Verdict.FAIL, more.get(0).seen(), ruling.runs(), ruling.faults(), more));
  }
}
