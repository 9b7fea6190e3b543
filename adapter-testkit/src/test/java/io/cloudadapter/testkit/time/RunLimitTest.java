package io.cloudadapter.testkit.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class RunLimitTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private long now;
  private final SchedulingDelay delay = new SchedulingDelay(() -> now);
  private final RunLimit limit = new RunLimit(PATIENCE, delay);
  private int waits;

  @Test
  void a_run_that_makes_no_call_is_given_up_after_the_patience() {
    assertThat(givenUpAfter(Duration.ZERO, wait -> 1)).isEqualTo(PATIENCE);
    assertThat(delay.isTooBusy()).isFalse();
  }

  @Test
  void a_run_that_goes_on_making_calls_is_given_up_after_four_times_the_patience() {
    assertThat(givenUpAfter(Duration.ZERO, wait -> wait)).isEqualTo(PATIENCE.multipliedBy(4));
  }

  @Test
  void on_a_machine_that_is_a_little_busy_a_run_that_hangs_is_still_given_up_as_such() {
    assertThat(givenUpAfter(Duration.ofMillis(12), wait -> 1))
        .isBetween(PATIENCE, PATIENCE.plusSeconds(10));
    assertThat(delay.isTooBusy()).isFalse();
  }

  @Test
  void on_a_machine_that_is_too_busy_a_run_is_waited_for_ten_times_the_patience() {
    assertThat(givenUpAfter(Duration.ofMillis(450), wait -> 1))
        .isBetween(PATIENCE.multipliedBy(10), PATIENCE.multipliedBy(10).plusSeconds(1));
    assertThat(delay.isTooBusy()).isTrue();
  }

  @Test
  void a_run_that_hangs_is_given_up_as_such_once_the_machine_is_quiet_again() {
    assertThat(givenUpAfter(wait -> wait <= 100 ? 200 : 0, wait -> 1))
        .isBetween(Duration.ofSeconds(45), Duration.ofSeconds(60));
    assertThat(delay.isTooBusy()).isFalse();
  }

  private Duration givenUpAfter(Duration late, IntUnaryOperator calls) {
    return givenUpAfter(wait -> (int) late.toMillis(), calls);
  }

  private Duration givenUpAfter(IntUnaryOperator lateMillis, IntUnaryOperator calls) {
    do {
      waits++;
      delay.during(time -> now += time.plusMillis(lateMillis.applyAsInt(waits)).toNanos());
    } while (!limit.isOver(calls.applyAsInt(waits)));
    return Duration.ofNanos(now);
  }
}
