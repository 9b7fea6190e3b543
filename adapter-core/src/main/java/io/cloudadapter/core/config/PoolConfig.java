package io.cloudadapter.core.config;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.scaling.PlacementPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * The configuration of one pool. Everything but name, account and maxSize has a default. {@link PoolSettings} has the
 * keys, ranges and defaults.
 *
 * <pre>{@code
 * PoolConfig web = PoolConfig.named("web", "prod", 40)
 *     .initialSize(4)
 *     .launch(LaunchConfig.builder().zones(List.of("a", "b")).size("m1.small").build())
 *     .bootDeadline(Duration.ofMinutes(10))
 *     .build();
 * }</pre>
 *
 * @param name the pool
 * @param account the account that it lives in
 * @param maxSize effective machines and pending launches together never exceed it; 1 to 100,000
 * @param surge how many machines that do not count (draining, out of service, stopped, quarantined) may
 *     exist beyond maxSize; by default the greater of 2 and a fifth of maxSize
 * @param headroom how many machines the pool keeps in service above the desired size, within maxSize; by default none
 * @param initialSize the desired size of a pool that never had one; 0 to maxSize, by default the minSize of
 *     its scaling
 * @param launch what to launch
 * @param victims which machines go first when the pool shrinks
 * @param bootDeadline how long a machine may take to run before it is ended and replaced; above 0
 * @param remediation what to do about UNHEALTHY machines
 * @param listInterval how often the pool lists the cloud
 * @param launchesPerHour how many machines may be launched within any hour; 1 or more, by default 4 times
 *     maxSize and at least 20
 * @param terminationsPerHour how many machines may be terminated within any hour for reasons other than an
 *     explicit command; 1 or more, by default maxSize and at least 20
 * @param missingListsUntilGone in how many complete lists in a row a machine must be missing before it is
 *     gone; 2 to 100
 * @param massDisappearanceShare when more than this share of the live machines (and more than 3) is newly
 *     missing from one list, the pool freezes; above 0, at most 1
 * @param mirrorServiceState whether service states are written onto the machines as labels
 * @param scaling within which limits and by which policies the pool is scaled. Its deletion policy takes
 *     the place of {@code victims}
 * @param hooks pauses of machines that are about to end or to enter service, in this order; at most 50,
 *     each with a name of its own
 * @param actions how many actions of its machines there may be
 * @param loadBalancing behind which load balancers its machines are kept
 * @param keysPerCaller how many idempotency keys of one caller the pool keeps, each for two days; 1 to 10,000,000
 * @param notRunningAlarm how long an operator may suspend the pool, or have it observe, until it raises an alarm;
 *     above 0
 * @param automaticRefresh which refreshes the pool starts by itself
 * @param disruption when and how far the pool may disrupt machines by itself
 * @param health how it learns of the health of its machines; by default callers and agents alone report it
 * @param warm which machines the pool prepares ahead; by default none
 * @param labels the pool's labels, by which callers and tenants select it; see {@link PoolLabel}
 */
