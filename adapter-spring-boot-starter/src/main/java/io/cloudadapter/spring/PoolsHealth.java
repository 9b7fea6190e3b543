package io.cloudadapter.spring;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.Pools;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The health of pools, for the indicators of both Spring Boots. An application is down only if its ledger is, or if a
 * pool cannot be read: alarms of a cloud are for a person, and no restart of the application clears them.
 */
final class PoolsHealth {
  private final Pools pools;

  PoolsHealth(Pools pools) {
    this.pools = pools;
  }

  /** Whether each pool can write its ledger, and what else there is to know of it. */
  record Result(boolean up, Map<String, Object> details) {}

  Result check() {
    boolean up = true;
    Map<String, Object> details = new LinkedHashMap<>();
    for (MachinePool pool : pools.all()) {
      try {
        PoolView view = pool.view();
        up &= view.alarms().stream().noneMatch(alarm -> alarm.code() == Alarm.Code.STORE_FAILED);
        details.put(pool.name().value(), PoolSummary.of(view));
      } catch (PoolException e) {
        up = false;
        details.put(pool.name().value(), Map.of("error", String.valueOf(e.getMessage())));
      }
    }
    return new Result(up, details);
  }
}
