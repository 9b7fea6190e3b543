package io.cloudadapter.core.keeper.refresh;

import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.refresh.FailureResponse;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.core.keeper.lifecycle.Terminator;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.DisruptionAccount;
import io.cloudadapter.core.keeper.state.HourlyQuota;
import io.cloudadapter.core.keeper.state.LaunchFailures;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.ledger.RefreshSettings;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the refresh of a pool: takes out machines of earlier launch templates, a few at a time, as long as enough
 * healthy ones are left. It only retires machines and grants surge; the plan launches their replacements. What is left
 * to do follows from the ledger, so a keeper that begins goes on where the last one ended.
 */
public final class RefreshRunner {
  private final Ledger ledger;
  private final CurrentStep step;
  private final PoolFreeze freeze;
  private final ActiveRefresh active;
  private final Terminator terminator;
  private final RefreshRollback rollback;
  private final AutomaticRefreshes automatic;
  private final RefreshStop stop;
  private final RefreshPace pace;
  private final MachineTrackings trackings;

  /** Whether warmups are measured. */
  private boolean warms;

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
      AlarmRegistry alarms,
      ActiveRefresh active,
      Terminator terminator,
      RefreshRollback rollback,
      AutomaticRefreshes automatic,
      DisruptionAccount disruption,
      MachineTrackings trackings) {
    this.trackings = trackings;
    this.ledger = ledger;
    this.step = step;
    this.freeze = freeze;
    this.active = active;
    this.terminator = terminator;
    this.rollback = rollback;
    this.automatic = automatic;
    this.stop = new RefreshStop(alarms);
    this.pace = new RefreshPace(
        settings, ledger, step, sizes, launchFailures, terminateBudget, active, disruption);
  }

  /** Moves the refresh on as far as it goes; before the plan, which launches what it takes out. */
  public void onStep() {
    if (active.record().isEmpty()) {
      automatic.next().ifPresent(next -> begin(next, false));
    }
    active.record().ifPresent(this::onStep);
    rollback.showHeld();
    forgetWarmups();
  }

  /** While no refresh asks how long a machine has been healthy, it is not looked at: that time does not count. */
  private void forgetWarmups() {
    boolean asked =
        active.record().filter(refresh -> !refresh.settings().warmup().isZero()).isPresent();
    if (warms && !asked) {
      trackings.forgetWarmups();
    }
    warms = asked;
  }

  /** Begins one by itself, also one to which the refresh before gives way. */
  private void begin(RefreshRecord refresh, boolean gaveWay) {
    ledger.atom();
    RefreshCensus census = active.census(refresh);
    ledger.put(refresh
        .begins(census.remaining, census.failures)
        .after(ledger.refresh(), gaveWay, census.failures));
  }

  private void onStep(RefreshRecord refresh) {
    ledger.atom();
    if (ledger.pool().state().ends()) {
      cancel(refresh, "the pool is being deleted");
    } else if (refresh.template() != ledger.pool().profile()) {
      cancel(
          refresh,
          "the launch template has changed to number " + ledger.pool().profile()
              + ": start another refresh");
    } else if (automatic.unwanted(refresh).isPresent()) {
      cancel(refresh, automatic.unwanted(refresh).get());
    } else if (ledger.pool().restored() && refresh.state() != RefreshState.PAUSED) {
      pause(refresh, "the ledger was restored from a backup");
    } else if (!stopsAtAlarm(refresh) && freeze.mayAct()) {
      proceed(refresh);
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
    // A template that proves bad is stopped also at a checkpoint, and while no window is open.
    Optional<String> failures = RefreshStop.failures(refresh, census);
    if (failures.isPresent() && refresh.state() != RefreshState.PAUSED) {
      react(refresh, failures.get());
      return;
    }
    switch (refresh.state()) {
      case RUNNING, ROLLING_BACK -> run(refresh, census);
      case CHECKPOINT ->
        waits(
            refresh,
            refresh.settings().checkpoints().get(refresh.checkpoints() - 1).delay());
      case BAKING -> bake(refresh, census);
      case PAUSED, SUCCEEDED, FAILED, CANCELLED, ROLLED_BACK, ROLLBACK_FAILED -> {}
    }
  }

  /** Whether an alarm of its request stands; then it has stopped. A frozen pool is no reason to overlook it. */
  private boolean stopsAtAlarm(RefreshRecord refresh) {
    if (refresh.isRollback() || refresh.state() == RefreshState.PAUSED) {
      return false;
    }
    Optional<String> alarm = stop.alarm(refresh.settings());
    alarm.ifPresent(why -> react(refresh, why));
    return alarm.isPresent();
  }

  /** A refresh that began by itself ends: no person waits for it, and it would keep the next one from starting. */
  private void pauseOrEnd(RefreshRecord refresh, String why) {
    if (refresh.isAutomatic()) {
      end(refresh, RefreshState.CANCELLED, why);
    } else {
      pause(refresh, why);
    }
  }

  /** Does what the request has for failures. A rollback is never rolled back itself. */
  private void react(RefreshRecord refresh, String why) {
    FailureResponse response =
        refresh.isRollback() ? FailureResponse.PAUSE : refresh.settings().onFailure();
    switch (response) {
      case PAUSE -> pause(refresh, why);
      case CANCEL -> end(refresh, RefreshState.CANCELLED, why);
      case ROLLBACK ->
        rollback
            .obstacle(refresh)
            .ifPresentOrElse(
                obstacle -> pauseOrEnd(refresh, why + "; it cannot roll back: " + obstacle),
                () -> rollBack(refresh, why));
    }
  }

  /** Goes back to the template from before. */
  void rollBack(RefreshRecord refresh, String why) {
    RefreshRecord back = rollback.begin(refresh, why);
    RefreshCensus census = active.census(back);
    ledger.put(back.begins(census.remaining, census.failures));
    since = step.now().nanos();
    sinceState = RefreshState.ROLLING_BACK;
  }

  private void run(RefreshRecord refresh, RefreshCensus census) {
    Duration ran = refresh.ranFor().plus(inThisState());
    if (census.remaining > 0 && active.standsStill(refresh, census)) {
      automatic
          .insteadOf(refresh)
          .ifPresentOrElse(other -> giveWay(refresh, other), () -> standStill(refresh, ran));
      return;
    }
    Duration limit = refresh.settings().timeLimit();
    if (ran.compareTo(limit) >= 0) {
      end(
          refresh,
          refresh.isRollback() ? RefreshState.ROLLBACK_FAILED : RefreshState.FAILED,
          "it ran for its time limit of " + TimeSpan.text(limit));
      return;
    }
    step.wakeAt(step.now().plus(limit.minus(ran)));
    if (!takeOutWarm(refresh, census)) {
      return;
    }
    if (census.remaining == 0) {
      finish(refresh, census);
    } else if (!reachesCheckpoint(refresh, census)) {
      takeOut(refresh, census, ran);
    }
  }

  /** Takes out outdated machines of the warm pool, as far as the hour's budget of ends goes; whether none is left. */
  private boolean takeOutWarm(RefreshRecord refresh, RefreshCensus census) {
    if (census.warm.isEmpty()) {
      return true;
    }
    int room = Math.min(census.warm.size(), pace.endsLeft());
    for (MachineRecord machine : census.inOrder(census.warm).subList(0, room)) {
      ledger.atom();
      terminator.retire(machine, refresh.why(), false);
    }
    return room == census.warm.size();
  }

  /** A pool has one refresh at a time: one that stands still must not keep another one from starting. */
  private void giveWay(RefreshRecord refresh, RefreshRecord other) {
    end(
        refresh,
        RefreshState.SUCCEEDED,
        "it has to wait, and gives way to a refresh for " + other.reasonToStart());
    begin(other, true);
  }

  /** Outside of its windows, and under a limit of 0, no time counts. What is on its way goes on. */
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
    boolean whole =
        census.warming == 0 && ledger.open() == 0 && isAtItsSize() && !outdatedComes(refresh);
    if (!whole) {
      return;
    }
    if (refresh.isRollback()) {
      end(refresh, RefreshState.ROLLED_BACK, refresh.reason());
    } else if (refresh.settings().bakeTime().isZero()) {
      end(refresh, RefreshState.SUCCEEDED, null);
    } else {
      enter(refresh, RefreshState.BAKING, null);
      step.wakeAt(step.now().plus(refresh.settings().bakeTime()));
    }
  }

  /** Whether a launch for the warm pool is under way from another template. */
  private boolean outdatedComes(RefreshRecord refresh) {
    return ledger.unresolved().stream()
        .anyMatch(launch ->
            launch.warm() && launch.awaited() > 0 && launch.profile() != refresh.template());
  }

  /** A headroom for which no quota has room does not keep a refresh from its end. */
  private boolean isAtItsSize() {
    int above = ledger.effective() - ledger.pool().desired();
    return above >= active.owedHeadroom() && above <= active.headroom();
  }

  private void bake(RefreshRecord refresh, RefreshCensus census) {
    if (census.remaining > 0 || !census.warm.isEmpty()) {
      // A machine has joined since or is protected no more, or the one that replaced it is out of
      // service again.
      enter(refresh, RefreshState.RUNNING, null);
    } else if (inThisState().compareTo(refresh.settings().bakeTime()) >= 0) {
      end(refresh, RefreshState.SUCCEEDED, null);
    } else {
      step.wakeAt(step.now().plus(refresh.settings().bakeTime().minus(inThisState())));
    }
  }

  /** Whether it has come to a checkpoint. Of several that are passed at once, the last one counts. */
  private boolean reachesCheckpoint(RefreshRecord refresh, RefreshCensus census) {
    List<RefreshSettings.Checkpoint> checkpoints =
        refresh.isRollback() ? List.of() : refresh.settings().checkpoints();
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
    if (pace.waitsFor(refresh, census).isPresent()) {
      return;
    }
    RefreshSettings how = refresh.settings();
    int room = Math.min(census.most, Math.min(pace.room(how, census), pace.endsLeft()));
    int spare = census.healthy - active.least(refresh);
    List<MachineRecord> next = new ArrayList<>(census.inOrder(census.ill));
    List<MachineRecord> sound = census.inOrder(census.sound);
    next.addAll(sound.subList(0, Math.max(0, Math.min(sound.size(), spare))));
    DisruptionAccount.Draft draft = active.draft(refresh);
    for (MachineRecord machine : next) {
      if (room > 0 && draft.take(machine)) {
        room--;
        ledger.atom();
        ledger.put(refresh.ran(ran));
        terminator.retire(
            machine.edit(edit -> edit.disruption = refresh.disruption()), refresh.why(), false);
      }
    }
  }

  /** Why it takes out no machine at present; empty if it may. */
  Optional<String> waitsFor(RefreshRecord refresh, RefreshCensus census) {
    return census.warm.isEmpty() || pace.endsLeft() > 0
        ? pace.waitsFor(refresh, census)
        : Optional.of("the hour's budget of ends: outdated machines of the warm pool go first, "
            + census.warm.size() + " are left");
  }

  void pause(RefreshRecord refresh, String why) {
    enter(refresh, RefreshState.PAUSED, why);
  }

  /** Goes on; what has failed until now is forgiven. */
  void resume(RefreshRecord refresh) {
    enter(refresh.forgives(active.census(refresh).failures), refresh.moving(), null);
  }

  /** Ends it before its time. */
  void cancel(RefreshRecord refresh, String why) {
    end(refresh, refresh.isRollback() ? RefreshState.ROLLBACK_FAILED : RefreshState.CANCELLED, why);
  }

  private void end(RefreshRecord refresh, RefreshState end, @Nullable String why) {
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
    boolean runs = sinceState == refresh.moving();
    return runs ? refresh.ran(refresh.ranFor().plus(inThisState())) : refresh;
  }
}
