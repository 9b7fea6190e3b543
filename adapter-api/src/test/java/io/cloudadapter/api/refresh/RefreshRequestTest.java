package io.cloudadapter.api.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The ranges of what a refresh is asked for. */
class RefreshRequestTest {
  private static final Duration FRACTION = Duration.ofMillis(1500);

  @Test
  void durations_of_whole_seconds_are_taken() {
    RefreshRequest request = RefreshRequest.builder()
        .warmup(Duration.ofSeconds(1))
        .bakeTime(Duration.ZERO)
        .timeLimit(Duration.ofSeconds(1))
        .checkpoint(20, Duration.ofSeconds(1))
        .build();

    assertThat(request.timeLimit()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void a_fraction_of_a_second_is_refused_since_the_rest_api_would_lose_it() {
    assertThatThrownBy(() -> RefreshRequest.builder().warmup(FRACTION).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("warmup must be whole seconds, 0s to 2d, was 1500ms");
    assertThatThrownBy(() -> RefreshRequest.builder().bakeTime(FRACTION).build())
        .hasMessage("bakeTime must be whole seconds, 0s to 2d, was 1500ms");
    assertThatThrownBy(
            () -> RefreshRequest.builder().timeLimit(Duration.ofMillis(1)).build())
        .hasMessage("timeLimit must be whole seconds, 1s to 14d, was 1ms");
    assertThatThrownBy(() -> new RefreshCheckpoint(20, FRACTION))
        .hasMessage("checkpoints.delay must be whole seconds, 1s to 2d, was 1500ms");
  }

  @Test
  void a_duration_out_of_its_range_is_refused() {
    assertThatThrownBy(() -> RefreshRequest.builder().warmup(Duration.ofDays(3)).build())
        .hasMessage("warmup must be whole seconds, 0s to 2d, was 3d");
    assertThatThrownBy(() -> new RefreshCheckpoint(20, Duration.ZERO))
        .hasMessage("checkpoints.delay must be whole seconds, 1s to 2d, was 0s");
  }
}
