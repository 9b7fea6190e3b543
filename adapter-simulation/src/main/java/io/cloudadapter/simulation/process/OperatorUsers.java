package io.cloudadapter.simulation.process;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.core.config.DeletionMode;
import io.cloudadapter.core.config.OperatingState;
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

/** Operators who have a pool observe, suspend and resume it, and at times delete it. */
public final class OperatorUsers {
  private static final List<OperatingState> STATES = List.of(
      OperatingState.RUNNING,
      OperatingState.RUNNING,
      OperatingState.OBSERVING,
      OperatingState.SUSPENDED);

  private final SeededRandom dice;
  private final InvariantChecker judge;
  private final Consumer<Event> pool;

  public OperatorUsers(SeededRandom dice, InvariantChecker judge, Consumer<Event> pool) {
    this.dice = dice;
    this.judge = judge;
    this.pool = pool;
  }

  public void happen() {
    if (dice.chance(0.05)) {
      judge.operating.asks(OperatingState.DELETING);
      ask(new Command.Delete(dice.pick(List.of(DeletionMode.values()))));
    } else if (dice.chance(0.5)) {
      set(dice.pick(STATES));
    }
  }

  /** An operator looks after the pool, also when the storm is over: nothing stays suspended. */
  public void attend() {
    OperatingState state =
        judge.pool().map(record -> record.state()).orElse(OperatingState.RUNNING);
    if (state == OperatingState.DELETING) {
      judge.present().stream()
          .filter(machine -> machine.status() == Status.QUARANTINED)
          .map(MachineRecord::id)
          .toList()
          .forEach(id -> ask(new Command.Settle(new MachineId(id), QuarantineDecision.TERMINATE)));
    } else if (state != OperatingState.DELETED && state != OperatingState.RUNNING) {
      set(OperatingState.RUNNING);
    }
  }

  private void set(OperatingState state) {
    judge.operating.asks(state);
    ask(new Command.SetState(state));
  }

  private void ask(Command command) {
    pool.accept(new Event.Asked(command, CommandSender.under(Optional.empty())));
  }
}
