package io.cloudadapter.core.keeper.refresh;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.config.DriftResponse;
import io.cloudadapter.core.keeper.lifecycle.LoadBalancerRegistrar;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.DisruptionAccount;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.ledger.RefreshSettings;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.util.Optional;

/**
 * Reads from the ledger how far the refresh of a pool has come, for all parts that count machines: a refresh may have
 * machines above the desired size, beside those of the headroom. It changes no record.
 */
public final class ActiveRefresh {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final MachineTrackings trackings;
  private final SizeControl sizes;
  private final LoadBalancerRegistrar registrar;
  private final MachineAges ages;
  private final DailyShare share;
  private final DisruptionAccount disruption;

  public ActiveRefresh(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      MachineTrackings trackings,
      SizeControl sizes,
      LoadBalancerRegistrar registrar,
      DisruptionAccount disruption) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.trackings = trackings;
    this.sizes = sizes;
    this.registrar = registrar;
    this.ages = new MachineAges(settings.config().automaticRefresh());
    this.share = new DailyShare(settings, ledger, step);
    this.disruption = disruption;
  }

  /** The refresh that is under way. */
  public Optional<RefreshRecord> record() {
    return ledger.refresh().filter(RefreshRecord::active);
  }

  MachineAges ages() {
    return ages;
  }

  DailyShare share() {
    return share;
  }

  /** How many machines refreshes may still replace by themselves within a day; 0 if none starts by itself. */
  public int shareLeft() {
    return settings.config().automaticRefresh().any() ? share.left() : 0;
  }

  /** Begins to take out machines for a refresh, in one step. */
  DisruptionAccount.Draft draft(RefreshRecord refresh) {
    return disruption.draft(refresh.disruption(), machine -> isPressing(refresh, machine));
  }

  /** Whether a machine waits for no window of a refresh, since it has reached the pool's hard lifetime. */
  private boolean isPressing(RefreshRecord refresh, MachineRecord machine) {
    return refresh.disruption() == DisruptionReason.LIFETIME
        && ages.isPastHardLifetime(machine, share.nowForAges());
  }

  /** Whether a refresh may begin with none of the machines that it replaces: no window is open, or a limit is 0. */
  boolean standsStill(RefreshRecord refresh, RefreshCensus census) {
    if (isClosed(refresh, census)) {
      return true;
    }
    // What does not serve may go under a limit of 0 for all reasons together.
    return isBarred(refresh) && census.ill.stream().noneMatch(draft(refresh)::permits);
  }

  private boolean isClosed(RefreshRecord refresh, RefreshCensus census) {
    return census.pressing == 0 && !disruption.window(refresh.disruption()).open();
  }

  private boolean isBarred(RefreshRecord refresh) {
    return disruption.barred(refresh.disruption()).isPresent();
  }

  /** Whether a warm machine was made from the pool's present launch template, as far as is known. */
  public boolean isCurrent(MachineRecord machine) {
    return machine.key() != null && !new TemplateDrift(ledger, ledger.pool().profile()).of(machine);
  }

  /** Whether the pool replaces a warm machine without a refresh: it is too old, or drifts where drift is automatic. */
  public boolean isStale(MachineRecord machine) {
    boolean drifts = settings.config().automaticRefresh().drift() == DriftResponse.AUTOMATIC
        && ledger.pool().held() == null
        && machine.key() != null
        && !isCurrent(machine);
    return drifts || ages.isOverdue(machine, share.nowForAges());
  }

  RefreshCensus census(RefreshRecord refresh) {
    return census(refresh, ledger.pool().desired());
  }

  private RefreshCensus census(RefreshRecord refresh, int desired) {
    RefreshCensus census = counted(refresh);
    if (refresh.isAutomatic()) {
      census.limitTo(share.left(desired));
    }
    return census;
  }

  private RefreshCensus counted(RefreshRecord refresh) {
    // A reader of a copy looks behind no load balancer.
    return RefreshCensus.of(
        ledger,
        refresh,
        trackings,
        step,
        ages,
        machine -> isPressing(refresh, machine),
        machine -> settings.reads() || registrar.isBehindAll(machine));
  }

  /**
   * How many machines may count above the desired size (I3): granted by the refresh that is under way, and at most one
   * for each machine that it still replaces. One that waits launches none, and keeps those that it has launched.
   */
  int surge() {
    return surge(ledger.pool().desired());
  }

  /** The same if the desired size were another one. */
  int surge(int desired) {
    Optional<RefreshRecord> refresh =
        record().filter(active -> active.template() == ledger.pool().profile());
    if (refresh.isEmpty()) {
      return 0;
    }
    RefreshSettings how = refresh.get().settings();
    int most = Math.min(
        Math.min(how.above(desired, sizes.headroom(desired)), how.atOnce(desired)),
        sizes.maxSize() - desired);
    RefreshCensus census = census(refresh.get(), desired);
    if (!refresh.get().moves() || isClosed(refresh.get(), census) || isBarred(refresh.get())) {
      int launched = ledger.committed() - census.remaining;
      int above = ledger.committed() - desired - sizes.headroom(desired);
      most = Math.min(most, Math.min(launched, above));
    }
    return most <= 0 ? 0 : Math.min(most, census.replaceable);
  }

  /** How many machines are kept in service above the desired size: what maxSize leaves when the surge is granted. */
  int headroom() {
    return headroom(ledger.pool().desired());
  }

  /** The same if the desired size were another one. */
  public int headroom(int desired) {
    return sizes.headroom(desired) == 0 ? 0 : headroom(desired, surge(desired));
  }

  /** How many machines of the headroom are owed at present: those that are there, or that the quotas have room for. */
  public int owedHeadroom() {
    int headroom = headroom();
    return headroom == 0 ? 0 : Math.min(headroom, sizes.owedHeadroom());
  }

  private int headroom(int desired, int surge) {
    return Math.max(0, Math.min(sizes.headroom(desired), sizes.maxSize() - desired - surge));
  }

  /** That maxSize leaves no room for all of the headroom, for the plan; empty if it does. */
  public Optional<PoolPlan.Hold> noHeadroom(int desired) {
    int wanted = settings.config().headroom().of(desired);
    int lacking = wanted - headroom(desired);
    int surge = lacking > 0 ? surge(desired) : 0;
    return lacking <= 0
        ? Optional.empty()
        : Optional.of(new PoolPlan.Hold(
            Alarm.Code.AT_MAX_SIZE,
            "maxSize is " + sizes.maxSize()
                + (surge == 0 ? "" : ", and the surge of the refresh is " + surge) + "; " + lacking
                + " of " + wanted + " machines of headroom have no room",
            Optional.empty()));
  }

  /** How many machines may count above the desired size (I3): by the surge, and by the headroom. */
  public int above() {
    return above(ledger.pool().desired());
  }

  /** The same if the desired size were another one. */
  public int above(int desired) {
    int surge = surge(desired);
    return surge + headroom(desired, surge);
  }

  /** How many of so many machines count only by the surge. */
  public int bySurge(int counting) {
    return Math.max(0, Math.min(surge(), counting - ledger.pool().desired()));
  }

  /**
   * How many healthy machines a refresh leaves: of the desired size as it is asked to, and all of the headroom that is
   * owed. No surge that a quota withholds is paid from it.
   */
  int least(RefreshRecord refresh) {
    return refresh.settings().least(ledger.pool().desired()) + owedHeadroom();
  }
}
