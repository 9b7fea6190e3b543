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
   * The pool that is meant when none is named: the first one configured.
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
   * What is measured at this moment: sizes, launches, errors, commits.
   *
   * @return the numbers, those of one name together
   */
  List<Metric> metrics();

  /**
   * The actions of all pools.
   *
   * @return the actions of one pool after those of another, with a version to watch from
   * @throws PoolException UNAVAILABLE if they cannot be read, UNSUPPORTED if the pools are reached in a way
   *     that does not know actions
   */
  default ActionList actions() {
    throw noActions();
  }

  /**
   * Follows the actions of all pools.
   *
   * @param version of a list, or as far as an earlier watch has come
   * @return a watch to be closed
   * @throws PoolException as {@link #actions}
   */
  default ActionWatch watchActions(long version) {
    throw noActions();
  }

  /**
   * Why the pools cannot do at present what they are here for, although each may be readable: take writes, unless
   * this process follows. It says nothing of places, so that anybody may read it.
   *
   * @return a few words for people; empty if they can
   */
  default Optional<String> unready() {
    return Optional.empty();
  }

  /**
   * Why they will never be ready again in this process, so that only a restart of it would help.
   *
   * @return a few words for people; empty while they help themselves
   */
  default Optional<String> beyondHelp() {
    return Optional.empty();
  }

  /**
   * What part this process has among those that keep the same pools.
   *
   * @return its part; empty if it keeps them alone
   */
  default Optional<ReplicaRole> replica() {
    return Optional.empty();
  }

  /**
   * Everybody who keeps the same pools, this process included.
   *
   * @return them by name; none if it keeps them alone
   * @throws PoolException UNAVAILABLE if that cannot be told at present
   */
  default List<ReplicaInfo> replicas() {
    return List.of();
  }

  private static PoolException noActions() {
    return new PoolException(
        PoolException.Reason.UNSUPPORTED, "actions cannot be reached from here", "");
  }
}
