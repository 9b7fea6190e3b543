package io.cloudadapter.core.protocol;

import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.quota.PoolQuota;
import io.cloudadapter.core.template.TemplateKey;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.config.ProviderConfig;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The fixed configuration and environment of one keeper.
 *
 * @param config how the pool is to be kept
 * @param template the pool's template, as its adapter's spec has accepted it
 * @param profile what the adapter promises
 * @param adoption whether the adapter can set and take off marks
 * @param relabel whether the adapter can write labels
 * @param epoch the store's epoch
 * @param random keys, jitter
 * @param actions the types of actions that the pool supports
 * @param endsTogether how many machines the adapter can end by one call, 1 or more
 * @param resources whether machines have resources beside them that the adapter makes and releases
 * @param templateKey the key of the digests of launch templates
 * @param quota the pool's part in the quotas of its tenants
 */
public record KeeperConfig(
    PoolConfig config,
    ProviderConfig template,
    ProviderProfile profile,
    boolean adoption,
    boolean relabel,
    long epoch,
    RandomGenerator random,
    ActionTypes actions,
    int endsTogether,
    boolean resources,
    TemplateKey templateKey,
    PoolQuota quota) {

  /**
   * Of a pool that no quota limits.
   *
   * @param config how the pool is to be kept
   * @param template the pool's template, as its adapter's spec has accepted it
   * @param profile what the adapter promises
   * @param adoption whether the adapter can set and take off marks
   * @param relabel whether the adapter can write labels
   * @param epoch the store's epoch
   * @param random keys, jitter
   * @param actions the types of actions that the pool supports
   * @param endsTogether how many machines the adapter can end by one call, 1 or more
   * @param resources whether machines have resources beside them that the adapter makes and releases
   * @param templateKey the key of the digests of launch templates
   */
  public KeeperConfig(
      PoolConfig config,
      ProviderConfig template,
      ProviderProfile profile,
      boolean adoption,
      boolean relabel,
      long epoch,
      RandomGenerator random,
      ActionTypes actions,
      int endsTogether,
      boolean resources,
      TemplateKey templateKey) {
    this(
        config,
        template,
        profile,
        adoption,
        relabel,
        epoch,
        random,
        actions,
        endsTogether,
        resources,
        templateKey,
        PoolQuota.none());
  }

  /**
   * The same with quotas.
   *
   * @param other the pool's part in the quotas of its tenants
   * @return the configuration with it
   */
  public KeeperConfig with(PoolQuota other) {
    return new KeeperConfig(
        config,
        template,
        profile,
        adoption,
        relabel,
        epoch,
        random,
        actions,
        endsTogether,
        resources,
        templateKey,
        other);
  }

  /**
   * Without actions, with machines that end one by one and have no resources beside them.
   *
   * @param config how the pool is to be kept
   * @param template the pool's template, as its adapter's spec has accepted it
   * @param profile what the adapter promises
   * @param adoption whether the adapter can set and take off marks
   * @param relabel whether the adapter can write labels
   * @param epoch the store's epoch
   * @param random keys, jitter
   */
  public KeeperConfig(
      PoolConfig config,
      ProviderConfig template,
      ProviderProfile profile,
      boolean adoption,
      boolean relabel,
      long epoch,
      RandomGenerator random) {
    this(config, template, profile, adoption, relabel, epoch, random, ActionTypes.none(), 1, false);
  }

  /**
   * With the fixed key of digests, for pools that keep no secrets.
   *
   * @param config how the pool is to be kept
   * @param template the pool's template, as its adapter's spec has accepted it
   * @param profile what the adapter promises
   * @param adoption whether the adapter can set and take off marks
   * @param relabel whether the adapter can write labels
   * @param epoch the store's epoch
   * @param random keys, jitter
   * @param actions the types of actions that the pool supports
   * @param endsTogether how many machines the adapter can end by one call, 1 or more
   * @param resources whether machines have resources beside them that the adapter makes and releases
   */
  public KeeperConfig(
      PoolConfig config,
      ProviderConfig template,
      ProviderProfile profile,
      boolean adoption,
      boolean relabel,
      long epoch,
      RandomGenerator random,
      ActionTypes actions,
      int endsTogether,
      boolean resources) {
    this(
        config,
        template,
        profile,
        adoption,
        relabel,
        epoch,
        random,
        actions,
        endsTogether,
        resources,
        TemplateKey.fixed());
  }

  /** Whether the keeper only reads a copy of the ledger, and decides nothing. */
  public boolean reads() {
    return epoch == 0;
  }

  /** How long a machine must be missing before it is presumed gone: longer than any list may lag. */
  public Duration vanish() {
    Duration lag = profile.listLag();
    return lag.plus(lag.dividedBy(2)).plus(Duration.ofSeconds(1));
  }
}
