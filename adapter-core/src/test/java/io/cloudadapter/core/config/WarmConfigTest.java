package io.cloudadapter.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The size of a warm pool, and what a pool has no room for. */
class WarmConfigTest {
  private static PoolConfigBuilder pool(WarmConfig warm) {
    return PoolConfig.named("web", "here", 10).surge(3).warm(warm);
  }

  private static WarmConfig size(int machines) {
    return WarmConfig.of(WarmPoolState.STOPPED, machines);
  }

  private static WarmConfig prepared(int machines) {
    return WarmConfig.upTo(WarmPoolState.STOPPED, machines);
  }

  @Test
  void aPoolHasNoneUnlessItAsksForOne() {
    assertThat(PoolConfig.named("web", "here", 10).build().warm().enabled()).isFalse();
    assertThat(size(0).enabled()).isFalse();
    assertThat(size(1).enabled()).isTrue();
    assertThat(prepared(1).enabled()).isTrue();
  }

  @Test
  void whatMaxSizeAndSurgeCannotHoldIsRefused() {
    assertThat(pool(size(13)).build().warm().size()).isEqualTo(13);
    assertThatThrownBy(() -> pool(size(14)).build())
        .hasMessage("warm.size must be at most 13, since maxSize is 10, surge 3; was 14");
    assertThatThrownBy(
            () -> pool(size(12)).scaling(ScalingConfig.none().withMinSize(2)).build())
        .hasMessage(
            "warm.size must be at most 11, since maxSize is 10, surge 3, minSize 2; was 12");
    assertThatThrownBy(() -> pool(prepared(14)).build())
        .hasMessage("warm.prepared must be at most 13, since maxSize is 10, surge 3; was 14");
  }

  @Test
  void eachValueHasItsRange() {
    assertThatThrownBy(() -> size(-1)).hasMessage("warm.size must be 0 to 100000, was -1");
    assertThatThrownBy(() -> prepared(0)).hasMessage("warm.prepared must be 1 to 100000, was 0");
    assertThatThrownBy(() -> size(1).withStartWithin(Duration.ZERO))
        .hasMessage("warm.startWithin must be 1s to 1d, was 0s");
    assertThatThrownBy(() -> pool(size(3).withMaxSize(2)).build())
        .hasMessage("warm.maxSize must be 3 to 100000, was 2");
  }

  @Test
  void aWarmPoolThatFollowsTheGrowthHasAsManyMachinesAsTheLargestOne() {
    WarmConfig following = WarmConfig.none().withGrowthWindow(Duration.ofHours(6));
    assertThat(following.enabled()).isTrue();
    assertThat(following.of(7, 4)).isEqualTo(4);
    assertThat(following.withSize(2).of(7, 1)).isEqualTo(2);
    assertThat(following.withMaxSize(3).of(7, 4)).isEqualTo(3);
    assertThat(following.withPrepared(12).of(7, 4)).isEqualTo(5);
    assertThat(size(2).withGrowthSpan(Duration.ofMinutes(5)).of(7, 4)).isEqualTo(2);
  }

  @Test
  void theTimesOfGrowthHaveTheirRanges() {
    assertThatThrownBy(() -> WarmConfig.none().withGrowthWindow(Duration.ofMinutes(9)))
        .hasMessage("warm.growthWindow must be 10m to 31d, was 9m");
    assertThatThrownBy(() -> WarmConfig.none().withGrowthSpan(Duration.ofDays(2)))
        .hasMessage("warm.growthSpan must be 1m to 1d, was 2d");
    WarmConfig longer = WarmConfig.none()
        .withGrowthWindow(Duration.ofMinutes(10))
        .withGrowthSpan(Duration.ofMinutes(11));
    assertThatThrownBy(() -> pool(longer).build())
        .hasMessage("warm.growthSpan must be at most warm.growthWindow, which is 10m, was 11m");
  }

  @Property
  void theSizeIsWithinItsBoundsAndShrinksAsThePoolGrows(
      @ForAll @IntRange(max = 50) int size,
      @ForAll @IntRange(min = 1, max = 100) int prepared,
      @ForAll @IntRange(max = 50) int more,
      @ForAll @IntRange(max = 100) int counting) {
    WarmConfig warm = prepared(prepared).withSize(size).withMaxSize(size + more);

    assertThat(warm.of(counting, 0)).isBetween(size, size + more);
    assertThat(warm.of(counting + 1, 0)).isLessThanOrEqualTo(warm.of(counting, 0));
    assertThat(size(size).of(counting, 99)).isEqualTo(size);
  }
}
