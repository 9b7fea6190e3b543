package io.cloudadapter.simulation;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.config.VictimSelectionPolicy;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.fault.FaultRates;
import io.cloudadapter.simulation.oracle.LoadBalancerChecker;
import io.cloudadapter.simulation.process.ActionUsers;
import io.cloudadapter.simulation.process.DisruptionUsers;
import io.cloudadapter.simulation.process.HeadroomUsers;
import io.cloudadapter.simulation.process.HealthUsers;
import io.cloudadapter.simulation.process.HookReceivers;
import io.cloudadapter.simulation.process.RefreshUsers;
import io.cloudadapter.simulation.process.ScalingUsers;
import io.cloudadapter.simulation.process.WarmUsers;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Draws the pools of a random scenario by lot: what is plain about each of them, and what it has because of its users
 * and of what happens beside the usual.
 */
final class RandomPools {
  /** Separates the random numbers of load balancers from all others. */
  private static final long BALANCING = 0xBA1A2CE5L;

  /** Separates the random numbers of refreshes that start by themselves from all others. */
  private static final long STARTING = 0x57A27;

  /** Separates the random numbers of limits and windows of disruption from all others. */
  static final long DISRUPTING = 0xD154;

  /** Separates the random numbers of headrooms from all others. */
  private static final long KEEPING = 0x4EAD;

  /** Separates the random numbers of warm pools from all others. */
  static final long WARMING = 0x3A43;

  /** Separates the random numbers of warm pools that follow growths from all others. */
  private static final long GROWING = 0x6730;

  /** Separates the random numbers of machines that are probed from all others. */
  static final long PROBING = 0x9408E;

  /** Separates the random numbers of health that pools read from all others. */
  private static final long CHECKING = 0xC4EC5;

  private final long seed;
  private final ExtraActivity beside;
  private final SeededRandom dice;
  private final FaultRates weather;
  private final boolean scales;
  private final SeededRandom scaling;
  private final boolean pauses;
  private final SeededRandom pausing;
  private final boolean acts;
  private final SeededRandom acting;

  RandomPools(
      long seed,
      ExtraActivity beside,
      SeededRandom dice,
      FaultRates weather,
      boolean scales,
      SeededRandom scaling,
      boolean pauses,
      SeededRandom pausing,
      boolean acts,
      SeededRandom acting) {
    this.seed = seed;
    this.beside = beside;
    this.dice = dice;
    this.weather = weather;
    this.scales = scales;
    this.scaling = scaling;
    this.pauses = pauses;
    this.pausing = pausing;
    this.acts = acts;
    this.acting = acting;
  }

  /** A pool of a name, drawn anew at each call. */
  PoolConfig pool(String name) {
    PoolConfig plain = config(name);
    PoolConfig scaled = scales ? ScalingUsers.configured(plain, scaling) : plain;
    PoolConfig paused = pauses ? HookReceivers.configured(scaled, pausing) : scaled;
    PoolConfig asked = acts ? ActionUsers.configured(paused, acting) : paused;
    SeededRandom balancing = own(BALANCING, name);
    PoolConfig balanced =
        balancing.chance(0.35) ? LoadBalancerChecker.configured(asked, balancing) : asked;
    SeededRandom starting = own(STARTING, name);
    return switch (beside) {
      case DISRUPTION -> DisruptionUsers.configured(balanced, own(DISRUPTING, name));
      case AUTOMATIC -> automatic(balanced, starting);
      case HEADROOM -> HeadroomUsers.configured(balanced, own(KEEPING, name));
      case WARM -> warm(balanced, starting);
      case WARM_GROWTH -> WarmUsers.following(warm(balanced, starting), own(GROWING, name));
      case HEALTH -> HealthUsers.configured(balanced, own(PROBING, name));
      case HEALTH_SOURCES -> {
        SeededRandom checking = own(CHECKING, name);
        PoolConfig behind =
            checking.chance(0.7) && balanced.loadBalancing().behind().isEmpty()
                ? LoadBalancerChecker.configured(balanced, checking)
                : balanced;
        yield HealthUsers.reading(HealthUsers.configured(behind, own(PROBING, name)), checking);
      }
      case REFRESHES ->
        starting.chance(0.4) && !isGroup(weather)
            ? RefreshUsers.configured(balanced, starting)
            : balanced;
      case NOTHING, STRAYS, OPERATORS, MEMBERSHIP, RELATIVE_SIZES, LAUNCH_DATA -> balanced;
    };
  }

