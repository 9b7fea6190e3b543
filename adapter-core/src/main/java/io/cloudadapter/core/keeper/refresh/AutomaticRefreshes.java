package io.cloudadapter.core.keeper.refresh;

import io.cloudadapter.api.refresh.FailureResponse;
import io.cloudadapter.api.refresh.ProtectedMachines;
import io.cloudadapter.api.refresh.RefreshCause;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.core.config.AutomaticRefreshConfig;
import io.cloudadapter.core.config.DriftResponse;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.DisruptionAccount;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.RandomIds;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.ledger.RefreshSettings;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Starts refreshes by itself: of machines that differ from the launch template, and of those that have reached their
 * greatest age. It looks once a minute. What it replaces, and how much of a day's share is used, follows from the
 * ledger.
 */
public final class AutomaticRefreshes {
  /** How long a refresh that did not succeed keeps the next one from starting by itself. */
  private static final Duration AGAIN = Duration.ofDays(1);

  private static final Duration LOOKS_EVERY = Duration.ofMinutes(1);

  /** What could begin, and what it waits for. */
  record Pending(RefreshCause cause, int machines, Optional<String> waitsFor) {
    boolean isFree() {
      return waitsFor.isEmpty();
    }
  }

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final PoolFreeze freeze;
  private final ActiveRefresh active;
  private final DailyShare share;
  private final RefreshRollback rollback;
  private final DisruptionAccount disruption;
  private long looksAt;

