package io.cloudadapter.kubernetes;

import io.cloudadapter.spi.Ticker;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * What the work for one message uses.
 *
 * @param target the settings of its hook
 * @param finder finds the machine's nodes
 * @param cluster the cluster
 * @param pool the pool
 * @param metrics counts results
 * @param ticker monotonic time
 * @param wall wall time
 * @param random draws the jitter of retries
 */
record WorkSetting(
    NodeTarget target,
    NodeFinder finder,
    Cluster cluster,
    PoolHooks pool,
    NodeMetrics metrics,
    Ticker ticker,
    InstantSource wall,
    RandomGenerator random) {}
