package io.cloudadapter.testkit;

import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.run.BaseRules;
import io.cloudadapter.testkit.run.LiveAccountLimits;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.run.TrialResult;
import io.cloudadapter.testkit.run.TrialRunner;
import io.cloudadapter.testkit.trials.BasicTrials;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of an adapter before its rules are tried, each once: whether its cloud answers, whether each call works
 * with nothing in its way, which launch keys it declares, and whether its requests cross the wire.
 */
final class AdapterProbes {

  /** How often a look is made that a busy machine spoils: each may take ten times the patience. */
  private static final int MOST_LOOKS = 3;

  private static final Set<Kind> NOT_THERE =
      EnumSet.of(Kind.UNAVAILABLE, Kind.TIMEOUT, Kind.UNAUTHENTICATED, Kind.DENIED);

  private final TrialRunner runner;
  private final long seed;
  private final Consumer<Violation> overhears;
  private Optional<NotTestableException> unclean = Optional.empty();
  private boolean uncleanKnown;
  private int looksAtAccount;
  private volatile LaunchKeySupport.@Nullable Kind keySupport;
  private boolean profileAsked;
  private @Nullable Boolean astray;
  private @Nullable Basics basics;
  private int looksAtBasics;

  /**
   * What came of each call, made once with nothing in its way.
   *
   * @param broken what was seen broken, by its rule
   * @param unknown why that could not be seen, where a busy machine has spoilt the look
   */
  record Basics(Map<String, List<Violation>> broken, Optional<NotTestableException> unknown) {}

  /**
   * Probes.
   *
   * @param runner makes the runs
   * @param seed decides all chance
   * @param overhears gets what the runs show of rules
   */
  AdapterProbes(TrialRunner runner, long seed, Consumer<Violation> overhears) {
    this.runner = runner;
    this.seed = seed;
    this.overhears = overhears;
  }

  /**
   * Asks the cloud whose account it is, before anything is tried: against a cloud that is not there dozens of
   * rules would fail for one reason.
   *
   * @return why the cloud does not answer; empty if it does, or if that is the adapter's own doing
   */
  Optional<String> unreachable() {
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

  /** Why nothing may be launched on the account; empty if all is well. It is not, where the look cannot be made. */
  Optional<NotTestableException> unclean() {
    if (!uncleanKnown) {
      TrialResult look =
          runner.run(Trial.of("MP-3.3", LiveAccountLimits::mustBeClean), List.of(), seed);
      unclean = look.findings().stream()
          .map(Violation::seen)
          .findFirst()
          .map(NotTestableException::blockedFor)
          .or(look::untestable);
      looksAtAccount++;
      uncleanKnown = looksAtAccount == MOST_LOOKS
          || unclean.filter(NotTestableException::isBesideTheAdapter).isEmpty();
    }
    return unclean;
  }

  /** What the adapter declares; empty if it has not even a profile. */
  Optional<LaunchKeySupport.Kind> keySupport() {
    if (!profileAsked) {
      profileAsked = true;
      Trial ask =
          Trial.of("MP-1.5", bench -> keySupport = bench.profile().keySupport().kind());
      TrialResult unused = runner.run(ask, List.of(), seed);
    }
    return Optional.ofNullable(keySupport);
  }

  /** What comes of each call, made once with nothing in its way. */
  Basics basics() {
    Basics known = basics;
    if (known == null) {
      TrialResult look =
          runner.run(Trial.of(BaseRules.HANGS, BasicTrials::tryEach), List.of(), seed);
      List<Violation> seen = look.findings().stream().map(this::ofItsOwnRule).toList();
      seen.forEach(overhears);
      Map<String, List<Violation>> broken = seen.stream()
          .filter(finding -> look.hung() || !finding.rule().equals(BaseRules.HANGS))
          .filter(finding -> isNotOpened(look) || !finding.rule().equals(BaseRules.OPENS))
          .collect(Collectors.groupingBy(Violation::rule));
      known = new Basics(broken, look.untestable().filter(why -> look.hung()));
      looksAtBasics++;
      if (known.unknown().isEmpty() || looksAtBasics == MOST_LOOKS) {
        basics = known;
      }
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
  boolean astray() {
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
}
