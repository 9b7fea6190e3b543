package io.cloudadapter.core.keeper;

import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.OutcomeCodec;
import io.cloudadapter.core.ledger.PlaceholderId;
import io.cloudadapter.core.ledger.ReplyEntry;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import java.util.Map;
import java.util.Optional;

/**
 * Handles the commands of callers. Each command is one atom of the ledger; its answer waits until that is durable.
 * The desired size changes here, where an attach is bound and where a schedule is applied, nowhere else (I6).
 */
final class CommandHandler {
  private final KeeperContext work;
  private final Launcher launcher;
  private final Terminator terminator;
  private final Attacher attacher;
  private final OperatorCommands operatorCommands;
  private final QuarantineHandler quarantine;
  private final Scaler scaler;
  private final LifecycleHooks hooks;
  private final ActionCommandHandler actions;
  private final MemberLookup members;
  private final IdempotencyCache idempotency;

  CommandHandler(
      KeeperContext work,
      Launcher launcher,
      Terminator terminator,
      Attacher attacher,
      OperatorCommands operatorCommands,
      QuarantineHandler quarantine,
      Scaler scaler,
      LifecycleHooks hooks,
      ActionCommandHandler actions) {
    this.work = work;
    this.launcher = launcher;
    this.terminator = terminator;
    this.attacher = attacher;
    this.operatorCommands = operatorCommands;
    this.quarantine = quarantine;
    this.scaler = scaler;
    this.hooks = hooks;
    this.actions = actions;
    this.members = new MemberLookup(work);
    this.idempotency = new IdempotencyCache(work);
  }

  void onAsked(Event.Asked event) {
    work.count(KeeperContext.Count.COMMANDS, 1);
    PendingCommand pending = new PendingCommand(work, idempotency, event);
    Optional<ReplyEntry> before = idempotency.before(event.caller());
    if (before.isPresent()) {
      answerAgain(before.get(), event, pending);
      return;
    }
    if (attacher.keyIsTaken(pending)) {
      pending.refuse(
          Reason.CONFLICT,
          "this idempotency key is in use by another request, which is not done yet",
          "Use a new key for each intended change.");
      return;
    }
    if (idempotency.full(event.caller())) {
      pending.refuseForQuota(
          IdempotencyCache.FREED_EVERY,
          "pool " + work.settings.config().name() + " keeps "
              + work.settings.config().keysPerCaller()
              + " idempotency keys for you, which is the most allowed",
          "Each is kept for two days, and none is given up before. Send fewer writes, or raise the pool's"
              + " idempotencyKeys.perCaller.");
      return;
    }
    Command command = event.command();
    if (command instanceof Command.SetDesiredSize resize) {
      resize(resize.desiredSize(), pending);
    } else if (command instanceof Command.Scale scale) {
      scaler.scale(scale, pending);
    } else if (command instanceof Command.Resize adjust) {
      scaler.resize(adjust.resize(), pending);
    } else if (command instanceof Command.Terminate terminate) {
      terminate(terminate, pending);
    } else if (command instanceof Command.SetServiceState set) {
      setServiceState(set, pending);
    } else if (command instanceof Command.Protect protect) {
      protect(protect, pending);
    } else if (command instanceof Command.ReclaimNotice heed) {
      noteReclaim(heed, pending);
    } else if (command instanceof Command.GroupHookQuery held) {
      pending.accept(decideGroupHook(held));
    } else if (command instanceof Command.Detach detach) {
      detach(detach, pending);
    } else if (command instanceof Command.Attach attach) {
      attach(attach, pending);
    } else if (command instanceof Command.Answer answer) {
      hooks.answer(answer, pending);
    } else if (command instanceof Command.Heartbeat heartbeat) {
      hooks.heartbeat(heartbeat, pending);
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
    } else if (command instanceof Command.Thaw) {
      operatorCommands.thaw(pending);
    } else {
      throw new IllegalStateException(
          "nothing carries out " + command.getClass().getName());
    }
  }

  private void answerAgain(ReplyEntry before, Event.Asked event, PendingCommand pending) {
    if (before.isFor(event.command().canonicalForm())) {
      work.answer(event.caller(), OutcomeCodec.read(before.outcome(), event.command()));
    } else {
      pending.refuse(
          Reason.CONFLICT,
          "this idempotency key was used for another request",
          "Use a new key for each intended change.");
    }
  }

  private void resize(int desired, PendingCommand pending) {
    int maxSize = work.maxSize();
    if (desired < 0 || desired > maxSize) {
      pending.refuse(
          Reason.INVALID,
          "desiredSize must be 0 to " + maxSize + ", was " + desired,
          "The upper limit is the pool's maxSize.");
      return;
    }
    int surplus = Math.max(0, work.ledger.committed() - desired);
    work.setDesired(desired);
    work.ledger.put(work.ledger.pool().edit(edit -> edit.shrinkAllowance = surplus));
    work.launchFailures.tryNow();
    pending.accept();
  }

