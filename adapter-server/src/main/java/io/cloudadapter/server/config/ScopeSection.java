package io.cloudadapter.server.config;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.config.PoolLabel;
import io.cloudadapter.core.config.TenantConfig;
import io.cloudadapter.server.options.AccessScope;
import io.cloudadapter.server.options.PoolVerb;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the pools and verbs that a caller is limited to. A wrong list gives the caller nothing, never everything. */
final class ScopeSection {
  private static final String POOLS = "pools";
  private static final String LABELS = "labels";
  private static final String VERBS = "verbs";

  private static final String TENANT = "tenant";

  private final ConfigErrors faults;
  private final Map<String, TenantConfig> tenants;

  ScopeSection(ConfigErrors faults, Map<String, TenantConfig> tenants) {
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
      Set<PoolName> names = names(path, values, line);
      Map<String, String> labels = labels(path, values, line);
      scope = scope.withPools(new AccessScope.PoolSelection(names, labels));
    }
    return values.has(VERBS) ? scope.withVerbs(verbs(path, values, line)) : scope;
  }

  private AccessScope.PoolSelection tenant(String path, ProviderConfig values, int line) {
    String name = values.text(TENANT);
    TenantConfig tenant = tenants.get(name);
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
      return new AccessScope.PoolSelection(Set.of(), Map.of());
    }
    return new AccessScope.PoolSelection(tenant.pools(), tenant.labels());
  }

  /** Reads the names of pools. */
  Set<PoolName> names(String path, ProviderConfig values, int line) {
    Set<PoolName> names = new HashSet<>();
    for (String name : list(path, POOLS, values, line)) {
      try {
        names.add(new PoolName(name));
      } catch (IllegalArgumentException e) {
        faults.add(path + "." + POOLS, String.valueOf(e.getMessage()), line);
      }
    }
    return names;
  }

  /** Reads labels, each with its value. */
  Map<String, String> labels(String path, ProviderConfig values, int line) {
    Map<String, String> labels = new LinkedHashMap<>();
    for (String text : list(path, LABELS, values, line)) {
      int equals = text.indexOf('=');
      if (equals < 0
          || !PoolLabel.isName(text.substring(0, equals))
          || !PoolLabel.isValue(text.substring(equals + 1))) {
        faults.add(path + "." + LABELS, "must be labels of the form name=value, was " + text, line);
      } else {
        labels.put(text.substring(0, equals), text.substring(equals + 1));
      }
    }
    return labels;
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
