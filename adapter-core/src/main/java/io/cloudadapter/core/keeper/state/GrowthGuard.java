package io.cloudadapter.core.keeper.state;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.planning.GrowthLimit;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.quota.PoolQuota;
import io.cloudadapter.core.quota.PoolUse;
import io.cloudadapter.core.quota.QuotaAnswer;
import io.cloudadapter.core.quota.QuotaShortfall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Keeps the pool's growth within the quotas of its tenants. A command of a caller is refused if there is no room for
 * all of it. Growth without a caller is held: the pool's record has how many machines of the desired size have no
 * room yet, so that after a restart the rest is still reserved.
 */
public final class GrowthGuard {
  /** How soon a pool that is held looks for room again. */
  private static final Duration AGAIN = Duration.ofSeconds(5);
  /** From then on a person hears of it. */
  private static final Duration LONG = Duration.ofMinutes(15);

  private static final Duration HOUR = Duration.ofHours(1);

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final PoolQuota quota;
  private final PresentLaunch present;

  /** Launches that were sent and not ended at the last report; empty before the first one. */
  private Optional<Map<String, Integer>> sent = Optional.empty();

  private Optional<Long> heldSince = Optional.empty();
  private int withheld;
  private Optional<String> withheldBy = Optional.empty();
  private QuotaUseCounter count = QuotaUseCounter.NOTHING;
  private long countedChanges = -1;
  private long countedSizes = -1;

