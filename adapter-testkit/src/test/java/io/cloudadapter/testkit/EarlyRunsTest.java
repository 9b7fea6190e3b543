package io.cloudadapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.run.TrialResult;
import io.cloudadapter.testkit.time.RuleTimes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class EarlyRunsTest {
  private static final Trial WAITS = Trial.of("MP-6.1", bench -> {});
  private static final Trial COMPUTES = Trial.of("MP-2.1", bench -> {});
  private static final Trial COMPUTES_TOO = Trial.of("MP-2.2", bench -> {});
  private static final Trial CHANGES_DEFAULTS = Trial.of("MP-3.20", bench -> {});

  @Test
  void a_trial_begins_before_its_turn_and_runs_once() {
    CountDownLatch begun = new CountDownLatch(1);
    TrialResult result = result(7);
    EarlyRuns early = begin(List.of(COMPUTES), 1, trial -> {
      begun.countDown();
      return result;
    });

    await(begun);

    assertThat(early.first(COMPUTES, () -> result(1))).isSameAs(result);
    early.end();
  }

  @Test
  void several_trials_go_on_at_once_and_those_that_wait_beside_them() {
    CountDownLatch together = new CountDownLatch(3);
    EarlyRuns early = begin(List.of(COMPUTES, WAITS, COMPUTES_TOO), 2, trial -> {
      together.countDown();
      await(together);
      return result(7);
    });

    assertThat(List.of(COMPUTES, WAITS, COMPUTES_TOO))
        .allSatisfy(trial ->
            assertThat(early.first(trial, () -> result(1)).late()).isEqualTo(7));
  }

  @Test
  void a_second_run_of_the_same_trial_is_made_in_turn() {
    EarlyRuns early = begin(List.of(WAITS), 1, trial -> result(7));
    TrialResult unused = early.first(WAITS, () -> result(1));

    assertThat(early.first(WAITS, () -> result(1)).late()).isEqualTo(1);
  }

  @Test
  void a_trial_that_changes_the_defaults_of_the_process_has_ended_before_any_other_begins() {
    List<String> order = new CopyOnWriteArrayList<>();
    EarlyRuns early = begin(List.of(WAITS, COMPUTES, CHANGES_DEFAULTS), 2, trial -> {
      order.add(trial.rule());
      return result(7);
    });

    assertThat(List.of(CHANGES_DEFAULTS, COMPUTES, WAITS))
        .allSatisfy(trial ->
            assertThat(early.first(trial, () -> result(1)).late()).isEqualTo(7));
    assertThat(order).startsWith("MP-3.20").hasSize(3);
  }

  @Test
  void
      a_trial_that_changes_the_defaults_of_the_process_in_its_turn_waits_for_all_that_began_early() {
    AtomicBoolean ended = new AtomicBoolean();
    CountDownLatch asked = new CountDownLatch(1);
    EarlyRuns early = begin(List.of(WAITS), 1, trial -> {
      await(asked);
      ended.set(true);
      return result(7);
    });
    Thread releases = new Thread(asked::countDown);

    releases.start();
    TrialResult alone = early.inTurn(CHANGES_DEFAULTS, () -> result(ended.get() ? 1 : 0));

    assertThat(alone.late()).isEqualTo(1);
  }

  @Test
  void the_failure_of_an_early_run_is_that_of_its_rule() {
    IllegalStateException broken = new IllegalStateException("no cloud");
    EarlyRuns early = begin(List.of(WAITS), 1, trial -> {
      throw broken;
    });

    assertThatThrownBy(() -> early.first(WAITS, () -> result(1))).hasCause(broken);
  }

  @Test
  void a_rule_that_is_dropped_is_run_anew_when_it_is_tried_after_all() {
    EarlyRuns early = begin(List.of(COMPUTES), 1, trial -> result(7));

    early.drop("MP-2.1");

    assertThat(early.first(COMPUTES, () -> result(1)).late()).isEqualTo(1);
  }

  @Test
  void the_end_leaves_no_run_that_is_not_asked_for() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    EarlyRuns early = begin(List.of(WAITS), 1, trial -> {
      begun.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException asked) {
        ended.countDown();
      }
      return result(7);
    });
    await(begun);

    early.end();

    assertThat(ended.getCount()).isZero();
  }

  private static EarlyRuns begin(List<Trial> trials, int atOnce, Function<Trial, TrialResult> run) {
    return EarlyRuns.begin(trials, atOnce, run, new RuleTimes());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static TrialResult result(int late) {
    return new TrialResult(
        List.of(), List.of(), false, Optional.empty(), false, late, false, List.of());
  }
}
