package io.cloudadapter.core.keeper;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.core.keeper.action.ActionCommandHandler;
import io.cloudadapter.core.keeper.lifecycle.LifecycleHooks;
import io.cloudadapter.core.keeper.refresh.RefreshCommands;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.IdempotencyCache;
import io.cloudadapter.core.keeper.state.KeeperCounters;
import io.cloudadapter.core.keeper.state.LaunchFailures;
import io.cloudadapter.core.keeper.state.PendingCommand;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.OutcomeCodec;
import io.cloudadapter.core.ledger.ReplyEntry;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.util.Optional;

/**
 * Handles the commands of callers. Each command is one atom of the ledger; its answer waits until that is durable.
 * The desired size changes here, where an attach is bound and where a schedule is applied, nowhere else (I6).
 */
final class CommandHandler {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final KeeperCounters counters;
  private final SizeControl sizes;
  private final LaunchFailures launchFailures;
  private final Attacher attacher;
  private final OperatorCommands operatorCommands;
  private final QuarantineHandler quarantine;
  private final Scaler scaler;
  private final LifecycleHooks hooks;
  private final ActionCommandHandler actions;
  private final MemberLookup members;
  private final IdempotencyCache idempotency;
  private final MachineCommands machineCommands;
  private final RestoreHandler restores;
  private final PoolDeletion deletion;
  private final RefreshCommands refreshes;

