package io.cloudadapter.server.access;

import io.cloudadapter.api.LedgerBackup;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.ReplicaInfo;
import io.cloudadapter.api.ReplicaRole;
import io.cloudadapter.api.TenantQuota;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.options.PoolVerb;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The pools of a caller's scope. All other pools are as if they did not exist. */
final class ScopedPools implements Pools {
  private static final String POOL = "pool";

  private final Pools pools;
  private final Caller caller;
  private final Function<PoolName, Map<String, String>> labels;

  ScopedPools(Pools pools, Caller caller, Function<PoolName, Map<String, String>> labels) {
    this.pools = pools;
    this.caller = caller;
    this.labels = labels;
  }

  boolean covers(PoolName pool) {
    return caller.scope().covers(pool, labels.apply(pool));
  }

  boolean allows(PoolVerb verb) {
    return caller.scope().allows(verb);
  }

  @Override
  public List<MachinePool> all() {
    return pools.all().stream()
        .filter(pool -> covers(pool.name()))
        .<MachinePool>map(pool -> new ScopedPool(pool, this))
        .toList();
  }

  /** A caller does not get another pool for the default one, as the same request of others means that one. */
  @Override
  public MachinePool defaultPool() {
    MachinePool pool = pools.defaultPool();
    if (covers(pool.name())) {
      return new ScopedPool(pool, this);
    }
    throw new PoolException(
        Reason.NOT_FOUND,
        "this caller has no default pool",
        "Name the pool: GET /pools lists those of this caller.");
  }

  @Override
  public Optional<MachinePool> find(String name) {
    return pools
        .find(name)
        .filter(pool -> covers(pool.name()))
        .map(pool -> new ScopedPool(pool, this));
  }

  /** A metric without a pool is one of an account or the server, which others use too. */
  @Override
  public List<Metric> metrics() {
    List<PoolName> names =
        pools.all().stream().map(MachinePool::name).filter(this::covers).toList();
    return pools.metrics().stream()
        .filter(metric ->
            names.stream().anyMatch(name -> name.value().equals(metric.labels().get(POOL))))
        .toList();
  }

  /** A tenant with one of these pools, without the names of the others. */
  @Override
  public List<TenantQuota> quotas() {
    return pools.quotas().stream()
        .map(quota -> new TenantQuota(
            quota.tenant(),
            quota.pools().stream().filter(this::covers).toList(),
            quota.usage(),
            quota.held()))
        .filter(quota -> !quota.pools().isEmpty())
        .toList();
  }

  @Override
  public ActionList actions() {
    ActionList list = pools.actions();
    return new ActionList(
        list.version(),
        list.actions().stream().filter(action -> covers(action.pool())).toList());
  }

  @Override
  public ActionWatch watchActions(long version) {
    return new ScopedWatch(pools.watchActions(version), this);
  }

  /** A backup has every pool. */
  @Override
  public LedgerBackup backup() {
    throw HttpError.of(
        403,
        "a backup has every pool, and this caller is limited to some pools or verbs",
        "take it as a caller without limits");
  }

  @Override
  public Optional<String> unready() {
    return pools.unready();
  }

  @Override
  public Optional<String> beyondHelp() {
    return pools.beyondHelp();
  }

  @Override
  public Optional<ReplicaRole> replica() {
    return pools.replica();
  }

  @Override
  public List<ReplicaInfo> replicas() {
    return pools.replicas();
  }
}
