package io.cloudadapter.spi;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What to list.
 *
 * @param kind which of the three questions
 * @param pool whose machines, for POOL and KEYS
 * @param ids which machines, for IDS, whatever marks they carry
 * @param keys which launches, for KEYS
 */
public record ListQuery(
    Kind kind, Optional<PoolName> pool, Set<MachineId> ids, Set<LaunchKey> keys) {

  /** The three questions. */
  public enum Kind {
    /** Every machine with the pool's mark, of any incarnation. */
    POOL,
    /**
     * These machines, whatever marks they carry. Complete means: those not shown are not there, as far
     * as the cloud knows.
     */
    IDS,
    /** Every machine with the pool's mark and one of these keys. */
    KEYS
  }

  /** Copies the sets, in order, so that a query always asks in the same order. */
  public ListQuery {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(pool, "pool");
    ids = java.util.Collections.unmodifiableSortedSet(new TreeSet<>(ids));
    keys = java.util.Collections.unmodifiableSortedSet(new TreeSet<>(keys));
  }

  /**
   * Every machine of a pool.
   *
   * @param pool whose
   * @return the query
   */
  public static ListQuery all(PoolName pool) {
    return new ListQuery(Kind.POOL, Optional.of(pool), Set.of(), Set.of());
  }

  /**
   * Some machines, whatever marks they carry.
   *
   * @param ids which; at most {@link ProviderProfile#maxIdsPerList()}
   * @return the query
   */
  public static ListQuery ids(Collection<MachineId> ids) {
    return new ListQuery(Kind.IDS, Optional.empty(), new TreeSet<>(ids), Set.of());
  }

  /**
   * The machines of some launches.
   *
   * @param pool whose
   * @param keys which launches; at most {@link ProviderProfile#maxIdsPerList()}
   * @return the query
   */
  public static ListQuery keys(PoolName pool, Collection<LaunchKey> keys) {
    return new ListQuery(Kind.KEYS, Optional.of(pool), Set.of(), new TreeSet<>(keys));
  }
}
