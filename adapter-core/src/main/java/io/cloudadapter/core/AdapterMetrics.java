package io.cloudadapter.core;

import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.TenantQuota;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.core.bootstrap.StoreMetrics;
import io.cloudadapter.core.runtime.LocalPool;
import io.cloudadapter.core.runtime.ProviderCalls;
import io.cloudadapter.core.store.StateStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects the metrics of the store, the accounts, the pools and the tasks of an open library. */
final class AdapterMetrics {
  private static final Logger LOG = LoggerFactory.getLogger(CloudAdapter.class);

  private AdapterMetrics() {}

  static List<Metric> of(
      StateStore store,
      Map<String, ProviderCalls> accounts,
      Map<String, Cloud> clouds,
      Collection<LocalPool> pools,
      LeaderTasks tasks,
      List<TenantQuota> quotas) {
    List<Metric> metrics = new ArrayList<>(StoreMetrics.of(store));
    metrics.add(LibraryVersion.metric());
    accounts.forEach((account, calls) ->
        metrics.addAll(calls.metrics(Objects.requireNonNull(clouds.get(account)).provider())));
    for (LocalPool pool : pools) {
      try {
        metrics.addAll(pool.metrics());
      } catch (PoolException e) { // The others' numbers are needed most while one pool is down.
        LOG.debug("pool {} has no numbers at present", pool.name(), e);
      }
    }
    metrics.addAll(tasks.metrics());
    metrics.addAll(QuotaMetrics.of(quotas));
    metrics.sort(Comparator.comparing(Metric::name));
    return metrics;
  }
}
