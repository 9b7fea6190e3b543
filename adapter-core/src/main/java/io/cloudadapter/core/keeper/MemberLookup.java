package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.EndedMachines;
import io.cloudadapter.core.keeper.state.PendingCommand;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.PlaceholderId;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.util.Optional;

/** Finds the machine that a caller names, or refuses with the reason. */
final class MemberLookup {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CloudContact cloud;
  private final EndedMachines endedMachines;

  MemberLookup(
      KeeperConfig settings, Ledger ledger, CloudContact cloud, EndedMachines endedMachines) {
    this.settings = settings;
    this.ledger = ledger;
    this.cloud = cloud;
    this.endedMachines = endedMachines;
  }

  /** A machine that callers may name, not a promise; answers the caller if there is none. */
  Optional<MachineRecord> named(MachineId id, PendingCommand pending) {
    boolean promised = PlaceholderId.of(id)
        .flatMap(placeholder -> ledger.launch(placeholder.key()))
        .filter(LaunchRecord::unresolved)
        .isPresent();
    if (promised) {
      pending.refuse(
          Reason.CONFLICT,
          "machine " + id + " is only promised yet",
          "Wait until it appears under its real id; it can be terminated already.");
      return Optional.empty();
    }
    return member(id, pending);
  }

  Optional<MachineRecord> member(MachineId id, PendingCommand pending) {
    Optional<MachineRecord> machine = ledger.machine(id.value());
    if (machine.filter(m -> m.status().member()).isPresent()) {
      return machine;
    }
    if (machine.filter(m -> m.status() == Status.ATTACHING).isPresent()) {
      pending.refuse(
          Reason.CONFLICT,
          "machine " + id + " is being attached",
          "Try again when it is a member.");
    } else if (ledger.pool().phase() != PoolRecord.Phase.ACTIVE && !cloud.listed) {
      pending.refuse(
          Reason.UNAVAILABLE,
          "the pool has not listed its cloud yet",
          "Until then it is unknown whether " + id
              + " is a member. Repeat the request in a moment.");
    } else if (machine.isEmpty() && repeats(id, pending.command())) {
      pending.accept();
    } else if (machine.isEmpty() && endedButShown(id)) {
      ended(id, pending);
    } else {
      notAMember(id, pending, "Look at the pool to see the machines that it has.");
    }
    return Optional.empty();
  }

  /** To end what has just ended is done already; anything else cannot be done any more. */
  private void ended(MachineId id, PendingCommand pending) {
    if (pending.command() instanceof Command.Terminate terminate) {
      if (terminate.decrement()) {
        doesNotCount(id, "TERMINATED", pending);
      } else {
        pending.accept();
      }
    } else {
      pending.refuse(
          Reason.CONFLICT, "machine " + id + " has ended", "It stays visible for a short time.");
    }
  }

  /**
   * Whether a machine may leave with a decrement; if not, the caller is refused. It may if it counts, or if it
   * leaves by a command that has lowered the desired size already: then this one repeats it, and lowers nothing.
   */
  boolean requireMayLower(MachineRecord machine, PendingCommand pending) {
    boolean may = machine.effective() || machine.waking() || machine.lowered();
    if (!may) {
      doesNotCount(new MachineId(machine.id()), condition(machine), pending);
    }
    return may;
  }

  /** Refuses a decrement: a lower desired size would end a machine that the caller has not named. */
  void doesNotCount(MachineId id, String condition, PendingCommand pending) {
    pending.refuse(
        Reason.CONFLICT,
        "machine " + id + " is " + condition
            + " and does not count towards the desired size, so it cannot lower it",
        "Nothing was changed, and the desired size is " + ledger.pool().desired()
            + ". To remove the machine, repeat the request without the decrement. To change "
            + "the desired size, set it.");
  }

  private static String condition(MachineRecord machine) {
    if (machine.status() == Status.DETACHING) {
      return "being detached";
    }
    boolean out = machine.status() == Status.LIVE && machine.state().allocated();
    if (out && machine.inactive()) {
      return "not an active member";
    }
    return (out ? machine.serviceState() : PoolViewBuilder.state(machine)).toString();
  }

  /**
   * Whether a command with a decrement was carried out on a machine that has left: its caller may have missed the
   * answer, so it is answered alike for as long as the record of the machine's end is kept.
   */
  private boolean repeats(MachineId id, Command command) {
    Optional<MachineRecord> left = ledger.endedMachine(id.value()).filter(MachineRecord::lowered);
    if (command instanceof Command.Terminate terminate) {
      return terminate.decrement()
          && left.filter(m -> m.status() == Status.GONE).isPresent();
    } else if (command instanceof Command.Detach detach) {
      return detach.decrement()
          && left.filter(m -> m.status() == Status.DETACHED).isPresent();
    }
    return false;
  }

  /** Whether a machine has ended and is shown for a last time. */
  private boolean endedButShown(MachineId id) {
    return endedMachines.shown.contains(id.value());
  }

  void notAMember(MachineId id, PendingCommand pending, String detail) {
    pending.refuse(
        Reason.NOT_FOUND,
        "machine " + id + " is not a member of pool " + settings.config().name(),
        detail);
  }
}
