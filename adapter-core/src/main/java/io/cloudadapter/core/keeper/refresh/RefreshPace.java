package io.cloudadapter.core.keeper.refresh;

import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.DisruptionAccount;
import io.cloudadapter.core.keeper.state.HourlyQuota;
import io.cloudadapter.core.keeper.state.LaunchFailures;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.ledger.RefreshSettings;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.util.Optional;

/**
 * How many machines a refresh may take out at one moment, by the budgets, limits and quotas of the pool, and what it
 * waits for while it may take out none.
 */
final class RefreshPace {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final SizeControl sizes;
  private final LaunchFailures launchFailures;
  private final HourlyQuota terminateBudget;
  private final ActiveRefresh active;
  private final DisruptionAccount disruption;

  RefreshPace(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      SizeControl sizes,
      LaunchFailures launchFailures,
      HourlyQuota terminateBudget,
      ActiveRefresh active,
      DisruptionAccount disruption) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.sizes = sizes;
    this.launchFailures = launchFailures;
    this.terminateBudget = terminateBudget;
    this.active = active;
    this.disruption = disruption;
  }

  /** How many more may be on their way: those that are to come, or are not healthy yet, are so already. */
  int room(RefreshSettings how, RefreshCensus census) {
    return how.atOnce(ledger.pool().desired()) - Math.max(0, missing(census));
  }

  /** How many are to come or are not healthy yet. What has no room above the desired size is none of them. */
  private int missing(RefreshCensus census) {
    int above = sizes.withinQuotas(active.above());
    return ledger.pool().desired() + above - (ledger.effective() - census.warming);
  }

  /** Whether a quota withholds all that are missing, so that none of them is on its way. */
  private boolean isHeldByQuota(RefreshCensus census) {
    int above = active.above();
    int owed = sizes.growth().withheld() - (above - sizes.withinQuotas(above));
    return owed > 0 && owed >= missing(census);
  }

  private String roomInQuotas() {
    return "room in the quotas of the pool's tenants"
        + sizes.growth().withheldBy().map(quota -> ": " + quota).orElse("");
  }

  /** The hour's budget of ends, less the ends that wait for it already (I10). */
  int endsLeft() {
    int waiting = 0;
    for (MachineRecord machine : ledger.busyMachines()) {
      waiting += machine.status() == Status.RETIRING && !machine.byCommand() ? 1 : 0;
    }
    int left = terminateBudget.left(step.now()) - waiting;
    if (left <= 0) {
      terminateBudget.nextRefill().ifPresent(step::wakeAt);
    }
    return Math.max(0, left);
  }

  /** Why it takes out no machine at present; empty if it may. */
  Optional<String> waitsFor(RefreshRecord refresh, RefreshCensus census) {
    RefreshSettings how = refresh.settings();
    int desired = ledger.pool().desired();
    int least = active.least(refresh);
    if (!refresh.moves()) {
      return Optional.ofNullable(refresh.reason());
    }
    if (settings.reads()) {
      return Optional.empty();
    }
    if (!disruption.isListRecent()) {
      return Optional.of("a complete list of the cloud");
    }
    if (launchFailures.oneAtATime()) {
      return Optional.of("a launch that succeeds: the last ones failed");
    }
    if (census.remaining == 0) {
      return Optional.of(rest(census));
    }
    if (census.ill.isEmpty() && census.sound.isEmpty()) {
      return Optional.of(
          census.blocked.isEmpty()
              ? "machines of an earlier template that do not serve, or are not known to"
              : census.blocked.size() + " machines that are protected or under an action");
    }
    Optional<String> held = heldByAccount(refresh, census);
    if (held.isPresent()) {
      return held;
    }
    if (room(how, census) <= 0) {
      return Optional.of(
          isHeldByQuota(census) ? roomInQuotas() : "the machines that are on their way");
    }
    if (endsLeft() == 0) {
      return Optional.of("the hour's budget of ends");
    }
    if (census.ill.isEmpty() && census.healthy <= least && sizes.growth().withheld() > 0) {
      return Optional.of(roomInQuotas());
    }
    if (census.ill.isEmpty() && census.healthy <= least) {
      boolean capped = active.surge() == 0 && how.least(desired) >= desired;
      return Optional.of(
          capped
              ? "maxSize: " + sizes.maxSize() + " allows no machine above the desired size, and"
                  + " minHealthyPercent " + how.minHealthy() + " none below it"
              : "healthy machines: " + census.healthy + " are, and " + least + " have to be left");
    }
    return Optional.empty();
  }

  /** What is left to come when all machines of earlier templates are replaced or on their way out. */
  private String rest(RefreshCensus census) {
    if (isHeldByQuota(census)) {
      return roomInQuotas();
    }
    return launchFailures
        .refused()
        .filter(why -> ledger.effective() < ledger.pool().desired() + active.owedHeadroom())
        .map(why -> "a launch that the cloud accepts: " + why)
        .orElse("all machines to be healthy");
  }

  /** The budget or the window that keeps each machine from being taken out; empty if one may be. */
  private Optional<String> heldByAccount(RefreshRecord refresh, RefreshCensus census) {
    DisruptionAccount.Draft draft = active.draft(refresh);
    boolean one = census.ill.stream().anyMatch(draft::permits)
        || census.sound.stream().anyMatch(draft::permits);
    return one ? Optional.empty() : draft.hold().map(PoolPlan.Hold::reason);
  }
}
