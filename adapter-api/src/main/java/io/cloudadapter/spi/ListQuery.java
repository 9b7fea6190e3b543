package io.cloudadapter.spi;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a list reads from the cloud.
 *
 * @param kind the kind of question
 * @param pool the pool, for POOL and KEYS
 * @param ids the machines, for IDS, with or without marks
 * @param keys the launches, for KEYS
 */
public record ListQuery(
    Kind kind, Optional<PoolName> pool, Set<MachineId> ids, Set<LaunchKey> keys) {

  /** The kinds of questions. */
  public enum Kind {
    /** Every machine with the pool's mark, of any incarnation. */
    POOL,
    /**
     * These machines, with or without marks. A complete list of this kind means that machines which it does not show
     * do not exist, as far as the cloud reports.
     */
    IDS,
    /** Every machine with the pool's mark and one of these keys. */
    KEYS
  }

  /** Copies the sets in order, so that equal queries send equal requests. */
  public ListQuery {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(pool, "pool");
    ids = java.util.Collections.unmodifiableSortedSet(new TreeSet<>(ids));
    keys = java.util.Collections.unmodifiableSortedSet(new TreeSet<>(keys));
  }

  /**
   * Returns a query for all machines of a pool.
   *
   * @param pool the pool
   * @return the query
   */
  public static ListQuery all(PoolName pool) {
    return new ListQuery(Kind.POOL, Optional.of(pool), Set.of(), Set.of());
  }

  /**
   * Returns a query for some machines, with or without marks.
   *
   * @param ids the machines; at most {@link ProviderProfile#maxIdsPerList()}
   * @return the query
   */
  public static ListQuery ids(Collection<MachineId> ids) {
    return new ListQuery(Kind.IDS, Optional.empty(), new TreeSet<>(ids), Set.of());
  }

  /**
   * Returns a query for the machines of some launches.
   *
   * @param pool the pool
   * @param keys the launches; at most {@link ProviderProfile#maxIdsPerList()}
   * @return the query
   */
  public static ListQuery keys(PoolName pool, Collection<LaunchKey> keys) {
    return new ListQuery(Kind.KEYS, Optional.of(pool), Set.of(), new TreeSet<>(keys));
  }
}
