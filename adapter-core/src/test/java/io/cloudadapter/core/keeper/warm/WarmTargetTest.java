package io.cloudadapter.core.keeper.warm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.config.WarmConfig;
import io.cloudadapter.core.config.WarmPoolState;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** How many machines a warm pool is to have, with the bound that decides that. */
class WarmTargetTest {
  private static final WarmConfig FOLLOWING =
      WarmConfig.of(WarmPoolState.STOPPED, 2).withGrowthWindow(Duration.ofHours(6));

  private static String reason(WarmConfig config, int growth, int room) {
    return WarmTarget.of(config, 5, growth, room).reason();
  }

  @Test
  void the_reason_is_the_bound_that_decides() {
    assertThat(reason(FOLLOWING, 2, 10)).isEqualTo("warm.size is 2");
    assertThat(reason(FOLLOWING, 4, 10))
        .isEqualTo("the largest growth of the desired size within 10m is 4, in the last 6h");
    assertThat(reason(FOLLOWING.withMaxSize(3), 4, 10)).isEqualTo("warm.maxSize is 3");
    assertThat(reason(FOLLOWING.withPrepared(10), 4, 10))
        .isEqualTo("warm.prepared is 10, less 5 in service");
    assertThat(reason(FOLLOWING, 4, 3))
        .isEqualTo("maxSize and surge have room for 3 beside 5 in service;"
            + " without that limit, there would be 4");
  }

  @Property
  void it_follows_the_growth_within_its_bounds(
      @ForAll @IntRange(max = 50) int growth,
      @ForAll @IntRange(max = 20) int size,
      @ForAll @IntRange(max = 20) int more,
      @ForAll @IntRange(min = -5, max = 60) int room) {
    WarmConfig config = WarmConfig.none()
        .withSize(size)
        .withMaxSize(size + more)
        .withGrowthWindow(Duration.ofHours(1));
    WarmTarget target = WarmTarget.of(config, 5, growth, room);

    int within = Math.min(Math.max(size, growth), size + more);
    assertThat(target.machines()).isEqualTo(Math.max(0, Math.min(within, room)));
    assertThat(target.reason()).isNotEmpty();
  }
}