  public AutomaticRefreshes(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      PoolFreeze freeze,
      ActiveRefresh active,
      RefreshRollback rollback,
      DisruptionAccount disruption) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.freeze = freeze;
    this.active = active;
    this.share = active.share();
    this.rollback = rollback;
    this.disruption = disruption;
    this.looksAt = step.now().nanos();
  }

  /** The refresh that is to begin now, if none is under way. */
  Optional<RefreshRecord> next() {
    return looks() ? found().map(this::starting) : Optional.empty();
  }

  /** The refresh for another cause that may begin now, while one that has started by itself stands still. */
  Optional<RefreshRecord> insteadOf(RefreshRecord waiting) {
    return waiting.isAutomatic() && looks()
        ? found().filter(cause -> cause != waiting.reasonToStart()).map(this::starting)
        : Optional.empty();
  }

  private Optional<RefreshCause> found() {
    return pending().filter(Pending::isFree).map(Pending::cause);
  }

  /** Whether it is time to look. */
  private boolean looks() {
    if (!mayBegin()) {
      return false; // Most pools: nothing is looked for.
    }
    if (!freeze.mayAct()) {
      return false; // It looks as soon as it may act.
    }
    boolean now = step.now().reached(looksAt);
    if (now) {
      looksAt = step.now().plus(LOOKS_EVERY);
    }
    step.wakeAt(looksAt);
    return now;
  }

  private boolean mayBegin() {
    return config().any() && !settings.reads() && !freeze.state().ends();
  }

  private AutomaticRefreshConfig config() {
    return settings.config().automaticRefresh();
  }

  /** Why a refresh that has started by itself is to end: the configuration does not ask for it any more. */
  Optional<String> unwanted(RefreshRecord refresh) {
    if (!refresh.isAutomatic() || wants(refresh.reasonToStart())) {
      return Optional.empty();
    }
    return Optional.of(
        refresh.reasonToStart() == RefreshCause.DRIFT
            ? "drift is manual by now"
            : "the pool has neither maxInstanceLifetime nor hardLifetime any more");
  }

  /** Whether the configuration has a refresh start by itself for a cause. */
  private boolean wants(RefreshCause cause) {
    return cause == RefreshCause.DRIFT
        ? config().drift() == DriftResponse.AUTOMATIC
        : config().limitsAge();
  }

  /** What there is to replace, and why that has not begun; drift first, as its machines become young, too. */
  Optional<Pending> pending() {
    if (!mayBegin()) {
      return Optional.empty();
    }
    int drifted = 0;
    int overdue = 0;
    int pressing = 0;
    Instant now = share.nowForAges();
    TemplateDrift drift = new TemplateDrift(ledger, ledger.pool().profile());
    for (MachineRecord machine : ledger.machines()) {
      if (!machine.effective() || machine.isSpared() || ledger.actions().holds(machine.id())) {
        continue;
      }
      drifted += drift.of(machine) ? 1 : 0;
      overdue += active.ages().isOverdue(machine, now) ? 1 : 0;
      pressing += active.ages().isPastHardLifetime(machine, now) ? 1 : 0;
    }
    Optional<Pending> first =
        wants(RefreshCause.DRIFT) ? pending(RefreshCause.DRIFT, drifted, 0) : Optional.empty();
    Optional<Pending> second = pending(RefreshCause.LIFETIME, overdue, pressing);
    // Each has windows of its own: one that waits holds up no other.
    return first
        .filter(Pending::isFree)
        .or(() -> second.filter(Pending::isFree))
        .or(() -> first)
        .or(() -> second);
  }

  /** With pressing machines, that wait for no window, of those that there are. */
  private Optional<Pending> pending(RefreshCause cause, int machines, int pressing) {
    return machines == 0
        ? Optional.empty()
        : Optional.of(new Pending(cause, machines, waitsFor(cause, pressing > 0)));
  }

  /** Why no refresh for a cause may begin by itself at present; empty if one may. */
  private Optional<String> waitsFor(RefreshCause cause, boolean windowless) {
    if (!freeze.mayAct()) {
      return Optional.of("a pool that may act");
    }
    if (ledger.pool().held() != null) {
      return Optional.of("a person: a rollback holds an earlier launch template");
    }
    Optional<RefreshRecord> failed = ledger.refresh().filter(this::isRecentFailure);
    if (failed.isPresent()) {
      return Optional.of(
          "a day since the last refresh, which is " + failed.get().state());
    }
    Optional<String> closed =
        windowless ? Optional.empty() : disruption.closed(RefreshRecord.disruption(cause));
    if (closed.isPresent()) {
      return Optional.of("a window: " + closed.get());
    }
    Optional<String> barred = disruption.barred(RefreshRecord.disruption(cause));
    if (barred.isPresent()) {
      return Optional.of("a limit above 0: " + barred.get());
    }
    if (share.left() == 0) {
      return Optional.of("the share of a day: refreshPercentPerDay allows " + share.limit()
          + " machines, and " + share.used() + " were replaced");
    }
    return Optional.empty();
  }

  private boolean isRecentFailure(RefreshRecord last) {
    Instant ended = last.endedAt();
    return last.state() != RefreshState.SUCCEEDED
        && last.template() == ledger.pool().profile()
        && ended != null
        && ended.plus(AGAIN).isAfter(share.now());
  }

  private RefreshRecord starting(RefreshCause cause) {
    int template = ledger.pool().profile();
    RefreshRecord refresh = starting(cause, template, FailureResponse.ROLLBACK);
    boolean goesBack = cause == RefreshCause.DRIFT && rollback.obstacle(refresh).isEmpty();
    return goesBack ? refresh : starting(cause, template, FailureResponse.CANCEL);
  }

  /** One machine at a time, and none that a person protects. It does not pause: no person may be there to resume it. */
  private RefreshRecord starting(RefreshCause cause, int template, FailureResponse onFailure) {
    RefreshRequest request = RefreshRequest.builder()
        .batchSize(1)
        .protectedMachines(ProtectedMachines.SKIP)
        .onFailure(onFailure)
        .build();
    return RefreshRecord.starting(
            RandomIds.uuid(settings.random()).toString(),
            RefreshSettings.of(request),
            template,
            cause == RefreshCause.LIFETIME
                ? rollback.previousOfAged(template)
                : rollback.previous(template),
            step.wall(),
            "")
        .by(cause, share.nowForAges());
  }
}
