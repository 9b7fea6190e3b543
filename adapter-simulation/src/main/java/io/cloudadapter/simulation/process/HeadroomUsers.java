package io.cloudadapter.simulation.process;

import io.cloudadapter.core.config.Headroom;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.simulation.engine.SeededRandom;

/** Draws pools that keep machines in service above their desired size. */
public final class HeadroomUsers {
  private HeadroomUsers() {}

  /** The same pool with headroom, in half of the cases with limits and windows of disruption. */
  public static PoolConfig configured(PoolConfig plain, SeededRandom dice) {
    Headroom headroom = dice.chance(0.5)
        ? Headroom.machines((int) dice.between(1, 4))
        : Headroom.percent((int) dice.between(5, 60));
    PoolConfig limited = dice.chance(0.5) ? DisruptionUsers.configured(plain, dice) : plain;
    return limited.toBuilder().headroom(headroom).build();
  }
}
