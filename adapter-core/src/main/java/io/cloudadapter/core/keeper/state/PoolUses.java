package io.cloudadapter.core.keeper.state;

import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.core.quota.PoolQuota;
import java.time.Duration;

/** Reports what a pool uses of the quotas of its tenants by its stored ledger, while no keeper keeps it. */
public final class PoolUses {
  private PoolUses() {}

  public static void report(
      PoolConfig config, PoolQuota quota, Ledger ledger, Moment now, boolean kept) {
    if (quota.limited()) {
      quota.report(
          QuotaUseCounter.stored(ledger, config, quota, kept),
          QuotaUseCounter.endedWithin(Duration.ofHours(1), ledger, now),
          true);
    }
  }
}
