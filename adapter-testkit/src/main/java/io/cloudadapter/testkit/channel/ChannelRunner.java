package io.cloudadapter.testkit.channel;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.Ticker;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.ObservationLog;
import io.cloudadapter.testkit.run.OutputCapture;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.ThreadLeakCheck;
import io.cloudadapter.testkit.subject.ChannelUnderTest;
import io.cloudadapter.testkit.time.RunLimit;
import io.cloudadapter.testkit.time.SchedulingDelay;
import io.cloudadapter.testkit.time.SystemTime;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.RecordedExchange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs one rule for channels once: on a fresh channel and receiver, on a thread of its own. */
final class ChannelRunner {
  private static final String SECRETS = "MP-10.16";
  private static final String DEADLINE = "MP-10.7";

  /** How long a call takes that a fault keeps waiting; and where that was too short for it to be sent. */
  private static final List<Duration> BRIEF = List.of(Duration.ofSeconds(1), Duration.ofSeconds(4));

  private final ChannelUnderTest subject;
  private final ThreadLeakCheck left;
  private final Ticker ticker;

  ChannelRunner(ChannelUnderTest subject, ThreadLeakCheck left) {
    this(subject, left, SystemTime.ticker());
  }

  /** With a real time by which the waits for a run are measured. */
  ChannelRunner(ChannelUnderTest subject, ThreadLeakCheck left, Ticker ticker) {
    this.subject = subject;
    this.left = left;
    this.ticker = ticker;
  }

  /**
   * Makes one run. A violation must show twice where a busy machine may have caused it: after time had run out, and
   * while the machine was too busy. A secret that shows counts at once. A violation that shows only while the
   * machine is too busy breaks no rule, but leaves that of the trial untested: it does not hold either.
   */
  ChannelTrialResult run(ChannelTrial trial, Optional<FaultInjection> injection, long seed) {
    Attempt first = once(trial, injection, seed, BRIEF.get(0));
    ChannelTrialResult run = first.result();
    boolean cold = !run.bit()
        && !run.hung()
        && injection.filter(one -> ChannelTestBench.holds(one.fault())).isPresent();
    boolean believed = run.findings().isEmpty() || !(run.late() || first.tooBusy());
    if (believed && !cold) {
      return run;
    }
    if (run.hung() && first.tooBusy()) {
      // It was waited for as long as several others.
      return first.fair();
    }
    ChannelTrialResult second =
        once(trial, injection, seed, BRIEF.get(cold ? 1 : 0)).fair().with(secretsShown(run));
    return first.tooBusy() && !second.repeats(run)
        ? second.untestable(second.findings(), NotTestableException.tooBusy())
        : second;
  }

  private static List<Violation> secretsShown(ChannelTrialResult run) {
    return run.findings().stream().filter(seen -> seen.rule().equals(SECRETS)).toList();
  }

  /** What a run showed, and whether the machine was too busy meanwhile to blame the channel for it. */
  private record Attempt(ChannelTrialResult result, boolean tooBusy) {
    /** The same without what a busy machine may have caused. */
    ChannelTrialResult fair() {
      return tooBusy && !result.findings().isEmpty()
          ? result.untestable(secretsShown(result), NotTestableException.tooBusy())
          : result;
    }
  }

  private Attempt once(
      ChannelTrial trial, Optional<FaultInjection> injection, long seed, Duration brief) {
    AtomicReference<@Nullable ChannelTrialResult> result = new AtomicReference<>();
    ObservationLog witness = new ObservationLog(SECRETS, List.of());
    ThreadGroup outside = new ThreadGroup("certify outside");
    ThreadGroup group = new ThreadGroup("certify");
    Thread thread = new Thread(
        group,
        () -> result.set(tries(trial, injection, seed, brief, witness, outside)),
        "certify " + trial.rule());
    thread.setDaemon(true);
    OutputCapture.listen(group, text -> witness.noSecretIn("what is printed or logged", text));
    SchedulingDelay delay = new SchedulingDelay(ticker);
    thread.start();
    await(thread, delay);
    OutputCapture.ignore(group);
    ChannelTrialResult done = result.get();
    if (done == null) {
      thread.interrupt();
      done = hung(trial, injection, seed);
    }
    return new Attempt(done, delay.isTooBusy());
  }

