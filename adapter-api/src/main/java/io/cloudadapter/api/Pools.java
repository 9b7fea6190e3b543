package io.cloudadapter.api;

import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionWatch;
import java.util.List;
import java.util.Optional;

/** The pools of one library or server. Safe for use by any number of threads. */
public interface Pools {

  /**
   * All pools, by name.
   *
   * @return the pools, never empty
   */
  List<MachinePool> all();

  /**
   * Returns the pool that a request means if it names none: the first one configured.
   *
   * @return the default pool
   */
  MachinePool defaultPool();

  /**
   * A pool by its name.
   *
   * @param name any text
   * @return the pool, or empty if there is none of that name
   */
  Optional<MachinePool> find(String name);

  /**
   * Returns the current metrics: sizes, launches, errors, commits.
   *
   * @return the metrics, those of one name together
   */
  List<Metric> metrics();

  /**
   * Returns the actions of all pools.
   *
   * @return the actions of one pool after those of another, with a version to watch from
   * @throws PoolException UNAVAILABLE if they cannot be read, UNSUPPORTED if this implementation has no actions
   */
  default ActionList actions() {
    throw noActions();
  }

  /**
   * Watches the actions of all pools for changes.
   *
   * @param version the version of a list, or the last one of an earlier watch
   * @return a watch, which the caller closes
   * @throws PoolException as {@link #actions}
   */
  default ActionWatch watchActions(long version) {
    throw noActions();
  }

  /**
   * Returns why this process cannot do its work at present, although each pool may be readable: take writes, unless
   * the process is a follower. The text contains no addresses or paths, so that unauthenticated callers may read it.
   *
   * @return a few words for people; empty if they can
   */
  default Optional<String> unready() {
    return Optional.empty();
  }

  /**
   * Returns why this process cannot become ready again without a restart.
   *
   * @return a few words for people; empty if no restart is needed
   */
  default Optional<String> beyondHelp() {
    return Optional.empty();
  }

  /**
   * Returns the part of this process among the replicas that share the pools.
   *
   * @return its part; empty if there are no replicas
   */
  default Optional<ReplicaRole> replica() {
    return Optional.empty();
  }

  /**
   * Returns all replicas that share the pools, this process included.
   *
   * @return the replicas by name; empty if there are none
   * @throws PoolException UNAVAILABLE if the replicas cannot be read at present
   */
  default List<ReplicaInfo> replicas() {
    return List.of();
  }

  /**
   * Returns the quotas of tenants, and what their pools use.
   *
   * @return the tenants by name; empty if there are none
   * @throws PoolException ELSEWHERE if only the leader can answer
   */
  default List<TenantQuota> quotas() {
    return List.of();
  }

  /**
   * Takes a backup of the whole ledger, of all pools, while they are kept. A follower takes it from its mirror.
   *
   * @return the backup; it holds the ledger as of one revision
   * @throws PoolException UNAVAILABLE if the ledger cannot be read, UNSUPPORTED if this implementation has none
   */
  default LedgerBackup backup() {
    throw new PoolException(
        PoolException.Reason.UNSUPPORTED, "these pools do not support backups", "");
  }

  private static PoolException noActions() {
    return new PoolException(
        PoolException.Reason.UNSUPPORTED, "these pools do not support actions", "");
  }
}
