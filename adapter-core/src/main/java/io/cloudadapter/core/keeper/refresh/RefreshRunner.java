package io.cloudadapter.core.keeper.refresh;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.core.keeper.lifecycle.Terminator;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.DisruptionAccount;
import io.cloudadapter.core.keeper.state.HourlyQuota;
import io.cloudadapter.core.keeper.state.LaunchFailures;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.ledger.RefreshSettings;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the refresh of a pool: takes out machines of earlier launch templates, a few at a time, as long as enough
 * healthy ones are left. It only retires machines and grants surge; the plan launches their replacements. What is left
 * to do follows from the ledger, so a keeper that begins goes on where the last one ended.
 */
public final class RefreshRunner {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final PoolFreeze freeze;
  private final SizeControl sizes;
  private final LaunchFailures launchFailures;
  private final HourlyQuota terminateBudget;
  private final ActiveRefresh active;
  private final Terminator terminator;
  private final DisruptionAccount disruption;

  /** Since when the present state counts time, in this life. */
  private @Nullable Long since;

  private @Nullable RefreshState sinceState;

  public RefreshRunner(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      PoolFreeze freeze,
      SizeControl sizes,
      LaunchFailures launchFailures,
      HourlyQuota terminateBudget,
      ActiveRefresh active,
      Terminator terminator,
      DisruptionAccount disruption) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.freeze = freeze;
    this.sizes = sizes;
    this.launchFailures = launchFailures;
    this.terminateBudget = terminateBudget;
    this.active = active;
    this.terminator = terminator;
    this.disruption = disruption;
  }

  /** Moves the refresh on as far as it goes; before the plan, which launches what it takes out. */
  public void onStep() {
    Optional<RefreshRecord> refresh = active.record();
    if (refresh.isEmpty()) {
      return;
    }
    ledger.atom();
    if (ledger.pool().state().ends()) {
      end(refresh.get(), RefreshState.CANCELLED, "the pool is being deleted");
    } else if (refresh.get().template() != ledger.pool().profile()) {
      end(
          refresh.get(),
          RefreshState.CANCELLED,
          "the launch template has changed to number " + ledger.pool().profile()
              + ": start another refresh");
    } else if (ledger.pool().restored() && refresh.get().state() != RefreshState.PAUSED) {
      pause(refresh.get(), "the ledger was restored from a backup");
    } else if (freeze.mayAct()) {
      proceed(refresh.get());
    } else {
      since = null;
    }
  }

  private void proceed(RefreshRecord refresh) {
    if (since == null || sinceState != refresh.state()) {
      since = step.now().nanos();
      sinceState = refresh.state();
    }
    RefreshCensus census = active.census(refresh);
    switch (refresh.state()) {
      case RUNNING -> run(refresh, census);
      case CHECKPOINT ->
        waits(
            refresh,
            refresh.settings().checkpoints().get(refresh.checkpoints() - 1).delay());
      case BAKING -> bake(refresh, census);
      case PAUSED, SUCCEEDED, FAILED, CANCELLED -> {}
    }
  }

  private void run(RefreshRecord refresh, RefreshCensus census) {
    Duration ran = refresh.ranFor().plus(inThisState());
    if (census.remaining > 0 && !disruption.window(DisruptionReason.REFRESH).open()) {
      standStill(refresh, ran);
      return;
    }
    Duration limit = refresh.settings().timeLimit();
    if (ran.compareTo(limit) >= 0) {
      end(refresh, RefreshState.FAILED, "it ran for its time limit of " + TimeSpan.text(limit));
      return;
    }
    step.wakeAt(step.now().plus(limit.minus(ran)));
    int failures = census.failures - refresh.failuresBefore();
    if (failures >= refresh.settings().failures()) {
      pause(refresh, failures + " new machines failed before they were in service");
    } else if (census.remaining == 0) {
      finish(refresh, census);
    } else if (!reachesCheckpoint(refresh, census)) {
      takeOut(refresh, census, ran);
    }
  }

  /** Outside of its windows no time counts. What is on its way goes on. */
  private void standStill(RefreshRecord refresh, Duration ran) {
    if (!ran.equals(refresh.ranFor())) {
      ledger.put(refresh.ran(ran));
    }
    since = null;
  }

  private Duration inThisState() {
    Long began = since;
    return began == null ? Duration.ZERO : Duration.ofNanos(step.now().nanos() - began);
  }

  /** All are replaced: once the pool is at its size with healthy machines, it bakes, or has succeeded. */
  private void finish(RefreshRecord refresh, RefreshCensus census) {
    boolean whole = census.warming == 0
        && ledger.open() == 0
        && ledger.effective() == ledger.pool().desired();
    if (!whole) {
      return;
    }
    if (refresh.settings().bakeTime().isZero()) {
      end(refresh, RefreshState.SUCCEEDED, null);
    } else {
      enter(refresh, RefreshState.BAKING, null);
      step.wakeAt(step.now().plus(refresh.settings().bakeTime()));
    }
  }

  private void bake(RefreshRecord refresh, RefreshCensus census) {
    if (census.remaining > 0) {
      // A machine has joined since, or the one that replaced it is out of service again.
      enter(refresh, RefreshState.RUNNING, null);
    } else if (inThisState().compareTo(refresh.settings().bakeTime()) >= 0) {
      end(refresh, RefreshState.SUCCEEDED, null);
    } else {
      step.wakeAt(step.now().plus(refresh.settings().bakeTime().minus(inThisState())));
    }
  }

  /** Whether it has come to a checkpoint. Of several that are passed at once, the last one counts. */
  private boolean reachesCheckpoint(RefreshRecord refresh, RefreshCensus census) {
    List<RefreshSettings.Checkpoint> checkpoints = refresh.settings().checkpoints();
    long replaced = Math.max(0, refresh.machines() - census.remaining);
    int passed = refresh.checkpoints();
    while (passed < checkpoints.size()
        && replaced * 100 >= (long) checkpoints.get(passed).percent() * refresh.machines()) {
      passed++;
    }
    if (passed == refresh.checkpoints()) {
      return false;
    }
    enter(
        refresh.checkpoint(passed),
        RefreshState.CHECKPOINT,
        checkpoints.get(passed - 1).percent() + " % of the machines are replaced");
    step.wakeAt(step.now().plus(checkpoints.get(passed - 1).delay()));
    return true;
  }

  private void waits(RefreshRecord refresh, Duration pause) {
    if (inThisState().compareTo(pause) >= 0) {
      enter(refresh, RefreshState.RUNNING, null);
      proceed(active.record().orElseThrow());
    } else {
      step.wakeAt(step.now().plus(pause.minus(inThisState())));
    }
  }

  private void takeOut(RefreshRecord refresh, RefreshCensus census, Duration ran) {
    if (waitsFor(refresh, census).isPresent()) {
      return;
    }
    RefreshSettings how = refresh.settings();
    int desired = ledger.pool().desired();
    int room = Math.min(room(how, census), endsLeft());
    int spare = census.healthy - how.least(desired);
    List<MachineRecord> next = new ArrayList<>(inOrder(how, census.ill));
    List<MachineRecord> sound = inOrder(how, census.sound);
    next.addAll(sound.subList(0, Math.max(0, Math.min(sound.size(), spare))));
    DisruptionAccount.Draft draft = disruption.draft(DisruptionReason.REFRESH);
    for (MachineRecord machine : next) {
      if (room > 0 && draft.take(machine)) {
        room--;
        ledger.atom();
        ledger.put(refresh.ran(ran));
        terminator.retire(
            machine.edit(edit -> edit.disruption = DisruptionReason.REFRESH),
            RefreshRecord.REASON + refresh.template(),
            false);
      }
    }
  }

  /** How many more may be on their way: those that are to come, or are not healthy yet, are so already. */
  private int room(RefreshSettings how, RefreshCensus census) {
    return how.atOnce(ledger.pool().desired()) - Math.max(0, missing(census));
  }

  /** How many are to come or are not healthy yet. What no quota allows of the surplus is none of them. */
  private int missing(RefreshCensus census) {
    int surge = active.surge();
    int withheld = Math.min(sizes.growth().withheld(), surge);
    return ledger.pool().desired() + surge - withheld - (ledger.effective() - census.warming);
  }

  /** Whether a quota withholds all that are missing, so that none of them is on its way. */
  private boolean isHeldByQuota(RefreshCensus census) {
    int below = sizes.growth().withheld() - Math.min(sizes.growth().withheld(), active.surge());
    return below > 0 && below >= missing(census);
  }

  private String roomInQuotas() {
    return "room in the quotas of the pool's tenants"
        + sizes.growth().withheldBy().map(quota -> ": " + quota).orElse("");
  }

  /** The hour's budget of ends, less the ends that wait for it already (I10). */
  private int endsLeft() {
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

  /** The oldest first; zone by zone if that is asked for. Ties by id. */
  private static List<MachineRecord> inOrder(RefreshSettings how, List<MachineRecord> machines) {
    Comparator<MachineRecord> order =
        Comparator.comparing(MachineRecord::boundAt).thenComparing(MachineRecord::id);
    Comparator<MachineRecord> zones =
        Comparator.comparing(machine -> machine.zone() == null ? "" : machine.zone());
    return machines.stream()
        .sorted(how.zoneByZone() ? zones.thenComparing(order) : order)
        .toList();
  }

  /** Why it takes out no machine at present; empty if it may. */
  Optional<String> waitsFor(RefreshRecord refresh, RefreshCensus census) {
    RefreshSettings how = refresh.settings();
    int desired = ledger.pool().desired();
    int least = how.least(desired);
    if (refresh.state() != RefreshState.RUNNING) {
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
      return Optional.of("all machines to be healthy");
    }
    if (census.ill.isEmpty() && census.sound.isEmpty()) {
      return Optional.of(
          census.blocked.isEmpty()
              ? "machines of an earlier template that have not entered service"
              : census.blocked.size() + " machines that are protected or under an action");
    }
    Optional<String> held = heldByAccount(census);
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
      boolean capped = active.surge() == 0 && least >= desired;
      return Optional.of(
          capped
              ? "maxSize: " + sizes.maxSize() + " allows no machine above the desired size, and"
                  + " minHealthyPercent " + how.minHealthy() + " none below it"
              : "healthy machines: " + census.healthy + " are, and " + least + " have to be left");
    }
    return Optional.empty();
  }

  /** The budget or the window that keeps each machine from being taken out; empty if one may be. */
  private Optional<String> heldByAccount(RefreshCensus census) {
    DisruptionAccount.Draft draft = disruption.draft(DisruptionReason.REFRESH);
    boolean one = census.ill.stream().anyMatch(draft::permits)
        || census.sound.stream().anyMatch(draft::permits);
    return one ? Optional.empty() : draft.hold().map(PoolPlan.Hold::reason);
  }

  void pause(RefreshRecord refresh, String why) {
    enter(refresh, RefreshState.PAUSED, why);
  }

  /** Goes on; what has failed until now is forgiven. */
  void resume(RefreshRecord refresh) {
    enter(refresh.forgives(active.census(refresh).failures), RefreshState.RUNNING, null);
  }

  void end(RefreshRecord refresh, RefreshState end, @Nullable String why) {
    ledger.put(counted(refresh).ended(end, why, step.wall()));
    since = null;
  }

  private void enter(RefreshRecord refresh, RefreshState next, @Nullable String why) {
    ledger.put(counted(refresh).state(next, why));
    since = step.now().nanos();
    sinceState = next;
  }

  /** The time for which it has run counts, no other. */
  private RefreshRecord counted(RefreshRecord refresh) {
    boolean runs = sinceState == RefreshState.RUNNING;
    return runs ? refresh.ran(refresh.ranFor().plus(inThisState())) : refresh;
  }
}
