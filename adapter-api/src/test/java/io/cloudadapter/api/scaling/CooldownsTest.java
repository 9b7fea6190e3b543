package io.cloudadapter.api.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CooldownsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");
  private static final AdjustmentPolicy OUT = AdjustmentPolicy.of(
          ScalingDirection.SCALE_OUT, AdjustmentType.CHANGE_IN_CAPACITY, 1)
      .withCooldown(Duration.ofSeconds(60))
      .withBestEffort();
  private static final AdjustmentPolicy IN = AdjustmentPolicy.of(
          ScalingDirection.SCALE_IN, AdjustmentType.CHANGE_IN_CAPACITY, 1)
      .withCooldown(Duration.ofSeconds(60));

  @ParameterizedTest(name = "after {0} s, {1} s are left")
  @CsvSource({"0, 60", "1, 59", "59, 1", "60, 0", "61, 0", "-5, 65"})
  void areOverAsSoonAsTheirTimeHasPassed(long elapsed, long left) {
    Cooldowns cooldowns =
        Cooldowns.NONE.after(OUT.decide(ScalingRequest.out(), ScalingView.of(5)), NOW);

    assertThat(cooldowns.left(OUT, NOW.plusSeconds(elapsed))).isEqualTo(Duration.ofSeconds(left));
  }

  @Test
  void bindTheirOwnDirectionOnly() {
    Cooldowns cooldowns =
        Cooldowns.NONE.after(OUT.decide(ScalingRequest.out(), ScalingView.of(5)), NOW);

    assertThat(cooldowns.left(IN, NOW)).isZero();
    cooldowns =
        cooldowns.after(IN.decide(ScalingRequest.in(), ScalingView.of(5)), NOW.plusSeconds(9));
    assertThat(cooldowns.left(IN, NOW.plusSeconds(10))).isEqualTo(Duration.ofSeconds(59));
    assertThat(cooldowns.left(OUT, NOW.plusSeconds(10))).isEqualTo(Duration.ofSeconds(50));
  }

  @Test
  void areNotStartedByWhatChangesNothing() {
    ScalingView full = ScalingView.of(5).within(5, 5);

    assertThat(Cooldowns.NONE.after(OUT.decide(ScalingRequest.out(), full), NOW))
        .as("best effort without room")
        .isEqualTo(Cooldowns.NONE);
    assertThat(Cooldowns.NONE.after(IN.decide(ScalingRequest.in(), full), NOW))
        .as("refused")
        .isEqualTo(Cooldowns.NONE);
  }

  @Test
  void refuseInSenlinsWords() {
    assertThat(Cooldowns.refusal("p1")).isEqualTo("Policy p1 cooldown is still in progress.");
  }
}