  /** With a warm pool; some start refreshes by themselves, or have a probe that new machines wait for. */
  private PoolConfig warm(PoolConfig balanced, SeededRandom starting) {
    SeededRandom warming = own(WARMING, balanced.name().value());
    PoolConfig warm = WarmUsers.configured(balanced, warming);
    PoolConfig aged =
        starting.chance(0.3) ? WarmUsers.rested(RefreshUsers.configured(warm, starting)) : warm;
    // Also when the pool is configured anew: the judge knows of no probe that is taken away.
    SeededRandom probing = own(PROBING, balanced.name().value());
    return probing.chance(0.3) ? HealthUsers.configured(aged, probing) : aged;
  }

  /** With limits and windows, and of an image that may move. A group of the cloud refuses the rest. */
  private PoolConfig automatic(PoolConfig balanced, SeededRandom starting) {
    PoolConfig limited =
        DisruptionUsers.configured(balanced, own(DISRUPTING, balanced.name().value()));
    return isGroup(weather)
        ? limited
        : withImage(RefreshUsers.configured(limited, starting), "image-0");
  }

  private SeededRandom own(long part, String name) {
    return new SeededRandom(seed ^ part ^ name.hashCode());
  }

  static boolean isGroup(FaultRates weather) {
    return weather.profile().keySupport().kind() == LaunchKeySupport.Kind.TARGET;
  }

  static PoolConfig withImage(PoolConfig pool, String image) {
    return pool.toBuilder()
        .launch(pool.launch().toBuilder().image(image).build())
        .build();
  }

  private PoolConfig config(String name) {
    int maxSize = (int) (dice.chance(0.03) ? dice.between(20, 60) : dice.between(1, 10));
    PoolConfigBuilder builder = PoolConfig.named(name, "here", maxSize)
        .initialSize(dice.upTo(maxSize))
        .victims(dice.pick(List.of(VictimSelectionPolicy.values())))
        .bootDeadline(Duration.ofSeconds(dice.between(240, 900)))
        .launch(new LaunchConfig(
            weather.zones(),
            dice.chance(0.2) ? Optional.of("size-" + dice.upTo(2)) : Optional.empty(),
            Optional.empty(),
            LaunchSpec.Market.ON_DEMAND,
            Map.of(),
            Optional.empty(),
            Map.of()));
    if (dice.chance(0.4)) {
      builder.surge((int) dice.between(1, 5));
    }
    if (dice.chance(0.3)) {
      builder.remediation(RemediationConfig.builder()
          .enabled(true)
          .after(Duration.ofSeconds(dice.between(1, 600)))
          .massUnhealthyShare(0.5)
          .build());
      builder.disruption(DisruptionConfig.none()
          .with(DisruptionReason.REMEDIATION, DisruptionLimit.machines((int) dice.between(1, 3))));
    }
    if (dice.chance(0.3)) {
      builder
          .listInterval(
              Duration.ofSeconds(dice.between(1, 10)), Duration.ofSeconds(dice.between(10, 60)))
          .launchesPerHour( // Enough for schedules that change the size every few minutes: who has
              // none left does not
              // come to rest.
              (int) dice.between(6 * maxSize + 2, 6 * maxSize + 42))
          .terminationsPerHour((int) dice.between(1, 10))
          .missingListsUntilGone((int) dice.between(2, 4))
          .massDisappearanceShare(0.3);
    }
    return builder.build();
  }
}
