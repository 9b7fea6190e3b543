package io.cloudadapter.core.keeper;

import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.keeper.lifecycle.Terminator;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.keeper.state.PendingCommand;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.PlaceholderId;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.util.List;
import java.util.Optional;

/** Carries out what callers ask about one machine: its end, its detach or attach, its service state and protection. */
final class MachineCommands {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final MachineTrackings trackings;
  private final ServiceStates states;
  private final SizeControl sizes;
  private final Launcher launcher;
  private final Terminator terminator;
  private final Attacher attacher;
  private final MemberLookup members;

  MachineCommands(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      MachineTrackings trackings,
      ServiceStates states,
      SizeControl sizes,
      Launcher launcher,
      Terminator terminator,
      Attacher attacher,
      MemberLookup members) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.trackings = trackings;
    this.states = states;
    this.sizes = sizes;
    this.launcher = launcher;
    this.terminator = terminator;
    this.attacher = attacher;
    this.members = members;
  }

  void terminate(Command.Terminate command, PendingCommand pending) {
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
    if (!requireEvictable(machine, pending)
        || (command.decrement() && !members.requireMayLower(machine, pending))) {
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
        ledger.put(now);
      }
    }
    pending.accept();
  }

  private void terminatePlaceholder(
      PlaceholderId placeholder, Command.Terminate command, PendingCommand pending) {
    Optional<LaunchRecord> found = ledger.launch(placeholder.key());
    int slot = placeholder.slot();
    boolean known = found.filter(launch -> slot < launch.k() && !launch.warm()).isPresent();
    if (known && command.decrement() && found.get().hasLowered(slot)) {
      // It repeats the one that has lowered the size, also once the launch has made its machine.
      pending.accept();
      return;
    }
    if (!known || !found.get().unresolved()) {
      members.notAMember(
          command.machine(), pending, found.map(MachineCommands::appearedAs).orElse(""));
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
        ledger.put(command.decrement() ? launch.terminateOnArrival(slot) : launch.replace(slot));
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

  /** Gives up machines that are still to be launched: those without a launch first, then unsent launches. */
  void cancelLaunches(int machines, PendingCommand pending) {
    int desired = ledger.pool().desired();
    List<LaunchRecord> planned = ledger.unresolved().stream()
        .filter(launch -> launch.status() == LaunchRecord.Status.PLANNED && !launch.warm())
        .toList();
    int unsent = planned.stream().mapToInt(LaunchRecord::open).sum();
    int there = ledger.committed() - unsent;
    int most = Math.max(0, desired - there);
    if (machines < 1) {
      pending.refuse(
          Reason.INVALID,
          "machines must be 1 or more, was " + machines,
          "It is the number of launches to cancel.");
    } else if (machines > most) {
      pending.refuse(
          Reason.CONFLICT,
          machines + (machines == 1 ? " launch" : " launches") + " cannot be cancelled: " + most
              + " of the desired size " + desired + " are still to be launched",
          "Nothing was changed. Machines that are there, and launches that were sent, stay."
              + " To end a machine, terminate it.");
    } else {
      int surplus = Math.min(unsent, Math.max(0, ledger.committed() - (desired - machines)));
      for (LaunchRecord launch : planned) {
        for (int slot = 0; slot < launch.k() && surplus > 0; slot++) {
          if (launch.slots().charAt(slot) == LaunchRecord.OPEN) {
            launcher.cancel(launch.key(), slot, true);
            surplus--;
          }
        }
      }
      sizes.setDesired(desired - machines);
      pending.accept();
    }
  }

  private static String appearedAs(LaunchRecord launch) {
    return launch.ids().isEmpty()
        ? "The launch that it stood for made no machine."
        : "The launch that it stood for has made " + String.join(", ", launch.ids()) + ".";
  }

  private void decrement() {
    sizes.setDesired(Math.max(0, ledger.pool().desired() - 1));
  }

  void setServiceState(Command.SetServiceState command, PendingCommand pending) {
    Optional<MachineRecord> found = members.named(command.machine(), pending);
    if (found.isEmpty()) {
      return;
    }
    MachineRecord machine = found.get();
    if (machine.warm() != null
        && !machine.isWarm(WarmState.WAKING)
        && machine.status() == Status.LIVE) {
      pending.refuse(
          Reason.CONFLICT,
          "machine " + machine.id() + " is " + machine.warm().state().word()
              + " in the warm pool, so it has no service state",
          "It gets one when it enters service.");
      return;
    }
    states.set(machine, command.state());
    pending.accept();
  }

  /** Ends what sources of health have brought about, once the pool hears them no more, or has no machine left. */
  void onStep() {
    states.onStep();
  }

  /** Takes reports about machines; an agent names machines that the pool has. */
  void reportHealth(Command.ReportHealth command, PendingCommand pending) {
    if (!command.source().reports()) {
      pending.refuse(
          Reason.INVALID,
          "source must be agent or probe, was " + command.source().word(),
          "A caller sets the service state instead; the pool itself asks load balancers and the cloud.");
      return;
    }
    for (HealthReport report : command.reports()) {
      if (command.source() == HealthSource.AGENT
          && members.named(report.machine(), pending).isEmpty()) {
        return;
      }
    }
    states.report(command.source(), command.reports());
    pending.accept();
  }

  /** A machine that the cloud takes back counts no more, and goes as any other does, while there is time. */
  void noteReclaim(Command.ReclaimNotice command, PendingCommand pending) {
    members.named(command.machine(), pending).ifPresent(machine -> {
      states.set(machine, ServiceState.OUT_OF_SERVICE);
      String why = command.byGroup()
          ? "its group ends it"
          : "the cloud takes it back" + command.at().map(at -> " at " + at).orElse("");
      ifCurrent(machine)
          .filter(known -> known.status() == Status.LIVE)
          .ifPresent(known -> terminator.retire(known, why, false));
      ifCurrent(machine)
          .filter(known -> command.byGroup() && !known.dropped())
          .ifPresent(known -> ledger.put(known.edit(edit -> edit.dropped = true)));
      pending.accept();
    });
  }

  private Optional<MachineRecord> ifCurrent(MachineRecord machine) {
    return ledger.machine(machine.id());
  }

  /** A machine that its group holds goes on when its own hooks let it. One that is not known yet soon will be. */
  CommandResult.Stay decideGroupHook(Command.GroupHookQuery command) {
    Optional<MachineRecord> found = ledger.machine(command.machine().value());
    if (!ledger.pool().state().writes()) {
      return CommandResult.Stay.NOT_OURS; // So that nothing is asked of the group.
    }
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

  void protect(Command.Protect command, PendingCommand pending) {
    members.named(command.machine(), pending).ifPresent(machine -> {
      if (machine.isProtected() != command.isProtected()) {
        ledger.put(machine.edit(edit -> edit.isProtected = command.isProtected()));
      }
      pending.accept();
    });
  }

  void setMembershipStatus(Command.SetMembershipStatus command, PendingCommand pending) {
    members.named(command.machine(), pending).ifPresent(machine -> {
      boolean back = machine.inactive() && command.status().active();
      MachineRecord after = machine.edit(edit -> {
        edit.inactive = !command.status().active();
        edit.kept = !command.status().evictable();
      });
      if (!after.equals(machine)) {
        trackings.of(machine.id()).unhealthySince = step.now().nanos();
        ledger.put(after);
        if (back && after.effective()) {
          ledger.put(ledger.pool().edit(edit -> edit.shrinkAllowance++));
        }
      }
      pending.accept();
    });
  }

  /** Whether a caller may end or detach a machine; if it is to be kept, the caller is refused. */
  private static boolean requireEvictable(MachineRecord machine, PendingCommand pending) {
    boolean stays = machine.status() == Status.LIVE || machine.status() == Status.PRESUMED_GONE;
    boolean may = !stays || !machine.kept();
    if (!may) {
      pending.refuse(
          Reason.CONFLICT,
          "machine " + machine.id() + " is not evictable: its membership status is "
              + machine.membershipStatus().word(),
          "Set its membership status to evictable first.");
    }
    return may;
  }

  void detach(Command.Detach command, PendingCommand pending) {
    Optional<MachineRecord> leaving = ledger
        .machine(command.machine().value())
        .filter(machine -> machine.status() == Status.DETACHING);
    if (leaving.isPresent()) {
      if (!command.decrement() || members.requireMayLower(leaving.get(), pending)) {
        pending.accept();
      }
      return;
    }
    Optional<MachineRecord> found = members.named(command.machine(), pending);
    if (found.isEmpty()) {
      return;
    }
    MachineRecord machine = found.get();
    if (!settings.adoption()) {
      refuseUnsupported(pending);
    } else if (machine.status() == Status.DELETING) {
      pending.refuse(
          Reason.CONFLICT,
          "machine " + machine.id() + " is being deleted",
          "The cloud may have been asked to end it already; it cannot be kept alive for sure.");
    } else if (requireEvictable(machine, pending)
        && (!command.decrement() || members.requireMayLower(machine, pending))) {
      if (command.decrement() && (machine.effective() || machine.waking())) {
        decrement();
      }
      trackings.of(machine.id()).unmarked = false;
      ledger.put(machine.edit(edit -> {
        edit.status = Status.DETACHING;
        edit.lowered |= command.decrement();
        edit.reason = "it was detached";
      }));
      pending.accept();
    }
  }

  void attach(Command.Attach command, PendingCommand pending) {
    String id = command.machine().value();
    Optional<MachineRecord> known = ledger.machine(id);
    if (!settings.adoption()) {
      refuseUnsupported(pending);
    } else if (PlaceholderId.of(command.machine()).isPresent()) {
      pending.refuse(
          Reason.CONFLICT,
          "machine " + id + " is a promise of this pool",
          "It is not a machine yet.");
    } else if (!pending.requireActivePool() || !pending.requireDecision()) {
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
    var refusal = AttachCheck.unsupported();
    pending.refuse(refusal.reason(), String.valueOf(refusal.getMessage()), refusal.detail());
  }
}
