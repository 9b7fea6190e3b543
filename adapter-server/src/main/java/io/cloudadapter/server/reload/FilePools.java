package io.cloudadapter.server.reload;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.core.config.PoolConfig;
import java.util.Optional;

/** The pools that the configuration file manages, as a reload changes them. */
public interface FilePools {

  /**
   * Checks whether the file may have a pool of a name that is new in it.
   *
   * @param name the name
   * @return why not, or empty
   */
  Optional<String> refusal(String name);

  /**
   * Keeps a pool as the file has it from now on: one that is new, or that changed.
   *
   * @param pool the pool; one that changed is in the same account
   * @throws PoolException if it is refused
   */
  void keep(PoolConfig pool);

  /**
   * Keeps a pool no longer. Its machines run on, and it stays in the ledger.
   *
   * @param name its name
   * @throws PoolException if it is refused
   */
  void forget(String name);
}
