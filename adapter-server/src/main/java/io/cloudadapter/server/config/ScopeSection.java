package io.cloudadapter.server.config;

import io.cloudadapter.core.config.PoolSelectionReader;
import io.cloudadapter.server.options.AccessScope;
import io.cloudadapter.server.options.AccessScope.PoolSelection;
import io.cloudadapter.server.options.PoolVerb;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the pools and verbs that a caller is limited to. A wrong list gives the caller nothing, never everything. */
final class ScopeSection {
  private static final String POOLS = PoolSelectionReader.POOLS;
  private static final String LABELS = PoolSelectionReader.LABELS;
  private static final String VERBS = "verbs";

  private static final String TENANT = "tenant";

  private final ConfigErrors faults;
  private final Map<String, PoolSelection> tenants;

  ScopeSection(ConfigErrors faults, Map<String, PoolSelection> tenants) {
    this.faults = faults;
    this.tenants = tenants;
  }

  /** Adds the keys to those of a caller. */
  static ConfigSpec.Builder keys(ConfigSpec.Builder spec) {
    return spec.optional(
            POOLS,
            ConfigKey.Type.LIST,
            "The names of the pools that the caller is limited to; by default it has every pool.")
        .optional(
            LABELS,
            ConfigKey.Type.LIST,
            "Labels such as team=a: the caller also has each pool with all of them.")
        .optional(
            TENANT,
            ConfigKey.Type.TEXT,
            "A tenant of tenants, whose pools the caller is limited to; instead of pools and labels.")
        .optional(
            VERBS,
            ConfigKey.Type.LIST,
            "The changes that the caller is limited to, within its role; by default all: "
                + String.join(", ", PoolVerb.words()) + ".");
  }

  AccessScope read(String path, ProviderConfig values, int line) {
    AccessScope scope = AccessScope.everything();
    if (values.has(TENANT)) {
      scope = scope.withPools(tenant(path, values, line));
    } else if (values.has(POOLS) || values.has(LABELS)) {
      PoolSelectionReader pools = new PoolSelectionReader(
          values, (key, fault) -> faults.add(path + "." + key, fault, line));
      scope = scope.withPools(new PoolSelection(pools.names(), pools.labels()));
    }
    return values.has(VERBS) ? scope.withVerbs(verbs(path, values, line)) : scope;
  }

  private PoolSelection tenant(String path, ProviderConfig values, int line) {
    String name = values.text(TENANT);
    PoolSelection tenant = tenants.get(name);
    if (values.has(POOLS) || values.has(LABELS)) {
      faults.add(path + "." + TENANT, "has its own pools; leave out pools and labels", line);
    }
    if (tenant == null) {
      faults.add(
          path + "." + TENANT,
          "is not a tenant of this file, was " + name
              + SpellingSuggestion.to(name, tenants.keySet())
                  .map(near -> "; did you mean " + near + "?")
                  .orElse("; there are " + String.join(", ", tenants.keySet())),
          line);
      return new PoolSelection(Set.of(), Map.of());
    }
    return tenant;
  }

  private Set<PoolVerb> verbs(String path, ProviderConfig values, int line) {
    Set<PoolVerb> verbs = EnumSet.noneOf(PoolVerb.class);
    for (String word : list(path, VERBS, values, line)) {
      PoolVerb.find(word)
          .ifPresentOrElse(
              verbs::add,
              () -> faults.add(
                  path + "." + VERBS,
                  "must be some of " + String.join(", ", PoolVerb.words()) + ", was " + word
                      + SpellingSuggestion.to(word, PoolVerb.words())
                          .map(near -> "; did you mean " + near + "?")
                          .orElse(""),
                  line));
    }
    return verbs;
  }

  private List<String> list(String path, String key, ProviderConfig values, int line) {
    List<String> list = values.has(key)
        ? values.list(key).stream()
            .map(String::strip)
            .filter(text -> !text.isEmpty())
            .toList()
        : List.of();
    if (values.has(key) && list.isEmpty()) {
      faults.add(
          path + "." + key, "is empty; leave it out for no limit, or name at least one", line);
    }
    return list;
  }
}
