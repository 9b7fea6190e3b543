package io.cloudadapter.simulation.process;

import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.oracle.InvariantChecker;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Users who set the membership status of machines. */
public final class MembershipUsers {
  private static final List<MembershipStatus> ALL = List.of(
      MembershipStatus.DEFAULT,
      MembershipStatus.BLESSED,
      MembershipStatus.AWAITING_SERVICE,
      MembershipStatus.DISPOSABLE);

  private final SeededRandom dice;
  private final InvariantChecker judge;
  private final Consumer<Event> pool;

  public MembershipUsers(SeededRandom dice, InvariantChecker judge, Consumer<Event> pool) {
    this.dice = dice;
    this.judge = judge;
    this.pool = pool;
  }

  public void happen() {
    List<MachineRecord> present = List.copyOf(judge.present());
    if (!present.isEmpty()) {
      set(dice.pick(present), dice.pick(ALL));
    }
  }

  /** Machines that are kept would hold up refreshes and shrinking for ever. */
  public void attend() {
    for (MachineRecord machine : judge.present()) {
      if (machine.status() == Status.LIVE && machine.kept() && dice.chance(0.5)) {
        set(machine, MembershipStatus.DEFAULT);
      }
    }
  }

  private void set(MachineRecord machine, MembershipStatus status) {
    pool.accept(new Event.Asked(
        new Command.SetMembershipStatus(machine.machineId(), status),
        CommandSender.under(Optional.empty())));
  }
}