  public GrowthGuard(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      PresentLaunch present) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.quota = settings.quota();
    this.present = present;
  }

  private QuotaUseCounter count() {
    if (ledger.changes() != countedChanges || quota.sizesVersion() != countedSizes) {
      countedSizes = quota.sizesVersion();
      countedChanges = ledger.changes();
      count = QuotaUseCounter.of(
          ledger, settings.config().account(), present.launch().size(), quota);
    }
    return count;
  }

  /** What the pool uses, as the ledger is now. */
  private PoolUse use() {
    return count().with(wanted(), ledger.pool().heldGrowth());
  }

  /** How many machines of the desired size are reserved. */
  private int wanted() {
    PoolRecord pool = ledger.pool();
    if (pool.state().ends()) {
      return 0;
    }
    return pool.desiredSet()
        ? pool.desired() - pool.heldGrowth()
        : Math.min(settings.config().initialSize(), quota.reserved());
  }

  private OptionalInt cpusEach() {
    return quota.cpus(settings.config().account(), present.launch().size());
  }

  /** Everything up to here is durable: what the pool has given back is free for others. */
  public void settle() {
    if (quota.limited()) {
      boolean first = sent.isEmpty();
      quota.report(use(), ended(), first);
    }
  }

  /** The launches that have ended since the last report; at the first one, those of the last hour. */
  private List<PoolQuota.EndedLaunch> ended() {
    List<PoolQuota.EndedLaunch> ended = new ArrayList<>();
    Map<String, Integer> now = new HashMap<>();
    for (LaunchRecord launch : ledger.unresolved()) {
      if (launch.status() == LaunchRecord.Status.SENT) {
        now.put(launch.key(), launch.asked());
      }
    }
    sent.ifPresentOrElse(
        before -> before.forEach((key, machines) -> {
          if (!now.containsKey(key)) {
            ended.add(new PoolQuota.EndedLaunch(machines, step.now().nanos()));
          }
        }),
        () -> ended.addAll(QuotaUseCounter.endedWithin(HOUR, ledger, step.now())));
    sent = Optional.of(now);
    return ended;
  }

  /**
   * Reserves a size that a caller asks for.
   *
   * @return why there is no room for it; then nothing is reserved
   */
  public Optional<QuotaShortfall> reserve(int desired) {
    return reserve(0, desired);
  }

  /**
   * Reserves a size, and room for machines that join the pool.
   *
   * @return why there is no room for it; then nothing is reserved
   */
  public Optional<QuotaShortfall> reserve(int joining, int desired) {
    if (!quota.limited()) {
      return Optional.empty();
    }
    PoolUse own = use();
    int target = Math.max(count().members() + joining, desired) + count().attaching();
    return reserveAll(own, Math.max(0, target - own.reserved()), cpusEach());
  }

  /**
   * Reserves room for a machine that is to be attached.
   *
   * @param size its size, if the cloud shows it
   * @return why there is no room for it
   */
  public Optional<QuotaShortfall> reserveAttached(Optional<String> size) {
    return quota.limited()
        ? reserveAll(
            use(), 1, size.isEmpty() ? cpusEach() : quota.cpus(settings.config().account(), size))
        : Optional.empty();
  }

  private Optional<QuotaShortfall> reserveAll(PoolUse own, int more, OptionalInt cpusEach) {
    return quota.reserve(own, more, cpusEach, more).shortfall();
  }

  /**
   * Reserves as much of a size as there is room for.
   *
   * @return how many machines of it have no room, and are held
   */
  int held(int desired) {
    if (!quota.limited() || ledger.pool().state().ends()) {
      return 0;
    }
    PoolUse own = count().with(0, 0);
    int more = Math.max(0, desired - count().members());
    QuotaAnswer answer = quota.reserve(own, more, cpusEach(), 0);
    return more - answer.machines();
  }

  /** Gives growth that was held the room that there is by now. */
  public void onStep() {
    int before = ledger.pool().heldGrowth();
    if (before > 0) {
      int held = held(ledger.pool().desired());
      if (held != before) {
        ledger.atom();
        ledger.put(ledger.pool().edit(edit -> edit.heldGrowth = held));
        ledger.atom();
      }
    }
  }

  /**
   * How many of the missing machines may be launched.
   *
   * @param target what the plan brings the pool to: its desired size, the surge of a refresh, and the headroom
   * @param take whether they count as launched from now on
   */
  public GrowthLimit limit(int target, boolean take) {
    int missing = Math.max(0, target - ledger.committed());
    if (!quota.limited()) {
      withheld = take ? 0 : withheld;
      return GrowthLimit.none();
    }
    if (take) { // A launch that has ended in this step counts as before.
      quota.ended(ended());
    }
    QuotaAnswer answer = quota.launch(use(), missing, cpusEach(), step.now().nanos(), take);
    if (take) {
      withheld = missing - answer.machines();
      withheldBy = answer.shortfall().map(QuotaShortfall::text);
    }
    return new GrowthLimit(
        answer.machines(),
        answer
            .shortfall()
            .map(shortfall -> new PoolPlan.Hold(
                Alarm.Code.TENANT_QUOTA,
                shortfall.text(),
                shortfall.after().map(step.wall()::plus))));
  }

  /**
   * How many machines may be launched for the warm pool. To be asked only while the pool lacks none, so that it takes
   * no room from its own size; what other pools have reserved stays theirs.
   *
   * @param wanted how many, 0 or more
   * @param take whether they count as launched from now on
   */
  public int forWarmPool(int wanted, boolean take) {
    if (!quota.limited() || wanted == 0) {
      return wanted;
    }
    return quota.launch(use(), wanted, cpusEach(), step.now().nanos(), take).machines();
  }

  /**
   * How many machines a pool of so many lacks since no quota has room for them. What leaves gives its room back, and a
   * limit of launches within an hour only makes them late, so neither is a reason.
   */
  int withoutRoom(int machines) {
    int missing = machines - ledger.committed();
    if (missing <= 0 || !quota.limited()) {
      return 0;
    }
    PoolUse staying = count().staying().with(wanted(), ledger.pool().heldGrowth());
    return missing - quota.room(staying, missing, cpusEach());
  }

  /** How many machines the last plan wanted and no quota allowed then, for people. */
  public int withheld() {
    return withheld;
  }

  /** The quota that did not allow them, with its limit and what is used, for people; empty if none was withheld. */
  public Optional<String> withheldBy() {
    return withheld > 0 ? withheldBy : Optional.empty();
  }

  /** Raises the alarm once growth has been held for long, and looks for room again soon. */
  public void noteHold(Optional<PoolPlan.Hold> hold) {
    if (hold.isEmpty() && ledger.pool().heldGrowth() == 0) {
      heldSince = Optional.empty();
      alarms.clear(Alarm.Code.TENANT_QUOTA);
      return;
    }
    step.wakeAt(step.now().plus(AGAIN));
    long since = heldSince.orElse(step.now().nanos());
    heldSince = Optional.of(since);
    if (step.now().reached(since + LONG.toNanos())) {
      hold.ifPresent(why ->
          alarms.raise(Alarm.Code.TENANT_QUOTA, "growth is held: " + why.reason(), step.wall()));
    }
  }
}
