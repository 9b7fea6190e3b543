package io.cloudadapter.core.config;

import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.cloud.LoadBalancerName;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The load balancers behind which the machines of a pool are kept while they are in service. Other hosts behind them
 * stay. The account's adapter needs the feature {@link io.cloudadapter.spi.feature.LoadBalancerRegistration}.
 *
 * @param behind the load balancers, which exist independently of the pool; at most 10, each once
 * @param drainWithin how long a machine that goes waits at most until it is out from behind all of them; above
 *     0, at most a day
 */
public record LoadBalancingConfig(List<LoadBalancerName> behind, Duration drainWithin) {
  /** The most load balancers of a pool. */
  public static final int MOST = 10;

  private static final Duration LONGEST = Duration.ofDays(1);

  /**
   * Checks and copies.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public LoadBalancingConfig {
    behind = List.copyOf(behind);
    Objects.requireNonNull(drainWithin, "drainWithin");
    PoolConfig.inRange("the number of load balancers", behind.size(), 0, MOST);
    if (behind.stream().distinct().count() < behind.size()) {
      throw new IllegalArgumentException(
          "loadBalancing.behind must differ from each other, were " + behind);
    }
    PoolSettings.check("loadBalancing.drainWithin", drainWithin);
    if (drainWithin.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "loadBalancing.drainWithin must be at most 1d, was " + TimeSpan.text(drainWithin));
    }
  }

  /**
   * No load balancers.
   *
   * @return what a pool has unless told otherwise
   */
  public static LoadBalancingConfig none() {
    return new LoadBalancingConfig(
        List.of(), PoolSettings.DEFAULTS.duration("loadBalancing.drainWithin"));
  }

  /**
   * Some load balancers, and the usual time.
   *
   * @param behind which
   * @return where the machines are kept
   * @throws IllegalArgumentException if there are too many, or one is named twice
   */
  public static LoadBalancingConfig behind(LoadBalancerName... behind) {
    Objects.requireNonNull(behind, "behind");
    return new LoadBalancingConfig(
        Arrays.asList(behind), PoolSettings.DEFAULTS.duration("loadBalancing.drainWithin"));
  }
}
