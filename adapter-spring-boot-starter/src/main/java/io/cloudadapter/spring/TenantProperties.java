package io.cloudadapter.spring;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a tenant: {@code cloudadapter.tenants.NAME.*}. They are the keys of {@link
 * io.cloudadapter.core.config.TenantSettings}; what is absent sets no limit.
 *
 * @param pools The names of the tenant's pools.
 * @param labels Labels such as team=a: the tenant also has each pool with all of them.
 * @param machines The most machines that its pools have and are promised together; by default no limit.
 * @param vcpus The most processors of these machines, by the sizes in the catalogs of their accounts; by default no
 *     limit.
 * @param launchesPerHour The most machines that its pools launch within any hour; by default no limit.
 */
public record TenantProperties(
    @Nullable List<String> pools,
    @Nullable List<String> labels,
    @Nullable Integer machines,
    @Nullable Integer vcpus,
    @Nullable Integer launchesPerHour) {

  /** Copies the lists. */
  public TenantProperties {
    pools = pools == null ? null : List.copyOf(pools);
    labels = labels == null ? null : List.copyOf(labels);
  }
}
