package io.cloudadapter.testkit.run;

import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.Ticker;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.TestCloud;
import io.cloudadapter.testkit.time.ClockMode;
import io.cloudadapter.testkit.time.RunLimit;
import io.cloudadapter.testkit.time.SchedulingDelay;
import io.cloudadapter.testkit.time.SkippingClock;
import io.cloudadapter.testkit.time.SystemTime;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.FaultProxy;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tries a rule once, on a fresh cloud, and looks at everything that can be seen. */
public final class TrialRunner {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** Faults that last until the call is over make every such call as long as this, at first. */
  private static final Duration SHORT = Duration.ofMillis(100);

  /** For a busy machine, whose calls do not even come as far as the fault in a short time. */
  private static final Duration LONGER = Duration.ofSeconds(1);

  /** The rule about the time in which calls must return. */
  private static final String LATE = "MP-6.1";

  public static final Set<WireFault> LASTING =
      EnumSet.of(WireFault.SLOW, WireFault.SLOW_BEFORE, WireFault.STALL);

  /** Rules on what was shown and sent: no busy machine makes an adapter break them. */
  private static final Set<String> TIMELESS =
      Set.of("MP-1.4", "MP-2.11", "MP-2.15", "MP-3.6", "MP-4.8", "MP-5.13", "MP-6.4");

  private final AdapterUnderTest subject;
  private final ThreadLeakCheck left;
  private final Ticker ticker;

  /**
   * Makes runs.
   *
   * @param subject what is tried
   * @param left gets the threads that runs leave
   * @param ticker the real time, by which the waits for a run are measured
   */
  public TrialRunner(AdapterUnderTest subject, ThreadLeakCheck left, Ticker ticker) {
    this.subject = subject;
    this.left = left;
    this.ticker = ticker;
  }

  /** What a run showed, and whether a machine that was too busy meanwhile may have caused it. */
  private record Attempt(TrialResult result, boolean tooBusy) {
    /** The same without what a busy machine may have caused. */
    TrialResult fair() {
      if (!tooBusy || result.findings().isEmpty()) {
        return result;
      }
      List<Violation> facts = result.findings().stream()
          .filter(seen -> TIMELESS.contains(seen.rule()) || FinalCleanup.isReport(seen))
          .toList();
      return result.untestable(facts, NotTestableException.tooBusy());
    }
  }

  /**
   * Makes one run. A violation must show twice where a busy machine may have caused it: after real time had run out,
   * and in a trial on real time while the machine was too busy. Every other violation counts at once. One that
   * shows only while the machine is too busy breaks no rule, but leaves that of the trial untested: it does not hold
   * either.
   */
  public TrialResult run(Trial trial, List<FaultInjection> injections, long seed) {
    boolean lasting = lasts(injections);
    Optional<Duration> time = lasting ? Optional.of(SHORT) : Optional.empty();
    Attempt attempt = once(trial, injections, seed, time);
    TrialResult first = attempt.result();
    boolean doubtful =
        attempt.tooBusy() || (inRealTime(trial, injections, first) && late(first, injections));
    boolean believed = first.findings().isEmpty() ? first.bit() || !lasting : !doubtful;
    if (believed) {
      return first;
    }
    if (first.hung() && attempt.tooBusy()) {
      // It was waited for as long as several others.
      return attempt.fair();
    }
    TrialResult second =
        once(trial, injections, seed, time.map(fast -> LONGER)).fair().with(timeless(first));
    return attempt.tooBusy() && !second.repeats(first)
        ? second.untestable(second.findings(), NotTestableException.tooBusy())
        : second;
  }

  private static boolean lasts(List<FaultInjection> injections) {
    return injections.stream().anyMatch(i -> LASTING.contains(i.fault()));
  }

  /** Whether what a run shows depends on real time. */
  private static boolean inRealTime(Trial trial, List<FaultInjection> injections, TrialResult run) {
    return trial.realTime() || lasts(injections) || run.hung() || run.breaks(LATE);
  }

  /** Whether a machine that is too busy may have caused what a run shows: on a wire, time runs out in real time. */
  private static boolean dependsOnTheMachine(
      Trial trial, List<FaultInjection> injections, TrialResult run) {
    return inRealTime(trial, injections, run) || (run.wired() && late(run, injections));
  }

