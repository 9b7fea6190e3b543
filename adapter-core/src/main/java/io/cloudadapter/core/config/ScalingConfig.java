package io.cloudadapter.core.config;

import com.google.common.collect.ImmutableSortedMap;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.api.scaling.MetricPolicy;
import io.cloudadapter.api.scaling.PlacementPolicy;
import io.cloudadapter.api.scaling.Policy;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The limits within which a pool is scaled, and its policies.
 *
 * @param minSize the fewest machines that scaling leaves, 0 to maxSize; a desired size that is set as such
 *     may be lower
 * @param maxSizeLimit the greatest maxSize that a resize may set, maxSize to 100,000; by default maxSize itself, so
 *     that a resize may lower it only
 * @param policies by name: any number that scale, at most one zone placement, at most one deletion policy. These two
 *     apply to every growth and shrinkage, also those that no policy decided
 * @param cooldownFrom what a cooldown is counted from
 * @param schedules sizes that are due at certain times, by name; at most 100
 */
public record ScalingConfig(
    int minSize,
    OptionalInt maxSizeLimit,
    Map<String, Policy> policies,
    CooldownFrom cooldownFrom,
    Map<String, ScalingSchedule> schedules) {
  private static final ScalingConfig NONE =
      new ScalingConfig(0, OptionalInt.empty(), Map.of(), CooldownFrom.ACCEPTANCE, Map.of());
  private static final int MOST_SCHEDULES = 100;
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

  /** When a cooldown begins. */
  public enum CooldownFrom {
    /** When the request is accepted. */
    ACCEPTANCE,
    /**
     * When the pool has come to its new size: every machine runs, or all that had to go are gone. Until
     * then the cooldown lasts, too.
     */
    READINESS
  }

  /**
   * Checks the ranges and the policies.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public ScalingConfig {
    Objects.requireNonNull(cooldownFrom, "cooldownFrom");
    policies = ImmutableSortedMap.copyOf(policies);
    PoolConfig.inRange("scaling.minSize", minSize, 0, PoolConfig.LARGEST);
    if (maxSizeLimit.isPresent()) {
      PoolConfig.inRange("scaling.maxSizeLimit", maxSizeLimit.getAsInt(), 1, PoolConfig.LARGEST);
    }
    policies.forEach(ScalingConfig::check);
    schedules = ImmutableSortedMap.copyOf(schedules);
    PoolConfig.inRange("the number of scaling.schedules", schedules.size(), 0, MOST_SCHEDULES);
    schedules.keySet().forEach(name -> named("schedules", name));
    atMostOne(DeletionPolicy.class, "deletion policy", policies);
    atMostOne(PlacementPolicy.class, "zone placement", policies);
  }

  private static void check(String name, Policy policy) {
    String field = "scaling.policies." + name;
    named("policies", name);
    if (policy instanceof PlacementPolicy placement
        && placement.kind() == PlacementPolicy.Kind.REGION) {
      throw new IllegalArgumentException(field
          + " must not place by region: all machines of a pool are in the region of its account; place"
          + " by zone, or have a pool in each region");
    }
    if (policy instanceof DeletionPolicy deletion && deletion.hooks().isPresent()) {
      throw new IllegalArgumentException(
          field + " must have no hooks: a pool does not carry out those of a policy; give them to"
              + " PoolConfigBuilder.hook, pools.NAME.hooks in a configuration");
    }
  }

  private static void named(String what, String name) {
    if (!name.matches(NAME)) {
      throw new IllegalArgumentException("scaling." + what
          + " must have names of 1 to 64 letters, digits, '.', '_' or '-', was '" + name + "'");
    }
  }

  private static void atMostOne(
      Class<? extends Policy> kind, String called, Map<String, Policy> policies) {
    String names = policies.entrySet().stream()
        .filter(entry -> kind.isInstance(entry.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.joining(", "));
    if (names.contains(", ")) {
      throw new IllegalArgumentException(
          "scaling.policies must have at most one " + called + ", were " + names);
    }
  }

  /**
   * A pool without policies, from 0 machines up.
   *
   * @return the default
   */
  public static ScalingConfig none() {
    return NONE;
  }

  /**
   * The same with another minSize.
   *
   * @param machines 0 to maxSize
   * @return another configuration
   */
  public ScalingConfig withMinSize(int machines) {
    return new ScalingConfig(machines, maxSizeLimit, policies, cooldownFrom, schedules);
  }

  /**
   * The same with another maxSizeLimit.
   *
   * @param machines maxSize to 100,000
   * @return another configuration
   */
  public ScalingConfig withMaxSizeLimit(int machines) {
    return new ScalingConfig(minSize, OptionalInt.of(machines), policies, cooldownFrom, schedules);
  }

  /**
   * The same with one policy more.
   *
   * @param name its name
   * @param policy the policy
   * @return another configuration
   * @throws IllegalArgumentException if the name is none, or the policy does not go with the others
   */
  public ScalingConfig with(String name, Policy policy) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(policy, "policy");
    Map<String, Policy> more = new TreeMap<>(policies);
    more.put(name, policy);
    return new ScalingConfig(minSize, maxSizeLimit, more, cooldownFrom, schedules);
  }

  /**
   * The same with cooldowns counted from elsewhere.
   *
   * @param from what they are counted from
   * @return another configuration
   */
  public ScalingConfig withCooldownFrom(CooldownFrom from) {
    Objects.requireNonNull(from, "from");
    return new ScalingConfig(minSize, maxSizeLimit, policies, from, schedules);
  }

  /**
   * The same with one schedule more.
   *
   * @param name its name
   * @param schedule the schedule
   * @return another configuration
   * @throws IllegalArgumentException if the name is none, or there are too many
   */
  public ScalingConfig with(String name, ScalingSchedule schedule) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(schedule, "schedule");
    Map<String, ScalingSchedule> more = new TreeMap<>(schedules);
    more.put(name, schedule);
    return new ScalingConfig(minSize, maxSizeLimit, policies, cooldownFrom, more);
  }

  /**
   * How machines go, if a policy says so.
   *
   * @return the only deletion policy
   */
  public Optional<DeletionPolicy> deletion() {
    return only(DeletionPolicy.class);
  }

  /**
   * Over which zones machines are spread, if a policy says so.
   *
   * @return the only zone placement
   */
  public Optional<PlacementPolicy> placement() {
    return only(PlacementPolicy.class);
  }

  /**
   * Whether a policy watches the metric.
   *
   * @param metric a metric's name
   * @return whether one does
   */
  public boolean watches(String metric) {
    Objects.requireNonNull(metric, "metric");
    return policies.entrySet().stream()
        .anyMatch(entry -> entry.getValue() instanceof MetricPolicy policy
            && policy.watches(entry.getKey(), metric));
  }

  private <P extends Policy> Optional<P> only(Class<P> kind) {
    return policies.values().stream().filter(kind::isInstance).map(kind::cast).findFirst();
  }
}
