package io.cloudadapter.core.keeper.state;

import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.ScalingRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.util.function.IntSupplier;

/** The size that a pool is to have, and the most that it may have. */
public final class SizeControl {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final GrowthGuard growth;
  private IntSupplier surge = () -> 0;

  public SizeControl(KeeperConfig settings, Ledger ledger, GrowthGuard growth) {
    this.settings = settings;
    this.ledger = ledger;
    this.growth = growth;
  }

  /** What the quotas of the pool's tenants allow. */
  public GrowthGuard growth() {
    return growth;
  }

  /** Sets what returns how many machines may count above the desired size. */
  public void surge(IntSupplier granted) {
    surge = granted;
  }

  /** How many of so many machines count only by the surge of a refresh. */
  public int bySurge(int counting) {
    return Math.max(0, Math.min(surge.getAsInt(), counting - ledger.pool().desired()));
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