  private void await(Thread thread, SchedulingDelay delay) {
    RunLimit limit = new RunLimit(subject.patience(), delay);
    try {
      do {
        delay.during(time -> thread.join(time.toMillis()));
      } while (thread.isAlive() && !limit.isOver(0));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ChannelTrialResult hung(
      ChannelTrial trial, Optional<FaultInjection> injection, long seed) {
    String hangs = "the channel has not come back after " + subject.patience().toSeconds() + " s";
    return new ChannelTrialResult(
        List.of(
            finding(trial, trial.rule(), hangs, injection, seed, ""),
            finding(trial, DEADLINE, hangs, injection, seed, "")),
        List.of(),
        true,
        Optional.empty(),
        true,
        true);
  }

  private ChannelTrialResult tries(
      ChannelTrial trial,
      Optional<FaultInjection> injection,
      long seed,
      Duration brief,
      ObservationLog witness,
      ThreadGroup outside) {
    List<RecordedExchange> exchanges = List.of();
    boolean bit = true;
    Optional<NotTestableException> untestable = Optional.empty();
    String evidence = "";
    try (ChannelTestBench bench =
        new ChannelTestBench(subject, witness, injection, seed, brief, outside)) {
      untestable = tried(trial, bench, witness);
      exchanges = bench.end().exchanges();
      bit = injection.isEmpty()
          || bench.end().wire().strikes().containsAll(injection.stream().toList());
      evidence = witness.masked(bench.end().wire().evidence(exchanges));
    } catch (NotTestableException receiver) {
      untestable = Optional.of(receiver.saying(witness.masked(receiver.why())));
    } catch (RuntimeException | Error kit) {
      // The channel's constructor or the kit itself: said as such, and not taken for the channel's
      // doing.
      witness.saw(trial.rule(), "could not be tried: " + kit + because(kit));
    }
    witness.looksBack();
    left.note(ThreadLeakCheck.in(group()), described(trial, injection, seed));
    List<Violation> findings = new ArrayList<>();
    for (ObservationLog.Seen seen : witness.seen()) {
      findings.add(finding(trial, seen.rule(), seen.what(), injection, seed, evidence));
    }
    return new ChannelTrialResult(findings, exchanges, bit, untestable, false, witness.late() > 0);
  }

  private static String because(Throwable kit) {
    return kit.getCause() == null ? "" : ": " + kit.getCause();
  }

  private static Optional<NotTestableException> tried(
      ChannelTrial trial, ChannelTestBench bench, ObservationLog witness) {
    try {
      trial.check().on(bench);
    } catch (NotTestableException why) {
      return Optional.of(why);
    } catch (RuleViolation broken) {
      if (broken.isLate()) {
        witness.sawLate();
      }
      witness.saw(trial.rule(), String.valueOf(broken.getMessage()));
    } catch (CloudException error) {
      witness.saw(trial.rule(), "failed: " + error.summary());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      witness.saw(trial.rule(), "was given up");
    } catch (Exception | Error wrong) {
      // A channel may throw anything, and the other rules must still be tried.
      witness.saw(trial.rule(), "ended in " + wrong);
    }
    return Optional.empty();
  }

  private static ThreadGroup group() {
    return Thread.currentThread().getThreadGroup();
  }

  private static Violation finding(
      ChannelTrial trial,
      String rule,
      String seen,
      Optional<FaultInjection> injection,
      long seed,
      String evidence) {
    return new Violation(rule, seen, described(trial, injection, seed), evidence, "");
  }

  private static String described(
      ChannelTrial trial, Optional<FaultInjection> injection, long seed) {
    return "while trying " + trial.rule() + ", "
        + injection.map(FaultInjection::toString).orElse("no fault") + ", seed " + seed;
  }
}
