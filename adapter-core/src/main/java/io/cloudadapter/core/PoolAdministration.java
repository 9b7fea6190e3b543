package io.cloudadapter.core;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.ConfigVersion;
import io.cloudadapter.core.config.DeletionMode;
import io.cloudadapter.core.config.ManagedPool;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.config.ConfigException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Changes which pools there are and how each is configured, while the library runs. Each change is durable when its
 * method returns, and holds after a restart and on the next leader. Each pool has one manager, the configuration or
 * the API; the other one may not change its configuration.
 *
 * <p>Any number of threads may use it; changes are made one after another. On a follower each change throws ELSEWHERE.
 */
public interface PoolAdministration {

  /**
   * Lists all pools, also those that the ledger has and that are not configured any more.
   *
   * @return the pools in the order of their names
   */
  List<ManagedPool> pools();

  /**
   * Finds a pool.
   *
   * @param name any text
   * @return empty if there is none of that name
   */
  Optional<ManagedPool> pool(String name);

  /**
   * Creates a pool and begins to keep it. Its author becomes its manager. The first desired size is its initialSize.
   *
   * @param config its configuration
   * @param author who creates it
   * @return the pool, at version 1; for a configuration that comes back, at the next version of before
   * @throws ConfigException with every fault of the configuration
   * @throws PoolException CONFLICT if there is a pool of that name, or the ledger still has one; UNKNOWN if it may have
   *     been created
   */
  ManagedPool create(PoolConfig config, ConfigAuthor author);

  /**
   * Changes the configuration of a pool that runs. Its keeper goes on from its ledger by the new one. The desired size
   * stays, and initialSize has no effect any more.
   *
   * @param config the whole new configuration, of the same name and account
   * @param expected the version that the caller has read
   * @param author who changes it
   * @return the pool, at the next version; at the same one if nothing differs
   * @throws ConfigException with every fault of the configuration
   * @throws PoolException STALE if another version is the present one, CONFLICT if the other manager decides about the
   *     pool or it is being deleted, NOT_FOUND if there is none, UNKNOWN if it may have been changed
   */
  ManagedPool update(PoolConfig config, long expected, ConfigAuthor author);

  /**
   * Checks a change as it would be made, and makes nothing of it.
   *
   * @param config the whole new configuration
   * @param expected the version that the caller has read; empty to create a pool
   * @param author who would change it
   * @return what the pool would plan next by the new configuration, from its ledger as it is; empty if the pool does
   *     not exist yet or nothing differs
   * @throws ConfigException with every fault of the configuration
   * @throws PoolException as {@link #create} and {@link #update}
   */
  Optional<PoolPlan> preview(PoolConfig config, OptionalLong expected, ConfigAuthor author);

  /**
   * Makes an earlier version the present configuration again, as a new version.
   *
   * @param name the pool
   * @param version the number of the earlier version
   * @param expected the version that the caller has read
   * @param author who changes it
   * @return the pool, at the next version
   * @throws ConfigException with every fault that the earlier version has by now
   * @throws PoolException as {@link #update}, and NOT_FOUND if that version is not kept
   */
  ManagedPool rollback(String name, long version, long expected, ConfigAuthor author);

  /**
   * Returns the versions of a pool's configuration that are kept, 20 at most.
   *
   * @param name the pool
   * @return the versions, the newest first
   * @throws PoolException NOT_FOUND if there is no such pool
   */
  List<ConfigVersion> versions(String name);

  /**
   * Makes the author's side the manager of a pool.
   *
   * @param name the pool
   * @param expected the version that the caller has read
   * @param author who takes it over
   * @return the pool, at the next version
   * @throws PoolException STALE if another version is the present one, NOT_FOUND if there is no such pool
   */
  ManagedPool takeOver(String name, long expected, ConfigAuthor author);

  /**
   * Sets what a pool may do, also a pool of the other manager.
   *
   * @param name the pool
   * @param state RUNNING, OBSERVING or SUSPENDED
   * @param author who sets it
   * @return the pool
   * @throws PoolException CONFLICT if the pool is being deleted, INVALID for another state, NOT_FOUND if there is none
   */
  ManagedPool setState(String name, OperatingState state, ConfigAuthor author);

  /**
   * Deletes a pool. Its machines end or are let go first; then its records go, and its name is free. A deletion that
   * has begun goes on after a restart. Of a pool that is not configured any more only the records are deleted, if it
   * has no machine.
   *
   * @param name the pool
   * @param mode what becomes of its machines
   * @param expected the version that the caller has read
   * @param author who deletes it
   * @return the pool, which is being deleted; empty if nothing is left of it already
   * @throws PoolException CONFLICT if the mode is REFUSE and it has machines, or the other manager decides about it;
   *     STALE if another version is the present one; UNSUPPORTED if its adapter cannot release machines; NOT_FOUND if
   *     there is none
   */
  Optional<ManagedPool> delete(String name, DeletionMode mode, long expected, ConfigAuthor author);

  /**
   * Stops keeping a pool that its configuration does not have any more. Its machines stay as they are, and the pool is
   * listed as not configured.
   *
   * @param name the pool
   * @param author the manager of the pool
   * @throws PoolException CONFLICT if the other manager decides about the pool, NOT_FOUND if it is not kept
   */
  void unconfigure(String name, ConfigAuthor author);
}