  /** Whether time ran out more often than the faults had it run out. */
  private static boolean late(TrialResult run, List<FaultInjection> injections) {
    long struck =
        run.bit() ? injections.stream().filter(i -> LASTING.contains(i.fault())).count() : 0;
    return run.hung() || run.late() > struck;
  }

  private static List<Violation> timeless(TrialResult first) {
    return first.findings().stream()
        .filter(seen -> TIMELESS.contains(seen.rule()))
        .toList();
  }

  private Attempt once(
      Trial trial, List<FaultInjection> injections, long seed, Optional<Duration> time) {
    AtomicReference<@Nullable TrialResult> result = new AtomicReference<>();
    AtomicReference<@Nullable ObservationLog> witness = new AtomicReference<>();
    ThreadGroup group = new ThreadGroup("certify");
    Thread thread = new Thread(
        group,
        () -> result.set(tries(trial, injections, seed, time, witness)),
        "certify " + trial.rule());
    thread.setDaemon(true);
    OutputCapture.listen(group, text -> heard(witness.get(), text));
    SchedulingDelay delay = new SchedulingDelay(ticker);
    thread.start();
    await(thread, delay, witness);
    OutputCapture.ignore(group);
    TrialResult done = result.get();
    if (done == null) {
      thread.interrupt();
      done = hung(trial, injections, seed, witness.get());
    }
    return new Attempt(done, delay.isTooBusy() && dependsOnTheMachine(trial, injections, done));
  }

  private TrialResult hung(
      Trial trial, List<FaultInjection> injections, long seed, @Nullable ObservationLog seen) {
    String what = seen == null ? "the cloud" : seen.underWay().orElse("nothing of the adapter");
    String hangs = what + " has not come back after " + subject.patience().toSeconds() + " s";
    return new TrialResult(
        List.of(
            finding(trial, trial.rule(), hangs, injections, seed, steps(seen), ""),
            finding(trial, LATE, hangs, injections, seed, steps(seen), "")),
        List.of(),
        true,
        Optional.empty(),
        true,
        1,
        false,
        List.of());
  }

  private static List<String> steps(@Nullable ObservationLog witness) {
    return witness == null ? List.of() : witness.steps();
  }

  private static void heard(@Nullable ObservationLog witness, String text) {
    if (witness != null) {
      witness.noSecretIn("what is printed or logged", text);
    }
  }

