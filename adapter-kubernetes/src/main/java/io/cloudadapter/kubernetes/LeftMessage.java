package io.cloudadapter.kubernetes;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * A message that this configuration has no hook for: the hook was removed or leads elsewhere, or the pool is kept by
 * another server or by none. It is removed once its hook has ended; of an unknown pool, once no hook can be so old.
 */
final class LeftMessage implements NodeWork {
  private static final Duration PAUSE = Duration.ofSeconds(30);

  /** Longer than any hook waits. */
  private static final Duration OLD = Duration.ofDays(3);

  private final NodeMessage message;
  private final Optional<PoolHooks> pool;
  private final Cluster cluster;
  private final InstantSource wall;

  LeftMessage(NodeMessage message, Optional<PoolHooks> pool, Cluster cluster, InstantSource wall) {
    this.message = message;
    this.pool = pool;
    this.cluster = cluster;
    this.wall = wall;
  }

  @Override
  public NextStep step() {
    boolean over = pool.isPresent()
        ? pool.get().hook(message.token()).isEmpty()
        : Duration.between(message.since(), wall.instant()).compareTo(OLD) > 0;
    if (!over) {
      return NextStep.after(PAUSE);
    }
    cluster.remove(message);
    return NextStep.DONE;
  }
}
