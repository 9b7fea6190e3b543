package io.cloudadapter.testkit.run;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import io.cloudadapter.testkit.wire.FaultInjection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One trial on one bench: the rule, then the oracles, then everything closed. */
final class TrialExecution {
  private final Trial trial;
  private final TestBench bench;
  private final ObservationLog witness;
  private @Nullable NotTestableException untestable;

  TrialExecution(Trial trial, TestBench bench) {
    this.trial = trial;
    this.bench = bench;
    this.witness = bench.witness();
  }

  TrialResult result(List<FaultInjection> injections, long seed) {
    holds(() -> trial.check().on(bench));
    List<ExchangePoint> crossings = bench.line().crossings();
    boolean bit = bench.line().bit();
    Supplier<String> evidence = bench.line().evidence();
    PostRunChecks oracles = new PostRunChecks(bench);
    oracles.exchanges(crossings);
    bench.line().addresses().forEach(one -> witness.noSecretIn(one.getKey(), one.getValue()));
    ThreadLeakCheck.in(Thread.currentThread().getThreadGroup())
        .forEach(thread -> witness.noSecretIn("the name of a thread", thread.getName()));
    bench.line().stray().forEach(seen -> witness.saw(seen.rule(), seen.what()));
    List<String> unanswered = new ArrayList<>(bench.line().unanswered());
    bench.line().plan(List.of());
    holds(() -> bench.cloud().console().ifPresent(TestCloudConsole::heal));
    // Only a cloud of its own goes away with the run, and what was launched on it.
    if (untestable == null || bench.cloud().console().isEmpty()) {
      holds(oracles::leavesNothing);
    }
    witness.closing();
    holds(() -> bench.open().forEach(ObservedProvider::closeAtLast));
    witness.looksBack();
    unanswered.addAll(bench.line().unanswered());
    List<ObservationLog.Seen> seen = ofTheAdapter(witness.seen(), unanswered);
    String shown = seen.isEmpty() ? "" : witness.masked(evidence.get());
    List<Violation> findings = seen.stream()
        .map(s -> TrialRunner.finding(
            trial, s.rule(), s.what(), injections, seed, witness.steps(), shown))
        .toList();
    return new TrialResult(
        findings,
        crossings,
        bit,
        Optional.ofNullable(untestable).map(why -> why.saying(witness.masked(why.why()))),
        false,
        witness.late(),
        bench.wired(),
        witness.leftOut());
  }

  /** A cloud that hangs up proves nothing against an adapter, except for leaked secrets. */
  private List<ObservationLog.Seen> ofTheAdapter(
      List<ObservationLog.Seen> seen, List<String> unanswered) {
    if (seen.isEmpty() || unanswered.isEmpty()) {
      return seen;
    }
    untestable = NotTestableException.ofTheCloud(
        "the test cloud failed, not the adapter: it gave no reply to " + unanswered.get(0)
            + (unanswered.size() == 1 ? "" : " and " + (unanswered.size() - 1) + " more"));
    return seen.stream().filter(one -> one.rule().equals("MP-1.4")).toList();
  }

  /** Something that can go wrong. */
  private interface Step {
    void run() throws Exception;
  }

  private void holds(Step step) {
    try {
      step.run();
    } catch (NotTestableException why) {
      untestable = why;
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
      // An adapter may throw anything, and the other rules must still be tried.
      witness.saw(trial.rule(), "ended in " + wrong);
    }
  }
}
