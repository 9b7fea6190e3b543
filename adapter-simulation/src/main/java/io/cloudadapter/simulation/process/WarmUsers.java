package io.cloudadapter.simulation.process;

import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.WarmConfig;
import io.cloudadapter.core.config.WarmPoolState;
import io.cloudadapter.simulation.engine.SeededRandom;
import java.time.Duration;
import java.util.List;

/** Users of pools with a warm pool. */
public final class WarmUsers {
  private static final List<LifecycleTransition> PAUSES = List.of(
      LifecycleTransition.WARM_IN, LifecycleTransition.WAKE, LifecycleTransition.WARM_RETURN);

  private static final int FEW = 6;

  private WarmUsers() {}

  /** The same pool with a warm pool, and with hooks of it where the pool has hooks. */
  public static PoolConfig configured(PoolConfig plain, SeededRandom dice) {
    WarmPoolState state = dice.chance(0.75) ? WarmPoolState.STOPPED : WarmPoolState.RUNNING;
    int cap = plain.maxSize() + plain.effectiveSurge();
    int most = Math.max(0, cap - plain.scaling().minSize());
    WarmConfig sized = dice.chance(0.5)
        ? WarmConfig.of(state, (int) dice.between(0, Math.min(4, most)))
        : WarmConfig.upTo(state, (int) dice.between(1, cap))
            .withSize((int) dice.between(0, Math.min(2, most)));
    PoolConfigBuilder pool = plain.toBuilder()
        .warm(sized
            .withReuseOnScaleIn(dice.chance(0.6))
            .withStartWithin(Duration.ofSeconds(dice.between(60, 600))));
    if (!plain.hooks().isEmpty()) {
      for (LifecycleTransition transition : PAUSES) {
        if (dice.chance(0.5)) {
          pool.hook(hook(transition, dice));
        }
      }
    }
    return pool.build();
  }

  /** The same pool, whose warm pool follows the growth of the last minutes or hours. */
  public static PoolConfig following(PoolConfig pool, SeededRandom dice) {
    Duration window = Duration.ofMinutes(dice.between(10, 240));
    Duration span = Duration.ofMinutes(dice.between(1, Math.min(30, window.toMinutes())));
    return pool.toBuilder()
        .warm(pool.warm().withGrowthWindow(window).withGrowthSpan(span))
        .build();
  }

  /**
   * The same pool, with few warm machines if these grow old: they are replaced one at a time, so that many of them
   * never come to rest.
   */
  public static PoolConfig rested(PoolConfig pool) {
    int prepared = pool.warm().prepared().orElse(0);
    boolean many =
        prepared > FEW && pool.automaticRefresh().maxInstanceLifetime().isPresent();
    return many ? pool.toBuilder().warm(pool.warm().withPrepared(FEW)).build() : pool;
  }

  private static LifecycleHook hook(LifecycleTransition transition, SeededRandom dice) {
    Duration timeout = Duration.ofSeconds(dice.between(1, 300));
    return LifecycleHook.on(transition.word(), transition, timeout, HookTarget.listener())
        .withLimit(timeout.multipliedBy(2))
        .otherwise(dice.chance(0.7) ? HookResult.CONTINUE : HookResult.ABANDON);
  }
}
