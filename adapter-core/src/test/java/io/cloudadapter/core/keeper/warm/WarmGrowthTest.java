package io.cloudadapter.core.keeper.warm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.warm.WarmPlan;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.WarmConfig;
import io.cloudadapter.core.keeper.KeeperHarness;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A warm pool that follows the largest growth of the last hours. */
class WarmGrowthTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final WarmConfig FOLLOWING =
      WarmConfig.none().withSize(1).withGrowthWindow(HOUR.multipliedBy(3));

  private static UnaryOperator<PoolConfigBuilder> with(WarmConfig warm) {
    return pool -> pool.surge(1).warm(warm);
  }

  private static KeeperHarness pool(WarmConfig warm, int size) {
    return KeeperHarness.with(with(warm)).resize(size).run();
  }

  private static int ready(KeeperHarness story) {
    return story
        .shown(machine -> machine.warm().equals(Optional.of(WarmState.WARM)))
        .size();
  }

  private static WarmPlan plan(KeeperHarness story) {
    return story.plan().warm().orElseThrow();
  }

  @Test
  void the_first_size_is_no_growth() {
    assertThat(ready(pool(FOLLOWING, 6))).isEqualTo(1);
  }

  @Test
  void it_has_as_many_machines_as_the_pool_grew_at_most_and_gives_them_up_after_the_window() {
    KeeperHarness story = pool(FOLLOWING, 3);
    story.resize(5).run(Duration.ofMinutes(1));
    story.resize(7).run();
    story.run(HOUR.dividedBy(2));
    story.resize(4).run(HOUR);
    assertThat(ready(story)).isEqualTo(4);
    assertThat(plan(story).wanted()).isEqualTo(4);
    assertThat(plan(story).reason())
        .isEqualTo("the largest growth of the desired size within 10m is 4, in the last 3h");

    story.run(HOUR.multipliedBy(2));
    assertThat(ready(story)).isEqualTo(1);
    assertThat(plan(story).reason()).isEqualTo("warm.size is 1");
  }

  @Test
  void a_keeper_that_takes_over_knows_the_growth_of_the_one_before() {
    KeeperHarness story = pool(FOLLOWING, 3);
    story.resize(7).run();
    assertThat(ready(story)).isEqualTo(4);

    story.crashAndRestart().run(HOUR);
    assertThat(plan(story).wanted()).isEqualTo(4);
    assertThat(ready(story)).isEqualTo(4);
  }

  @Test
  void a_growth_of_a_clock_that_was_ahead_counts_for_the_window_and_no_longer() {
    KeeperHarness story = pool(FOLLOWING, 3);
    story.wallClockJumps(Duration.ofDays(1));
    story.resize(7).run();

    story.wallClockJumps(Duration.ofDays(-1));
    story.run(HOUR.multipliedBy(2));
    assertThat(ready(story)).isEqualTo(4);

    story.run(HOUR.multipliedBy(2));
    assertThat(plan(story).wanted()).isEqualTo(1);
    assertThat(ready(story)).isEqualTo(1);
  }

  @Test
  void it_stays_within_its_greatest_size_and_the_room_of_the_pool() {
    KeeperHarness story = pool(FOLLOWING.withMaxSize(3), 3);
    story.resize(10).run();
    assertThat(ready(story)).isEqualTo(3);
    story.resize(19).run();
    assertThat(ready(story)).isEqualTo(2);
    assertThat(plan(story).reason()).startsWith("maxSize and surge have room for 2 beside 19");
  }

  @Test
  void a_pool_whose_warm_pool_follows_no_growth_keeps_none() {
    KeeperHarness story = pool(FOLLOWING, 3);
    story.resize(7).run();
    assertThat(story.pool().growth()).isNotNull();

    story.restartWith(with(WarmConfig.none().withSize(1))).resize(8).run();
    assertThat(story.pool().growth()).isNull();
    assertThat(ready(story)).isEqualTo(1);
  }
}
