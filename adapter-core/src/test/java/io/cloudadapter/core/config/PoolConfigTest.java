package io.cloudadapter.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PoolConfigTest {
  private static final LifecycleHook DRAIN =
      LifecycleHook.onTerminate("drain", Duration.ofHours(1), HookTarget.listener());

  @Test
  void refusesRefreshesByItselfOutOfTheirRanges() {
    AutomaticRefreshConfig none = AutomaticRefreshConfig.none();

    assertThatThrownBy(() -> none.withMaxInstanceLifetime(Duration.ofMinutes(59)))
        .hasMessage("maxInstanceLifetime must be 1h to 3650d, was 59m");
    assertThatThrownBy(() -> none.withHardLifetime(Duration.ofDays(3651)))
        .hasMessage("hardLifetime must be 1h to 3650d, was 3651d");
    assertThatThrownBy(() ->
            none.withMaxInstanceLifetime(Duration.ofDays(30)).withHardLifetime(Duration.ofDays(29)))
        .hasMessage("hardLifetime must be at least maxInstanceLifetime, which is 30d, was 29d");
    assertThatThrownBy(() -> none.withPercentPerDay(0))
        .hasMessage("refreshPercentPerDay must be 1 to 100, was 0");
    assertThat(none.any()).isFalse();
    assertThat(none.perDay(5)).as("10 % of 5, and at least one").isEqualTo(1);
    assertThat(none.perDay(29)).isEqualTo(2);
  }

  @Test
  void anotherConfigurationBeginsWithAllOfThisOne() {
    PoolConfig plain = PoolConfig.named("web", "here", 12).build();
    PoolConfig config = PoolConfig.named("web", "here", 12)
        .surge(3)
        .initialSize(4)
        .launch(LaunchConfig.builder()
            .zones(java.util.List.of("a", "b"))
            .size("small")
            .market(plain.launch().market())
            .tags(java.util.Map.of("team", "blue"))
            .build())
        .victims(VictimSelectionPolicy.OLDEST)
        .bootDeadline(Duration.ofMinutes(3))
        .remediation(RemediationConfig.builder()
            .enabled(true)
            .after(Duration.ofMinutes(2))
            .massUnhealthyShare(0.2)
            .build())
        .listInterval(Duration.ofSeconds(1), Duration.ofMinutes(1))
        .launchesPerHour(7)
        .terminationsPerHour(8)
        .missingListsUntilGone(4)
        .massDisappearanceShare(0.2)
        .mirrorServiceState(true)
        .scaling(ScalingConfig.none().withMinSize(2))
        .hook(DRAIN)
        .actions(new ActionsConfig(1, 2, Duration.ofHours(4)))
        .disruption(
            DisruptionConfig.none().with(DisruptionReason.ACTION, DisruptionLimit.machines(3)))
        .build();

    assertThat(config.toBuilder().build()).isEqualTo(config);
    assertThat(config.toBuilder().surge(5).build()).isNotEqualTo(config);
    assertThat(plain.toBuilder().build()).isEqualTo(plain);
  }
}
