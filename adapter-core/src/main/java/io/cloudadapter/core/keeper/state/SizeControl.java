package io.cloudadapter.core.keeper.state;

import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.ScalingRecord;
import io.cloudadapter.core.protocol.KeeperConfig;

/** The size that a pool is to have, and the most that it may have. */
public final class SizeControl {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final GrowthGuard growth;

  public SizeControl(KeeperConfig settings, Ledger ledger, GrowthGuard growth) {
    this.settings = settings;
    this.ledger = ledger;
    this.growth = growth;
  }

  /** What the quotas of the pool's tenants allow. */
  public GrowthGuard growth() {
    return growth;
  }

  public void setDesired(int desired) {
    int held = growth.held(desired);
    ledger.put(ledger.pool().edit(edit -> {
      edit.desired = desired;
      edit.desiredSet = true;
      edit.heldGrowth = held;
    }));
  }

  /** The most machines that may count: as a resize has set it, else as configured, never above maxSizeLimit. */
  public int maxSize() {
    ScalingRecord.Limit limit = ledger.pool().scale().maxSize();
    int greatest = settings.config().maxSizeLimit();
    int most = limit == null ? settings.config().maxSize() : limit.value();
    return most < 0 ? greatest : Math.min(most, greatest);
  }
}
