package io.cloudadapter.testkit.certify;

import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.Ticker;
import io.cloudadapter.testkit.wire.FaultWire;
import io.cloudadapter.testkit.wire.Injection;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Tries a rule once, on a fresh cloud, and looks at everything that can be seen. */
final class Runner {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** Faults that last until the call is over make every such call as long as this, at first. */
  private static final Duration SHORT = Duration.ofMillis(100);

  /** For a busy machine, whose calls do not even come as far as the fault in a short time. */
  private static final Duration LONGER = Duration.ofSeconds(1);

  /** The rule that says when calls must be back. */
  private static final String LATE = "MP-6.1";

  static final Set<WireFault> LASTING =
      EnumSet.of(WireFault.SLOW, WireFault.SLOW_BEFORE, WireFault.STALL);

  /** Rules on what was shown and sent: no busy machine makes an adapter break them. */
  private static final Set<String> TIMELESS =
      Set.of("MP-1.4", "MP-2.11", "MP-2.15", "MP-3.6", "MP-4.8", "MP-5.13", "MP-6.4");

  private final Subject subject;
  private final LeftThreads left;

  Runner(Subject subject, LeftThreads left) {
    this.subject = subject;
    this.left = left;
  }

  /**
   * One run. What was seen when time had run out is believed the second time: at first a machine that is busy may
   * have been late by itself. Anything else it cannot do to an adapter, so that is believed at once.
   */
  RunResult run(Trial trial, List<Injection> injections, long seed) {
    boolean lasting = injections.stream().anyMatch(i -> LASTING.contains(i.fault()));
    Optional<Duration> time = lasting ? Optional.of(SHORT) : Optional.empty();
    RunResult first = once(trial, injections, seed, time);
    boolean timed = trial.realTime() || lasting || first.hung() || first.breaks(LATE);
    boolean doubtful = timed && late(first, injections);
    boolean believed = first.findings().isEmpty() ? first.bit() || !lasting : !doubtful;
    return believed
        ? first
        : once(trial, injections, seed, time.map(fast -> LONGER)).with(timeless(first));
  }

  /** Whether time ran out more often than the faults had it run out. */
  private static boolean late(RunResult run, List<Injection> injections) {
    long struck =
        run.bit() ? injections.stream().filter(i -> LASTING.contains(i.fault())).count() : 0;
    return run.hung() || run.late() > struck;
  }

  private static List<Finding> timeless(RunResult first) {
    return first.findings().stream()
        .filter(seen -> TIMELESS.contains(seen.rule()))
        .toList();
  }

  private RunResult once(
      Trial trial, List<Injection> injections, long seed, Optional<Duration> time) {
    AtomicReference<@Nullable RunResult> result = new AtomicReference<>();
    AtomicReference<@Nullable Witness> witness = new AtomicReference<>();
    ThreadGroup group = new ThreadGroup("certify");
    Thread thread = new Thread(
        group,
        () -> result.set(tries(trial, injections, seed, time, witness)),
        "certify " + trial.rule());
    thread.setDaemon(true);
    Output.listen(group, text -> heard(witness.get(), text));
    thread.start();
    await(thread);
    Output.ignore(group);
    RunResult done = result.get();
    if (done != null) {
      return done;
    }
    thread.interrupt();
    Witness seen = witness.get();
    String what = seen == null ? "the cloud" : seen.underWay().orElse("nothing of the adapter");
    String hangs = what + " has not come back after " + subject.patience().toSeconds() + " s";
    return new RunResult(
        List.of(
            finding(trial, trial.rule(), hangs, injections, seed, ""),
            finding(trial, LATE, hangs, injections, seed, "")),
        List.of(),
        true,
        Optional.empty(),
        true,
        1,
        List.of());
  }

  private static void heard(@Nullable Witness witness, String text) {
    if (witness != null) {
      witness.noSecretIn("what is printed or logged", text);
    }
  }

