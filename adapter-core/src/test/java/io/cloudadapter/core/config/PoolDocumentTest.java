package io.cloudadapter.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.scaling.DeletionCriteria;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.config.ConfigKey;
import java.net.URI;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PoolDocumentTest {
  private static PoolConfig everythingDiffers() {
    return PoolConfig.named("web", "here", 40)
        .surge(7)
        .headroom(Headroom.percent(10))
        .initialSize(5)
        .launch(LaunchConfig.builder()
            .zones(List.of("a", "b"))
            .size("small")
            .image("ubuntu")
            .market(LaunchSpec.Market.SPOT)
            .tags(Map.of("team", "shop"))
            .userData(Secret.of("first boot"))
            .template(Map.of("network", "inner"))
            .build())
        .victims(VictimSelectionPolicy.OLDEST)
        .bootDeadline(Duration.ofSeconds(90))
        .remediation(RemediationConfig.builder()
            .enabled(true)
            .after(Duration.ofMinutes(3))
            .massUnhealthyShare(0.4)
            .response(RemediationResponse.REBOOT)
            .rebootWindow(Duration.ofMinutes(50))
            .build())
        .health(new HealthConfig(
            new ProbeConfig(
                ProbeKind.HTTPS,
                OptionalInt.of(8443),
                "/well?deep=1",
                ProbeMethod.HEAD,
                "204",
                true,
                Optional.of("check-web"),
                ProbeAddress.PUBLIC,
                Optional.of("a[l]l well"),
                Optional.of("health.example.org")),
            Duration.ofSeconds(20),
            Duration.ofSeconds(4),
            5,
            4,
            Duration.ofSeconds(70),
            0.2,
            0.4,
            true,
            Optional.of(Duration.ofSeconds(2)),
            true,
            true))
        .listInterval(Duration.ofMillis(1500), Duration.ofMinutes(1))
        .launchesPerHour(33)
        .terminationsPerHour(34)
        .missingListsUntilGone(4)
        .massDisappearanceShare(0.25)
        .mirrorServiceState(true)
        .scaling(ScalingConfig.none()
            .withMinSize(2)
            .withMaxSizeLimit(60)
            .withCooldownFrom(ScalingConfig.CooldownFrom.READINESS)
            .with("leave", DeletionPolicy.of(DeletionCriteria.OLDEST_FIRST))
            .with(
                "morning",
                ScalingSchedule.size(CronSchedule.of("0 8 * * *", ZoneId.of("Europe/Berlin")), 9)))
        .hook(LifecycleHook.onTerminate(
                "drain",
                Duration.ofMinutes(5),
                HookTarget.webhook(URI.create("https://example.org/secret-path"))
                    .with(Secret.of("key")))
            .withMetadata("blue"))
        .hook(LifecycleHook.onLaunch("check", Duration.ofMinutes(1), HookTarget.listener()))
        .actions(
            ActionsConfig.usual().withPerMachine(3).withPerCaller(4).withKeep(Duration.ofHours(2)))
        .loadBalancing(new LoadBalancingConfig(
            List.of(LoadBalancerName.parse("north/front")), Duration.ofMinutes(7)))
        .keysPerCaller(77)
        .notRunningAlarm(Duration.ofHours(5))
        .automaticRefresh(AutomaticRefreshConfig.none()
            .withMaxInstanceLifetime(Duration.ofDays(30))
            .withHardLifetime(Duration.ofDays(40))
            .withDrift(DriftResponse.AUTOMATIC)
            .withPercentPerDay(20))
        .disruption(DisruptionConfig.none()
            .withMaxUnavailable(DisruptionLimit.percent(25))
            .with(DisruptionReason.SHRINK, DisruptionLimit.machines(5))
            .with(DisruptionReason.REFRESH, DisruptionLimit.machines(0))
            .with(DisruptionReason.DRIFT, DisruptionLimit.machines(1))
            .with(DisruptionReason.LIFETIME, DisruptionLimit.percent(3))
            .with(DisruptionReason.REMEDIATION, DisruptionLimit.machines(2))
            .with(DisruptionReason.ACTION, DisruptionLimit.percent(1))
            .with(
                "nights",
                DisruptionWindow.of(
                    CronSchedule.of("0 22 * * SAT,SUN", ZoneId.of("Europe/Berlin")),
                    Duration.ofHours(6)))
            .with(
                "noon",
                new DisruptionWindow(
                    CronSchedule.of("0 12 * * *", ZoneId.of("UTC")),
                    Duration.ofMinutes(90),
                    Set.of(DisruptionReason.REFRESH))))
        .warm(WarmConfig.upTo(WarmPoolState.RUNNING, 30)
            .withSize(2)
            .withMaxSize(12)
            .withReuseOnScaleIn(true)
            .withStartWithin(Duration.ofMinutes(2))
            .withGrowthWindow(Duration.ofHours(6))
            .withGrowthSpan(Duration.ofMinutes(5)))
        .labels(Map.of("team", "a"))
        .build();
  }

  @Test
  void everySettingIsWrittenAndReadAgain() {
    PoolConfig config = everythingDiffers();

    PoolDocument document = PoolDocument.of(config);

    assertThat(document.read(config.name())).isEqualTo(config);
    TreeSet<String> keys = new TreeSet<>();
    document.values().forEach((key, value) -> {
      if (value instanceof Map<?, ?> inner) {
        inner.keySet().forEach(name -> keys.add(key + "." + name));
      } else {
        keys.add(key);
      }
    });
    assertThat(keys)
        .containsAll(PoolSettings.spec().keys().stream()
            .map(ConfigKey::name)
            .filter(key -> !key.equals("userData"))
            .toList());
  }

  @Test
  void noSecretIsAmongWhatIsShown() {
    assertThat(PoolDocument.of(everythingDiffers()).values().toString())
        .doesNotContain("first boot")
        .doesNotContain("secret-path")
        .doesNotContain("key=");
    assertThat(PoolDocument.of(everythingDiffers()).toString()).doesNotContain("first boot");
  }

  @Test
  void whatIsADefaultIsLeftOutSoThatItFollowsTheMaxSize() {
    PoolConfig plain = PoolConfig.named("web", "here", 10).build();

    assertThat(PoolDocument.of(plain).values()).isEqualTo(Map.of("account", "here", "maxSize", 10));
    assertThat(PoolDocument.of(plain).read(plain.name())).isEqualTo(plain);
  }
}
