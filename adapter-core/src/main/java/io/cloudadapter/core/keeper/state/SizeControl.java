package io.cloudadapter.core.keeper.state;

import io.cloudadapter.core.config.WarmConfig;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.ScalingRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.warm.GrowthHistory;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The size that a pool is to have, and the most that it may have. */
public final class SizeControl {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final GrowthGuard growth;

  public SizeControl(KeeperConfig settings, Ledger ledger, CurrentStep step, GrowthGuard growth) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.growth = growth;
  }

  /** What the quotas of the pool's tenants allow. */
  public GrowthGuard growth() {
    return growth;
  }

  public void setDesired(int desired) {
    int held = growth.held(desired);
    GrowthHistory history = historyAfter(desired);
    ledger.put(ledger.pool().edit(edit -> {
      edit.desired = desired;
      edit.desiredSet = true;
      edit.heldGrowth = held;
      edit.growth = history;
    }));
  }

  /** The first size is no growth. Without a window nothing is kept. */
  private @Nullable GrowthHistory historyAfter(int desired) {
    WarmConfig warm = settings.config().warm();
    GrowthHistory before = history();
    PoolRecord pool = ledger.pool();
    return warm.growthWindow()
        .map(window -> pool.desiredSet() && desired != pool.desired()
            ? before.resized(step.wall(), pool.desired(), desired, warm.growthSpan(), window)
            : before)
        .filter(history -> !history.equals(GrowthHistory.NONE))
        .orElse(null);
  }

  private GrowthHistory history() {
    GrowthHistory stored = ledger.pool().growth();
    return stored == null ? GrowthHistory.NONE : stored;
  }

  /** The largest growth of the desired size that the warm pool follows; 0 if it follows none. */
  public int largestGrowth() {
    return settings
        .config()
        .warm()
        .growthWindow()
        .map(window -> history().largest(step.wall(), window))
        .orElse(0);
  }

  /** Wakes the keeper when the largest growth no longer counts. A clock that was set back moves growths to now. */
  public void followGrowth() {
    WarmConfig warm = settings.config().warm();
    warm.growthWindow()
        .map(window -> history().asOf(step.wall(), warm.growthSpan(), window))
        .filter(history -> !history.equals(history()))
        .ifPresent(moved -> {
          ledger.atom();
          ledger.put(ledger.pool().edit(edit -> edit.growth = moved));
        });
    warm.growthWindow()
        .flatMap(window -> history().largestUntil(step.wall(), window))
        .ifPresent(until -> step.wakeAt(step.now().plus(Duration.between(step.wall(), until))));
  }

  /**
   * How many machines are kept in service above a desired size: as configured, as far as maxSize has room for them.
   *
   * @param desired a desired size, 0 or more
   */
  public int headroom(int desired) {
    return Math.max(0, Math.min(settings.config().headroom().of(desired), maxSize() - desired));
  }

  /** How many machines of the headroom are owed at present: those that are there, or that the quotas have room for. */
  public int owedHeadroom() {
    return withinQuotas(headroom(ledger.pool().desired()));
  }

  /** How many of so many machines above the desired size are there, or have room in the quotas. */
  public int withinQuotas(int above) {
    return above == 0
        ? 0
        : Math.max(0, above - growth.withoutRoom(ledger.pool().desired() + above));
  }

  /** How many of so many machines are there for the desired size: those above it fill the headroom first. */
  public int withoutHeadroom(int machines) {
    int desired = ledger.pool().desired();
    return machines - Math.max(0, Math.min(machines - desired, headroom(desired)));
  }

  /** The most machines that may count: as a resize has set it, else as configured, never above maxSizeLimit. */
  public int maxSize() {
    ScalingRecord.Limit limit = ledger.pool().scale().maxSize();
    int greatest = settings.config().maxSizeLimit();
    int most = limit == null ? settings.config().maxSize() : limit.value();
    return most < 0 ? greatest : Math.min(most, greatest);
  }
}