public record PoolConfig(
    PoolName name,
    String account,
    int maxSize,
    OptionalInt surge,
    Headroom headroom,
    int initialSize,
    LaunchConfig launch,
    VictimSelectionPolicy victims,
    Duration bootDeadline,
    RemediationConfig remediation,
    ListIntervalConfig listInterval,
    int launchesPerHour,
    int terminationsPerHour,
    int missingListsUntilGone,
    double massDisappearanceShare,
    boolean mirrorServiceState,
    ScalingConfig scaling,
    List<LifecycleHook> hooks,
    ActionsConfig actions,
    LoadBalancingConfig loadBalancing,
    int keysPerCaller,
    Duration notRunningAlarm,
    AutomaticRefreshConfig automaticRefresh,
    DisruptionConfig disruption,
    HealthConfig health,
    WarmConfig warm,
    Map<String, String> labels) {

  /** The greatest maxSize. */
  public static final int LARGEST = 100_000;

  /** The most hooks of a pool. */
  public static final int MOST_HOOKS = 50;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public PoolConfig {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(headroom, "headroom");
    Objects.requireNonNull(launch, "launch");
    Objects.requireNonNull(victims, "victims");
    Objects.requireNonNull(remediation, "remediation");
    Objects.requireNonNull(listInterval, "listInterval");
    Objects.requireNonNull(scaling, "scaling");
    Objects.requireNonNull(actions, "actions");
    Objects.requireNonNull(loadBalancing, "loadBalancing");
    Objects.requireNonNull(automaticRefresh, "automaticRefresh");
    Objects.requireNonNull(disruption, "disruption");
    Objects.requireNonNull(health, "health");
    Objects.requireNonNull(warm, "warm");
    hooks = List.copyOf(hooks);
    labels = Map.copyOf(labels);
    labels.forEach(PoolLabel::check);
    inRange("the number of hooks", hooks.size(), 0, MOST_HOOKS);
    if (hooks.stream().map(LifecycleHook::name).distinct().count() < hooks.size()) {
      throw new IllegalArgumentException("hooks must differ in their names, were "
          + hooks.stream().map(LifecycleHook::name).toList());
    }
    PoolSettings.check("maxSize", maxSize);
    inRange("initialSize", initialSize, 0, maxSize);
    surge.ifPresent(machines -> PoolSettings.check("surge", machines));
    PoolSettings.check("launchesPerHour", launchesPerHour);
    PoolSettings.check("terminationsPerHour", terminationsPerHour);
    PoolSettings.check("missingListsUntilGone", missingListsUntilGone);
    PoolSettings.check("massDisappearanceShare", massDisappearanceShare);
    PoolSettings.check("idempotencyKeys.perCaller", keysPerCaller);
    PoolSettings.check("bootDeadline", bootDeadline);
    PoolSettings.check("notRunningAlarm", notRunningAlarm);
    health.check(bootDeadline, loadBalancing);
    inRange("scaling.minSize", scaling.minSize(), 0, maxSize);
    warm.check(maxSize, surge.orElse(usualSurge(maxSize)), scaling.minSize());
    if (scaling.maxSizeLimit().isPresent()) {
      inRange("scaling.maxSizeLimit", scaling.maxSizeLimit().getAsInt(), maxSize, LARGEST);
    }
    int most = scaling.maxSizeLimit().orElse(maxSize);
    scaling.schedules().values().forEach(schedule -> schedule.checkUpTo(most));
    for (PlacementPolicy.Share share :
        scaling.placement().map(PlacementPolicy::shares).orElse(List.of())) {
      if (!launch.zones().isEmpty() && !launch.zones().contains(share.name())) {
        throw new IllegalArgumentException(
            "scaling.policies must place in the zones of the pool, which are " + launch.zones()
                + ", was " + share.name());
      }
    }
  }

  /**
   * The most machines that the pool may ever be allowed.
   *
   * @return the maxSizeLimit of its scaling, else maxSize
   */
  public int maxSizeLimit() {
    return scaling.maxSizeLimit().orElse(maxSize);
  }

  /**
   * Where machines may be launched.
   *
   * @return the zones of the launch, else those of the zone placement; empty if the cloud chooses
   */
  public List<String> zones() {
    return launch.zones().isEmpty()
        ? scaling.placement().map(PlacementPolicy::shares).orElse(List.of()).stream()
            .map(PlacementPolicy.Share::name)
            .toList()
        : launch.zones();
  }

  /**
   * How many machines may exist beyond maxSize without counting.
   *
   * @return the configured surge, or the greater of 2 and a fifth of maxSize
   */
  public int effectiveSurge() {
    return surge.orElse(usualSurge(maxSize));
  }

  static int usualSurge(int maxSize) {
    return Math.max(2, maxSize / 5);
  }

  /**
   * Begins a configuration.
   *
   * @param name the pool's name
   * @param account the account's name
   * @param maxSize the most machines that count, 1 to 100,000
   * @return a builder
   */
  public static PoolConfigBuilder named(String name, String account, int maxSize) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(account, "account");
    return new PoolConfigBuilder(new PoolName(name), account, maxSize);
  }

  /**
   * Begins another configuration that is like this one.
   *
   * @return a builder that has all of this
   */
  public PoolConfigBuilder toBuilder() {
    return new PoolConfigBuilder(this);
  }

  static void inRange(String field, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          field + " must be " + least + " to " + most + ", was " + value);
    }
  }
}