  private void terminate(Command.Terminate command, PendingCommand pending) {
    Optional<PlaceholderId> placeholder = PlaceholderId.of(command.machine());
    if (placeholder.isPresent()) {
      terminatePlaceholder(placeholder.get(), command, pending);
      return;
    }
    Optional<MachineRecord> found = members.member(command.machine(), pending);
    if (found.isEmpty()) {
      return;
    }
    MachineRecord machine = found.get();
    if (command.decrement() && !members.mayLower(machine, pending)) {
      return;
    }
    if (machine.status() == Status.LIVE || machine.status() == Status.PRESUMED_GONE) {
      if (command.decrement()) {
        decrement();
      }
      terminator.retire(
          machine.edit(edit -> edit.lowered = command.decrement()), "it was asked for", true);
    } else if (machine.status() == Status.RETIRING) {
      // A person's word outweighs a budget, and the time or the life that a policy has given.
      MachineRecord now = machine.edit(edit -> {
        edit.byCommand = true;
        edit.released = false;
        edit.goesAt = null;
      });
      if (!now.equals(machine)) {
        work.ledger.put(now);
      }
    }
    pending.accept();
  }

  private void terminatePlaceholder(
      PlaceholderId placeholder, Command.Terminate command, PendingCommand pending) {
    Optional<LaunchRecord> found = work.ledger.launch(placeholder.key());
    int slot = placeholder.slot();
    boolean known = found.isPresent() && slot < found.get().k();
    if (known && command.decrement() && found.get().hasLowered(slot)) {
      // It repeats the one that has lowered the size, also once the launch has made its machine.
      pending.accept();
      return;
    }
    if (!known || !found.get().unresolved()) {
      members.notAMember(
          command.machine(), pending, found.map(CommandHandler::appearedAs).orElse(""));
      return;
    }
    LaunchRecord launch = found.get();
    char kind = launch.slots().charAt(slot);
    if (kind == LaunchRecord.OPEN) {
      if (command.decrement()) {
        decrement();
      }
      if (launch.status() == LaunchRecord.Status.PLANNED) {
        launcher.cancel(launch.key(), slot, command.decrement());
      } else {
        work.ledger.put(
            command.decrement() ? launch.terminateOnArrival(slot) : launch.replace(slot));
      }
    } else if (kind == LaunchRecord.REPLACED && command.decrement()) {
      members.doesNotCount(command.machine(), "taken back", pending);
      return;
    } else if (kind != LaunchRecord.TERMINATE_ON_ARRIVAL && kind != LaunchRecord.REPLACED) {
      members.notAMember(command.machine(), pending, appearedAs(launch));
      return;
    }
    pending.accept();
  }

  private static String appearedAs(LaunchRecord launch) {
    return launch.ids().isEmpty()
        ? "The launch that it stood for made no machine."
        : "The launch that it stood for has made " + String.join(", ", launch.ids()) + ".";
  }

  private void decrement() {
    work.setDesired(Math.max(0, work.ledger.pool().desired() - 1));
  }

  private void setServiceState(Command.SetServiceState command, PendingCommand pending) {
    Optional<MachineRecord> found = members.named(command.machine(), pending);
    if (found.isEmpty()) {
      return;
    }
    applyServiceState(found.get(), command.state());
    pending.accept();
  }

  private void applyServiceState(MachineRecord machine, ServiceState state) {
    if (machine.serviceState() == state) {
      return;
    }
    boolean back =
        machine.serviceState() == ServiceState.OUT_OF_SERVICE && machine.status() == Status.LIVE;
    work.tracking(machine.id()).unhealthySince = work.now().nanos();
    work.ledger.put(machine.edit(edit -> {
      edit.serviceState = state;
      edit.serviceSince = work.wall();
    }));
    if (back && machine.state().allocated()) {
      work.ledger.put(work.ledger.pool().edit(edit -> edit.shrinkAllowance++));
    }
    if (work.settings.relabel() && work.settings.config().mirrorServiceState()) {
      work.emit(new Effect.Label(KeeperContext.id(machine), Map.of("service-state", state.name())));
    }
  }

