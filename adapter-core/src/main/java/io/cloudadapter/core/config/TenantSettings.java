package io.cloudadapter.core.config;

import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiConsumer;

/**
 * The settings of a tenant that have a key of their own: type, range and meaning of each. A configuration file and the
 * properties of a program take their keys from here.
 */
public final class TenantSettings {
  private static final int MOST = 10_000_000;

  private static final ConfigSpec SPEC = ConfigSpec.builder()
      .optional(
          PoolSelectionReader.POOLS,
          ConfigKey.Type.LIST,
          "The names of the tenant's pools, of this file or created at run time.")
      .optional(
          PoolSelectionReader.LABELS,
          ConfigKey.Type.LIST,
          "Labels such as team=a: the tenant also has each pool with all of them.")
      .add(limit(
          "machines",
          "The most machines that its pools have and are promised together; by default no limit."))
      .add(limit(
          "vcpus",
          "The most processors of these machines, by the sizes in the catalogs of their accounts;"
              + " by default no limit."))
      .add(limit(
          "launchesPerHour",
          "The most machines that its pools launch within any hour; by default no limit."))
      .build();

  private TenantSettings() {}

  /**
   * The keys.
   *
   * @return what each may have
   */
  public static ConfigSpec spec() {
    return SPEC;
  }

  /**
   * Reads a tenant. After a fault, what is returned only serves to check what refers to the tenant.
   *
   * @param name its name
   * @param values what {@link #spec} has parsed
   * @param faults receives the key and the words of each fault; the key is empty for the tenant as a whole
   * @return the tenant with those of its names and labels that are sound; empty if there are none, or if its name is
   *     refused
   */
  public static Optional<TenantConfig> read(
      String name, ProviderConfig values, BiConsumer<String, String> faults) {
    boolean[] sound = {true};
    PoolSelectionReader pools = new PoolSelectionReader(values, (key, fault) -> {
      sound[0] = false;
      faults.accept(key, fault);
    });
    try {
      return Optional.of(new TenantConfig(
          name,
          pools.names(),
          pools.labels(),
          limit("machines", values),
          limit("vcpus", values),
          limit("launchesPerHour", values)));
    } catch (IllegalArgumentException e) {
      if (sound[0]) {
        faults.accept("", "is refused: " + e.getMessage());
      }
      return Optional.empty();
    }
  }

  private static ConfigKey limit(String name, String doc) {
    return new ConfigKey(
        name, ConfigKey.Type.INTEGER, false, Optional.empty(), List.of(), 0, MOST, doc);
  }

  private static OptionalInt limit(String key, ProviderConfig values) {
    return values.has(key) ? OptionalInt.of(values.integer(key)) : OptionalInt.empty();
  }
}
