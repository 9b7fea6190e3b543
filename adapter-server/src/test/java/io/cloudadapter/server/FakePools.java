package io.cloudadapter.server;

import io.cloudadapter.api.LedgerBackup;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.QuotaResource;
import io.cloudadapter.api.QuotaUsage;
import io.cloudadapter.api.ReplicaInfo;
import io.cloudadapter.api.ReplicaRole;
import io.cloudadapter.api.TenantQuota;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionWatch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Two pools, web and batch, and one metric. */
public final class FakePools implements Pools {
  public volatile List<Metric> metrics = usualMetrics();
  public final FakePool web = new FakePool("web");
  public final FakePool batch = new FakePool("batch");

  /** Its part among others; none unless set. */
  Optional<ReplicaRole> part = Optional.empty();

  /** The replicas of the pools; unknown unless set. */
  Optional<List<ReplicaInfo>> everybody = Optional.empty();

  /** Why it cannot do what it is for; it can unless set. */
  public Optional<String> unready = Optional.empty();

  /** Why only a restart would help; it is not needed unless set. */
  public Optional<String> beyondHelp = Optional.empty();

  /** What a backup contains; one byte unless set. */
  public volatile List<byte[]> backup = List.of(new byte[] {1});

  @Override
  public LedgerBackup backup() {
    return new LedgerBackup("0123456789abcdef", 42, Duration.ofMillis(1500), backup.iterator());
  }

  /** The quotas of tenants; one of a tenant that has the pool batch unless set. */
  public volatile List<TenantQuota> quotas = List.of(new TenantQuota(
      "t1",
      List.of(new PoolName("batch")),
      List.of(new QuotaUsage(QuotaResource.MACHINES, 10, 3, 5)),
      2));

  @Override
  public List<TenantQuota> quotas() {
    return quotas;
  }

  @Override
  public Optional<String> unready() {
    return unready;
  }

  @Override
  public Optional<String> beyondHelp() {
    return beyondHelp;
  }

  @Override
  public List<MachinePool> all() {
    return List.of(batch, web);
  }

  @Override
  public MachinePool defaultPool() {
    return web;
  }

  @Override
  public Optional<MachinePool> find(String name) {
    return all().stream().filter(pool -> pool.name().value().equals(name)).findFirst();
  }

  @Override
  public ActionList actions() {
    return web.listed();
  }

  @Override
  public ActionWatch watchActions(long version) {
    return web.watchActions(version);
  }

  @Override
  public Optional<ReplicaRole> replica() {
    return part;
  }

  @Override
  public List<ReplicaInfo> replicas() {
    return everybody.orElseThrow(() ->
        new PoolException(Reason.UNAVAILABLE, "the replicas of the store could not be read", ""));
  }

  @Override
  public List<Metric> metrics() {
    return metrics;
  }

  private static List<Metric> usualMetrics() {
    return List.of(
        new Metric(
            "cloudadapter_desired_size",
            "What was asked for last.",
            Metric.Type.GAUGE,
            Map.of("pool", "we\"b\n"),
            3),
        new Metric(
            "cloudadapter_desired_size",
            "What was asked for last.",
            Metric.Type.GAUGE,
            Map.of("pool", "batch"),
            0.5),
        Metric.timer(
            "cloudadapter_cloud_call_seconds",
            "Calls to the cloud.",
            Map.of("verb", "read"),
            1_500_000_000,
            4));
  }
}