  /** A machine that the cloud takes back counts no more, and goes as any other does, while there is time. */
  private void noteReclaim(Command.ReclaimNotice command, PendingCommand pending) {
    members.named(command.machine(), pending).ifPresent(machine -> {
      applyServiceState(machine, ServiceState.OUT_OF_SERVICE);
      String why = command.byGroup()
          ? "its group ends it"
          : "the cloud takes it back" + command.at().map(at -> " at " + at).orElse("");
      ifCurrent(machine)
          .filter(known -> known.status() == Status.LIVE)
          .ifPresent(known -> terminator.retire(known, why, false));
      ifCurrent(machine)
          .filter(known -> command.byGroup() && !known.dropped())
          .ifPresent(known -> work.ledger.put(known.edit(edit -> edit.dropped = true)));
      pending.accept();
    });
  }

  private Optional<MachineRecord> ifCurrent(MachineRecord machine) {
    return work.ledger.machine(machine.id());
  }

  /** A machine that its group holds goes on when its own hooks let it. One that is not known yet soon will be. */
  private CommandResult.Stay decideGroupHook(Command.GroupHookQuery command) {
    Optional<MachineRecord> found = work.ledger.machine(command.machine().value());
    if (found.isEmpty()) {
      return CommandResult.Stay.LONGER;
    }
    boolean comes = command.transition() == LifecycleTransition.LAUNCH;
    MachineRecord machine = found.get();
    boolean serves = machine.ran() && !machine.entering();
    return switch (machine.status()) {
      case LIVE, PRESUMED_GONE, ATTACHING ->
        comes && serves ? CommandResult.Stay.NO_LONGER : CommandResult.Stay.LONGER;
      case RETIRING -> CommandResult.Stay.LONGER;
      // A machine that is to end before it enters service must not enter it; the pool requests its
      // end separately.
      case DELETING -> comes ? CommandResult.Stay.LONGER : CommandResult.Stay.NO_LONGER;
      case DETACHING -> CommandResult.Stay.NO_LONGER;
      case QUARANTINED, GONE, DETACHED -> CommandResult.Stay.NOT_OURS;
    };
  }

  private void protect(Command.Protect command, PendingCommand pending) {
    members.named(command.machine(), pending).ifPresent(machine -> {
      if (machine.isProtected() != command.isProtected()) {
        work.ledger.put(machine.edit(edit -> edit.isProtected = command.isProtected()));
      }
      pending.accept();
    });
  }

  private void detach(Command.Detach command, PendingCommand pending) {
    Optional<MachineRecord> leaving = work.ledger
        .machine(command.machine().value())
        .filter(machine -> machine.status() == Status.DETACHING);
    if (leaving.isPresent()) {
      if (!command.decrement() || members.mayLower(leaving.get(), pending)) {
        pending.accept();
      }
      return;
    }
    Optional<MachineRecord> found = members.named(command.machine(), pending);
    if (found.isEmpty()) {
      return;
    }
    MachineRecord machine = found.get();
    if (!work.settings.adoption()) {
      refuseUnsupported(pending);
    } else if (machine.status() == Status.DELETING) {
      pending.refuse(
          Reason.CONFLICT,
          "machine " + machine.id() + " is being deleted",
          "The cloud may have been asked to end it already; it cannot be kept alive for sure.");
    } else if (!command.decrement() || members.mayLower(machine, pending)) {
      if (command.decrement() && machine.effective()) {
        decrement();
      }
      work.tracking(machine.id()).unmarked = false;
      work.ledger.put(machine.edit(edit -> {
        edit.status = Status.DETACHING;
        edit.lowered |= command.decrement();
        edit.reason = "it was detached";
      }));
      pending.accept();
    }
  }

  private void attach(Command.Attach command, PendingCommand pending) {
    String id = command.machine().value();
    Optional<MachineRecord> known = work.ledger.machine(id);
    if (!work.settings.adoption()) {
      refuseUnsupported(pending);
    } else if (PlaceholderId.of(command.machine()).isPresent()) {
      pending.refuse(
          Reason.CONFLICT, "machine " + id + " is a promise of this pool", "It is no machine yet.");
    } else if (!pending.toActivePool()) {
      // An attach would set the desired size, and so decide about machines about which a person has
      // not decided yet.
      return;
    } else if (known.isEmpty() || known.get().status() == Status.ATTACHING) {
      attacher.attach(command.machine(), pending);
    } else if (known.get().status() == Status.LIVE) {
      pending.accept();
    } else {
      pending.refuse(
          Reason.CONFLICT,
          "machine " + id + " is " + known.get().status().name().toLowerCase(java.util.Locale.ROOT),
          "It can be attached once the pool has let go of it.");
    }
  }

  private void refuseUnsupported(PendingCommand pending) {
    var refusal = Attacher.unsupported();
    pending.refuse(refusal.reason(), String.valueOf(refusal.getMessage()), refusal.detail());
  }

  /** Writes down anew what an older version has kept of answers. */
  void onStep() {
    idempotency.onStep();
  }

  /** Forgets answers that are not asked for any more. */
  void forgetReplies() {
    idempotency.forget();
  }
}
