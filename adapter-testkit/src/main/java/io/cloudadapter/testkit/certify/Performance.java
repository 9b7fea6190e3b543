package io.cloudadapter.testkit.certify;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.testkit.wire.Injection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One trial on one bench: the rule, then the oracles, then everything closed. */
final class Performance {
  private final Trial trial;
  private final Bench bench;
  private final Witness witness;
  private @Nullable Untestable untestable;

  Performance(Trial trial, Bench bench) {
    this.trial = trial;
    this.bench = bench;
    this.witness = bench.witness();
  }

  RunResult result(List<Injection> injections, long seed) {
    holds(() -> trial.check().on(bench));
    List<Crossing> crossings = bench.line().crossings();
    boolean bit = bench.line().bit();
    Supplier<String> evidence = bench.line().evidence();
    Oracles oracles = new Oracles(bench);
    oracles.exchanges(crossings);
    bench.line().addresses().forEach(one -> witness.noSecretIn(one.getKey(), one.getValue()));
    LeftThreads.in(Thread.currentThread().getThreadGroup())
        .forEach(thread -> witness.noSecretIn("the name of a thread", thread.getName()));
    bench.line().stray().forEach(seen -> witness.saw(seen.rule(), seen.what()));
    List<String> unanswered = new ArrayList<>(bench.line().unanswered());
    bench.line().plan(List.of());
    holds(() -> bench.cloud().console().ifPresent(Console::heal));
    // Only a cloud of its own goes away with the run, and what was launched on it.
    if (untestable == null || bench.cloud().console().isEmpty()) {
      holds(oracles::leavesNothing);
    }
    witness.closing();
    holds(() -> bench.open().forEach(Watched::closeAtLast));
    witness.looksBack();
    unanswered.addAll(bench.line().unanswered());
    List<Witness.Seen> seen = ofTheAdapter(witness.seen(), unanswered);
    String shown = seen.isEmpty() ? "" : witness.masked(evidence.get());
    List<Finding> findings = seen.stream()
        .map(s -> Runner.finding(trial, s.rule(), s.what(), injections, seed, shown))
        .toList();
    return new RunResult(
        findings,
        crossings,
        bit,
        Optional.ofNullable(untestable).map(why -> why.saying(witness.masked(why.why()))),
        false,
        witness.late(),
        witness.leftOut());
  }

  /** A cloud that hangs up proves nothing against an adapter, but for what it tells of secrets. */
  private List<Witness.Seen> ofTheAdapter(List<Witness.Seen> seen, List<String> unanswered) {
    if (seen.isEmpty() || unanswered.isEmpty()) {
      return seen;
    }
    untestable = Untestable.ofTheCloud(
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
    } catch (Untestable why) {
      untestable = why;
    } catch (Broken broken) {
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
      // An adapter may throw whatever it likes, and the other rules are still to be tried.
      witness.saw(trial.rule(), "ended in " + wrong);
    }
  }
}
