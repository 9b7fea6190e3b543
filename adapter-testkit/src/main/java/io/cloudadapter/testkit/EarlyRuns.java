package io.cloudadapter.testkit;

import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.run.TrialResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * First runs that begin before their rules' turn: these trials wait for seconds, and other rules are tried meanwhile.
 * A run depends on its trial and seed alone, so its result is that of a run in turn.
 */
final class EarlyRuns {
  /** In the order of the rule book, in which their results are asked for. */
  private static final List<String> WAITING =
      List.of("MP-5.11", "MP-5.14", "MP-6.1", "MP-6.11", "MP-7.2", "MP-7.5", "MP-7.6");

  /** Its trial changes the time zone and the locale of the process, which the verdicts of other rules may not see. */
  private static final String CHANGES_DEFAULTS = "MP-3.20";

  /** Each run has a much shorter time limit of its own. */
  private static final Duration LONGEST = Duration.ofHours(1);

  private final Map<String, Future<TrialResult>> begun = new HashMap<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(2, task -> {
    Thread made = new Thread(task, "certify-early");
    made.setDaemon(true);
    return made;
  });

  /**
   * Begins the first runs of those trials that wait.
   *
   * @param trials the trials whose turn comes
   * @param run makes the first run of a trial
   */
  EarlyRuns(List<Trial> trials, Function<Trial, TrialResult> run) {
    trials.stream()
        .filter(trial -> WAITING.contains(trial.rule()))
        .forEach(trial -> begun.put(trial.rule(), threads.submit(() -> run.apply(trial))));
    threads.shutdown();
  }

  /** None. */
  static EarlyRuns none() {
    return new EarlyRuns(List.of(), trial -> {
      throw new IllegalStateException("no run was to begin early");
    });
  }

  /** The first run of a trial, which is made now if it was not begun. */
  TrialResult first(Trial trial, Supplier<TrialResult> run) {
    if (trial.rule().equals(CHANGES_DEFAULTS)) {
      await();
    }
    Future<TrialResult> early = begun.remove(trial.rule());
    if (early == null) {
      return run.get();
    }
    try {
      return early.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the certification was interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a run of the certification failed", e.getCause());
    }
  }

  /** Ends runs whose rules are not tried after all, so that they do not disturb what follows. */
  void end() {
    begun.values().forEach(left -> left.cancel(true));
    await();
  }

  private void await() {
    try {
      if (!threads.awaitTermination(LONGEST.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new IllegalStateException(
            "a run of the certification goes on for more than " + LONGEST);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the certification was interrupted", e);
    }
  }
}
