package io.cloudadapter.core.keeper.state;

import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.core.quota.PoolQuota;
import io.cloudadapter.core.quota.PoolUse;
import java.time.Duration;
import java.util.Optional;

/** Reports what a pool uses of the quotas of its tenants by its stored ledger, while no keeper keeps it. */
public final class PoolUses {
  private PoolUses() {}

  /** Reports the use of a pool that a keeper is to keep. */
  public static void report(KeeperConfig settings, Ledger ledger, Moment now) {
    PoolQuota quota = settings.quota();
    if (quota.limited()) {
      Optional<String> size = PresentLaunch.first(settings, ledger).size();
      String account = settings.config().account();
      report(QuotaUseCounter.stored(ledger, account, size, quota, true), quota, ledger, now);
    }
  }

  /** Reports the use of a pool that no keeper is to keep: nothing but its machines counts. */
  public static void reportUnkept(PoolConfig config, PoolQuota quota, Ledger ledger, Moment now) {
    if (quota.limited()) {
      Optional<String> size = config.launch().size();
      String account = config.account();
      report(QuotaUseCounter.stored(ledger, account, size, quota, false), quota, ledger, now);
    }
  }

  private static void report(PoolUse use, PoolQuota quota, Ledger ledger, Moment now) {
    quota.report(use, QuotaUseCounter.endedWithin(Duration.ofHours(1), ledger, now), true);
  }
}
