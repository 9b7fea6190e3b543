package io.cloudadapter.core.config;

import io.cloudadapter.api.PoolName;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A tenant: pools that belong together, and the quotas that they share. A pool is the tenant's if it has one of the
 * names, or all of the labels; it may be that of several tenants, whose quotas then all hold.
 *
 * @param name {@code [a-z][a-z0-9-]{0,62}}
 * @param pools names of pools, which need not exist
 * @param labels names and values of labels; selects no pool if empty
 * @param machines the most machines that its pools have and are promised together, 0 or more
 * @param vcpus the most processors of these machines, 0 or more
 * @param launchesPerHour the most machines that its pools launch within any hour, 0 or more
 */
public record TenantConfig(
    String name,
    Set<PoolName> pools,
    Map<String, String> labels,
    OptionalInt machines,
    OptionalInt vcpus,
    OptionalInt launchesPerHour) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");

  /**
   * Checks and copies.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public TenantConfig {
    Objects.requireNonNull(name, "name");
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("tenant name must match " + NAME + ", was: " + name);
    }
    pools = Set.copyOf(pools);
    labels = Map.copyOf(labels);
    if (pools.isEmpty() && labels.isEmpty()) {
      throw new IllegalArgumentException("tenant " + name + " must have pools or labels");
    }
    notNegative("machines", machines);
    notNegative("vcpus", vcpus);
    notNegative("launchesPerHour", launchesPerHour);
  }

  private static void notNegative(String field, OptionalInt limit) {
    if (limit.isPresent() && limit.getAsInt() < 0) {
      throw new IllegalArgumentException(field + " must be 0 or more, was " + limit.getAsInt());
    }
  }

  /**
   * Whether a pool is the tenant's.
   *
   * @param pool the pool's name
   * @param labelsOfPool the pool's labels
   * @return true if the tenant's quotas hold for it
   */
  public boolean has(PoolName pool, Map<String, String> labelsOfPool) {
    return pools.contains(pool)
        || (!labels.isEmpty() && labelsOfPool.entrySet().containsAll(labels.entrySet()));
  }
}
