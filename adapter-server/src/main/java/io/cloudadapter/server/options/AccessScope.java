package io.cloudadapter.server.options;

import io.cloudadapter.api.PoolName;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The pools and verbs that a caller is limited to, beside its role. A caller sees no pool outside of its scope, and
 * changes the others by these verbs only. Immutable.
 *
 * @param pools the pools; every pool if empty
 * @param verbs the changes that it may make, as far as its role allows them
 */
public record AccessScope(Optional<PoolSelection> pools, Set<PoolVerb> verbs) {
  private static final AccessScope EVERYTHING =
      new AccessScope(Optional.empty(), EnumSet.allOf(PoolVerb.class));

  /** Copies the verbs. */
  public AccessScope {
    Objects.requireNonNull(pools, "pools");
    verbs = Set.copyOf(verbs);
  }

  /**
   * Pools by name and by label: a pool is selected if it has one of the names, or all of the labels; none is if
   * there are neither.
   *
   * @param names names of pools, which need not exist
   * @param labels names and values of labels; selects no pool if empty
   */
  public record PoolSelection(Set<PoolName> names, Map<String, String> labels) {
    /** Copies the collections. */
    public PoolSelection {
      names = Set.copyOf(names);
      labels = Map.copyOf(labels);
    }

    private boolean has(PoolName pool, Map<String, String> labelsOfPool) {
      return names.contains(pool)
          || (!labels.isEmpty() && labelsOfPool.entrySet().containsAll(labels.entrySet()));
    }
  }

  /**
   * Returns the scope of a caller that nothing but its role limits.
   *
   * @return every pool, every verb
   */
  public static AccessScope everything() {
    return EVERYTHING;
  }

  /**
   * Returns the scope of a caller without rights.
   *
   * @return no pool, no verb
   */
  public static AccessScope nothing() {
    return new AccessScope(Optional.of(new PoolSelection(Set.of(), Map.of())), Set.of());
  }

  /**
   * A scope of some pools, with every verb.
   *
   * @param names names of pools
   * @return the scope
   */
  public static AccessScope ofPools(PoolName... names) {
    return EVERYTHING.withPools(new PoolSelection(Set.of(names), Map.of()));
  }

  /**
   * The same verbs in other pools.
   *
   * @param selection the pools
   * @return the scope
   */
  public AccessScope withPools(PoolSelection selection) {
    return new AccessScope(Optional.of(selection), verbs);
  }

  /**
   * The same pools with other verbs.
   *
   * @param others the verbs; none for a caller that reads only
   * @return the scope
   */
  public AccessScope withVerbs(Set<PoolVerb> others) {
    return new AccessScope(pools, others);
  }

  /**
   * Whether it is smaller than everything.
   *
   * @return true if a pool or a verb may be missing
   */
  public boolean isLimited() {
    return pools.isPresent() || verbs.size() < PoolVerb.values().length;
  }

  /**
   * Whether a pool is in the scope.
   *
   * @param pool its name
   * @param labels its labels
   * @return true if the caller may read it
   */
  public boolean covers(PoolName pool, Map<String, String> labels) {
    return pools.isEmpty() || pools.get().has(pool, labels);
  }

  /**
   * Whether a verb is in the scope.
   *
   * @param verb the verb
   * @return true if the caller may change its pools so
   */
  public boolean allows(PoolVerb verb) {
    return verbs.contains(verb);
  }
}
