package io.cloudadapter.core.keeper;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.config.TenantConfig;
import io.cloudadapter.core.quota.TenantQuotas;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** The quotas of a tenant with the pools web and db, for tests. A machine of the size big has four vCPUs. */
public final class TeamQuotas {
  private static final OptionalInt NONE = OptionalInt.empty();

  private TeamQuotas() {}

  public static TenantQuotas of(OptionalInt machines, OptionalInt vcpus, OptionalInt launches) {
    TenantConfig team = new TenantConfig(
        "team",
        Set.of(new PoolName("web"), new PoolName("db")),
        Map.of(),
        machines,
        vcpus,
        launches);
    return new TenantQuotas(
        List.of(team),
        (account, size) -> size.equals("big") ? OptionalInt.of(4) : OptionalInt.empty(),
        () -> 0);
  }

  public static TenantQuotas machines(int limit) {
    return of(OptionalInt.of(limit), NONE, NONE);
  }
}
