package io.cloudadapter.api;

import java.util.List;
import java.util.Objects;

/**
 * The quotas of a tenant, and what its pools use of them.
 *
 * @param tenant the tenant's name
 * @param pools its pools, in the order of their names
 * @param usage one row for each limit that the tenant has
 * @param held how many machines its pools ask for that the quotas do not allow at present
 */
public record TenantQuota(String tenant, List<PoolName> pools, List<QuotaUsage> usage, long held) {
  /** Copies the lists. */
  public TenantQuota {
    Objects.requireNonNull(tenant, "tenant");
    pools = List.copyOf(pools);
    usage = List.copyOf(usage);
  }
}
