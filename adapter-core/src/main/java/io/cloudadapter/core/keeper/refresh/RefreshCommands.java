package io.cloudadapter.core.keeper.refresh;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.refresh.FailureResponse;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.PendingCommand;
import io.cloudadapter.core.keeper.state.PresentLaunch;
import io.cloudadapter.core.keeper.state.RandomIds;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.PoolRecord.HeldTemplate;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.ledger.RefreshSettings;
import io.cloudadapter.core.ledger.TemplateRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.LaunchKeySupport;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** Handles what callers ask of refreshes, and answers how far the present one has come. */
public final class RefreshCommands {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final ActiveRefresh active;
  private final RefreshRunner runner;
  private final RefreshRollback rollback;
  private final AutomaticRefreshes automatic;
  private final RefreshStop stop;

  public RefreshCommands(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      ActiveRefresh active,
      RefreshRunner runner,
      RefreshRollback rollback,
      AutomaticRefreshes automatic) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.active = active;
    this.runner = runner;
    this.rollback = rollback;
    this.automatic = automatic;
    this.stop = new RefreshStop(alarms);
  }

  public void start(RefreshRequest request, PendingCommand pending) {
    if (refusedForGroup(pending) || !pending.requireActivePool() || !pending.requireDecision()) {
      return;
    }
    Optional<RefreshRecord> underWay = active.record();
    if (underWay.filter(refresh -> !refresh.isAutomatic()).isPresent()) {
      pending.refuse(
          Reason.CONFLICT,
          "refresh " + underWay.get().id() + " is under way, " + underWay.get().state(),
          "A pool has one refresh at a time: wait for its end, or cancel it.");
      return;
    }
    RefreshSettings how = RefreshSettings.of(request);
    Optional<String> alarm = stop.alarm(how);
    if (alarm.isPresent()) {
      pending.refuse(
          Reason.CONFLICT,
          "stopAlarms must not stand when a refresh starts, and " + alarm.get(),
          "Start it once the alarm is gone, or without this stop alarm.");
      return;
    }
    HeldTemplate held = ledger.pool().held();
    int configured = held == null ? ledger.pool().profile() : held.rejected();
    RefreshRecord refresh = RefreshRecord.starting(
        RandomIds.uuid(settings.random()).toString(),
        how,
        configured,
        rollback.previousOfRequested(configured),
        step.wall(),
        pending.caller());
    Optional<String> obstacle = request.onFailure() == FailureResponse.ROLLBACK
        ? rollback.obstacle(refresh)
        : Optional.empty();
    if (obstacle.isPresent()) {
      pending.refuse(
          Reason.CONFLICT,
          "onFailure must be PAUSE or CANCEL, was ROLLBACK: " + obstacle.get(),
          "A rollback goes back to the launch template that most machines have.");
      return;
    }
    underWay.ifPresent(byItself -> {
      runner.cancel(byItself, name(pending.caller()) + " has started another refresh");
      // One record at a time: the end of the first is durable before the second begins.
      ledger.atom();
    });
    RefreshRecord begun = refresh.template(renumbered(configured, !request.skipMatching()));
    RefreshCensus census = active.census(begun);
    ledger.put(begun.begins(census.remaining, census.failures));
    pending.accept();
  }

  /** Whether the cloud sizes the pool by itself, as a group; then the command is refused. */
  private boolean refusedForGroup(PendingCommand pending) {
    boolean group = settings.profile().keySupport().kind() == LaunchKeySupport.Kind.TARGET;
    if (group) {
      pending.refuse(
          Reason.UNSUPPORTED,
          "pool " + settings.config().name() + " is a group that its cloud sizes by itself",
          "The group decides what its machines are made from: refresh it in the cloud.");
    }
    return group;
  }

  /**
   * Has launches made from the template of the configuration. It gets another number if machines that have it already
   * are to be replaced, or if a rollback has rejected it.
   */
  private int renumbered(int configured, boolean again) {
    PoolRecord pool = ledger.pool();
    if (pool.held() == null && !again) {
      return configured;
    }
    int number = pool.profile() + 1;
    // The digest of the record may be under a key that is lost.
    ledger.put(TemplateRecord.of(
        number,
        PresentLaunch.configured(settings),
        ledger.templates().find(configured).flatMap(TemplateRecord::image),
        settings.templateKey(),
        step.wall()));
    ledger.put(pool.edit(edit -> {
      edit.profile = number;
      edit.held = null;
    }));
    return number;
  }

  public void control(RefreshControl control, PendingCommand pending) {
    if (refusedForGroup(pending)) {
      return;
    }
    if (control == RefreshControl.ROLLBACK) {
      rollBack(pending);
      return;
    }
    Optional<RefreshRecord> underWay = active.record();
    if (underWay.isEmpty()) {
      boolean again = control == RefreshControl.CANCEL
          && ledger
              .refresh()
              .filter(last -> last.state() == RefreshState.CANCELLED
                  || last.state() == RefreshState.ROLLBACK_FAILED)
              .isPresent();
      if (again) {
        pending.accept();
      } else {
        pending.refuse(Reason.CONFLICT, "no refresh is under way", "Start one first.");
      }
      return;
    }
    RefreshRecord refresh = underWay.get();
    switch (control) {
      case PAUSE -> {
        if (refresh.state() != RefreshState.PAUSED) {
          runner.pause(refresh, "it was paused by " + name(pending.caller()));
        }
      }
      case RESUME -> {
        if (refresh.state() == RefreshState.PAUSED || refresh.state() == RefreshState.CHECKPOINT) {
          runner.resume(refresh);
        } else if (refresh.state() == RefreshState.BAKING) {
          pending.refuse(
              Reason.CONFLICT,
              "refresh " + refresh.id() + " is BAKING",
              "Only a refresh that is PAUSED or at a CHECKPOINT can be resumed.");
          return;
        }
      }
      case CANCEL -> runner.cancel(refresh, "it was cancelled by " + name(pending.caller()));
      case ROLLBACK -> throw new IllegalStateException("a rollback is no change of a refresh");
    }
    pending.accept();
  }

  /** Takes the pool back to the template from before the refresh that is under way, or the last one. */
  private void rollBack(PendingCommand pending) {
    if (!pending.requireActivePool() || !pending.requireDecision()) {
      return;
    }
    Optional<RefreshRecord> last = ledger.refresh();
    if (last.isEmpty()) {
      pending.refuse(Reason.CONFLICT, "there was no refresh", "Start one first.");
      return;
    }
    RefreshRecord refresh = last.get();
    Optional<String> obstacle = rollback.obstacle(refresh);
    if (obstacle.isPresent()) {
      pending.refuse(
          Reason.CONFLICT,
          "refresh " + refresh.id() + " cannot roll back: " + obstacle.get(),
          "Change the configuration to what it was, and start a refresh.");
      return;
    }
    boolean isUnderWay = refresh.isRollback() && refresh.state() != RefreshState.ROLLBACK_FAILED;
    if (isUnderWay && refresh.state() == RefreshState.PAUSED) {
      runner.resume(refresh);
    } else if (!isUnderWay) {
      RefreshRecord goesBack = refresh.active()
          ? refresh
          : refresh.anew(
              RandomIds.uuid(settings.random()).toString(), step.wall(), pending.caller());
      runner.rollBack(goesBack, "it was rolled back by " + name(pending.caller()));
    }
    pending.accept();
  }

  private static String name(String caller) {
    return caller.isEmpty() ? "a caller" : caller;
  }

  /** How many machines may count above the desired size at present. */
  public int above() {
    return active.above();
  }

  /** The refresh that is under way, or the last one. */
  public Optional<RefreshStatus> status() {
    return ledger.refresh().map(this::status);
  }

  private RefreshStatus status(RefreshRecord refresh) {
    RefreshCensus census = active.census(refresh);
    boolean goesOn = refresh.active();
    return new RefreshStatus(
        UUID.fromString(refresh.id()),
        refresh.state(),
        refresh.reasonToStart(),
        Optional.ofNullable(refresh.reason()),
        goesOn ? runner.waitsFor(refresh, census) : Optional.empty(),
        refresh.settings().request(),
        refresh.template(),
        number(refresh.previous()),
        number(refresh.rejected()),
        refresh.machines(),
        census.remaining,
        census.warm.size(),
        census.healthy,
        active.least(refresh),
        Math.max(0, census.failures - refresh.failuresBefore()),
        goesOn ? ids(census.blocked) : List.of(),
        refresh.startedAt(),
        refresh.startedBy() == null ? "" : refresh.startedBy(),
        Optional.ofNullable(refresh.endedAt()));
  }

  private static OptionalInt number(int template) {
    return template == 0 ? OptionalInt.empty() : OptionalInt.of(template);
  }

  private static List<MachineId> ids(List<MachineRecord> machines) {
    return machines.stream().map(MachineRecord::machineId).toList();
  }

  /** What the refresh waits for, for the plan. */
  public Optional<PoolPlan.Ongoing> ongoing() {
    Optional<RefreshRecord> underWay = active.record();
    return underWay.isPresent()
        ? underWay.map(this::ongoing)
        : automatic
            .pending()
            .map(pending -> new PoolPlan.Ongoing(
                PoolPlan.Operation.REFRESH,
                pending.cause().name(),
                pending.machines(),
                pending.waitsFor().orElse("its start, within a minute"),
                Optional.empty()));
  }

  private PoolPlan.Ongoing ongoing(RefreshRecord refresh) {
    RefreshCensus census = active.census(refresh);
    return new PoolPlan.Ongoing(
        PoolPlan.Operation.REFRESH,
        refresh.id(),
        Math.max(1, census.remaining),
        runner.waitsFor(refresh, census).orElse("its next step"),
        Optional.empty());
  }
}
