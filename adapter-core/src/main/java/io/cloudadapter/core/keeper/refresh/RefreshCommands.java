package io.cloudadapter.core.keeper.refresh;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.PendingCommand;
import io.cloudadapter.core.keeper.state.RandomIds;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.ledger.RefreshSettings;
import io.cloudadapter.core.ledger.TemplateRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.LaunchKeySupport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Handles what callers ask of refreshes, and answers how far the present one has come. */
public final class RefreshCommands {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final ActiveRefresh active;
  private final RefreshRunner runner;

  public RefreshCommands(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      ActiveRefresh active,
      RefreshRunner runner) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.active = active;
    this.runner = runner;
  }

  public void start(RefreshRequest request, PendingCommand pending) {
    if (settings.profile().keySupport().kind() == LaunchKeySupport.Kind.TARGET) {
      pending.refuse(
          Reason.UNSUPPORTED,
          "pool " + settings.config().name() + " is a group that its cloud sizes by itself",
          "The group decides what its machines are made from: refresh it in the cloud.");
      return;
    }
    if (!pending.requireActivePool() || !pending.requireDecision()) {
      return;
    }
    Optional<RefreshRecord> underWay = active.record();
    if (underWay.isPresent()) {
      pending.refuse(
          Reason.CONFLICT,
          "refresh " + underWay.get().id() + " is under way, " + underWay.get().state(),
          "A pool has one refresh at a time: wait for its end, or cancel it.");
      return;
    }
    if (!request.skipMatching()) {
      renumber();
    }
    RefreshRecord refresh = new RefreshRecord(
        RandomIds.uuid(settings.random()).toString(),
        RefreshState.RUNNING,
        null,
        RefreshSettings.of(request),
        ledger.pool().profile(),
        0,
        0,
        0,
        Duration.ZERO,
        step.wall(),
        pending.caller(),
        null);
    RefreshCensus census = active.census(refresh);
    ledger.put(refresh.begins(census.remaining, census.failures));
    pending.accept();
  }

  /** The same template under another number: all machines that are there have an earlier one. */
  private void renumber() {
    PoolRecord pool = ledger.pool();
    int number = pool.profile() + 1;
    TemplateRecord present = ledger.templates().find(pool.profile()).orElseThrow();
    ledger.put(new TemplateRecord(number, present.digest(), step.wall()));
    ledger.put(pool.edit(edit -> edit.profile = number));
  }

  public void control(RefreshControl control, PendingCommand pending) {
    Optional<RefreshRecord> underWay = active.record();
    if (underWay.isEmpty()) {
      boolean again = control == RefreshControl.CANCEL
          && ledger
              .refresh()
              .filter(last -> last.state() == RefreshState.CANCELLED)
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
      case CANCEL ->
        runner.end(
            refresh, RefreshState.CANCELLED, "it was cancelled by " + name(pending.caller()));
    }
    pending.accept();
  }

  private static String name(String caller) {
    return caller.isEmpty() ? "a caller" : caller;
  }

  /** How many machines may count above the desired size at present. */
  public int surge() {
    return active.surge();
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
        Optional.ofNullable(refresh.reason()),
        goesOn ? runner.waitsFor(refresh, census) : Optional.empty(),
        refresh.settings().request(),
        refresh.template(),
        refresh.machines(),
        census.remaining,
        census.healthy,
        refresh.settings().least(ledger.pool().desired()),
        Math.max(0, census.failures - refresh.failuresBefore()),
        goesOn ? ids(census.blocked) : List.of(),
        refresh.startedAt(),
        refresh.startedBy() == null ? "" : refresh.startedBy(),
        Optional.ofNullable(refresh.endedAt()));
  }

  private static List<MachineId> ids(List<MachineRecord> machines) {
    return machines.stream().map(MachineRecord::machineId).toList();
  }

  /** What the refresh waits for, for the plan. */
  public Optional<PoolPlan.Ongoing> ongoing() {
    return active.record().map(refresh -> {
      RefreshCensus census = active.census(refresh);
      return new PoolPlan.Ongoing(
          PoolPlan.Operation.REFRESH,
          refresh.id(),
          Math.max(1, census.remaining),
          runner.waitsFor(refresh, census).orElse("its next step"),
          Optional.empty());
    });
  }
}
