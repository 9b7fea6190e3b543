package io.cloudadapter.core.protocol;

import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.quota.PoolQuota;
import io.cloudadapter.core.template.TemplateKey;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.config.ProviderConfig;
import java.time.Duration;
import java.util.List;
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
 * @param resolvesImages whether the adapter resolves the names of images
 * @param templateKey the key of the digests of launch templates
 * @param quota the pool's part in the quotas of its tenants
 * @param perLaunchData whether each launch has values of its own in its user data, and so is for one machine
 * @param versions what launches were made from by the versions of the configuration that are stored, the newest first
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
    boolean resolvesImages,
    TemplateKey templateKey,
    PoolQuota quota,
    boolean perLaunchData,
    List<LaunchVersion> versions) {

  /** Copies the versions. */
  public KeeperConfig {
    versions = List.copyOf(versions);
  }

  /**
   * Whether new machines get resources, wait in a hook, or wait for a source that finds them well, before they enter
   * service.
   */
  public boolean hasEntry() {
    return resources
        || config.health().beforeService()
        || config.hooks().stream()
            .anyMatch(hook -> hook.transition() == LifecycleTransition.LAUNCH);
  }

  /**
   * Begins the settings of a keeper whose adapter has no optional features, and whose pool no quota limits.
   *
   * @param config how the pool is to be kept
   * @param template the pool's template, as its adapter's spec has accepted it
   * @param profile what the adapter promises
   * @param epoch the store's epoch; 0 for a keeper that only reads
   * @param random keys, jitter
   * @return the builder
   */
  public static Builder builder(
      PoolConfig config,
      ProviderConfig template,
      ProviderProfile profile,
      long epoch,
      RandomGenerator random) {
    return new Builder(config, template, profile, epoch, random);
  }

  /**
   * The same settings, to be changed: all but those that {@link #builder} takes, which stay fixed.
   *
   * @return the builder
   */
  public Builder toBuilder() {
    return new Builder(config, template, profile, epoch, random)
        .adoption(adoption)
        .relabel(relabel)
        .actions(actions)
        .endsTogether(endsTogether)
        .resources(resources)
        .resolvesImages(resolvesImages)
        .templateKey(templateKey)
        .quota(quota)
        .perLaunchData(perLaunchData)
        .versions(versions);
  }

  /** How many machines one launch may be for. */
  public int mostPerLaunch() {
    return perLaunchData ? 1 : profile.maxPerKey();
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

  /** Builds the settings of a keeper. One thread at a time may use it. */
  public static final class Builder {
    private final PoolConfig config;
    private final ProviderConfig template;
    private final ProviderProfile profile;
    private final long epoch;
    private final RandomGenerator random;
    private boolean adoption;
    private boolean relabel;
    private ActionTypes actions = ActionTypes.none();
    private int endsTogether = 1;
    private boolean resources;
    private boolean resolvesImages;
    private TemplateKey templateKey = TemplateKey.fixed();
    private PoolQuota quota = PoolQuota.none();
    private boolean perLaunchData;
    private List<LaunchVersion> versions = List.of();

    private Builder(
        PoolConfig config,
        ProviderConfig template,
        ProviderProfile profile,
        long epoch,
        RandomGenerator random) {
      this.config = config;
      this.template = template;
      this.profile = profile;
      this.epoch = epoch;
      this.random = random;
    }

    /** Whether the adapter can set and take off marks; false unless given. */
    public Builder adoption(boolean possible) {
      adoption = possible;
      return this;
    }

    /** Whether the adapter can write labels; false unless given. */
    public Builder relabel(boolean possible) {
      relabel = possible;
      return this;
    }

    /** The types of actions that the pool supports; none unless given. */
    public Builder actions(ActionTypes types) {
      actions = types;
      return this;
    }

    /** How many machines the adapter can end by one call: 1 or more, 1 unless given. */
    public Builder endsTogether(int machines) {
      endsTogether = machines;
      return this;
    }

    /** Whether machines have resources beside them that the adapter makes and releases; false unless given. */
    public Builder resources(boolean there) {
      resources = there;
      return this;
    }

    /** Whether the adapter resolves the names of images; false unless given. */
    public Builder resolvesImages(boolean possible) {
      resolvesImages = possible;
      return this;
    }

    /** The key of the digests of launch templates; unless given the fixed one, for pools that keep no secrets. */
    public Builder templateKey(TemplateKey key) {
      templateKey = key;
      return this;
    }

    /** The pool's part in the quotas of its tenants; unless given, no quota limits it. */
    public Builder quota(PoolQuota part) {
      quota = part;
      return this;
    }

    /** Whether each launch has values of its own in its user data; false unless given. */
    public Builder perLaunchData(boolean each) {
      perLaunchData = each;
      return this;
    }

    /** What launches were made from by stored versions of the configuration, the newest first; none unless given. */
    public Builder versions(List<LaunchVersion> stored) {
      versions = stored;
      return this;
    }

    /**
     * Builds the settings. Those that {@link KeeperConfig#builder} takes are fixed; each of the others has the value
     * that was last given, or else its default.
     *
     * @return the settings
     */
    public KeeperConfig build() {
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
          resolvesImages,
          templateKey,
          quota,
          perLaunchData,
          versions);
    }
  }
}
