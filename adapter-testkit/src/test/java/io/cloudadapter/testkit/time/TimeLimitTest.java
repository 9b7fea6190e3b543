package io.cloudadapter.testkit.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeLimitTest {
  private long now;
  private final TimeLimit limit = new TimeLimit(Duration.ofSeconds(2), () -> now);
  private final List<Duration> waits = new ArrayList<>();

  @Test
  void is_over_after_its_time_on_a_quiet_machine() {
    assertThat(waitsUntilOver(Duration.ZERO)).isEqualTo(Duration.ofSeconds(2));
    assertThat(limit.isTooBusy()).isFalse();
  }

  @Test
  void is_longer_by_the_time_in_which_a_busy_machine_lets_no_thread_go_on() {
    assertThat(waitsUntilOver(Duration.ofMillis(100))).isEqualTo(Duration.ofSeconds(6));
    assertThat(limit.isTooBusy()).isTrue();
  }

  @Test
  void is_over_in_the_end_on_a_machine_that_hardly_runs() {
    assertThat(waitsUntilOver(Duration.ofSeconds(5)))
        .isBetween(Duration.ofSeconds(20), Duration.ofSeconds(26));
    assertThat(limit.isTooBusy()).isTrue();
  }

  @Test
  void blames_no_machine_that_is_a_little_busy() {
    assertThat(waitsUntilOver(Duration.ofMillis(15))).isLessThan(Duration.ofSeconds(3));
    assertThat(limit.isTooBusy()).isFalse();
  }

  @Test
  void waits_for_no_longer_than_is_left() {
    TimeLimit brief = new TimeLimit(Duration.ofMillis(70), () -> now);

    while (!brief.isOver()) {
      brief.during(time -> passes(time, Duration.ZERO));
    }

    assertThat(waits).containsExactly(Duration.ofMillis(50), Duration.ofMillis(20));
  }

  private Duration waitsUntilOver(Duration delay) {
    while (!limit.isOver()) {
      limit.during(time -> passes(time, delay));
    }
    return Duration.ofNanos(now);
  }

  private void passes(Duration time, Duration delay) {
    waits.add(time);
    now += time.plus(delay).toNanos();
  }
}
