package io.cloudadapter.core.bootstrap;

import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Quota;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.SpellingSuggestion;
import io.cloudadapter.spi.feature.MachineSizeCatalog;
import io.cloudadapter.spi.feature.Quotas;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Checks whether the pools of an account would find the sizes and quotas that they need, by what its cloud reports at
 * present. The result is a warning, never a refusal, because it may change at any time.
 */
public final class CatalogAndQuotaCheck {
  private final List<PoolConfig> pools;
  private final Cloud cloud;
  private final List<ConfigError> found = new ArrayList<>();

  private CatalogAndQuotaCheck(List<PoolConfig> pools, Cloud cloud) {
    this.pools = pools;
    this.cloud = cloud;
  }

  /**
   * Asks.
   *
   * @param pools those of the account
   * @param cloud the account
   */
  public static List<ConfigError> of(List<PoolConfig> pools, Cloud cloud) {
    CatalogAndQuotaCheck check = new CatalogAndQuotaCheck(pools, cloud);
    try {
      check.run();
    } catch (CloudException e) {
      check.warn("accounts." + cloud.account(), "cannot be asked: " + e.summary());
    }
    return List.copyOf(check.found);
  }

  private void run() {
    Map<String, MachineSize> sizes = cloud.has(MachineSizeCatalog.class)
        ? cloud.ask(MachineSizeCatalog.class, MachineSizeCatalog::sizes).stream()
            .collect(Collectors.toMap(MachineSize::name, Function.identity(), (one, two) -> one))
        : Map.of();
    if (!sizes.isEmpty()) {
      pools.forEach(pool -> size(pool, sizes));
    }
    if (cloud.has(Quotas.class)) {
      cloud.ask(Quotas.class, Quotas::quotas).forEach(quota -> fits(quota, sizes));
    }
  }

  private void size(PoolConfig pool, Map<String, MachineSize> sizes) {
    Optional<String> name = pool.launch().size();
    if (name.isEmpty()) {
      return;
    }
    MachineSize size = sizes.get(name.get());
    String where = "account " + pool.account();
    if (size == null) {
      warn(
          "pools." + pool.name() + ".size",
          "is " + name.get() + ", which no size of " + where + " is called"
              + SpellingSuggestion.to(name.get(), sizes.keySet())
                  .map(near -> "; did you mean " + near + "?")
                  .orElse(""));
      return;
    }
    List<String> without = pool.launch().zones().stream()
        .filter(zone -> !size.zones().isEmpty() && !size.zones().contains(zone))
        .toList();
    if (!without.isEmpty()) {
      warn(
          "pools." + pool.name() + ".size",
          "is " + name.get() + ", which " + where + " does not offer in "
              + String.join(", ", without));
    }
  }

  /** Part of a quota others may use, but no pool can have more than all of it. */
  private void fits(Quota quota, Map<String, MachineSize> sizes) {
    OptionalLong wanted = quota.whole() ? wanted(quota.resource(), sizes) : OptionalLong.empty();
    if (quota.limit().isPresent()
        && wanted.isPresent()
        && wanted.getAsLong() > quota.limit().getAsLong()) {
      warn(
          "accounts." + cloud.account(),
          "has a quota of " + quota.limit().getAsLong() + " (" + quota.name()
              + "), and its pools may have " + wanted.getAsLong() + " at their maxSize");
    }
  }

  /** Returns what all pools need together at their largest; empty if that is not known. */
  private OptionalLong wanted(Quota.Resource resource, Map<String, MachineSize> sizes) {
    long wanted = 0;
    for (PoolConfig pool : pools) {
      Optional<MachineSize> size =
          pool.launch().size().flatMap(name -> Optional.ofNullable(sizes.get(name)));
      if (resource != Quota.Resource.MACHINES && size.isEmpty()) {
        return OptionalLong.empty();
      }
      long each = switch (resource) {
        case MACHINES -> 1;
        case CPUS -> size.orElseThrow().cpus();
        case MEMORY_MIB -> size.orElseThrow().memoryMiB();
      };
      wanted += each * pool.maxSize();
    }
    return OptionalLong.of(wanted);
  }

  private void warn(String key, String problem) {
    found.add(new ConfigError(key, problem));
  }
}