  /** Waits for a run's end, or until it is to be given up. */
  private void await(
      Thread thread, SchedulingDelay delay, AtomicReference<@Nullable ObservationLog> witness) {
    RunLimit limit = new RunLimit(subject.patience(), delay);
    try {
      for (boolean over = false; !over && thread.isAlive(); ) {
        delay.during(time -> thread.join(time.toMillis()));
        ObservationLog seen = witness.get();
        over = limit.isOver(seen == null ? 0 : seen.begun());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private TrialResult tries(
      Trial trial,
      List<FaultInjection> injections,
      long seed,
      Optional<Duration> time,
      AtomicReference<@Nullable ObservationLog> told) {
    SkippingClock leaping = new SkippingClock();
    boolean byItself = subject.outlivesRuns() || trial.realTime();
    SimulatedClock clock = byItself ? leaping.clock() : SimulatedClock.startingAt(START);
    ClockMode passing = byItself ? leaping : clock::advance;
    List<Violation> findings = new ArrayList<>();
    try (TestCloud cloud = GuardedCloud.start(subject.clouds(), clock, seed);
        FaultProxy wire = wire(cloud)) {
      ObservationLog witness = new ObservationLog(cloud.secrets());
      told.set(witness);
      wire.secrets(cloud.secrets());
      witness.alsoSecret(wire::credentials);
      ExchangeMonitor line = line(cloud, wire);
      RunConfig setting = new RunConfig(
          seed,
          subject.mode(),
          clock,
          callTime(cloud, clock),
          subject.outlivesRuns() ? SystemTime::pause : passing,
          cloud.config(wire),
          time,
          subject.journal().map(LiveAccountLimits::new));
      line.plan(injections);
      Set<Thread> before = ThreadLeakCheck.in(group());
      TestBench bench = new TestBench(subject, setting, line, cloud, witness);
      TrialResult result = new TrialExecution(trial, bench).result(injections, seed);
      Set<Thread> after = ThreadLeakCheck.in(group());
      after.removeAll(before);
      left.note(after, replay(trial, injections, seed));
      return result;
    } catch (AdapterOpenException wrong) {
      String raw = String.valueOf(wrong.getMessage());
      String what = masked(told, raw);
      findings.add(finding(trial, BaseRules.OPENS, what, injections, seed, List.of(), ""));
      findings.addAll(shown(trial, raw, what, injections, seed));
      return failed(findings, NotTestableException.blocked(BaseRules.OPENS), told);
    } catch (NotTestableException cloud) {
      return failed(findings, cloud.saying(masked(told, cloud.why())), told);
    } catch (RuntimeException | Error kit) {
      // The cloud or the kit itself: said as such, and not taken for the adapter's doing.
      String what = masked(told, kit.toString());
      findings.addAll(shown(trial, kit.toString(), what, injections, seed));
      return failed(
          findings,
          NotTestableException.ofTheCloud(
              "the test cloud or the kit failed, not the adapter: " + what + at(kit)),
          told);
    }
  }

  /** What had to be masked has shown a secret. */
  private static List<Violation> shown(
      Trial trial, String raw, String masked, List<FaultInjection> injections, long seed) {
    if (raw.equals(masked)) {
      return List.of();
    }
    String shows = "an exception shows a secret of the configuration: " + masked;
    return List.of(finding(trial, "MP-1.4", shows, injections, seed, List.of(), ""));
  }

  private static String at(Throwable wrong) {
    StackTraceElement[] trace = wrong.getStackTrace();
    return trace.length == 0 ? "" : " at " + trace[0];
  }

  private static String masked(AtomicReference<@Nullable ObservationLog> told, String text) {
    ObservationLog witness = told.get();
    return witness == null ? text : witness.masked(text);
  }

  private static TrialResult failed(
      List<Violation> findings,
      NotTestableException why,
      AtomicReference<@Nullable ObservationLog> told) {
    ObservationLog witness = told.get();
    return new TrialResult(
        findings,
        List.of(),
        true,
        Optional.of(why),
        false,
        witness == null ? 0 : witness.late(),
        false,
        List.of());
  }

  static FaultProxy wire(TestCloud cloud) {
    return cloud
        .trust()
        .map(trust -> FaultProxy.open(cloud.dialect(), trust))
        .orElseGet(() -> FaultProxy.open(cloud.dialect()));
  }

  static ExchangeMonitor line(TestCloud cloud, FaultProxy wire) {
    return cloud
        .faultPoint()
        .<ExchangeMonitor>map(InProcessMonitor::new)
        .orElseGet(() -> new WireMonitor(wire, cloud.dialect(), cloud.secrets()));
  }

  private static ThreadGroup group() {
    return Thread.currentThread().getThreadGroup();
  }

  /** Without a wire nothing takes real time. */
  private static Ticker callTime(TestCloud cloud, SimulatedClock clock) {
    return cloud.faultPoint().isPresent() ? clock : SystemTime.ticker();
  }

  static Violation finding(
      Trial trial,
      String rule,
      String seen,
      List<FaultInjection> injections,
      long seed,
      List<String> steps,
      String evidence) {
    String faults = injections.isEmpty()
        ? "no fault"
        : injections.stream().map(FaultInjection::toString).collect(Collectors.joining(", "));
    return new Violation(
        rule,
        seen,
        "while trying " + trial.rule() + ", " + faults + ", seed " + seed
            + steps.stream().map(step -> "\n" + step).collect(Collectors.joining()),
        evidence,
        replay(trial, injections, seed));
  }

  /** Returns the run's id, by which it can be repeated. */
  private static String replay(Trial trial, List<FaultInjection> injections, long seed) {
    return trial.rule()
        + injections.stream().map(i -> "/" + i).collect(Collectors.joining())
        + "/seed=" + seed;
  }
}
