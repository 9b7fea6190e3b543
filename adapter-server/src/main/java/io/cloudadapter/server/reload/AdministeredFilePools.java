package io.cloudadapter.server.reload;

import io.cloudadapter.core.PoolAdministration;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.ManagedBy;
import io.cloudadapter.core.config.ManagedPool;
import io.cloudadapter.core.config.PoolConfig;
import java.util.Optional;

/** The pools of the configuration file in the library of this process. Any thread may use it. */
public final class AdministeredFilePools implements FilePools {
  private final PoolAdministration pools;

  /**
   * The file's pools.
   *
   * @param pools creates, changes and unconfigures them
   */
  public AdministeredFilePools(PoolAdministration pools) {
    this.pools = pools;
  }

  @Override
  public Optional<String> refusal(String name) {
    return pools
        .pool(name)
        .filter(ManagedPool::configured)
        .flatMap(ManagedPool::manager)
        .filter(ManagedBy.API::equals)
        .map(api -> "is managed by the API; delete it there, or take it out of this file");
  }

  @Override
  public void keep(PoolConfig pool) {
    pools.configure(pool);
  }

  @Override
  public void forget(String name) {
    pools.unconfigure(name, ConfigAuthor.file());
  }
}