  private void await(Thread thread) {
    try {
      thread.join(subject.patience().toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private RunResult tries(
      Trial trial,
      List<Injection> injections,
      long seed,
      Optional<Duration> time,
      AtomicReference<@Nullable Witness> told) {
    LeapingTime leaping = new LeapingTime();
    boolean byItself = subject.outlivesRuns() || trial.realTime();
    SimulatedClock clock = byItself ? leaping.clock() : SimulatedClock.startingAt(START);
    Passing passing = byItself ? leaping : clock::advance;
    List<Finding> findings = new ArrayList<>();
    try (TestCloud cloud = GuardedCloud.start(subject.clouds(), clock, seed);
        FaultWire wire = wire(cloud)) {
      Witness witness = new Witness(cloud.secrets());
      told.set(witness);
      wire.secrets(cloud.secrets());
      witness.alsoSecret(wire::credentials);
      Line line = line(cloud, wire);
      Setting setting = new Setting(
          seed,
          subject.mode(),
          clock,
          callTime(cloud, clock),
          subject.outlivesRuns() ? RealTime::pause : passing,
          cloud.config(wire),
          time,
          subject.journal().map(LiveLimits::new));
      line.plan(injections);
      Set<Thread> before = LeftThreads.in(group());
      Bench bench = new Bench(subject, setting, line, cloud, witness);
      RunResult result = new Performance(trial, bench).result(injections, seed);
      Set<Thread> after = LeftThreads.in(group());
      after.removeAll(before);
      left.note(after, replay(trial, injections, seed));
      return result;
    } catch (NotOpened wrong) {
      String raw = String.valueOf(wrong.getMessage());
      String what = masked(told, raw);
      findings.add(finding(trial, BaseRules.OPENS, what, injections, seed, ""));
      findings.addAll(shown(trial, raw, what, injections, seed));
      return failed(findings, Untestable.blocked(BaseRules.OPENS), told);
    } catch (Untestable cloud) {
      return failed(findings, cloud.saying(masked(told, cloud.why())), told);
    } catch (RuntimeException | Error kit) {
      // The cloud or the kit itself: said as such, and not taken for the adapter's doing.
      String what = masked(told, kit.toString());
      findings.addAll(shown(trial, kit.toString(), what, injections, seed));
      return failed(
          findings,
          Untestable.ofTheCloud(
              "the test cloud or the kit failed, not the adapter: " + what + at(kit)),
          told);
    }
  }

  /** What had to be masked has shown a secret. */
  private static List<Finding> shown(
      Trial trial, String raw, String masked, List<Injection> injections, long seed) {
    if (raw.equals(masked)) {
      return List.of();
    }
    String shows = "an exception shows a secret of the configuration: " + masked;
    return List.of(finding(trial, "MP-1.4", shows, injections, seed, ""));
  }

  private static String at(Throwable wrong) {
    StackTraceElement[] trace = wrong.getStackTrace();
    return trace.length == 0 ? "" : " at " + trace[0];
  }

  private static String masked(AtomicReference<@Nullable Witness> told, String text) {
    Witness witness = told.get();
    return witness == null ? text : witness.masked(text);
  }

  private static RunResult failed(
      List<Finding> findings, Untestable why, AtomicReference<@Nullable Witness> told) {
    Witness witness = told.get();
    return new RunResult(
        findings,
        List.of(),
        true,
        Optional.of(why),
        false,
        witness == null ? 0 : witness.late(),
        List.of());
  }

  static FaultWire wire(TestCloud cloud) {
    return cloud
        .trust()
        .map(trust -> FaultWire.open(cloud.dialect(), trust))
        .orElseGet(() -> FaultWire.open(cloud.dialect()));
  }

  static Line line(TestCloud cloud, FaultWire wire) {
    return cloud
        .faultPoint()
        .<Line>map(PointLine::new)
        .orElseGet(() -> new WireLine(wire, cloud.dialect(), cloud.secrets()));
  }

  private static ThreadGroup group() {
    return Thread.currentThread().getThreadGroup();
  }

  /** Without a wire nothing takes real time. */
  private static Ticker callTime(TestCloud cloud, SimulatedClock clock) {
    return cloud.faultPoint().isPresent() ? clock : RealTime.ticker();
  }

  static Finding finding(
      Trial trial,
      String rule,
      String seen,
      List<Injection> injections,
      long seed,
      String evidence) {
    String faults = injections.isEmpty()
        ? "no fault"
        : injections.stream()
            .map(Injection::toString)
            .collect(java.util.stream.Collectors.joining(", "));
    return new Finding(
        rule,
        seen,
        "while trying " + trial.rule() + ", " + faults + ", seed " + seed,
        evidence,
        replay(trial, injections, seed));
  }

  /** The run's name, by which it can be told again. */
  private static String replay(Trial trial, List<Injection> injections, long seed) {
    return trial.rule()
        + injections.stream().map(i -> "/" + i).collect(java.util.stream.Collectors.joining())
        + "/seed=" + seed;
  }
}