  CommandHandler(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      KeeperCounters counters,
      SizeControl sizes,
      LaunchFailures launchFailures,
      Attacher attacher,
      OperatorCommands operatorCommands,
      QuarantineHandler quarantine,
      Scaler scaler,
      LifecycleHooks hooks,
      ActionCommandHandler actions,
      MemberLookup members,
      IdempotencyCache idempotency,
      MachineCommands machineCommands,
      PoolDeletion deletion,
      RestoreHandler restores,
      RefreshCommands refreshes) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.counters = counters;
    this.sizes = sizes;
    this.launchFailures = launchFailures;
    this.attacher = attacher;
    this.operatorCommands = operatorCommands;
    this.quarantine = quarantine;
    this.scaler = scaler;
    this.hooks = hooks;
    this.actions = actions;
    this.members = members;
    this.idempotency = idempotency;
    this.machineCommands = machineCommands;
    this.restores = restores;
    this.deletion = deletion;
    this.refreshes = refreshes;
  }

  void onAsked(Event.Asked event) {
    counters.count(KeeperCounters.Counter.COMMANDS, 1);
    PendingCommand pending = new PendingCommand(ledger, step, idempotency, event);
    Optional<ReplyEntry> before = idempotency.before(event.caller());
    if (before.isPresent()) {
      answerAgain(before.get(), event, pending);
      return;
    }
    if (attacher.keyIsTaken(pending)) {
      pending.refuse(
          Reason.CONFLICT,
          "another request with this idempotency key is still in progress",
          "Use a new key for each intended change.");
      return;
    }
    if (idempotency.full(event.caller())) {
      pending.refuseForQuota(
          IdempotencyCache.FREED_EVERY,
          "pool " + settings.config().name() + " keeps "
              + settings.config().keysPerCaller()
              + " idempotency keys for you, which is the most allowed",
          "Each is kept for two days, and none is given up before. Send fewer writes, or raise the pool's"
              + " idempotencyKeys.perCaller.");
      return;
    }
    Command command = event.command();
    if (deletion.refuses(command, pending)) {
      return;
    }
    if (command instanceof Command.SetDesiredSize resize) {
      resize(resize.desiredSize(), pending);
    } else if (command instanceof Command.IncreaseDesiredSize increase) {
      increase(increase.machines(), pending);
    } else if (command instanceof Command.CancelLaunches cancel) {
      machineCommands.cancelLaunches(cancel.machines(), pending);
    } else if (command instanceof Command.Scale scale) {
      scaler.scale(scale, pending);
    } else if (command instanceof Command.Resize adjust) {
      scaler.resize(adjust.resize(), pending);
    } else if (command instanceof Command.Terminate terminate) {
      machineCommands.terminate(terminate, pending);
    } else if (command instanceof Command.SetServiceState set) {
      machineCommands.setServiceState(set, pending);
    } else if (command instanceof Command.ReportHealth report) {
      machineCommands.reportHealth(report, pending);
    } else if (command instanceof Command.Protect protect) {
      machineCommands.protect(protect, pending);
    } else if (command instanceof Command.SetMembershipStatus set) {
      machineCommands.setMembershipStatus(set, pending);
    } else if (command instanceof Command.ReclaimNotice notice) {
      machineCommands.noteReclaim(notice, pending);
    } else if (command instanceof Command.GroupHookQuery held) {
      pending.accept(machineCommands.decideGroupHook(held));
    } else if (command instanceof Command.Detach detach) {
      machineCommands.detach(detach, pending);
    } else if (command instanceof Command.Attach attach) {
      machineCommands.attach(attach, pending);
    } else if (command instanceof Command.Answer answer) {
      hooks.answer(answer, pending);
    } else if (command instanceof Command.Heartbeat heartbeat) {
      hooks.heartbeat(heartbeat, pending);
    } else if (command instanceof Command.ReportHook report) {
      hooks.report(report, pending);
    } else if (command instanceof Command.Submit submit) {
      members
          .named(submit.request().machine(), pending)
          .ifPresent(machine -> actions.submit(submit.request(), machine, pending));
    } else if (command instanceof Command.CancelAction cancel) {
      actions.cancel(cancel.uid(), pending);
    } else if (command instanceof Command.ClaimAction claim) {
      actions.claim(claim, pending);
    } else if (command instanceof Command.ReportAction report) {
      actions.report(report, pending);
    } else if (command instanceof Command.Settle settle) {
      quarantine.decide(settle, pending);
    } else if (command instanceof Command.Adopt) {
      operatorCommands.adopt(pending);
    } else if (command instanceof Command.Disown) {
      operatorCommands.disown(pending);
    } else if (command instanceof Command.AcceptRestore) {
      restores.accept(pending);
    } else if (command instanceof Command.StartRefresh start) {
      refreshes.start(start.request(), pending);
    } else if (command instanceof Command.ControlRefresh asked) {
      refreshes.control(asked.control(), pending);
    } else if (command instanceof Command.Thaw) {
      operatorCommands.thaw(pending);
    } else if (command instanceof Command.SetState set) {
      deletion.setState(set.state(), pending);
    } else if (command instanceof Command.Delete delete) {
      deletion.delete(delete.mode(), pending);
    } else {
      throw new IllegalStateException(
          "nothing carries out " + command.getClass().getName());
    }
  }

  private void answerAgain(ReplyEntry before, Event.Asked event, PendingCommand pending) {
    if (before.isFor(event.command().canonicalForm())) {
      step.answer(event.caller(), OutcomeCodec.read(before.outcome(), event.command()));
    } else {
      pending.refuse(
          Reason.CONFLICT,
          "this idempotency key was used for another request",
          "Use a new key for each intended change.");
    }
  }

  /** Why no command can set this size at any time; empty if one can. */
  Optional<PoolException> refusal(int desired) {
    int maxSize = sizes.maxSize();
    return desired < 0 || desired > maxSize
        ? Optional.of(new PoolException(
            Reason.INVALID,
            "desiredSize must be 0 to " + maxSize + ", was " + desired,
            "The upper limit is the pool's maxSize."))
        : Optional.empty();
  }

  private void resize(int desired, PendingCommand pending) {
    Optional<PoolException> refusal = refusal(desired);
    if (refusal.isPresent()) {
      pending.refuse(
          refusal.get().reason(),
          String.valueOf(refusal.get().getMessage()),
          refusal.get().detail());
      return;
    }
    if (pending.refusedFor(sizes.growth().reserve(desired))) {
      return;
    }
    sizes.setDesired(desired);
    // The surge of a refresh and the headroom are not for the command to end.
    int surplus = Math.max(0, ledger.committed() - desired - refreshes.above());
    ledger.put(ledger.pool().edit(edit -> {
      edit.shrinkAllowance = surplus;
      edit.automaticShrink = 0;
    }));
    launchFailures.tryNow();
    pending.accept();
  }

  private void increase(int machines, PendingCommand pending) {
    long desired = (long) ledger.pool().desired() + machines;
    if (machines < 1 || desired > sizes.maxSize()) {
      pending.refuse(
          Reason.INVALID,
          "machines must be 1 to " + Math.max(0, sizes.maxSize() - ledger.pool().desired())
              + ", was " + machines,
          "The desired size is " + ledger.pool().desired() + ", and the pool's maxSize is "
              + sizes.maxSize() + ".");
      return;
    }
    if (pending.refusedFor(sizes.growth().reserve((int) desired))) {
      return;
    }
    sizes.setDesired((int) desired);
    // To ask for more allows no end: what was allowed before stays, as far as there is still a
    // surplus.
    int surplus = Math.max(0, ledger.committed() - (int) desired - refreshes.above());
    ledger.put(ledger.pool().edit(edit -> {
      edit.shrinkAllowance = Math.min(edit.shrinkAllowance, surplus);
      edit.automaticShrink = Math.min(edit.automaticShrink, edit.shrinkAllowance);
    }));
    launchFailures.tryNow();
    pending.accept();
  }

  /** Writes down anew what an older version has kept of answers, and ends what has no cause any more. */
  void onStep() {
    machineCommands.onStep();
    idempotency.onStep();
  }

  /** Forgets answers that are not asked for any more. */
  void forgetReplies() {
    idempotency.forget();
  }
}
