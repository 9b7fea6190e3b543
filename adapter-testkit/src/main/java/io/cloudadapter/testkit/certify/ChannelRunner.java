package io.cloudadapter.testkit.certify;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.testkit.wire.Exchange;
import io.cloudadapter.testkit.wire.Injection;
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

  private final ChannelSubject subject;
  private final LeftThreads left;

  ChannelRunner(ChannelSubject subject, LeftThreads left) {
    this.subject = subject;
    this.left = left;
  }

  ChannelRun run(ChannelTrial trial, Optional<Injection> injection, long seed) {
    ChannelRun run = once(trial, injection, seed, BRIEF.get(0));
    boolean cold = !run.bit()
        && !run.hung()
        && injection.filter(one -> ChannelBench.holds(one.fault())).isPresent();
    return cold ? once(trial, injection, seed, BRIEF.get(1)) : run;
  }

  private ChannelRun once(
      ChannelTrial trial, Optional<Injection> injection, long seed, Duration brief) {
    AtomicReference<@Nullable ChannelRun> result = new AtomicReference<>();
    Witness witness = new Witness(SECRETS, List.of());
    ThreadGroup outside = new ThreadGroup("certify outside");
    ThreadGroup group = new ThreadGroup("certify");
    Thread thread = new Thread(
        group,
        () -> result.set(tries(trial, injection, seed, brief, witness, outside)),
        "certify " + trial.rule());
    thread.setDaemon(true);
    Output.listen(group, text -> witness.noSecretIn("what is printed or logged", text));
    thread.start();
    try {
      thread.join(subject.patience().toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Output.ignore(group);
    ChannelRun done = result.get();
    if (done != null) {
      return done;
    }
    thread.interrupt();
    String hangs = "the channel has not come back after " + subject.patience().toSeconds() + " s";
    return new ChannelRun(
        List.of(
            finding(trial, trial.rule(), hangs, injection, seed, ""),
            finding(trial, DEADLINE, hangs, injection, seed, "")),
        List.of(),
        true,
        Optional.empty(),
        true);
  }

  private ChannelRun tries(
      ChannelTrial trial,
      Optional<Injection> injection,
      long seed,
      Duration brief,
      Witness witness,
      ThreadGroup outside) {
    List<Exchange> exchanges = List.of();
    boolean bit = true;
    Optional<Untestable> untestable = Optional.empty();
    String evidence = "";
    try (ChannelBench bench = new ChannelBench(subject, witness, injection, seed, brief, outside)) {
      untestable = tried(trial, bench, witness);
      exchanges = bench.end().exchanges();
      bit = injection.isEmpty()
          || bench.end().wire().bitten().containsAll(injection.stream().toList());
      evidence = witness.masked(bench.end().wire().evidence(exchanges));
    } catch (Untestable receiver) {
      untestable = Optional.of(receiver.saying(witness.masked(receiver.why())));
    } catch (RuntimeException | Error kit) {
      // The channel's constructor or the kit itself: said as such, and not taken for the channel's
      // doing.
      witness.saw(trial.rule(), "could not be tried: " + kit + because(kit));
    }
    witness.looksBack();
    left.note(LeftThreads.in(group()), described(trial, injection, seed));
    List<Finding> findings = new ArrayList<>();
    for (Witness.Seen seen : witness.seen()) {
      findings.add(finding(trial, seen.rule(), seen.what(), injection, seed, evidence));
    }
    return new ChannelRun(findings, exchanges, bit, untestable, false);
  }

  private static String because(Throwable kit) {
    return kit.getCause() == null ? "" : ": " + kit.getCause();
  }

  private static Optional<Untestable> tried(
      ChannelTrial trial, ChannelBench bench, Witness witness) {
    try {
      trial.check().on(bench);
    } catch (Untestable why) {
      return Optional.of(why);
    } catch (Broken broken) {
      witness.saw(trial.rule(), String.valueOf(broken.getMessage()));
    } catch (CloudException error) {
      witness.saw(trial.rule(), "failed: " + error.summary());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      witness.saw(trial.rule(), "was given up");
    } catch (Exception | Error wrong) {
      // A channel may throw whatever it likes, and the other rules are still to be tried.
      witness.saw(trial.rule(), "ended in " + wrong);
    }
    return Optional.empty();
  }

  private static ThreadGroup group() {
    return Thread.currentThread().getThreadGroup();
  }

  private static Finding finding(
      ChannelTrial trial,
      String rule,
      String seen,
      Optional<Injection> injection,
      long seed,
      String evidence) {
    return new Finding(rule, seen, described(trial, injection, seed), evidence, "");
  }

  private static String described(ChannelTrial trial, Optional<Injection> injection, long seed) {
    return "while trying " + trial.rule() + ", "
        + injection.map(Injection::toString).orElse("no fault") + ", seed " + seed;
  }
}
