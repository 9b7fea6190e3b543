package io.cloudadapter.testkit;

import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.run.TrialResult;
import io.cloudadapter.testkit.time.RuleTimes;
import io.cloudadapter.testkit.time.SystemTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * First runs that begin before their rules' turn: several go on at once, and those that mostly wait go on beside them.
 * A run depends on its trial and seed alone, so its result is that of a run in turn. Used under the lock of its
 * certification.
 */
final class EarlyRuns {
  /** Trials that mostly wait for real time; those that wait longest come first. */
  private static final List<String> WAITING = List.of(
      "MP-6.1", "MP-5.11", "MP-7.6", "MP-6.2", "MP-6.3", "MP-7.2", "MP-7.5", "MP-8.6", "MP-8.3");

  /** How many of them go on at once, which hardly costs the others any time. */
  private static final int WAITING_AT_ONCE = 4;

  /** Its trial changes the time zone and the locale of the process, which the verdicts of other rules may not see. */
  private static final String CHANGES_DEFAULTS = "MP-3.20";

  /** Each run has a much shorter time limit of its own. */
  private static final Duration LONGEST = Duration.ofHours(1);

  private final RuleTimes times;
  private final Map<String, Future<Done>> begun = new HashMap<>();
  private final List<ExecutorService> threads = new ArrayList<>();

  /** A result, and how long its run went on. */
  private record Done(TrialResult result, Duration took) {}

  private EarlyRuns(RuleTimes times) {
    this.times = times;
  }

  /**
   * Begins the first runs of trials. The trial that changes the defaults of the process is the first, and has ended
   * when this returns.
   *
   * @param trials in the order in which their results are asked for
   * @param atOnce how many runs go on at once, beside those that wait
   * @param run makes the first run of a trial, on any thread
   * @param times gets how long a run went on, in place of how long its result was waited for
   */
  static EarlyRuns begin(
      List<Trial> trials, int atOnce, Function<Trial, TrialResult> run, RuleTimes times) {
    EarlyRuns early = new EarlyRuns(times);
    trials.stream()
        .filter(EarlyRuns::changesDefaults)
        .forEach(trial ->
            early.begun.put(trial.rule(), CompletableFuture.completedFuture(measured(trial, run))));
    early.begin(
        trials.stream()
            .filter(trial -> WAITING.contains(trial.rule()))
            .sorted(Comparator.comparing(trial -> WAITING.indexOf(trial.rule())))
            .toList(),
        WAITING_AT_ONCE,
        run);
    early.begin(
        trials.stream()
            .filter(trial -> !WAITING.contains(trial.rule()) && !changesDefaults(trial))
            .toList(),
        atOnce,
        run);
    return early;
  }

  /** None. */
  static EarlyRuns none() {
    return new EarlyRuns(new RuleTimes());
  }

  private void begin(List<Trial> trials, int atOnce, Function<Trial, TrialResult> run) {
    ExecutorService pool = Executors.newFixedThreadPool(atOnce, task -> {
      Thread made = new Thread(task, "certify-early");
      made.setDaemon(true);
      return made;
    });
    trials.forEach(trial -> begun.put(trial.rule(), pool.submit(() -> measured(trial, run))));
    pool.shutdown();
    threads.add(pool);
  }

  private static Done measured(Trial trial, Function<Trial, TrialResult> run) {
    long start = SystemTime.ticker().nanos();
    TrialResult result = run.apply(trial);
    return new Done(result, SystemTime.since(start));
  }

  private static boolean changesDefaults(Trial trial) {
    return trial.rule().equals(CHANGES_DEFAULTS);
  }

  /** The first run of a trial, which is made now if it was not begun. */
  TrialResult first(Trial trial, Supplier<TrialResult> run) {
    Future<Done> early = begun.remove(trial.rule());
    if (early == null) {
      return inTurn(trial, run);
    }
    long start = SystemTime.ticker().nanos();
    try {
      Done done = early.get();
      times.add(trial.rule(), done.took().minus(SystemTime.since(start)));
      return done.result();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the certification was interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a run of the certification failed", e.getCause());
    }
  }

  /** A run that is made now; where it changes the defaults of the process, it is made when no other goes on. */
  TrialResult inTurn(Trial trial, Supplier<TrialResult> run) {
    if (changesDefaults(trial)) {
      await();
    }
    return run.get();
  }

  /** Drops the first run of a rule that is not tried after all. */
  void drop(String rule) {
    Future<Done> unused = begun.remove(rule);
    if (unused != null) {
      unused.cancel(true);
    }
  }

  /** Ends runs whose rules are not tried after all, so that they do not disturb what follows. */
  void end() {
    begun.values().forEach(left -> left.cancel(true));
    await();
  }

  private void await() {
    try {
      for (ExecutorService pool : threads) {
        if (!pool.awaitTermination(LONGEST.toNanos(), TimeUnit.NANOSECONDS)) {
          throw new IllegalStateException(
              "a run of the certification goes on for more than " + LONGEST);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the certification was interrupted", e);
    }
  }
}
