package io.cloudadapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.run.TrialResult;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class EarlyRunsTest {
  private static final Trial WAITS = Trial.of("MP-6.1", bench -> {});
  private static final Trial COMPUTES = Trial.of("MP-2.1", bench -> {});

  @Test
  void a_trial_that_waits_begins_before_its_turn_and_runs_once() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    TrialResult result = result(7);
    EarlyRuns early = new EarlyRuns(List.of(COMPUTES, WAITS), trial -> {
      begun.countDown();
      return result;
    });

    begun.await();

    assertThat(early.first(WAITS, () -> result(1))).isSameAs(result);
    early.end();
  }

  @Test
  void a_second_run_of_the_same_trial_is_made_in_turn() {
    EarlyRuns early = new EarlyRuns(List.of(WAITS), trial -> result(7));
    TrialResult unused = early.first(WAITS, () -> result(1));

    assertThat(early.first(WAITS, () -> result(1)).late()).isEqualTo(1);
  }

  @Test
  void a_trial_that_computes_runs_in_its_turn() {
    EarlyRuns early = new EarlyRuns(List.of(COMPUTES), trial -> result(7));

    assertThat(early.first(COMPUTES, () -> result(1)).late()).isEqualTo(1);
  }

  @Test
  void a_trial_that_changes_the_defaults_of_the_process_waits_for_all_that_began_early() {
    AtomicBoolean ended = new AtomicBoolean();
    CountDownLatch asked = new CountDownLatch(1);
    EarlyRuns early = new EarlyRuns(List.of(WAITS), trial -> {
      await(asked);
      ended.set(true);
      return result(7);
    });
    Trial defaults = Trial.of("MP-3.20", bench -> {});
    Thread releases = new Thread(asked::countDown);

    releases.start();
    TrialResult alone = early.first(defaults, () -> result(ended.get() ? 1 : 0));

    assertThat(alone.late()).isEqualTo(1);
  }

  @Test
  void the_failure_of_an_early_run_is_that_of_its_rule() {
    IllegalStateException broken = new IllegalStateException("no cloud");
    EarlyRuns early = new EarlyRuns(List.of(WAITS), trial -> {
      throw broken;
    });

    assertThatThrownBy(() -> early.first(WAITS, () -> result(1))).hasCause(broken);
  }

  @Test
  void the_end_leaves_no_run_that_is_not_asked_for() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    EarlyRuns early = new EarlyRuns(List.of(WAITS), trial -> {
      begun.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException asked) {
        ended.countDown();
      }
      return result(7);
    });
    begun.await();

    early.end();

    assertThat(ended.getCount()).isZero();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static TrialResult result(int late) {
    return new TrialResult(List.of(), List.of(), false, Optional.empty(), false, late, List.of());
  }
}
