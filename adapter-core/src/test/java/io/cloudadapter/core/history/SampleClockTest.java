package io.cloudadapter.core.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.sample.PoolSample;
import io.cloudadapter.core.history.SampleClock.Counts;
import io.cloudadapter.core.history.SampleClock.Sizes;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a minute of a pool has, from what each of its steps shows. */
class SampleClockTest {
  private static final Instant BEGIN = Instant.parse("2026-11-02T10:00:20Z");

  private final SampleClock clock = new SampleClock(new Counts(0, 0, 100, 5_000_000_000L));
  private Counts counts = new Counts(0, 0, 100, 5_000_000_000L);

  private List<PoolSample> step(int second, int desired, int inService) {
    return clock.step(BEGIN.plusSeconds(second), new Sizes(desired, inService), counts);
  }

  @Test
  void a_minute_has_what_its_last_step_shows_and_the_fewest_machines_of_any() {
    assertThat(step(0, 5, 5)).isEmpty();
    assertThat(step(10, 6, 3)).isEmpty();
    assertThat(step(20, 6, 4)).isEmpty();

    List<PoolSample> ended = step(45, 7, 7);

    assertThat(ended)
        .containsExactly(
            new PoolSample(Instant.parse("2026-11-02T10:00:00Z"), 6, 4, 3, 0, 0, 0, 0));
  }

  @Test
  void a_minute_begins_with_the_machines_that_the_one_before_has_left() {
    step(0, 5, 2);
    step(45, 5, 5);

    assertThat(step(100, 5, 5).get(0).leastInService()).isEqualTo(2);
  }

  @Test
  void launches_failures_and_calls_count_in_the_minute_in_which_they_are_seen() {
    step(0, 5, 5);
    counts = new Counts(3, 1, 104, 7_000_000_000L);
    step(30, 5, 5);
    counts = new Counts(4, 1, 104, 7_000_000_000L);

    PoolSample first = step(45, 5, 5).get(0);
    PoolSample second = step(100, 5, 5).get(0);

    assertThat(first.launched()).isEqualTo(3);
    assertThat(first.launchFailures()).isEqualTo(1);
    assertThat(first.cloudCalls()).isEqualTo(4);
    assertThat(first.secondsPerCall()).isEqualTo(0.5);
    assertThat(second.launched()).isEqualTo(1);
    assertThat(second.cloudCalls()).isZero();
    assertThat(second.secondsPerCall()).isZero();
  }

  @Test
  void a_keeper_that_is_read_again_counts_from_0_and_nothing_counts_twice() {
    step(0, 5, 5);
    counts = new Counts(3, 0, 100, 5_000_000_000L);
    step(5, 5, 5);
    clock.keeperBegins();
    counts = new Counts(7, 0, 100, 5_000_000_000L);
    step(10, 5, 5);

    assertThat(step(45, 5, 5).get(0).launched()).isEqualTo(10);
  }

  @Test
  void minutes_without_a_step_are_as_the_last_step_has_left_the_pool() {
    step(0, 5, 3);

    List<PoolSample> ended = step(190, 5, 5);

    assertThat(ended).extracting(PoolSample::from).hasSize(3).isSorted();
    assertThat(ended).allMatch(sample -> sample.inService() == 3);
  }

  @Test
  void after_a_long_time_without_a_step_nothing_is_told_of_it() {
    step(0, 5, 3);

    assertThat(step(3_600, 5, 5)).hasSize(1);
    assertThat(step(3_660, 5, 5).get(0).leastInService()).isEqualTo(5);
  }

  @Test
  void a_clock_that_goes_back_ends_no_minute_and_loses_no_launch() {
    step(0, 5, 5);
    counts = new Counts(2, 0, 100, 5_000_000_000L);
    step(1, 5, 5);

    assertThat(step(-300, 5, 5)).isEmpty();

    assertThat(step(-240, 5, 5).get(0).launched()).isEqualTo(2);
  }
}
