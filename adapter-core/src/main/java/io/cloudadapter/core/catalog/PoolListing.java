package io.cloudadapter.core.catalog;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.backup.StoreIdentity;
import io.cloudadapter.core.config.ManagedPool;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.StoredPools;
import io.cloudadapter.core.store.StateStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Lists the pools that a store has, configured or not. It reads only, so that a follower can list its copy. */
public final class PoolListing {
  private final StateStore store;
  private final PoolCatalog catalog;

  /**
   * Makes the listing of a store.
   *
   * @param store where pools keep their ledgers, or a copy of it
   * @param catalog over the same store
   */
  public PoolListing(StateStore store, PoolCatalog catalog) {
    this.store = store;
    this.catalog = catalog;
  }

  /**
   * Lists all pools.
   *
   * @param configured the names of the pools that are kept
   * @return the pools in the order of their names
   */
  public List<ManagedPool> all(Set<String> configured) {
    Map<PoolName, ConfigHead> heads = catalog.heads();
    Set<PoolName> names = new TreeSet<>(heads.keySet());
    names.addAll(StoredPools.of(store));
    configured.forEach(name -> names.add(new PoolName(name)));
    return names.stream()
        .map(name -> pool(name, Optional.ofNullable(heads.get(name)), configured))
        .toList();
  }

  /**
   * Finds one pool.
   *
   * @param name its name
   * @param configured the names of the pools that are kept
   * @return empty if neither the store nor the configuration has it
   */
  public Optional<ManagedPool> find(PoolName name, Set<String> configured) {
    Optional<ConfigHead> head = catalog.head(name);
    boolean known = head.isPresent()
        || configured.contains(name.value())
        || catalog.record(name).isPresent();
    return known ? Optional.of(pool(name, head, configured)) : Optional.empty();
  }

  private ManagedPool pool(PoolName name, Optional<ConfigHead> head, Set<String> configured) {
    Optional<PoolRecord> record = catalog.record(name);
    return new ManagedPool(
        name,
        configured.contains(name.value()),
        head.map(ConfigHead::manager),
        head.map(ConfigHead::version).orElse(0L),
        record.map(PoolRecord::state).orElse(OperatingState.RUNNING),
        record.flatMap(pool -> Optional.ofNullable(pool.deletion())),
        record.map(PoolRecord::incarnation).orElse(""),
        StoreIdentity.of(store).map(StoreIdentity::generation).orElse(""),
        head.flatMap(known -> catalog.config(name)),
        head.map(ConfigHead::at),
        head.map(ConfigHead::author).orElse(""),
        head.map(ConfigHead::set).filter(set -> !set.isEmpty()));
  }
}
