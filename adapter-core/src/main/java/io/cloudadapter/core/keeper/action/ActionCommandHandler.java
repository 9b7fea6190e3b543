package io.cloudadapter.core.keeper.action;

import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.core.config.ActionsConfig;
import io.cloudadapter.core.keeper.state.ActionRuns;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.DisruptionAccount;
import io.cloudadapter.core.keeper.state.KeeperCounters;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.keeper.state.PendingCommand;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.RandomIds;
import io.cloudadapter.core.ledger.ActionIndex;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.ledger.ActionRecord.Attempt;
import io.cloudadapter.core.ledger.ActionRecord.Attempt.Outcome;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.RestoreRecord;
import io.cloudadapter.core.protocol.ActionTypes;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.action.ActionTraits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Handles the commands about actions: to submit and cancel one, and, for types that executors run, to claim one and
 * report on it. {@link ActionRunner} does the rest.
 */
public final class ActionCommandHandler {
  private static final Duration ASK_AGAIN = Duration.ofSeconds(10);
  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
  private static final Duration LONGEST_LEASE = Duration.ofHours(1);
  private static final int LONGEST_HOLDER = 128;
  private static final String REBOOT = "Reboot";

  /** The caller of actions that the pool itself requests. */
  private static final String POOL = "pool";

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final KeeperCounters counters;
  private final ActionIndex index;
  private final ActionConclusions conclusions;
  private final ActionFitness fitness;
  private final ActionRunner runner;

  public ActionCommandHandler(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      KeeperCounters counters,
      MachineTrackings trackings,
      CloudContact cloud,
      PoolFreeze freeze,
      DisruptionAccount disruption) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.counters = counters;
    this.index = ledger.actions();
    ActionQueue queue = new ActionQueue(ledger.actions());
    ActionRuns runs = new ActionRuns(settings, step);
    this.conclusions =
        new ActionConclusions(settings, ledger, step, counters, trackings, queue, runs);
    this.fitness = new ActionFitness(settings, ledger, trackings, cloud, freeze, queue, disruption);
    this.runner = new ActionRunner(
        settings, ledger, step, counters, cloud, freeze, queue, fitness, runs, conclusions);
  }

  // ------------------------------------------------------------------------------- asking

  public void submit(ActionRequest request, MachineRecord machine, PendingCommand pending) {
    if (!pending.requireActivePool() || !pending.requireDecision()) {
      return;
    }
    Optional<ActionTypes.Type> type = type(request.action(), pending);
    if (type.isEmpty() || !requireFit(request, machine, type.get().traits(), pending)) {
      return;
    }
    ActionsConfig limits = settings.config().actions();
    if (index.openOf(machine.id()) >= limits.perMachine()) {
      pending.refuseForQuota(
          ASK_AGAIN,
          limits.perMachine() + " actions of machine " + machine.id() + " have not ended",
          "That is the most allowed for a machine.");
    } else if (index.openFor(pending.caller()) >= limits.perCaller()) {
      pending.refuseForQuota(
          ASK_AGAIN,
          limits.perCaller() + " actions that you requested are open",
          "That is the most allowed for a caller.");
    } else {
      ActionRecord accepted = record(request, machine, type.get().traits(), pending.caller());
      take(accepted);
      pending.accept(new CommandResult.Accepted(accepted.uid()));
    }
  }

  private void take(ActionRecord accepted) {
    counters.count(KeeperCounters.Counter.ACTIONS_ACCEPTED, 1);
    ledger.put(accepted);
    runner.begin(accepted);
  }

  /**
   * Has a machine rebooted for the pool itself, within the account of disruption as any action.
   *
   * @param within how long the reboot may take to begin
   * @return false if the cloud cannot reboot it at present
   */
  public boolean reboot(MachineRecord machine, Duration within) {
    Duration most = within.compareTo(ActionRequest.LONGEST) > 0 ? ActionRequest.LONGEST : within;
    Optional<ActionTypes.Type> type = settings.actions().find(REBOOT);
    if (type.isEmpty() || fitness.whyUnfit(REBOOT, machine, type.get().traits()).isPresent()) {
      return false;
    }
    ActionRequest request = new ActionRequest(
        machine.machineId(),
        new Action.Reboot(Action.Mode.HARD),
        Optional.empty(),
        Duration.ZERO,
        most.compareTo(SHORTEST_LEASE) < 0 ? SHORTEST_LEASE : most,
        1,
        Map.of());
    take(record(request, machine, type.get().traits(), POOL));
    return true;
  }

  private Optional<ActionTypes.Type> type(Action action, PendingCommand pending) {
    Optional<ActionTypes.Type> type = settings.actions().find(action.type());
    if (type.isEmpty() && Action.builtIn().contains(action.type())) {
      pending.refuse(
          Reason.UNSUPPORTED,
          "the cloud of pool " + settings.config().name() + " cannot do " + action.type(),
          "Its adapter lacks the feature.");
      return type;
    }
    if (type.isEmpty()) {
      pending.refuse(
          Reason.INVALID,
          "type must be one of " + String.join(", ", settings.actions().names()) + ", was "
              + action.type(),
          "");
      return type;
    }
    try {
      type.get().check().accept(action);
      return type;
    } catch (IllegalArgumentException wrong) {
      pending.refuse(Reason.INVALID, String.valueOf(wrong.getMessage()), "");
      return Optional.empty();
    }
  }

  private boolean requireFit(
      ActionRequest request, MachineRecord machine, ActionTraits traits, PendingCommand pending) {
    UUID uid = uid(machine);
    if (request.machineUid().filter(asked -> !asked.equals(uid)).isPresent()) {
      pending.refuse(
          Reason.CONFLICT,
          "machine " + machine.id() + " is " + uid + ", not "
              + request.machineUid().get(),
          "Its id stands for another machine by now.");
      return false;
    }
    if (machine.status() != Status.LIVE) {
      pending.refuse(
          Reason.CONFLICT,
          "machine " + machine.id() + " is "
              + machine.status().name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '),
          "Actions are for machines that stay.");
      return false;
    }
    Optional<String> wrong = fitness.whyUnfit(request.action().type(), machine, traits);
    wrong.ifPresent(why -> pending.refuse(Reason.CONFLICT, why, ""));
    return wrong.isEmpty();
  }

  private UUID uid(MachineRecord machine) {
    return ActionRecord.machineUid(ledger.pool().incarnation(), machine.id(), machine.generation());
  }

  private ActionRecord record(
      ActionRequest request, MachineRecord machine, ActionTraits traits, String caller) {
    Instant notBefore = step.wall().plus(request.delay());
    return new ActionRecord(
        RandomIds.uuid(settings.random()),
        index.nextNumber(),
        request.action().type(),
        request.action().parameters(),
        machine.id(),
        machine.generation(),
        uid(machine),
        traits.exclusive(),
        traits.disrupts(),
        traits.repeat(),
        traits.outside(),
        ActionPhase.PENDING,
        null,
        caller,
        request.labels(),
        step.wall(),
        notBefore,
        notBefore.plus(request.within()),
        request.attempts(),
        List.of(),
        Map.of(),
        false,
        null,
        null,
        null,
        0,
        null);
  }

  /** Gives actions that have not ended what was left of their times at the backup. */
  public void resumeAfterRestore(RestoreRecord restore) {
    runner.resumeAfterRestore(restore);
  }

  // ------------------------------------------------------------------------------- taking back

  public void cancel(UUID uid, PendingCommand pending) {
    Optional<ActionRecord> found =
        found(uid, pending, over -> over.phase() == ActionPhase.CANCELLED);
    if (found.isEmpty()) {
      return;
    }
    ActionRecord action = found.get();
    if (action.phase() == ActionPhase.PENDING) {
      conclusions.cancel(action);
    } else if (!action.cancelRequested()) {
      ledger.put(action.edit(edit -> edit.cancelRequested = true));
    }
    pending.accept();
  }

  /** An action that has not ended; what ran out of time just now has done so. */
  private Optional<ActionRecord> found(
      UUID uid, PendingCommand pending, java.util.function.Predicate<ActionIndex.Over> fine) {
    runner.expire();
    ledger.atom();
    Optional<ActionRecord> open = index.find(uid);
    if (open.isPresent()) {
      return open;
    }
    Optional<ActionIndex.Over> over = index.over(uid);
    if (over.filter(fine).isPresent()) {
      pending.accept();
    } else if (over.isPresent()) {
      pending.refuse(
          Reason.CONFLICT,
          "action " + uid + " has ended as " + over.get().phase() + " at "
              + over.get().endedAt(),
          "It ends once; nothing was changed.");
    } else {
      pending.refuse(
          Reason.NOT_FOUND,
          "pool " + settings.config().name() + " has no action " + uid,
          "Actions that have ended are kept for "
              + TimeSpan.text(settings.config().actions().keep()) + ".");
    }
    return Optional.empty();
  }

  // ------------------------------------------------------------------------------- executors
  // outside

  public void claim(Command.ClaimAction claim, PendingCommand pending) {
    Optional<ActionRecord> found = found(claim.uid(), pending, over -> false);
    if (found.isEmpty() || !requireWellFormed(claim, pending)) {
      return;
    }
    ActionRecord action = found.get();
    if (!action.outside()) {
      pending.refuse(
          Reason.UNSUPPORTED,
          action.type() + " is an action that the pool runs",
          "Executors cannot claim it.");
    } else if (action.phase() == ActionPhase.PENDING) {
      take(action, claim, pending);
    } else if (action.phase() == ActionPhase.RUNNING && claim.holder().equals(action.holder())) {
      answerLease(runner.renewLease(action, claim.lease()), pending);
    } else {
      pending.refuse(
          Reason.CONFLICT,
          "action " + action.uid() + " is " + action.phase()
              + (action.holder() == null
                  ? ""
                  : ", by " + action.holder() + " until " + action.leaseUntil()),
          "");
    }
  }

  private static boolean requireWellFormed(Command.ClaimAction claim, PendingCommand pending) {
    String holder = claim.holder();
    if (holder.isBlank()
        || holder.length() > LONGEST_HOLDER
        || holder.chars().anyMatch(Character::isISOControl)) {
      pending.refuse(
          Reason.INVALID,
          "holder must be 1 to " + LONGEST_HOLDER + " printable characters, had " + holder.length(),
          "");
      return false;
    }
    if (claim.lease().compareTo(SHORTEST_LEASE) < 0 || claim.lease().compareTo(LONGEST_LEASE) > 0) {
      pending.refuse(
          Reason.INVALID,
          "lease must be " + TimeSpan.text(SHORTEST_LEASE) + " to " + TimeSpan.text(LONGEST_LEASE)
              + ", was " + TimeSpan.text(claim.lease()),
          "");
      return false;
    }
    return true;
  }

  private void take(ActionRecord action, Command.ClaimAction claim, PendingCommand pending) {
    Optional<String> hindered = fitness.whyNotClaimable(action);
    if (hindered.isPresent()) {
      pending.refuse(Reason.CONFLICT, hindered.get(), "Ask again later.");
    } else {
      answerLease(runner.beginAttempt(action, claim.holder(), claim.lease()), pending);
    }
  }

  private static void answerLease(ActionRecord action, PendingCommand pending) {
    pending.accept(new CommandResult.Leased(new ActionLease(
        java.util.Objects.requireNonNull(action.holder()),
        action.epoch(),
        java.util.Objects.requireNonNull(action.leaseUntil()))));
  }

  public void report(Command.ReportAction report, PendingCommand pending) {
    ActionProgress.State state = report.progress().state();
    Optional<ActionRecord> found = found(
        report.uid(),
        pending,
        over -> over.epoch() == report.epoch()
            && ((over.phase() == ActionPhase.SUCCEEDED && state == ActionProgress.State.DONE)
                || (over.phase() == ActionPhase.FAILED && state == ActionProgress.State.FAILED)));
    if (found.isEmpty()) {
      return;
    }
    ActionRecord action = found.get();
    boolean current = action.outside()
        && action.phase() == ActionPhase.RUNNING
        && action.epoch() == report.epoch();
    if (!current) {
      pending.refuse(
          Reason.CONFLICT,
          "action " + action.uid() + " is " + action.phase() + " at epoch " + action.epoch()
              + ", the report is of epoch " + report.epoch(),
          "An executor whose lease has ended cannot report.");
      return;
    }
    if (state != ActionProgress.State.UNDER_WAY) {
      conclusions.onReport(action, report.progress());
    }
    pending.accept();
  }

  // ------------------------------------------------------------------------------- events

  public void onActed(Event.Acted event) {
    runner.onActed(event);
  }

  public void onProbed(Event.Probed event) {
    runner.onProbed(event);
  }

  public void onStep() {
    runner.onStep();
  }

  /** An attempt as it begins. */
  static Attempt newAttempt(Instant at) {
    return new Attempt(at, null, Outcome.OPEN, null);
  }
}
